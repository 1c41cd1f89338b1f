import { type Input, type Output, ServiceError } from '@notes/contract';
import { existingResource, visibleResource } from '../access.js';
import type { Context } from '../context.js';
import { wireResource } from '../wire.js';

export function getResource(context: Context, { resource_id }: Input<'getResource'>): Output<'getResource'> {
  return wireResource(context.library.store.read((reader) => visibleResource(reader, context, resource_id)));
}

/**
 * Says what is to be sent; the door sends it. Bytes that are yet to come are asked for.
 *
 * @throws ServiceError `not_found`, also where the bytes are yet to come
 */
export async function getResourceContent(
  { library }: Context,
  { resource_id, download }: Input<'getResourceContent'>,
): Promise<Output<'getResourceContent'>> {
  const { resource, canCome } = library.store.read((reader) => ({
    resource: existingResource(reader, resource_id),
    canCome: reader.sync.intents.canCome(resource_id),
  }));
  if (canCome && library.store.blobs.find(resource.sha256) === undefined) {
    await library.store.write(({ sync }) => sync.intents.ask(resource.pk));
    throw new ServiceError('not_found', 'content not yet on this device');
  }
  const { id, sha256, filename, mime_type, size_bytes } = wireResource(resource);
  return { id, sha256, filename, mime_type, size_bytes, download };
}
