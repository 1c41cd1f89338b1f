import { join } from 'node:path';
import { archiveRows, parseInput, type Output as Result } from '@notes/contract';
import { loadConfig } from '@notes/operations/config';
import { confirmFlag, runWithConfirmation, yesFlag } from '../confirm.js';
import { INTERRUPTED_EXIT, UsageError } from '../failures.js';
import type { Output } from '../output.js';
import type { Presentation, Surroundings, Values } from '../presentation.js';
import { keepMemorySteady } from '../steady-memory.js';
import { formatCount, toOneLine } from '../text.js';
import { showProblems, showWarnings } from './archive.js';
import { showContents } from './show-export.js';

type Outcome = Result<'restoreArchive'>;

/** Exit code for a damaged archive, or one that cannot be restored. */
const FAILED = 1;
const ASIDE_TEXTS = {
  purpose: 'to move the existing library aside',
  otherwise: 'Nothing was restored, because the target already has a library',
} as const;

/** `notes archive restore`: creates the library, so none is opened. */
export const archiveRestore: Presentation<'restoreArchive'> = {
  positional: { directory: '<dir>' },
  inputs: {
    into_dir: {
      flags: '--into-dir <dir>',
      description:
        'Data directory to create: new or empty. A library that was never changed is moved aside after confirmation.',
    },
    confirmation: confirmFlag,
  },
  extra: {
    into: { flags: '--into <profile>', description: 'Restore into the data directory of this profile.' },
    yes: yesFlag,
  },
  long: 'archive restore',
  unit: 'objects',
  withoutLibrary: restore,
  render: { table: show },
  exitCode: ({ dry_run, restored, report }) => {
    if (report.interrupted) return INTERRUPTED_EXIT;
    return restored || (dry_run && report.ok) ? 0 : FAILED;
  },
};

async function restore(surroundings: Surroundings, { into, into_dir, yes, ...asked }: Values): Promise<Outcome> {
  if ((into === undefined) === (into_dir === undefined))
    throw new UsageError('Give one target: --into-dir DIR or --into PROFILE');
  keepMemorySteady();
  const { restoreArchive } = await import('@notes/operations/archive');
  const target = into === undefined ? into_dir : findDataDir(String(into), surroundings);
  return runWithConfirmation(surroundings, { ...asked, yes }, ASIDE_TEXTS, (more) =>
    restoreArchive(
      { ...surroundings, now: Date.now },
      parseInput(archiveRows.restoreArchive, { ...asked, into_dir: target, ...more }),
    ),
  );
}

/** Returns the data directory of the profile. Flags and variables of this run are ignored. */
function findDataDir(profile: string, { env }: Surroundings): string {
  const { NOTES_DATA_DIR: _, ...others } = env;
  return loadConfig({ profile }, others).dataDir;
}

function show(outcome: Outcome, out: Output): void {
  const { data_dir, dry_run, restored, kept_aside, confirmation, report } = outcome;
  if (report.interrupted) {
    out.notice(
      'Stopped before the end. Nothing was restored yet. Run the same command again; it reuses the attachments already copied.',
    );
    return;
  }
  if (report.ok && report.manifest !== null)
    showContents(`${dry_run ? 'Would restore to' : 'Restored to'} ${toOneLine(data_dir)}`, report.manifest.counts, out);
  if (report.ok && report.manifest !== null) noticeSelection(report.manifest, out);
  if (!report.ok) {
    showProblems(report, '', out);
    adviseAfterFailure(outcome, out);
  } else if (!restored) out.line(`No problems found: ${formatCount(report.bytes_read, 'byte')} read`);
  showWarnings(report.warnings, out);
  if (kept_aside !== null) out.notice(`The former library is kept in ${toOneLine(kept_aside)}`);
  if (confirmation !== null)
    out.notice(`The target has a library that was never changed. To move it aside, add --confirm ${confirmation}`);
}

/** Number of characters of a commit that a command shows. */
const SHOWN_DIGITS = 12;

/** Prints that nothing was restored, and what else can be restored. */
function adviseAfterFailure({ dry_run, earlier: [newest], report }: Outcome, out: Output): void {
  const result = dry_run ? 'The archive cannot be restored' : 'Nothing was restored';
  out.notice(`${result}. Try another copy of the archive${newest === undefined ? '.' : ', or an earlier export:'}`);
  if (newest === undefined) return;
  out.notice(
    `The folder ${toOneLine(join(report.directory, 'manifests'))} has earlier exports. To restore the newest of them, add --commit ${newest.slice(0, SHOWN_DIGITS)}`,
  );
}

/** Prints that an archive is not of the whole library, which the counts alone do not show. */
function noticeSelection({ snapshot, counts }: NonNullable<Outcome['report']['manifest']>, out: Output): void {
  if (snapshot.target === 'full_archive') return;
  const notes = formatCount(counts.documents ?? 0, 'note');
  out.notice(`The archive holds a selection of ${notes} (${snapshot.target}), not the whole library.`);
}
