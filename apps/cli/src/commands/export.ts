import type { Output as Result } from '@notes/contract';
import { yesFlag } from '../confirm.js';
import { FINDINGS_EXIT, INTERRUPTED_EXIT } from '../failures.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { replaceFolder } from '../replace-folder.js';
import { keepMemorySteady } from '../steady-memory.js';
import { printSection } from '../table.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';
import { buildSelectionInput, selectionFlags } from './select-plan.js';

type Export = Result<'exportNotes'>;

const { tags, notebooks, query, document_ids, descendants } = selectionFlags;

const WARNINGS: Record<Export['warnings'][number]['code'], (count: number) => string> = {
  links_leave_export: (count) => `${formatCount(count, 'link')} to notes outside the export left unchanged`,
  notes_partly_read: (count) =>
    `${formatCount(count, 'note')} could not be read in full: some links there are left unchanged`,
  remote_media: (count) => `${formatCount(count, 'note shows', 'notes show')} remote images, which become links`,
  selectors_not_found: (count) =>
    `Not found: ${formatCount(count, 'notebook, tag or note', 'notebooks, tags and notes')} of the selection`,
  query_parts_as_words: (count) =>
    `${formatCount(count, 'part')} of the query searched as plain words. notes search shows the warnings`,
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
    yes: { ...yesFlag, description: 'Replace an earlier export.' },
  },
  long: 'export',
  unit: 'notes and attachments',
  onInterrupt: 'Stopping. Nothing is written',
  run: (call, { yes, ...values }) => {
    keepMemorySteady();
    const { target: _, ...asked } = buildSelectionInput(call, values);
    return replaceFolder(call, yes === true, (replace) => call.invoke('exportNotes', { ...asked, replace }));
  },
  render: { table: show },
  exitCode: (report) => (report.interrupted ? INTERRUPTED_EXIT : getSelectionExit(report)),
  isRoutine: ({ dry_run }) => !dry_run,
};

/** Returns the exit code for a selection: that of findings when a notebook, tag or note of it does not exist. */
export const getSelectionExit = ({ warnings }: Pick<Export, 'warnings'>): number =>
  warnings.some(({ code }) => code === 'selectors_not_found') ? FINDINGS_EXIT : 0;

function show({ directory, dry_run, interrupted, counts, warnings }: Export, out: Output): void {
  if (interrupted) {
    out.notice('Stopped before the end. Nothing was written.');
    return;
  }
  const rows = Object.entries(counts).map(([name, count]) => [name.replaceAll('_', ' '), formatNumber(count)]);
  printSection(`${dry_run ? 'Would export to' : 'Exported to'} ${toOneLine(directory)}`, rows, out);
  for (const { code, count } of warnings) out.notice(WARNINGS[code](count));
}
