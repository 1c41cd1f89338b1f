import type { Output as Result } from '@notes/contract';
import type { Output } from '../output.js';
import { printSection } from '../table.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';

type Export = Result<'exportArchive'>;

/** Shows the answer of `notes archive export`. */
export function showExport({ directory, dry_run, interrupted, counts, archive }: Export, out: Output): void {
  if (interrupted) {
    out.notice('Stopped before the end. To resume, run the same command again.');
    return;
  }
  showContents(`${dry_run ? 'Would export to' : 'Exported to'} ${toOneLine(directory)}`, counts, out);
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

/** Shows the number of records of each kind. */
export function showContents(title: string, counts: Export['counts'], out: Output): void {
  const rows = Object.entries(counts).map(([name, count]) => [name, formatNumber(count)]);
  printSection(title, rows, out);
}
