import { type Input, type Output, ServiceError } from '@notes/contract';
import type { SearchNotebookRow } from '@notes/storage';
import { chooseIcon } from '../../organise/icon.js';
import { ALL_NOTES, TRASH } from '../../platform/builtins.js';
import type { Context } from '../../platform/context.js';
import { newId } from '../../platform/ids.js';
import { createNotFoundError } from '../../platform/not-found.js';
import { parseQueryOrThrow } from './search.js';

export function listSearchNotebooks(context: Context): Output<'listSearchNotebooks'> {
  const rows = context.library.store.read((reader) => reader.searchNotebooks.all());
  const getRank = ({ id }: SearchNotebookRow) => (id === ALL_NOTES.id ? 0 : id === TRASH.id ? 2 : 1);
  return { search_notebooks: rows.sort((a, b) => getRank(a) - getRank(b)).map(wire) };
}

export function createSearchNotebook(
  context: Context,
  input: Input<'createSearchNotebook'>,
): Promise<Output<'createSearchNotebook'>> {
  parseQueryOrThrow(input.query);
  return context.library.store.write((unit) => {
    if (unit.searchNotebooks.findByName(input.name) !== undefined)
      throw new ServiceError(
        'name_conflict',
        `Saved search ${JSON.stringify(input.name)} already exists. Choose another name`,
      );
    const row = unit.searchNotebooks.insert({
      id: newId('search_notebook'),
      name: input.name,
      query: input.query,
      iconEmoji: chooseIcon(input.icon_emoji, null),
      builtin: false,
      createdAt: context.now(),
    });
    return wire(row);
  });
}

export function deleteSearchNotebook(
  context: Context,
  input: Input<'deleteSearchNotebook'>,
): Promise<Output<'deleteSearchNotebook'>> {
  return context.library.store.write((unit) => {
    const row = unit.searchNotebooks.get(input.search_notebook_id);
    if (row === undefined) throw createNotFoundError('saved-search', input.search_notebook_id);
    if (row.builtin)
      throw new ServiceError('forbidden', `Saved search ${JSON.stringify(row.name)} is built in and cannot be deleted`);
    unit.searchNotebooks.delete(row);
    return { search_notebook_id: row.id };
  });
}

const wire = (row: SearchNotebookRow) => ({
  search_notebook_id: row.id,
  name: row.name,
  query: row.query,
  icon_emoji: row.iconEmoji,
  builtin: row.builtin,
});
