import type { Output as Result } from '@notes/contract';
import { z } from 'zod';
import { requireAgreement } from '../confirm.js';
import { findNoteId } from '../naming.js';
import type { Output } from '../output.js';
import type { Call, OwnCommand, Presentation, Values } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { alignColumns } from '../table.js';
import { formatCount, sanitiseForTerminal } from '../text.js';
import { noteRenderers } from './note-renderers.js';
import { baseFlag, printUndoOfRevision, readNote } from './write-text.js';

/** `notes history` */
export const history: Presentation<'listRevisions'> = {
  positional: { document_id: '<note>' },
  run: (call, { document_id, ...page }) =>
    call.invoke('listRevisions', { document_id: findNoteId(call, document_id), ...page }),
  render: {
    table: ({ revisions, next_cursor }, out) => {
      const rows = revisions.map(({ revision_id, created_at, origin, size_bytes, title }) => [
        revision_id,
        created_at,
        origin,
        formatCount(size_bytes, 'byte'),
        title,
      ]);
      for (const line of alignColumns(rows)) out.line(line);
      if (next_cursor !== null) out.notice(`For more results, add --cursor ${next_cursor}`);
    },
    ...rowFormats(
      ({ revisions }: Result<'listRevisions'>) => revisions,
      ['revision_id', 'created_at', 'origin', 'size_bytes', 'title'],
    ),
    ids: ({ revisions }, out) => {
      for (const { revision_id } of revisions) out.line(revision_id);
    },
  },
};

interface Difference {
  readonly document_id: string;
  readonly from_revision_id: string;
  readonly to_revision_id: string;
  /** Unified diff; empty where the texts are equal. */
  readonly diff: string;
}

/** `notes diff` */
export const diff: OwnCommand<Difference> = {
  summary: 'Show what changed in the text of a note.',
  input: z.strictObject({
    document_id: z.string(),
    from: z.string().optional().describe('Revision to compare. Default: the one before the current one.'),
    to: z.string().optional().describe('Revision to compare it with. Default: the current one.'),
  }),
  cli: {
    command: 'diff',
    positional: ['document_id', 'from', 'to'],
    examples: ['notes diff "Shopping"', 'notes diff "Shopping" rev_… rev_…'],
  },
  positional: { document_id: '<note>', from: '[revision]', to: '[other]' },
  run: compare,
  render: { table: showDifference },
};

async function compare(call: Call, { document_id: name, from, to }: Values): Promise<Difference> {
  const document_id = findNoteId(call, name);
  const { revisions } = await call.invoke('listRevisions', { document_id, limit: 2 });
  const [latest, before = latest] = revisions.map(({ revision_id }) => revision_id);
  const read = (revision_id: unknown) => call.invoke('getRevision', { document_id, revision_id });
  const [old, now] = [await read(from ?? before), await read(to ?? latest)];
  const { unifiedDiff } = await import('@notes/operations');
  return {
    document_id,
    from_revision_id: old.revision_id,
    to_revision_id: now.revision_id,
    diff: unifiedDiff(old.body, now.body, { before: old.revision_id, after: now.revision_id }),
  };
}

function showDifference({ diff: text }: Difference, out: Output): void {
  out.raw(out.isTerminal ? sanitiseForTerminal(text) : text);
  if (text === '') out.notice('The texts are equal.');
}

/** `notes revert` */
export const revert: Presentation<'restoreRevision'> = {
  positional: { document_id: '<note>', revision_id: '<revision>' },
  inputs: { base_revision_id: baseFlag },
  extra: { yes: { flags: '-y, --yes', description: 'Do not ask for confirmation.' } },
  run: async (call, { document_id, revision_id, base_revision_id, yes }) => {
    const before = await readNote(call, document_id);
    if (yes !== true) await askToRevert(call, before.id, revision_id);
    const asked = { document_id: before.id, revision_id };
    const base = base_revision_id ?? before.current_revision_id;
    const after = await call.invoke('restoreRevision', { ...asked, base_revision_id: base });
    printUndoOfRevision(call, before, after);
    return after;
  },
  render: noteRenderers,
};

async function askToRevert(call: Call, document_id: string, revision_id: unknown): Promise<void> {
  const { body: old } = await call.invoke('getRevision', { document_id, revision_id });
  if (call.mayAsk) {
    const { body: now, current_revision_id } = await call.invoke('getDocument', { document_id });
    const { unifiedDiff } = await import('@notes/operations');
    call.out.aside.raw(
      sanitiseForTerminal(unifiedDiff(now, old, { before: current_revision_id, after: String(revision_id) })),
    );
  }
  await requireAgreement(call, 'Restore this text?');
}
