import { archiveRows, parseInput, type Output as Result } from '@notes/contract';
import { InvalidArgumentError } from 'commander';
import { confirmFlag, runWithConfirmation, yesFlag } from '../confirm.js';
import { FINDINGS_EXIT, INTERRUPTED_EXIT } from '../failures.js';
import { quoteWord } from '../format-command.js';
import type { Output } from '../output.js';
import type { Presentation } from '../presentation.js';
import { keepMemorySteady } from '../steady-memory.js';
import { alignColumns } from '../table.js';
import { formatCount, formatNumber, toOneLine } from '../text.js';
import { buildSelectionInput, getSelectionExit, selectionFlags, selectionNames, targetFlag } from './select-plan.js';
import { showContents, showExport } from './show-export.js';

type Drill = Result<'drillArchive'>;
type Compared = NonNullable<Drill['compared']>;
type Report = Result<'verifyArchive'>;
type Manifest = NonNullable<Report['manifest']>;

/** Level of a verification that detects any altered byte. */
const FULL_LEVEL = 3;
/** Number of problems listed without `--verbose`. */
const MAX_LISTED_PROBLEMS = 20;

/** `notes archive export` */
export const archiveExport: Presentation<'exportArchive'> = {
  positional: { directory: '<dir>' },
  inputs: { target: targetFlag, selection: null, policy: null },
  extra: selectionFlags,
  inputNames: selectionNames,
  long: 'archive export',
  unit: 'objects',
  run: (call, values) => {
    keepMemorySteady();
    return call.invoke('exportArchive', buildSelectionInput(call, values));
  },
  render: { table: showExport },
  exitCode: (report) => (report.interrupted ? INTERRUPTED_EXIT : getSelectionExit(report)),
  isRoutine: (report) => !report.dry_run && getSelectionExit(report) === 0,
};

const verifying = {
  positional: { directory: '<dir>' },
  exitCode: ({ ok, interrupted }: Report) => (interrupted ? INTERRUPTED_EXIT : ok ? 0 : FINDINGS_EXIT),
} as const;

const PERCENTAGE = /^(?:[1-9]\d?|100)%?$/;

/** Parses a percentage; `5` and `5%` are the same. */
function parsePercent(written: string): number {
  if (!PERCENTAGE.test(written)) throw new InvalidArgumentError('It must be a whole percentage from 1% to 100%.');
  return Number.parseInt(written, 10);
}

/** `notes archive verify`: needs no library. */
export const archiveVerify: Presentation<'verifyArchive'> = {
  ...verifying,
  inputs: {
    sample: {
      flags: '--sample <percent>',
      description:
        'At level 3: read only this percentage of the objects, chosen at random, at least one object. The others stay unchecked.',
      parse: parsePercent,
    },
  },
  long: 'archive verify',
  unit: 'objects',
  withoutLibrary: async (surroundings, values) => {
    keepMemorySteady();
    const { verifyArchiveFolder } = await import('@notes/operations/archive-verify');
    return verifyArchiveFolder(parseInput(archiveRows.verifyArchive, values), surroundings);
  },
  render: { table: showReport },
  isRoutine: () => true,
};

const PRUNE_TEXTS = {
  purpose: 'to delete the earlier archives',
  otherwise: 'Nothing was removed, because earlier archives would be deleted permanently',
} as const;

/** `notes archive prune`: needs no library; where there is one, the archive has to be of it. */
export const archivePrune: Presentation<'pruneArchive'> = {
  positional: { directory: '<dir>' },
  inputs: { confirmation: confirmFlag },
  extra: { yes: yesFlag },
  long: 'archive prune',
  withoutLibrary: async (surroundings, { yes, ...asked }) => {
    const { pruneArchive, readDatabaseId } = await import('@notes/operations/archive');
    const context = { ...surroundings, databaseId: readDatabaseId(surroundings.config.dataDir) };
    return runWithConfirmation(surroundings, { ...asked, yes }, PRUNE_TEXTS, (more) =>
      pruneArchive(parseInput(archiveRows.pruneArchive, { ...asked, ...more }), context),
    );
  },
  render: {
    table: ({ dry_run, files, bytes, manifests, removed_manifests, repacked, confirmation }, out) => {
      const would = (done: string, toDo: string) => (dry_run ? `Would ${toDo}` : done);
      if (repacked.packs > 0)
        out.line(
          `${would('Rewrote', 'rewrite')} ${formatCount(repacked.bytes, 'byte')} of ${formatCount(repacked.packs, 'pack')}`,
        );
      const { held } = repacked;
      if (held.packs > 0)
        out.notice(
          `Not rewritten: ${formatCount(held.packs, 'pack')}. Earlier archives use the ${formatCount(held.bytes, 'byte')} there that the current archive does not need. --keep 0 gives up the earlier archives.`,
        );
      out.line(`${would('Removed', 'remove')} ${formatCount(files, 'file')}, ${formatCount(bytes, 'byte')}`);
      if (removed_manifests > 0)
        out.line(`${would('Deleted', 'delete')} ${formatCount(removed_manifests, 'earlier archive')}`);
      out.notice(`Kept: all files of ${formatCount(manifests, 'archive')}.`);
      if (confirmation !== null) out.notice(`To delete the earlier archives, add --confirm ${confirmation}`);
    },
  },
  isRoutine: ({ dry_run }) => !dry_run,
};

/** `notes archive drill` */
export const archiveDrill: Presentation<'drillArchive'> = {
  positional: { directory: '[dir]' },
  long: 'archive drill',
  unit: 'records',
  run: (call, values) => {
    keepMemorySteady();
    return call.invoke('drillArchive', values);
  },
  render: { table: showDrill },
  exitCode: ({ ok, interrupted }) => (interrupted ? INTERRUPTED_EXIT : ok ? 0 : FINDINGS_EXIT),
  isRoutine: () => true,
};

/** Names of the compared kinds of records, in the order of the table. */
const COMPARED_NAMES: Readonly<Record<keyof Compared['kinds'], string>> = {
  documents: 'notes',
  revisions: 'revisions',
  notebooks: 'notebooks',
  search_notebooks: 'saved searches',
  tags: 'tags',
  document_tags: 'tags on notes',
  resources: 'attachments',
  document_resources: 'attachments on notes',
};

function showDrill(
  { directory, ok, interrupted, archived_at, compared, last_success_at, report }: Drill,
  out: Output,
): void {
  if (interrupted) out.notice('Stopped before the end. The result is unknown.');
  else if (compared === null) showProblems(report, 'The archive cannot be restored. ', out);
  else {
    const place = toOneLine(directory);
    out.line(ok ? `The archive in ${place} can be restored` : `The archive in ${place} does not match the library:`);
    if (!ok) showMismatches(compared, out);
    showComparison(compared, out);
    if (archived_at !== null) out.line(`The archive has the library as of ${archived_at}`);
  }
  out.notice(
    last_success_at === null ? 'No earlier drill has succeeded.' : `Last successful drill before: ${last_success_at}`,
  );
}

function showMismatches({ differing_count, differing, missing_count, missing }: Compared, out: Output): void {
  const list = (count: number, one: string, several: string, ids: readonly string[]) => {
    if (count === 0) return;
    out.line(formatCount(count, one, several));
    const shown = out.verbose ? ids : ids.slice(0, MAX_LISTED_PROBLEMS);
    for (const id of shown) out.line(`  ${id}`);
    if (shown.length < count) out.line(`  … and ${formatNumber(count - shown.length)} more`);
  };
  list(
    differing_count,
    'record of the archive differs from the library',
    'records of the archive differ from the library',
    differing,
  );
  list(
    missing_count,
    'record of the library is missing from the archive',
    'records of the library are missing from the archive',
    missing,
  );
}

/** Shows the numbers of records, then how many texts were compared, then what the archive lacks. */
function showComparison({ kinds, trashed, notes, same, changed, removed }: Compared, out: Output): void {
  const rows = Object.entries(COMPARED_NAMES).map(([kind, name]) => {
    const { archive, library, ...differences } = kinds[kind as keyof Compared['kinds']];
    const parts = [
      [differences.newer, 'newer'],
      [differences.missing, 'missing'],
      [differences.deleted, 'deleted since'],
      [differences.changed, 'changed since'],
    ] as const;
    const remarks = parts.flatMap(([count, word]) => (count === 0 ? [] : `${formatNumber(count)} ${word}`));
    return [name, formatNumber(archive), formatNumber(library), remarks.join(', ')];
  });
  rows.splice(1, 0, ['notes in Trash', formatNumber(trashed.archive), formatNumber(trashed.library), '']);
  for (const line of alignColumns([['', 'archive', 'library', ''], ...rows])) out.line(`  ${line}`);
  out.line(
    `Compared texts: ${formatCount(notes, 'note')}, ${formatNumber(same)} the same, ${formatNumber(changed)} changed since, ${formatNumber(removed)} deleted since`,
  );
  const { newer } = kinds.documents;
  if (newer > 0)
    out.line(
      `${formatCount(newer, 'newer note is', 'newer notes are')} not in the archive. The next export adds ${newer === 1 ? 'it' : 'them'}`,
    );
}

/** `notes archive inspect`: needs no library. */
export const archiveInspect: Presentation<'inspectArchive'> = {
  ...verifying,
  withoutLibrary: async (_, values) => {
    const { inspectArchiveFolder } = await import('@notes/operations/archive-verify');
    return inspectArchiveFolder(parseInput(archiveRows.inspectArchive, values));
  },
  render: {
    table: (report, out) => {
      if (report.manifest !== null) showManifest(report.manifest, out);
      showReport(report, out);
    },
  },
};

function showManifest({ snapshot, counts, totals, commit_sha256, index_objects }: Manifest, out: Output): void {
  showContents(`${snapshot.target} ${snapshot.id}`, counts, out);
  const facts = [
    ['newest change', snapshot.created_at],
    ['library', snapshot.database_id],
    ['commit', commit_sha256],
    ['objects', formatNumber(totals.objects)],
    ['bytes', formatNumber(totals.bytes)],
    ['index objects', formatNumber(index_objects)],
  ];
  for (const line of alignColumns(facts)) out.line(line);
}

/** Texts of the warnings about an archive, by code. */
const WARNINGS: Readonly<Record<string, string>> = {
  archive_extraneous: 'The folder has files that this archive does not use, such as those of earlier archives.',
  archive_links_differ: 'This release reads some links differently than the release that made the archive.',
};

/** Returns the text of a warning; its detail has the figure. */
const describeWarning = (code: string, detail: string) => `${WARNINGS[code] ?? code} ${detail}`;

/** Returns the file, the object and the field, line or record of a problem, as far as it names them. */
const formatPlace = ({ file, object, path }: Report['problems'][number]) =>
  [file, object, path.join('/')].filter(Boolean).join(' ');

/** Names of what each level checks. */
const CHECKED = [
  'the manifest',
  'the manifest and the index',
  'the index and the sizes of all files',
  'every byte',
  'every byte and a trial restore',
];

function showReport(report: Report, out: Output): void {
  const { level, sample, interrupted, ok, warnings, bytes_read } = report;
  const looked =
    sample === null
      ? `in a check of ${CHECKED[level]} (level ${level})`
      : `in a sample of ${formatCount(sample.objects, 'object')}`;
  if (interrupted) {
    out.notice('Stopped before the end. The result is unknown.');
    return;
  }
  if (ok) out.line(`No problems found ${looked}: ${formatCount(bytes_read, 'byte')} read`);
  else showProblems(report, '', out, ` ${looked}`);
  if (ok && level < FULL_LEVEL && report.manifest !== null)
    out.notice(
      `This level does not find altered bytes. To read every byte: notes archive verify ${quoteWord(report.directory)} --level ${FULL_LEVEL}`,
    );
  showWarnings(warnings, out);
}

export function showWarnings(warnings: Report['warnings'], out: Output): void {
  for (const { code, detail } of warnings) out.notice(describeWarning(code, toOneLine(detail)));
}

/**
 * Shows the problems of an archive below a heading with their number.
 *
 * @param before start of the heading
 * @param after end of the heading
 */
export function showProblems({ problem_count, problems }: Report, before: string, out: Output, after = ''): void {
  out.line(`${before}${formatCount(problem_count, 'problem')} found${after}:`);
  const shown = out.verbose ? problems : problems.slice(0, MAX_LISTED_PROBLEMS);
  for (const problem of shown)
    out.line(`  ${problem.code}  ${toOneLine(formatPlace(problem))}  ${toOneLine(problem.detail)}`);
  if (shown.length < problem_count) out.line(`  … and ${formatNumber(problem_count - shown.length)} more`);
}
