import { bytesToHex } from '@noble/hashes/utils.js';
import type { Entry } from '../control/log.js';
import { formatArtifactName } from '../frames/name.js';
import { createRecoveryArtifact } from '../frames/recovery.js';
import type { RunContext } from './context.js';
import { putArtifact } from './publish.js';

/**
 * Publishes epoch keys encrypted for the recovery code. These are all epochs that existed when this replica was added,
 * since the replicas that minted them may be lost; each epoch it minted; and all epochs that existed when it replaced
 * the code. The artifact with index n holds the nth of these keys, so none is published twice.
 */
export async function pushRecovery(run: RunContext): Promise<void> {
  const { store, keys, crypto, members } = run;
  const epochIds = listOwedEpochs(run);
  for (let index = ((await store.getLastArtifact('recovery'))?.index ?? 0) + 1; index <= epochIds.length; index += 1) {
    const epoch = keys.epochs().find(({ id }) => id === epochIds[index - 1]);
    if (epoch === undefined) return;
    const { databaseId, replicaId: namespace, signer } = keys;
    const recoveryKey = members.state.recovery.keys.box;
    const bytes = createRecoveryArtifact(crypto, { databaseId, namespace, index, epoch, signer, recoveryKey });
    const sha256 = bytesToHex(crypto.sha256(bytes));
    const name = formatArtifactName(index, sha256);
    const artifact = { artifactClass: 'recovery', index, name, sha256, bytes } as const;
    if (!(await store.keepArtifact(artifact))) return;
    await putArtifact(run, artifact);
  }
}

/** Returns the ids of those epochs, in the order of the operations that require their publication. */
function listOwedEpochs({ members: { log, state }, keys }: RunContext): string[] {
  const { replicaId } = keys;
  const addsThisReplica = ({ operation: { body } }: Entry) =>
    body.kind === 'member.add' && body.replica_id === replicaId;
  const relevant = log.entries.filter(
    (entry) => entry.operation.body.author_replica_id === replicaId || addsThisReplica(entry),
  );
  relevant.sort((a, b) => a.operation.body.height - b.operation.body.height);
  const getKnownEpochs = ({ ancestors }: Entry) =>
    state.epochs.filter(({ operationId }) => ancestors.has(log.entry(operationId)?.number ?? -1)).map(({ id }) => id);
  return relevant.flatMap((entry) => {
    const { body } = entry.operation;
    if (body.kind === 'genesis' || body.kind === 'epoch.mint') return [body.epoch_id];
    return body.kind === 'recovery.replace' || addsThisReplica(entry) ? getKnownEpochs(entry) : [];
  });
}
