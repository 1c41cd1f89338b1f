import { type Input, type Output, ServiceError } from '@notes/contract';
import { existingResource, getVisibleResource } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { wireResource } from '../../platform/wire.js';

/**
 * Returns the metadata of an attachment.
 *
 * @throws ServiceError `not_found`
 */
export function getResource(context: Context, { resource_id }: Input<'getResource'>): Output<'getResource'> {
  return wireResource(context.library.store.read((reader) => getVisibleResource(reader, context, resource_id)));
}

const REQUESTED =
  'The content is not on this device yet. It was requested and arrives with the next sync: notes sync run';
const REQUESTED_FROM_ANY =
  'The content is not on this device, and no other device is known to have it. It was requested and arrives with a sync once a device has it: notes sync run';

/**
 * Returns the metadata of the content to send. Requests missing bytes from other devices when the library is in a sync
 * group.
 *
 * @throws ServiceError `not_found`, also when the bytes are not on this device yet
 */
export async function getResourceContent(
  { library }: Context,
  { resource_id, download }: Input<'getResourceContent'>,
): Promise<Output<'getResourceContent'>> {
  const { resource, canCome, inGroup } = library.store.read((reader) => ({
    resource: existingResource(reader, resource_id),
    canCome: reader.sync.intents.canRefetch(resource_id),
    inGroup: reader.sync.own() !== undefined,
  }));
  if ((canCome || inGroup) && library.store.blobs.find(resource.sha256) === undefined) {
    await library.store.write(({ sync }) => sync.intents.requestFetch(resource.pk));
    throw new ServiceError('not_found', canCome ? REQUESTED : REQUESTED_FROM_ANY);
  }
  const { id, sha256, filename, mime_type, size_bytes } = wireResource(resource);
  return { id, sha256, filename, mime_type, size_bytes, download };
}
