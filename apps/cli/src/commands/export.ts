import type { Output as Result } from '@notes/contract';
import { yesFlag } from '../confirm.js';
import { INTERRUPTED } from '../interrupt.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { replacing } from '../replace-folder.js';
import { keepMemorySteady } from '../steady-memory.js';
import { section } from '../table.js';
import { counted, number, oneLine } from '../text.js';
import { selected, selectionFlags } from './select-plan.js';

type Export = Result<'exportNotes'>;

const { tags, notebooks, query, document_ids, descendants } = selectionFlags;

const WARNINGS: Record<Export['warnings'][number]['code'], (count: number) => string> = {
  links_leave_export: (count) => `${counted(count, 'link')} to notes that are not part of it stay as they are`,
  notes_partly_read: (count) =>
    `${counted(count, 'note')} could not be read in full: some of their links stay as they are`,
  remote_media: (count) => `${counted(count, 'note')} show images from elsewhere, for which there are links`,
  selectors_not_found: (count) =>
    `${counted(count, 'notebook, tag or note', 'notebooks, tags and notes')} asked for are not there`,
  query_parts_as_words: (count) =>
    `${counted(count, 'part')} of the query searched as plain words: see the warnings of notes search`,
};

/** `notes export` */
export const exportNotes: Presentation<'exportNotes'> = {
  positional: { directory: '<dir>' },
  inputs: { selection: null, policy: null, replace: null },
  extra: {
    tags,
    notebooks,
    query,
    document_ids,
    descendants,
    yes: { ...yesFlag, description: 'replace an earlier export' },
  },
  long: 'export',
  unit: 'notes and attachments',
  onInterrupt: 'Stopping; nothing is written',
  run: (call, { yes, ...values }) => {
    keepMemorySteady();
    const { target: _, ...asked } = selected(call, values);
    return replacing(call, yes === true, (replace) => call.invoke('exportNotes', { ...asked, replace }));
  },
  render: { table: show },
  exitCode: ({ interrupted }) => (interrupted ? INTERRUPTED : 0),
};

function show({ directory, dry_run, interrupted, counts, warnings }: Export, out: Output): void {
  if (interrupted) {
    out.notice('Stopped before the end: nothing was written.');
    return;
  }
  const rows = Object.entries(counts).map(([name, count]) => [name.replaceAll('_', ' '), number(count)]);
  section(`${dry_run ? 'Would export to' : 'Exported to'} ${oneLine(directory)}`, rows, out);
  for (const { code, count } of warnings) out.notice(WARNINGS[code](count));
}
