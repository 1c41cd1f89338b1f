import { Readable } from 'node:stream';
import { type Input, type Output, ServiceError } from '@notes/contract';
import { existingResource } from '../access.js';
import type { Context } from '../context.js';
import { wireResource } from '../wire.js';
import { admitResource } from './admit.js';
import { sniffMimeType } from './sniff.js';

export async function uploadResource(
  context: Context,
  input: Input<'uploadResource'>,
): Promise<Output<'uploadResource'>> {
  const { library, bytes = Readable.from([]), signal } = context;
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

export function getResource({ library }: Context, { resource_id }: Input<'getResource'>): Output<'getResource'> {
  return wireResource(library.store.read((reader) => existingResource(reader, resource_id)));
}

/** Says what is to be sent; the door sends it. */
export function getResourceContent(
  { library }: Context,
  { resource_id, download }: Input<'getResourceContent'>,
): Output<'getResourceContent'> {
  const { id, sha256, filename, mime_type, size_bytes } = wireResource(
    library.store.read((reader) => existingResource(reader, resource_id)),
  );
  return { id, sha256, filename, mime_type, size_bytes, download };
}

export function deleteResource(
  { library }: Context,
  { resource_id }: Input<'deleteResource'>,
): Promise<Output<'deleteResource'>> {
  return library.store.write((unit) => {
    const resource = existingResource(unit, resource_id);
    const { notes, trashed } = unit.resources.usedBy(resource.pk);
    if (notes > 0)
      throw new ServiceError('conflict', `notes that have this attachment: ${notes}, of them in Trash: ${trashed}`);
    unit.resources.remove(resource);
    return { resource_id };
  });
}
