import type { Input, Output } from '@notes/contract';
import { appendText, prependText } from '@notes/markdown-blocks';
import type { DocumentWithBody } from '@notes/storage';
import { getWritableDocument, getWritableNotebook } from '../../platform/access.js';
import type { Context } from '../../platform/context.js';
import { wireDocument } from '../../platform/wire.js';
import { rewrite } from './rewrite.js';

export async function replaceDocument(
  context: Context,
  input: Input<'replaceDocument'>,
): Promise<Output<'replaceDocument'>> {
  const document = await rewrite(context, input, () => ({ title: input.title, body: input.body }));
  return wireDocument(document, context.library);
}

export async function appendToDocument(
  context: Context,
  input: Input<'appendToDocument'>,
): Promise<Output<'appendToDocument'>> {
  const document = await rewrite(context, input, ({ title, body }) => ({ title, body: appendText(body, input.text) }));
  return wireDocument(document, context.library);
}

export async function prependToDocument(
  context: Context,
  input: Input<'prependToDocument'>,
): Promise<Output<'prependToDocument'>> {
  const document = await rewrite(context, input, ({ title, body }) => ({ title, body: prependText(body, input.text) }));
  return wireDocument(document, context.library);
}

export async function moveDocument(context: Context, input: Input<'moveDocument'>): Promise<Output<'moveDocument'>> {
  const document = await context.library.store.write((unit) => {
    const current = getWritableDocument(unit, context, input);
    const notebook = getWritableNotebook(unit, input.notebook_id);
    if (notebook.pk !== current.notebookPk) unit.documents.move(current, notebook.pk, context.now());
    return unit.documents.getWithBody(current.id) as DocumentWithBody;
  });
  return wireDocument(document, context.library);
}

export async function trashDocument(context: Context, input: Input<'trashDocument'>): Promise<Output<'trashDocument'>> {
  const document = await context.library.store.write((unit) => {
    const current = getWritableDocument(unit, context, input);
    unit.documents.trash(current, context.now());
    return unit.documents.getWithBody(current.id) as DocumentWithBody;
  });
  return wireDocument(document, context.library);
}
