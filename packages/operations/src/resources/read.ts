import type { Input, Output } from '@notes/contract';
import { existingResource, visibleResource } from '../access.js';
import type { Context } from '../context.js';
import { wireResource } from '../wire.js';

export function getResource(context: Context, { resource_id }: Input<'getResource'>): Output<'getResource'> {
  return wireResource(context.library.store.read((reader) => visibleResource(reader, context, resource_id)));
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
