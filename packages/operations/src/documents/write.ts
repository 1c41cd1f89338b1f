import type { Input, Output } from '@notes/contract';
import { appendText, prependText } from '@notes/markdown-blocks';
import type { DocumentWithBody, UnitOfWork } from '@notes/storage';
import { writableDocument, writableNotebook } from '../access.js';
import type { Context } from '../context.js';
import { wireDocument } from '../wire.js';
import { content, newRevision } from './content.js';

type Target = { document_id: string; base_revision_id?: string | undefined };

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
    const current = writableDocument(unit, context, input);
    const notebook = writableNotebook(unit, input.notebook_id);
    if (notebook.pk === current.notebookPk) return current;
    unit.documents.move(current, notebook.pk, context.now());
    return unit.documents.getWithBody(current.id) as DocumentWithBody;
  });
  return wireDocument(document, context.library);
}

export async function trashDocument(context: Context, input: Input<'trashDocument'>): Promise<Output<'trashDocument'>> {
  const document = await context.library.store.write((unit) => {
    const current = writableDocument(unit, context, input);
    unit.documents.trash(current, context.now());
    return unit.documents.getWithBody(current.id) as DocumentWithBody;
  });
  return wireDocument(document, context.library);
}

/** Writes what `change` makes of the current text; the same text makes no revision. */
export function rewrite(
  context: Context,
  input: Target,
  change: (current: DocumentWithBody) => { title: string; body: string },
): Promise<DocumentWithBody> {
  return context.library.store.write((unit) => {
    const current = writableDocument(unit, context, input);
    const next = change(current);
    if (next.title === current.title && next.body === current.body) return current;
    return revise(unit, context, current, next);
  });
}

/** Gives a note a new revision, whatever it says. */
export function revise(
  unit: UnitOfWork,
  context: Context,
  current: DocumentWithBody,
  next: { title: string; body: string },
): DocumentWithBody {
  unit.documents.revise(current, newRevision(context, content(next.title, next.body)));
  return unit.documents.getWithBody(current.id) as DocumentWithBody;
}
