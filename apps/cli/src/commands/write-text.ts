import type { Output as Result } from '@notes/contract';
import { UsageError } from '../failures.js';
import { findNoteId } from '../naming.js';
import type { Output } from '../output.js';
import type { Call, Flag, Presentation, Values } from '../presentation.js';
import { STANDARD_INPUT } from '../read-bytes.js';
import { readText } from '../read-text.js';
import { sanitiseForTerminal } from '../text.js';
import { printUndo } from '../undo.js';
import { noteRenderers } from './note-renderers.js';

type Document = Result<'getDocument'>;
type Edited = Result<'editDocument'>;

export const baseFlag: Flag = {
  flags: '--base <revision>',
  description: 'Revision that the change is based on. Refused when the note has a newer one.',
};

/** Prints the command that restores the previous revision, if the note changed. */
export function printUndoOfRevision(call: Call, before: Document, after: Pick<Document, 'current_revision_id'>): void {
  if (after.current_revision_id !== before.current_revision_id)
    printUndo(call.out, { command: 'revert', values: [before.id, before.current_revision_id] });
  else call.out.notice('Nothing changed.');
}

/** Returns the named note before a change. */
export const readNote = (call: Call, name: unknown): Promise<Document> =>
  call.invoke('getDocument', { document_id: findNoteId(call, name) });

const addingOptions = {
  positional: { document_id: '<note>', text: '[text]' },
  inputs: { base_revision_id: baseFlag },
  render: noteRenderers,
} as const;

/** `notes append` */
export const append: Presentation<'appendToDocument'> = {
  ...addingOptions,
  run: (call, values) => add(call, 'appendToDocument', values),
};

/** `notes prepend` */
export const prepend: Presentation<'prependToDocument'> = {
  ...addingOptions,
  run: (call, values) => add(call, 'prependToDocument', values),
};

async function add(
  call: Call,
  operation: 'appendToDocument' | 'prependToDocument',
  { document_id, text = STANDARD_INPUT, ...rest }: Values,
): Promise<Document> {
  const before = await readNote(call, document_id);
  const added = text === STANDARD_INPUT ? await readText(call, STANDARD_INPUT, 'standard input') : text;
  const after = await call.invoke(operation, { document_id: before.id, text: added, ...rest });
  printUndoOfRevision(call, before, after);
  return after;
}

/** `notes replace` */
export const replace: Presentation<'editDocument'> = {
  summary: 'Find and replace text in a note.',
  positional: { document_id: '<note>' },
  inputs: { edits: null, base_revision_id: baseFlag },
  inputNames: { edits: '--search', replace_all: '--all' },
  extra: {
    search: { flags: '--search <text>', description: 'Exact text to find.' },
    replace: { flags: '--replace <text>', description: 'Text to put in its place.' },
    all: {
      flags: '--all',
      description: 'Replace every occurrence. Without this flag, the text must occur exactly once.',
    },
  },
  run: replaceText,
  render: {
    table: showEdited,
    ids: (edited, out) => out.line('dry_run' in edited ? edited.document.id : edited.id),
  },
};

async function replaceText(call: Call, { document_id, search, replace, all, ...rest }: Values): Promise<Edited> {
  if (search === undefined || replace === undefined) throw new UsageError('Give both --search and --replace');
  const before = await readNote(call, document_id);
  const after = await call.invoke('editDocument', {
    document_id: before.id,
    base_revision_id: before.current_revision_id,
    edits: [{ search, replace, replace_all: all === true }],
    ...rest,
  });
  if (!('dry_run' in after)) printUndoOfRevision(call, before, after);
  return after;
}

function showEdited(edited: Edited, out: Output): void {
  if (!('dry_run' in edited)) {
    noteRenderers.table?.(edited, out);
    return;
  }
  out.raw(out.isTerminal ? sanitiseForTerminal(edited.diff) : edited.diff);
  out.notice('Nothing was changed.');
}
