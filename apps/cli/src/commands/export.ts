import type { Output as Result } from '@notes/contract';
import { yesFlag } from '../confirm.js';
import { INTERRUPTED_EXIT } from '../failures.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { replaceFolder } from '../replace-folder.js';
import { keepMemorySteady } from '../steady-memory.js';
import { printSection } from '../table.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';
import { buildSelectionInput, getSelectionExit, selectionFlags } from './select-plan.js';
import { selectionWarnings } from './selection-warnings.js';

type Export = Result<'exportNotes'>;

const { tags, notebooks, query, document_ids, descendants } = selectionFlags;

const WARNINGS: Record<Export['warnings'][number]['code'], (count: number) => string> = {
  links_leave_export: (count) => `${formatCount(count, 'link')} to notes outside the export left unchanged`,
  notes_partly_read: (count) =>
    `${formatCount(count, 'note')} could not be read in full: some links there are left unchanged`,
  remote_media: (count) => `${formatCount(count, 'note shows', 'notes show')} remote images, which become links`,
  ...selectionWarnings,
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
  isRoutine: (report) => !report.dry_run && getSelectionExit(report) === 0,
};

function show({ directory, dry_run, interrupted, counts, warnings }: Export, out: Output): void {
  if (interrupted) {
    out.notice('Stopped before the end. Nothing was written.');
    return;
  }
  const rows = Object.entries(counts).map(([name, count]) => [name.replaceAll('_', ' '), formatNumber(count)]);
  printSection(`${dry_run ? 'Would export to' : 'Exported to'} ${toOneLine(directory)}`, rows, out);
  for (const { code, count } of warnings) out.notice(WARNINGS[code](count));
}
