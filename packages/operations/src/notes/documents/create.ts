import type { Input, Output } from '@notes/contract';
import type { Content, DocumentRecord, DocumentWithBody, NotebookRow, UnitOfWork } from '@notes/storage';
import { getWritableNotebook } from '../../platform/access.js';
import { DEFAULT_NOTEBOOK } from '../../platform/builtins.js';
import type { Context } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { wireDocument } from '../../platform/wire.js';
import { buildContent, newRevision } from './content.js';

export async function createDocument(
  context: Context,
  input: Input<'createDocument'>,
): Promise<Output<'createDocument'>> {
  const made = await buildContent(context.library, input);
  const document = await context.library.store.write((unit) => {
    const notebook = getWritableNotebook(unit, input.notebook_id ?? DEFAULT_NOTEBOOK);
    return insertDocument(unit, context, made, notebook, input.tags);
  });
  return wireDocument(document, context.library);
}

/** Stores a new note in a notebook. */
export function insertDocument(
  unit: UnitOfWork,
  context: Context,
  made: Content,
  notebook: NotebookRow,
  tags: readonly string[],
): DocumentWithBody {
  const revision = newRevision(context, made);
  const id = newId('document');
  const times = { createdAt: revision.at, updatedAt: revision.at };
  const pk = unit.documents.insert({ ...revision, ...times, id, notebookPk: notebook.pk });
  attachTags(unit, pk, tags, revision.at);
  return Object.assign(unit.documents.get(id) as DocumentRecord, { body: made.body });
}

/** Adds tags to a note and creates tags that do not exist. Returns true when at least one tag was added. */
export function attachTags(unit: UnitOfWork, documentPk: number, names: readonly string[], at: number): boolean {
  let added = false;
  for (const name of names) {
    const tag = unit.tags.ensure(name, () => newId('tag'), at);
    if (unit.tags.attach(documentPk, tag.pk)) added = true;
  }
  return added;
}
