import type { Output as Result } from '@notes/contract';
import { FINDINGS_EXIT, INTERRUPTED_EXIT, JOB_EXITS } from '../failures.js';
import { quoteWord } from '../format-command.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { formatCount, formatNumber, toOneLine, truncate } from '../text.js';

type Report = Result<'importFolder'>;

const MAX_LISTED = 20;
/** Largest number of characters shown of a path; the ledger and `--json` have all of them. */
const MAX_PATH_LENGTH = 120;
const MAX_MESSAGE_LENGTH = 300;
const MAX_PATHS_IN_LINE = 5;

/** `notes import` */
export const importFolder: Presentation<'importFolder'> = {
  positional: { path: '<path>' },
  inputs: {
    notebook: {
      flags: '-n, --notebook <notebook>',
      description: 'Notebook to import into: an id, a name or a path.',
    },
  },
  // A new library holds no import to resume.
  missingLibrary: ({ dry_run, resume }) => (dry_run === true || resume === true ? 'pretend' : 'make'),
  rehearsal: { dry_run: true },
  long: 'import',
  render: { table },
  exitCode,
  isRoutine: (report) => !report.dry_run && !hasFindings(report),
};

/** Returns true for a report that names files or notes to look at. */
const hasFindings = ({ warnings, looks_imported, vanished }: Report) =>
  warnings.length + looks_imported.length + vanished.count + vanished.unlisted > 0;

function exitCode({ interrupted, job, rejected, vanished }: Report): number {
  if (interrupted) return job === null ? INTERRUPTED_EXIT : JOB_EXITS[job.state];
  return rejected > 0 || vanished.withheld !== null ? FINDINGS_EXIT : 0;
}

function table(report: Report, out: Output): void {
  const counts = ['imported', 'updated', 'unchanged', 'rejected'] as const;
  const ignored =
    report.ignored === 0 ? '' : ` (and ${formatCount(report.ignored, 'other entry', 'other entries')} ignored)`;
  const attachments = report.attachments === 0 ? '' : `, ${formatNumber(report.attachments)} of them attachments`;
  out.line(
    `${report.dry_run ? 'Would import' : 'Import'} ${toOneLine(report.source)}: ${formatCount(report.files, 'file')}${attachments}${ignored}`,
  );
  for (const name of counts) out.line(`  ${name.padEnd(10)}${formatNumber(report[name]).padStart(9)}`);
  renderVanished(report, out);
  for (const likeness of report.looks_imported) out.line(describeLikeness(report, likeness));
  list(report.rejections, out, 'Rejected');
  list(report.warnings, out, 'Warnings');
  if (out.verbose) listIgnored(report, out);
  if (report.ledger !== null) out.line(`Ledger: ${report.ledger}`);
  if (report.bundle !== null) out.line(`Source: ${describeBundle(report.bundle)}`);
  // For an interrupted job, the second Ctrl-C has already explained how to resume.
  if (report.job?.state === 'cancelled') out.notice('Stopped before the end. To resume, run the same command again.');
  else if (report.dry_run && report.interrupted) out.notice('Stopped before the end.');
}

/** Lists the notes whose files are missing. */
function renderVanished({ vanished, dry_run, rejected }: Report, out: Output): void {
  const { count, withheld, notes, unlisted, unread_paths } = vanished;
  if (withheld === 'none_left') out.line(NONE_LEFT);
  if (withheld === 'not_read_in_full') out.line(describeUnread(rejected, unread_paths));
  if (unlisted > 0) out.line(describeUnlisted(unlisted, unread_paths));
  if (count === 0) return;
  const message = {
    kept: 'its file is gone; the note stays',
    edited: EDITED,
    trashed: describeTrashed(dry_run),
  } as const;
  const lines = notes.map(({ path, title, outcome }) => ({ path, message: `${message[outcome]} (${title})` }));
  list(lines, out, `Missing files of ${formatCount(count, 'note')}`, count);
}

const EDITED = 'its file is gone; the note was edited here and stays';
const describeTrashed = (isDryRun: boolean) =>
  `its file is gone; the note ${isDryRun ? 'would go' : 'went'} to the Trash`;

const NONE_LEFT =
  'No note was moved to the Trash: no file of an earlier import is left. To move all of their notes to the Trash, add --allow-empty.';

function describeUnread(rejected: number, paths: readonly string[]): string {
  const checks = [
    ...(rejected > 0 ? ['the rejected files'] : []),
    ...(paths.length > 0 ? [`these links or files in place of folders: ${joinPaths(paths)}`] : []),
  ];
  const advice = checks.length === 0 ? '' : ` Check ${checks.join(' and ')}.`;
  return `No note was moved to the Trash: the source was not read in full, so the missing files may still exist.${advice}`;
}

const describeUnlisted = (notes: number, paths: readonly string[]) =>
  `${formatCount(notes, 'note')} ${notes === 1 ? 'is' : 'are'} not listed as missing: ${notes === 1 ? 'its file' : 'their files'} may be below ${joinPaths(paths)}, which ${paths.length === 1 ? 'is' : 'are'} not read.`;

const joinPaths = (paths: readonly string[]) => {
  const shown = paths.slice(0, MAX_PATHS_IN_LINE).map(toListedPath).join(', ');
  return paths.length > MAX_PATHS_IN_LINE
    ? `${shown} and ${formatNumber(paths.length - MAX_PATHS_IN_LINE)} more`
    : shown;
};

function describeLikeness(
  { source: own, dry_run }: Report,
  { format, source, notes, at_other_paths }: Report['looks_imported'][number],
): string {
  const [looks, those, name] = [
    notes === 1 ? 'looks' : 'look',
    notes === 1 ? 'that note' : 'those notes',
    toOneLine(source),
  ];
  const which = `${formatCount(notes, 'new note')} ${looks} already imported`;
  if (source === own && format === undefined) return `${which} from files that were renamed or moved.`;
  const as = `${which} as ${name}${format === undefined ? '' : `, with the format ${format}`}`;
  if (at_other_paths === 0) {
    const command = format === undefined ? [] : [`notes import ${format}`];
    const flag = source === own ? [] : [`--source ${quoteWord(source)}`];
    return `${as}: ${[...command, ...flag].join(' with ')} ${dry_run ? 'updates' : 'would have updated'} ${those} instead.`;
  }
  const twice = dry_run ? 'would be imported twice' : 'are in the library twice now';
  return `${as}, from other paths, and ${twice}. To update ${those}, import the same folder or file as before.`;
}

const describeBundle = ({ id, kind, size_bytes }: NonNullable<Report['bundle']>) =>
  `${kind === 'inventory' ? 'the digests of its files are' : 'the file itself is'} kept as ${id}, ${formatCount(size_bytes, 'byte')}`;

const toListedPath = (path: string) => truncate(toOneLine(path), MAX_PATH_LENGTH, { end: true });

/** Names a file by its path, and by its title when the path is an id. */
const toListedName = (path: string, title: string | undefined) =>
  title === undefined ? toListedPath(path) : `${truncate(toOneLine(title), MAX_PATH_LENGTH)} (${toListedPath(path)})`;

/** Lists the files and folders that were ignored, so that attachments without a note are seen. */
function listIgnored({ ignored, ignored_paths }: Report, out: Output): void {
  if (ignored_paths.length === 0) return;
  out.line('Ignored:');
  for (const path of ignored_paths) out.line(`  ${toListedPath(path)}`);
  if (ignored > ignored_paths.length) out.line(`  … and ${formatNumber(ignored - ignored_paths.length)} more`);
}

function list(
  entries: readonly { path: string; title?: string | undefined; message: string }[],
  out: Output,
  heading: string,
  total = entries.length,
): void {
  if (entries.length === 0) return;
  const shown = out.verbose ? entries : entries.slice(0, MAX_LISTED);
  out.line(`${heading}:`);
  for (const { path, title, message } of shown)
    out.line(`  ${toListedName(path, title)}: ${truncate(toOneLine(message), MAX_MESSAGE_LENGTH)}`);
  if (shown.length < total) out.line(`  … and ${formatNumber(total - shown.length)} more (-v lists all)`);
}
