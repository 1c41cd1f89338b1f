import { ServiceError } from '@notes/contract';
import type { NamedContent, WorkerReader } from '@notes/storage';

/** Largest number of attachments that a refusal names. */
const MAX_NAMED = 3;

/**
 * Refuses an operation that would omit bytes that other devices have and this one lacks, so that nothing is lost
 * silently.
 *
 * @throws ServiceError `conflict` with the number of missing contents, the first attachments and the remedy
 */
export function refuseMissingBytes(reader: WorkerReader, contents: Iterable<NamedContent>): void {
  const { sync, blobs, resources } = reader;
  if (!sync.intents.canRefetchAny()) return;
  let [count, bytes] = [0, 0];
  const named: { readonly id: string; readonly filename: string }[] = [];
  for (const { sha256, sizeBytes } of contents) {
    if (blobs.find(sha256) !== undefined || !sync.intents.canRefetchBytes(sha256)) continue;
    count += 1;
    bytes += sizeBytes;
    // The bytes of an import source have no attachment.
    const [first] = named.length < MAX_NAMED ? resources.listNamesByDigest(sha256) : [];
    if (first !== undefined) named.push(first);
  }
  if (count === 0) return;
  const what = count === 1 ? '1 attachment' : `${count} attachments`;
  const names = named.map(({ id, filename }) => `${filename} (${id})`).join(', ');
  const more = count > named.length && names !== '' ? ` and ${count - named.length} more` : '';
  const list = names === '' ? '' : `: ${names}${more}`;
  throw new ServiceError(
    'conflict',
    `The bytes of ${what} (${bytes} bytes) are not on this device yet${list}. Run \`notes sync run --all-attachments\` first`,
  );
}
