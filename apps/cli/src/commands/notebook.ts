import type { Output as Result } from '@notes/contract';
import { z } from 'zod';
import { requireAgreement } from '../confirm.js';
import { UsageError } from '../failures.js';
import type { Output } from '../output.js';
import type { Call, Mode, OwnCommand, Presentation } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { alignColumns } from '../table.js';
import { formatCount, toOneLine } from '../text.js';
import { getIconFlags, printUndo } from '../undo.js';

type Notebook = Result<'getNotebook'>;

const one = {
  table: ({ notebook_id, name }: Notebook, out: Output) => out.line(`${notebook_id}  ${toOneLine(name)}`),
  ids: ({ notebook_id }: Notebook, out: Output) => out.line(notebook_id),
} as const;

const findNotebookId = (call: Call, name: unknown): string => call.findNotebook(String(name));

/** `notes notebook list` */
export const notebookList: Presentation<'listNotebooks'> = {
  render: {
    table: ({ notebooks }, out) => {
      const rows = notebooks.map(({ notebook_id, note_count, name }) => [
        notebook_id,
        formatCount(note_count, 'note'),
        name,
      ]);
      for (const line of alignColumns(rows)) out.line(line);
    },
    ...rowFormats(
      ({ notebooks }: Result<'listNotebooks'>) => notebooks,
      ['notebook_id', 'name', 'parent_notebook_id', 'note_count', 'icon_emoji'],
    ),
    ids: ({ notebooks }, out) => {
      for (const { notebook_id } of notebooks) out.line(notebook_id);
    },
  },
};

/** `notes notebook create` */
export const notebookCreate: Presentation<'createNotebook'> = {
  argumentDescriptions: { name: 'Name of the notebook, without slashes: at most 255 bytes.' },
  inputs: {
    parent_notebook_id: {
      flags: '-n, --notebook <notebook>',
      description: 'Parent notebook: an id, a name or a path. Default: none, at the top.',
    },
    icon_emoji: { flags: '--icon <emoji>', description: 'Emoji to show before the name.' },
  },
  missingLibrary: () => 'make-if-done',
  run: async (call, { parent_notebook_id, ...made }) => {
    const parent = parent_notebook_id === undefined ? null : findNotebookId(call, parent_notebook_id);
    const notebook = await call.invoke('createNotebook', { ...made, parent_notebook_id: parent });
    printUndo(call.out, { command: 'notebook rm', values: [notebook.notebook_id] });
    return notebook;
  },
  render: one,
};

/** `notes notebook rename` */
export const notebookRename: Presentation<'updateNotebook'> = {
  summary: 'Change the name or emoji of a notebook.',
  positional: { notebook_id: '<notebook>', name: '<name>' },
  argumentDescriptions: { name: 'New name, without slashes: at most 255 bytes.' },
  inputs: { parent_notebook_id: null, icon_emoji: { flags: '--icon <emoji>', description: 'New emoji.' } },
  run: async (call, { notebook_id, ...changes }) => {
    const before = await call.invoke('getNotebook', { notebook_id: findNotebookId(call, notebook_id) });
    const after = await call.invoke('updateNotebook', { notebook_id: before.notebook_id, ...changes });
    const flags = changes.icon_emoji === undefined ? [] : getIconFlags(before.icon_emoji ?? '');
    printUndo(call.out, { command: 'notebook rename', flags, values: [before.notebook_id, before.name] });
    return after;
  },
  render: one,
};

/** `notes notebook move` */
export const notebookMove: OwnCommand<Notebook> = {
  summary: 'Move a notebook into another one, or to the top.',
  input: z.strictObject({
    notebook_id: z.string(),
    parent: z.string().optional(),
    top: z.boolean().default(false).describe('Move it to the top.'),
  }),
  cli: {
    command: 'notebook move',
    positional: ['notebook_id'],
    examples: ['notes notebook move Soups -n Recipes', 'notes notebook move Soups --top'],
  },
  positional: { notebook_id: '<notebook>' },
  inputs: {
    parent: {
      flags: '-n, --notebook <notebook>',
      description: 'New parent notebook: an id, a name or a path.',
    },
  },
  run: async (call, { notebook_id, parent, top }) => {
    if ((parent === undefined) === (top === undefined)) throw new UsageError('Give one target: -n NOTEBOOK or --top');
    const before = await call.invoke('getNotebook', { notebook_id: findNotebookId(call, notebook_id) });
    const parent_notebook_id = parent === undefined ? null : findNotebookId(call, parent);
    const after = await call.invoke('updateNotebook', { notebook_id: before.notebook_id, parent_notebook_id });
    const flags = before.parent_notebook_id === null ? ['--top'] : ['-n', before.parent_notebook_id];
    printUndo(call.out, { command: 'notebook move', flags, values: [before.notebook_id] });
    return after;
  },
  render: one,
};

type Preview = Result<'previewNotebookDeletion'>;

const preview: Mode<Preview> = {
  flag: { flags: '--preview', description: 'Show what would be deleted, without deleting it.' },
  run: (call, { notebook_id }) =>
    call.invoke('previewNotebookDeletion', { notebook_id: findNotebookId(call, notebook_id) }),
  render: { table: showPreview },
};

/** `notes notebook rm` */
export const notebookRm: Presentation<'deleteNotebook'> = {
  positional: { notebook_id: '<notebook>' },
  extra: { yes: { flags: '-y, --yes', description: 'Do not ask for confirmation.' } },
  modes: { preview },
  run: async (call, values) => {
    const notebook_id = findNotebookId(call, values.notebook_id);
    if (values.yes !== true) await askToDelete(call, notebook_id);
    return call.invoke('deleteNotebook', { notebook_id });
  },
  render: {
    table: ({ deleted_notebooks, trashed_notes }, out) =>
      out.notice(
        `Deleted ${formatCount(deleted_notebooks, 'notebook')}; ${formatCount(trashed_notes, 'note')} moved to Trash.`,
      ),
  },
};

async function askToDelete(call: Call, notebook_id: string): Promise<void> {
  const shown = await call.invoke('previewNotebookDeletion', { notebook_id });
  // A notebook that cannot be deleted is reported by the deletion itself.
  if (!shown.deletable) return;
  if (call.mayAsk) showPreview(shown, call.out.aside);
  await requireAgreement(call, 'Delete this notebook?');
}

function showPreview({ name, notebooks, descendant_names, truncated, notes, deletable, reason }: Preview, out: Output) {
  if (!deletable) {
    out.line(`${toOneLine(name)} cannot be deleted: ${toOneLine(reason ?? '')}`);
    return;
  }
  out.line(`${toOneLine(name)}: ${formatCount(notebooks, 'notebook')} deleted, ${formatCount(notes, 'note')} to Trash`);
  for (const descendant of descendant_names) out.line(`  ${toOneLine(descendant)}`);
  if (truncated) out.notice('The list is incomplete: there are more.');
}
