import { type Input, type Output, ServiceError } from '@notes/contract';
import { existingResource } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';

/**
 * Deletes an attachment that no note has.
 *
 * @throws ServiceError `not_found`; `conflict` when a note has the attachment, also in Trash
 */
export function deleteResource(
  { library }: Context,
  { resource_id }: Input<'deleteResource'>,
): Promise<Output<'deleteResource'>> {
  return library.store.write((unit) => {
    const resource = existingResource(unit, resource_id);
    const { notes, trashed } = unit.resources.countUses(resource.pk);
    if (notes > 0)
      throw new ServiceError(
        'conflict',
        `The attachment is used by ${notes} ${notes === 1 ? 'note' : 'notes'}, ${trashed} of them in Trash. Detach it from them first`,
      );
    unit.resources.remove(resource);
    return { resource_id };
  });
}
