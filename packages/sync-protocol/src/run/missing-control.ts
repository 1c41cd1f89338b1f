import { bytesToHex } from '@noble/hashes/utils.js';
import { isNamespace } from '../carrier/names.js';
import { isListedUpTo } from './artifacts.js';
import type { RunContext } from './context.js';

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
    if (!(await isListedUpTo(run, namespace, 'members', last))) incomplete.add(namespace);
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
