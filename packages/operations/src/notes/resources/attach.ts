import { type Input, type Output, ServiceError } from '@notes/contract';
import { existingResource, getActiveDocument, getWritableDocument } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { wireResource } from '../../platform/wire.js';

/**
 * Lists the attachments of a note.
 *
 * @throws ServiceError `not_found` for a note that does not exist or is in Trash
 */
export function listDocumentResources(
  { library }: Context,
  { document_id }: Input<'listDocumentResources'>,
): Output<'listDocumentResources'> {
  const resources = library.store.read((reader) =>
    reader.resources.listForDocument(getActiveDocument(reader, document_id).pk),
  );
  return {
    resources: resources.map((resource) => ({ ...wireResource(resource), relation_type: resource.relationType })),
  };
}

/**
 * Attaches a stored file to a note.
 *
 * @throws ServiceError `not_found`; `forbidden` for a note in Trash or a read-only notebook; `precondition_required`,
 * `revision_conflict`
 */
export function attachResource(context: Context, input: Input<'attachResource'>): Promise<Output<'attachResource'>> {
  return context.library.store.write((unit) => {
    const document = getWritableDocument(unit, context, input);
    const resource = existingResource(unit, input.resource_id);
    const { relation_type } = input;
    const added = unit.resources.attach(document.pk, resource.pk, relation_type);
    if (added) unit.documents.touchResources(document, context.now());
    return { document_id: document.id, resource: wireResource(resource), relation_type, added };
  });
}

/**
 * Detaches a file from a note.
 *
 * @throws ServiceError `conflict` for a file embedded in the text; the errors of {@link attachResource}
 */
export function detachResource(context: Context, input: Input<'detachResource'>): Promise<Output<'detachResource'>> {
  return context.library.store.write((unit) => {
    const document = getWritableDocument(unit, context, input);
    const resource = existingResource(unit, input.resource_id);
    const at = context.now();
    const removed = unit.resources.detach(document.pk, resource.pk, at);
    if (removed) unit.documents.touchResources(document, at);
    else if (unit.resources.isEmbedded(document.pk, resource.pk))
      throw new ServiceError(
        'conflict',
        `The attachment is embedded in the text of the note. Remove it from the text first`,
      );
    return { document_id: document.id, resource_id: resource.id, removed };
  });
}
