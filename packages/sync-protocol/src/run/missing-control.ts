import { bytesToHex } from '@noble/hashes/utils.js';
import { isNamespace } from '../carrier/names.js';
import { listArtifactsFrom, recordSeen } from './artifacts.js';
import { getSeenKey, type RunContext } from './context.js';

/**
 * Adds operations of the control log that the carrier lacks to those that this replica publishes. Their authors put them
 * again only on carriers that they use, so after a change of the sync folder nobody does when they were lost or removed,
 * and the folder cannot be opened with the recovery code. A reader takes operations from any namespace, because the
 * operations themselves are signed.
 */
export async function copyMissingControl(run: RunContext): Promise<void> {
  const records = (await run.store.control()).filter(({ namespace }) => isNamespace(namespace));
  const lastIndexes = new Map<string, number>();
  for (const { namespace, index } of records)
    lastIndexes.set(namespace, Math.max(index, lastIndexes.get(namespace) ?? 0));
  lastIndexes.delete(run.keys.replicaId);
  const incomplete = new Set<string>();
  for (const [namespace, last] of lastIndexes)
    if (!(await isComplete(run, namespace, 'members', last))) incomplete.add(namespace);
  if (incomplete.size === 0) return;
  const getDigest = ({ payload }: { payload: Uint8Array }) => bytesToHex(run.crypto.sha256(payload));
  const pending = (await run.store.listPendingControl()).map((payload) => ({ payload }));
  const present = records.filter(({ namespace }) => !incomplete.has(namespace));
  const digests = new Set([...present, ...pending].map(getDigest));
  for (const record of records) {
    if (digests.has(getDigest(record))) continue;
    digests.add(getDigest(record));
    await run.store.addControl(record.payload);
  }
}

/** Returns true when the carrier lists all artifacts of a class of another replica, up to an index. */
export async function isComplete(
  run: RunContext,
  namespace: string,
  artifactClass: 'members' | 'recovery',
  last: number,
): Promise<boolean> {
  if ((run.seen.get(getSeenKey(namespace, artifactClass)) ?? 0) >= last) return true;
  let found = 0;
  for await (const page of listArtifactsFrom(run, namespace, artifactClass, 1))
    for (const { index } of page) if (index === found + 1) found = index;
  if (found < last) return false;
  await recordSeen(run, namespace, artifactClass, last);
  return true;
}
