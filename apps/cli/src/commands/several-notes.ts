import { type ErrorCode, type Output as Result, ServiceError } from '@notes/contract';
import type { NamedNote } from '@notes/operations';
import { z } from 'zod';
import { findNote, findTrashedNote } from '../naming.js';
import type { Call, OwnCommand, Presentation, Values } from '../presentation.js';
import { printUndo } from '../undo.js';
import { batchAnswer, readCurrentRevision } from './batch.js';
import { addFailed, type FoundNote, filterFound, findOrFail, makeEmptyReport } from './found-notes.js';

type Report = Result<'runBatch'>;

/** Shared parts of the commands that do one thing to several notes. */
const several = { positional: { document_id: '<note...>' }, ...batchAnswer } as const;

const intoNotebook = {
  flags: '-n, --notebook <notebook>',
  description: 'Target notebook: an id, a name or a path.',
} as const;

/** `notes mv` */
export const move: Presentation<'moveDocument', Report> = {
  ...several,
  summary: 'Move notes to another notebook, without new revisions.',
  inputs: { notebook_id: intoNotebook, base_revision_id: null },
  run: async (call, { document_id, notebook_id }) => {
    if (notebook_id === undefined)
      throw new ServiceError('validation_failed', 'Give the target notebook with -n NOTEBOOK');
    const notes = findDistinctNotes(call, document_id, findNote);
    const report = await changeNotes(call, notes, {
      operation: 'move',
      notebook_id: call.findNotebook(String(notebook_id)),
    });
    const moved = filterApplied(report, notes);
    for (const notebook of new Set(moved.map((note) => note.notebook))) {
      const back = moved.filter((note) => note.notebook === notebook);
      printUndo(call.out, { command: 'mv', flags: ['-n', notebook], values: back.map(({ id }) => id) });
    }
    return report;
  },
};

/** `notes rm` */
export const remove: Presentation<'trashDocument', Report> = {
  ...several,
  summary: 'Move notes to Trash.',
  inputs: { base_revision_id: null },
  run: async (call, { document_id }) => {
    const notes = findDistinctNotes(call, document_id, findNote);
    const report = await changeNotes(call, notes, { operation: 'trash' });
    printUndoFor(call, filterApplied(report, notes), 'trash restore');
    return report;
  },
};

/** `notes trash restore` */
export const restore: Presentation<'restoreDocument', Report> = {
  ...several,
  summary: 'Restore notes from Trash.',
  positional: { document_id: '<note-in-trash...>' },
  run: async (call, { document_id }) => {
    const notes = findDistinctNotes(call, document_id, findTrashedNote);
    const report = await changeNotes(call, notes, { operation: 'restore' });
    printUndoFor(call, filterApplied(report, notes), 'rm');
    return report;
  },
};

/** `notes cp` */
export const copy: OwnCommand<Report> = {
  ...several,
  summary: 'Copy notes within their notebooks.',
  input: z.strictObject({ document_id: z.string() }),
  cli: { command: 'cp', positional: ['document_id'], examples: ['notes cp "Packing list"'] },
  run: async (call, { document_id }) => {
    const report = await changeNotes(call, findDistinctNotes(call, document_id, findNote), { operation: 'duplicate' });
    const copies = report.items.flatMap(({ new_document_id }) => new_document_id ?? []);
    printUndoFor(
      call,
      copies.map((id) => ({ id })),
      'rm',
    );
    return report;
  },
};

/**
 * Returns the notes of a command, without repeats. Of several names, one without a note fails by itself.
 *
 * @throws ServiceError `not_found` for a single name without a note; AmbiguousNote when several notes have the title
 */
function findDistinctNotes(
  call: Call,
  names: unknown,
  find: (call: Call, name: unknown) => NamedNote,
): FoundNote<NamedNote>[] {
  const given = names as readonly string[];
  if (given.length === 1) return [{ note: find(call, given[0]) }];
  const found = given.map((name) => findOrFail(name, () => find(call, name)));
  return [
    ...new Map(found.map((each) => ['note' in each ? each.note.id : each.failed.document_id, each] as const)).values(),
  ];
}

/**
 * Changes all notes in one write, except for those that are refused. A command that fails or is killed has therefore
 * changed none, and can be repeated. A single note that is refused makes the command fail.
 */
async function changeNotes(call: Call, found: readonly FoundNote<NamedNote>[], batch: Values): Promise<Report> {
  const items: Values[] = [];
  for (const { id } of filterFound(found)) {
    const base = batch.operation === 'trash' ? await readCurrentRevision(call, id) : undefined;
    items.push({ document_id: id, ...(base !== undefined && { base_revision_id: base }) });
  }
  const changed = await changeTogether(call, batch, items);
  const report = addFailed(changed, found);
  const error = report.items.length === 1 ? report.items[0]?.error : undefined;
  if (error !== undefined) throw new ServiceError(error.code as ErrorCode, error.message);
  return report;
}

async function changeTogether(call: Call, batch: Values, items: readonly Values[]): Promise<Report> {
  const refused = new Map<unknown, Report['items'][number]>();
  let report = makeEmptyReport(batch.operation);
  for (let rest = items; rest.length > 0; rest = items.filter(({ document_id }) => !refused.has(document_id))) {
    report = await call.invoke('runBatch', { ...batch, mode: 'atomic', items: rest });
    const failed = report.items.filter(({ status }) => status === 'failed');
    if (failed.length === 0) break;
    for (const item of failed) refused.set(item.document_id, item);
    report = makeEmptyReport(batch.operation);
  }
  const outcomes = report.items.values();
  const all = items.flatMap(({ document_id }) => refused.get(document_id) ?? outcomes.next().value ?? []);
  return { ...report, mode: 'best_effort', items: all };
}

function filterApplied(report: Report, found: readonly FoundNote<NamedNote>[]): NamedNote[] {
  const done = new Set(report.items.filter(({ status }) => status === 'applied').map((item) => item.document_id));
  return filterFound(found).filter(({ id }) => done.has(id));
}

function printUndoFor(call: Call, notes: readonly { readonly id: string }[], command: string): void {
  if (notes.length > 0) printUndo(call.out, { command, values: notes.map(({ id }) => id) });
}
