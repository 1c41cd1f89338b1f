import { type Output as Result, ServiceError } from '@notes/contract';
import type { Output } from '../output.js';
import type { Call, Presentation } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { alignColumns } from '../table.js';
import { getIconFlags, printUndo } from '../undo.js';

type Saved = Result<'createSearchNotebook'>;

function showRows(rows: readonly Saved[], out: Output): void {
  for (const line of alignColumns(rows.map((row) => [row.search_notebook_id, row.name, row.query]))) out.line(line);
}

/** `notes saved list` */
export const savedList: Presentation<'listSearchNotebooks'> = {
  render: {
    table: ({ search_notebooks }, out) => showRows(search_notebooks, out),
    ...rowFormats(
      ({ search_notebooks }: Result<'listSearchNotebooks'>) => search_notebooks,
      ['search_notebook_id', 'name', 'query', 'icon_emoji'],
    ),
    ids: ({ search_notebooks }, out) => {
      for (const { search_notebook_id } of search_notebooks) out.line(search_notebook_id);
    },
  },
};

/** `notes saved create` */
export const savedCreate: Presentation<'createSearchNotebook'> = {
  inputs: { icon_emoji: { flags: '--icon <emoji>', description: 'Emoji to show before the name.' } },
  missingLibrary: () => 'make-if-done',
  run: async (call, values) => {
    const saved = await call.invoke('createSearchNotebook', values);
    printUndo(call.out, { command: 'saved rm', values: [saved.search_notebook_id] });
    return saved;
  },
  render: {
    table: (saved, out) => showRows([saved], out),
    ids: ({ search_notebook_id }, out) => out.line(search_notebook_id),
  },
};

/** `notes saved rm` */
export const savedRm: Presentation<'deleteSearchNotebook'> = {
  positional: { search_notebook_id: '<search>' },
  run: async (call, { search_notebook_id: name }) => {
    const saved = await findSavedSearch(call, String(name));
    const deleted = await call.invoke('deleteSearchNotebook', { search_notebook_id: saved.search_notebook_id });
    const flags = getIconFlags(saved.icon_emoji);
    printUndo(call.out, { command: 'saved create', flags, values: [saved.name, saved.query] });
    return deleted;
  },
  render: { ids: ({ search_notebook_id }, out) => out.line(search_notebook_id) },
};

/** Finds a saved search by its id or its unique name. */
async function findSavedSearch(call: Call, name: string): Promise<Saved> {
  const { search_notebooks } = await call.invoke('listSearchNotebooks', {});
  const found = search_notebooks.find((saved) => saved.search_notebook_id === name || saved.name === name);
  if (found === undefined)
    throw new ServiceError(
      'not_found',
      `No saved search is called ${JSON.stringify(name)}. notes saved list shows all of them`,
    );
  return found;
}
