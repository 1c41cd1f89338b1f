import { type Input, ServiceError } from '@notes/contract';
import type { Derived } from '@notes/storage';
import { buildContent } from '../../notes/documents/content.js';
import { isLong } from '../../notes/markdown/compute-view.js';
import type { Context } from '../../platform/context.js';

/** Derived content of texts too long to be read within a write, by revision id. */
export type Readings = ReadonlyMap<string, Derived>;

/**
 * Limit on the texts that an atomic batch copies: the one transaction of a larger batch would block other work for
 * seconds.
 */
const MAX_ATOMIC_BYTES = 32 * 1024 * 1024;

/**
 * Reads the long texts among the notes that a batch copies.
 *
 * @throws ServiceError `body_too_large` when the texts are too much for one transaction
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
      throw new ServiceError(
        'body_too_large',
        'An atomic duplicate copies at most 32 MiB of text. Choose fewer notes, or a batch that is not atomic',
      );
    if (!isLong(document.body)) continue;
    // The text for the index is as long as the body. Keeping it for every note of a batch would take too much memory.
    const { indexed: _, ...derived } = (await buildContent(library, document)).derived;
    readings.set(document.revisionId, derived);
  }
  return readings;
}
