import type { Input, Output } from '@notes/contract';
import { getActiveDocument, getWritableDocument } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { wireTag } from '../../platform/wire.js';

export function listTags(context: Context): Output<'listTags'> {
  const tags = context.library.store.read((reader) => reader.tags.allWithCounts());
  return { tags: tags.map((tag) => ({ ...wireTag(tag), note_count: tag.noteCount })) };
}

export function listDocumentTags(context: Context, input: Input<'listDocumentTags'>): Output<'listDocumentTags'> {
  const tags = context.library.store.read((reader) => {
    const document = getActiveDocument(reader, input.document_id);
    return reader.tags.listForDocument(document.pk);
  });
  return { tags: tags.map(wireTag) };
}

export function addDocumentTag(context: Context, input: Input<'addDocumentTag'>): Promise<Output<'addDocumentTag'>> {
  return context.library.store.write((unit) => {
    const document = getWritableDocument(unit, context, input);
    const tag = unit.tags.ensure(input.tag, () => newId('tag'), context.now());
    const added = unit.tags.attach(document.pk, tag.pk);
    if (added) unit.documents.touchTags(document, context.now());
    return { document_id: document.id, tag: wireTag(tag), added };
  });
}

export function removeDocumentTag(
  context: Context,
  input: Input<'removeDocumentTag'>,
): Promise<Output<'removeDocumentTag'>> {
  return context.library.store.write((unit) => {
    const document = getWritableDocument(unit, context, input);
    const tag = unit.tags.find(input.tag);
    const removed = tag !== undefined && unit.tags.detach(document.pk, tag);
    if (removed) unit.documents.touchTags(document, context.now());
    return { document_id: document.id, removed };
  });
}
