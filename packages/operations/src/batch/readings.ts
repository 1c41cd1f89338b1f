import { type Input, ServiceError } from '@notes/contract';
import type { Derived } from '@notes/storage';
import type { Context } from '../context.js';
import { content } from '../documents/content.js';
import { isLong } from '../markdown/look.js';

/** What is derived from texts too long to be read within a write, by their revisions. */
export type Readings = ReadonlyMap<string, Derived>;

/** An atomic batch copies all its texts in one go: more would hold up everything else for seconds. */
const MAX_ATOMIC_BYTES = 32 * 1024 * 1024;

/**
 * Reads the long texts among those a batch is to copy.
 *
 * @throws ServiceError `body_too_large` when they are too much for one transaction
 */
export async function readLongTexts({ library }: Context, batch: Input<'runBatch'>): Promise<Readings> {
  const readings = new Map<string, Derived>();
  if (batch.operation !== 'duplicate') return readings;
  let bytes = 0;
  for (const { document_id } of batch.items) {
    const document = library.store.read((reader) => reader.documents.getWithBody(document_id));
    if (document === undefined) continue;
    bytes += document.sizeBytes;
    if (batch.mode === 'atomic' && bytes > MAX_ATOMIC_BYTES)
      throw new ServiceError('body_too_large', 'an atomic duplicate copies at most 32 MiB of text');
    if (isLong(document.body)) readings.set(document.revisionId, (await content(library, document)).derived);
  }
  return readings;
}
