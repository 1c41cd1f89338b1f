import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import { printSection } from '../table.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';
import { selectionWarnings } from './selection-warnings.js';

type Export = Result<'exportArchive'>;

/** Shows the answer of `notes archive export`. */
export function showExport(shown: Export, out: Output): void {
  const { directory, dry_run, interrupted, counts, warnings, archive } = shown;
  if (interrupted) {
    out.notice('Stopped before the end. To resume, run the same command again.');
    return;
  }
  showContents(`${dry_run ? 'Would export to' : 'Exported to'} ${toOneLine(directory)}`, counts, out);
  for (const { code, count } of warnings) out.notice(WARNINGS[code](count));
  if (archive === null) return;
  const { totals, commit_sha256, unread } = archive;
  out.line(`${formatCount(totals.objects, 'object')}, ${formatCount(totals.bytes, 'byte')}`);
  out.line(`Commit: ${commit_sha256}`);
  if (unread.objects > 0)
    out.notice(
      `Reused without reading them: ${formatCount(unread.objects, 'object')}, ${formatCount(unread.bytes, 'byte')}. To read them too, and rewrite altered ones, add --paranoid.`,
    );
  out.notice('The archive is not encrypted: anyone who can read the folder can read the notes.');
}

const WARNINGS: Record<Export['warnings'][number]['code'], (count: number) => string> = {
  empty_selection: () => 'The selection has no notes',
  ...selectionWarnings,
};

/** Names of the kinds of records for people. */
const RECORD_NAMES: Readonly<Record<keyof Export['counts'], string>> = {
  collections: 'collections',
  notebooks: 'notebooks',
  search_notebooks: 'saved searches',
  tags: 'tags',
  documents: 'notes',
  revisions: 'revisions',
  document_tags: 'tags on notes',
  resources: 'attachments',
  document_resources: 'attachments on notes',
  links: 'links',
  provenance: 'import records',
  source_bundles: 'import sources',
};

/** Shows the number of records of each kind. */
export function showContents(title: string, counts: Export['counts'], out: Output): void {
  const rows = Object.entries(counts).map(([kind, count]) => [
    RECORD_NAMES[kind as keyof Export['counts']],
    formatNumber(count),
  ]);
  printSection(title, rows, out);
}
