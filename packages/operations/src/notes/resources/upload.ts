import type { Input, Output } from '@notes/contract';
import type { Context } from '../../platform/context.js';
import { wireResource } from '../../platform/wire.js';
import { admitResource } from './admit.js';
import { decideMimeType } from './file-type.js';

/**
 * Stores uploaded bytes as an attachment, with a type decided from its bytes, name and declared type.
 *
 * @throws StorageError `too_large` beyond `resources.max_bytes`
 */
export async function uploadResource(
  context: Context,
  input: Input<'uploadResource'>,
): Promise<Output<'uploadResource'>> {
  const { library, bytes, signal } = context;
  if (bytes === undefined) throw new Error('An upload needs a request body');
  const { blobs } = library.store;
  const received = await blobs.receive(bytes, { maxBytes: library.config['resources.max_bytes'], signal });
  try {
    const { filename = '', mime_type: declared } = input;
    const mimeType = await decideMimeType({ filename, declared, head: received.head });
    const { resource, deduplicated } = await admitResource(context, received, { filename, mimeType });
    return { ...wireResource(resource), deduplicated };
  } finally {
    blobs.discard(received);
  }
}
