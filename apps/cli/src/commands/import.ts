import type { Output as Result } from '@notes/contract';
import { FINDINGS, JOB_EXITS } from '../exit-codes.js';
import { INTERRUPTED } from '../interrupt.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { counted, cut, number, oneLine } from '../text.js';

type Report = Result<'importFolder'>;

const LISTED = 20;
/** Characters; the ledger and `--json` have all of them. */
const PATH_SHOWN = 120;
const MESSAGE_SHOWN = 300;

/** `notes import` */
export const importFolder: Presentation<'importFolder'> = {
  positional: { path: '<path>' },
  inputs: {
    notebook: {
      flags: '-n, --notebook <notebook>',
      description: 'import below this notebook: an id, a name or a path',
    },
  },
  missingLibrary: ({ dry_run }) => (dry_run === true ? 'pretend' : 'make'),
  long: 'import',
  render: { table },
  exitCode,
};

function exitCode({ interrupted, job, rejected }: Report): number {
  if (interrupted) return job === null ? INTERRUPTED : JOB_EXITS[job.state];
  return rejected > 0 ? FINDINGS : 0;
}

function table(report: Report, out: Output): void {
  const counts = ['imported', 'updated', 'unchanged', 'rejected'] as const;
  const ignored =
    report.ignored === 0 ? '' : ` (and ${counted(report.ignored, 'other entry', 'other entries')} ignored)`;
  const attachments = report.attachments === 0 ? '' : `, ${number(report.attachments)} of them attachments`;
  out.line(
    `${report.dry_run ? 'Would import' : 'Import'} ${oneLine(report.source)}: ${counted(report.files, 'file')}${attachments}${ignored}`,
  );
  for (const name of counts) out.line(`  ${name.padEnd(10)}${number(report[name]).padStart(9)}`);
  list(report.rejections, out, 'Rejected');
  list(report.warnings, out, 'Warnings');
  if (report.ledger !== null) out.line(`Ledger: ${report.ledger}`);
  if (report.bundle !== null) out.line(`Source: ${kept(report.bundle)}`);
  // Where a job was interrupted, the second Ctrl-C said how to go on.
  if (report.job?.state === 'cancelled')
    out.notice('Stopped before the end: the same command goes on where it stopped.');
  else if (report.dry_run && report.interrupted) out.notice('Stopped before the end.');
}

const kept = ({ id, kind, size_bytes }: NonNullable<Report['bundle']>) =>
  `${kind === 'inventory' ? 'the digests of its files are' : 'the file itself is'} kept as ${id}, ${counted(size_bytes, 'byte')}`;

function list(entries: readonly { path: string; message: string }[], out: Output, heading: string): void {
  if (entries.length === 0) return;
  const shown = out.verbose ? entries : entries.slice(0, LISTED);
  out.line(`${heading}:`);
  for (const { path, message } of shown)
    out.line(`  ${cut(oneLine(path), PATH_SHOWN, { end: true })}: ${cut(oneLine(message), MESSAGE_SHOWN)}`);
  if (shown.length < entries.length) out.line(`  … and ${number(entries.length - shown.length)} more (-v lists all)`);
}
