import { bytesToHex } from '@noble/hashes/utils.js';
import type { Entry } from '../control/log.js';
import { nameOf } from '../frames/name.js';
import { sealRecovery } from '../frames/recovery.js';
import type { RunContext } from './context.js';
import { put } from './publish.js';

/**
 * Publishes epoch keys encrypted for the recovery code. These are all epochs that existed when this replica was added,
 * since the replicas that minted them may be lost; each epoch it minted; and all epochs that existed when it replaced
 * the code. The artifact with index n holds the nth of these keys, so none is published twice.
 */
export async function pushRecovery(run: RunContext): Promise<void> {
  const { store, keys, crypto, members } = run;
  const owed = owedBy(run);
  for (let index = ((await store.lastSealed('recovery'))?.index ?? 0) + 1; index <= owed.length; index += 1) {
    const epoch = keys.epochs().find(({ id }) => id === owed[index - 1]);
    if (epoch === undefined) return;
    const { databaseId, replicaId: namespace, signer } = keys;
    const recoveryKey = members.state.recovery.keys.box;
    const bytes = sealRecovery(crypto, { databaseId, namespace, index, epoch, signer, recoveryKey });
    const sha256 = bytesToHex(crypto.sha256(bytes));
    const name = nameOf(index, sha256);
    const artifact = { artifactClass: 'recovery', index, name, sha256, bytes } as const;
    if (!(await store.keepSealed(artifact))) return;
    await put(run, artifact);
  }
}

/** Returns the ids of those epochs, in the order of the operations that require their publication. */
function owedBy({ members: { log, state }, keys }: RunContext): string[] {
  const { replicaId } = keys;
  const lets = ({ operation: { body } }: Entry) => body.kind === 'member.add' && body.replica_id === replicaId;
  const owing = log.entries.filter((entry) => entry.operation.body.author_replica_id === replicaId || lets(entry));
  owing.sort((a, b) => a.operation.body.height - b.operation.body.height);
  const known = ({ past }: Entry) =>
    state.epochs.filter(({ operationId }) => past.has(log.entry(operationId)?.number ?? -1)).map(({ id }) => id);
  return owing.flatMap((entry) => {
    const { body } = entry.operation;
    if (body.kind === 'genesis' || body.kind === 'epoch.mint') return [body.epoch_id];
    return body.kind === 'recovery.replace' || lets(entry) ? known(entry) : [];
  });
}
