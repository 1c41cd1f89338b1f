import type { Input, Output } from '@notes/contract';
import type { Context } from '../context.js';
import { wireResource } from '../wire.js';
import { admitResource } from './admit.js';
import { sniffMimeType } from './sniff.js';

export async function uploadResource(
  context: Context,
  input: Input<'uploadResource'>,
): Promise<Output<'uploadResource'>> {
  const { library, bytes, signal } = context;
  if (bytes === undefined) throw new Error('whoever asks for an upload brings the bytes');
  const { blobs } = library.store;
  const received = await blobs.receive(bytes, { maxBytes: library.config['resources.max_bytes'], signal });
  try {
    const { filename = '', mime_type: mimeType = await sniffMimeType(received.head) } = input;
    const { resource, deduplicated } = await admitResource(context, received, { filename, mimeType });
    return { ...wireResource(resource), deduplicated };
  } finally {
    blobs.discard(received);
  }
}
