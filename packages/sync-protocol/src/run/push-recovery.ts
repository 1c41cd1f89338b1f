import { bytesToHex } from '@noble/hashes/utils.js';
import type { Entry } from '../control/log.js';
import { parseHeader } from '../frames/header.js';
import { formatArtifactName } from '../frames/name.js';
import { createRecoveryArtifact } from '../frames/recovery.js';
import { isListedUpTo } from './artifacts.js';
import type { RunContext } from './context.js';
import { putArtifact } from './publish.js';

/**
 * Publishes epoch keys encrypted for the recovery code. These are all epochs that existed when this replica was added,
 * since the replicas that minted them may be lost; each epoch it minted; and all epochs that existed when it replaced
 * the code. They are published in this order, each once. Epochs that other replicas have to publish and the carrier
 * lacks follow, because their authors may never use this carrier.
 */
export async function pushRecovery(run: RunContext): Promise<void> {
  const { replicaId } = run.keys;
  const last = (await run.store.getLastArtifact('recovery'))?.index ?? 0;
  const published: string[] = [];
  for (let index = 1; index <= last; index += 1) published.push(await readEpochId(run, index));
  const own = listOwedEpochs(run, replicaId);
  let count = 0;
  for (const id of published) if (id === own[count]) count += 1;
  const next = own.slice(count);
  // Only after all own ones: an epoch of others must not be taken for the next own one, such as the first after the code
  // was replaced.
  if (next.length === 0)
    for (const id of await listMissingEpochs(run)) if (!published.includes(id) && !next.includes(id)) next.push(id);
  for (const [at, id] of next.entries()) if (!(await publishEpoch(run, last + at + 1, id))) return;
}

async function publishEpoch(run: RunContext, index: number, epochId: string): Promise<boolean> {
  const { store, keys, crypto, members } = run;
  const epoch = keys.epochs().find(({ id }) => id === epochId);
  if (epoch === undefined) return false;
  const { databaseId, replicaId: namespace, signer } = keys;
  const recoveryKey = members.state.recovery.keys.box;
  const bytes = createRecoveryArtifact(crypto, { databaseId, namespace, index, epoch, signer, recoveryKey });
  const sha256 = bytesToHex(crypto.sha256(bytes));
  const name = formatArtifactName(index, sha256);
  const artifact = { artifactClass: 'recovery', index, name, sha256, bytes } as const;
  if (!(await store.keepArtifact(artifact))) return false;
  await putArtifact(run, artifact);
  return true;
}

async function readEpochId({ store }: RunContext, index: number): Promise<string> {
  const bytes = await store.readArtifact('recovery', index);
  return (bytes && parseHeader(bytes)?.epochId) ?? '';
}

/** Returns the epochs that other replicas have to publish and have not published on this carrier. */
async function listMissingEpochs(run: RunContext): Promise<string[]> {
  const missing: string[] = [];
  for (const replica of run.members.replicas) {
    const owed = replica === run.keys.replicaId ? [] : listOwedEpochs(run, replica);
    if (owed.length > 0 && !(await isListedUpTo(run, replica, 'recovery', owed.length))) missing.push(...owed);
  }
  return missing;
}

/** Returns the ids of the epochs that a replica has to publish, in the order of the operations that require it. */
function listOwedEpochs({ members: { log, state } }: RunContext, replicaId: string): string[] {
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
