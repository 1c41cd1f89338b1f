import { ServiceError } from '@notes/contract';
import type { NamedContent, WorkerReader } from '@notes/storage';

/**
 * Refuses an operation that would omit bytes that other devices have and this one lacks, so that nothing is lost
 * silently.
 *
 * @throws ServiceError `conflict` with the number of missing contents and the remedy
 */
export function refuseMissingBytes({ sync, blobs }: WorkerReader, contents: Iterable<NamedContent>): void {
  if (!sync.intents.canRefetchAny()) return;
  let [count, bytes] = [0, 0];
  for (const { sha256, sizeBytes } of contents) {
    if (blobs.find(sha256) !== undefined || !sync.intents.canRefetchBytes(sha256)) continue;
    count += 1;
    bytes += sizeBytes;
  }
  if (count === 0) return;
  const what = count === 1 ? '1 attachment' : `${count} attachments`;
  const fetch = 'Run `notes sync run` to fetch wanted attachments. To want one, run `notes sync intent RESOURCE eager`';
  throw new ServiceError('conflict', `The bytes of ${what} (${bytes} bytes) are not on this device yet. ${fetch}`);
}
