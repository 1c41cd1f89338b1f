import { operations, parseInput, type Output as Result } from '@notes/contract';
import { loadConfig } from '@notes/operations/config';
import { confirmFlag, onceConfirmed, yesFlag } from '../confirm.js';
import { UsageError } from '../failures.js';
import { INTERRUPTED } from '../interrupt.js';
import type { Output } from '../output.js';
import type { Presentation, Surroundings, Values } from '../presentation.js';
import { keepMemorySteady } from '../steady-memory.js';
import { oneLine } from '../text.js';
import { showContents, showReport } from './archive.js';

type Outcome = Result<'restoreArchive'>;

/** Exit code for a damaged archive, or one that cannot be restored. */
const FAILED = 1;
const ASIDE = {
  purpose: 'to put the library aside that is there',
  otherwise: 'nothing was restored, for there is a library already',
} as const;

/** `notes archive restore`: creates the library, so none is opened. */
export const archiveRestore: Presentation<'restoreArchive'> = {
  positional: { directory: '<dir>' },
  inputs: {
    into_dir: {
      flags: '--into-dir <dir>',
      description: 'the data directory to make: new, empty, or of a library without notes',
    },
    confirmation: confirmFlag,
  },
  extra: { into: { flags: '--into <profile>', description: 'the data directory of this profile' }, yes: yesFlag },
  long: 'archive restore',
  unit: 'objects',
  withoutLibrary: restore,
  render: { table: show },
  exitCode: ({ dry_run, restored, report }) => {
    if (report.interrupted) return INTERRUPTED;
    return restored || (dry_run && report.ok) ? 0 : FAILED;
  },
};

async function restore(surroundings: Surroundings, { into, into_dir, yes, ...asked }: Values): Promise<Outcome> {
  if ((into === undefined) === (into_dir === undefined))
    throw new UsageError('name the place to restore to: --into-dir DIR, or --into PROFILE');
  keepMemorySteady();
  const { restoreArchive } = await import('@notes/operations/archive');
  const target = into === undefined ? into_dir : dataDirOf(String(into), surroundings);
  return onceConfirmed(surroundings, { ...asked, yes }, ASIDE, (more) =>
    restoreArchive(
      { ...surroundings, now: Date.now },
      parseInput(operations.restoreArchive, { ...asked, into_dir: target, ...more }),
    ),
  );
}

/** Returns the data directory of the profile. Flags and variables of this run are ignored. */
function dataDirOf(profile: string, { env }: Surroundings): string {
  const { NOTES_DATA_DIR: _, ...others } = env;
  return loadConfig({ profile }, others).dataDir;
}

function show({ data_dir, dry_run, restored, kept_aside, confirmation, report }: Outcome, out: Output): void {
  if (report.interrupted) {
    out.notice('Stopped before the end: nothing is there yet, and the same command takes what was copied.');
    return;
  }
  if (report.ok && report.manifest !== null)
    showContents(`${dry_run ? 'Would restore to' : 'Restored to'} ${oneLine(data_dir)}`, report.manifest.counts, out);
  if (!restored) showReport(report, out);
  for (const { code, detail } of restored ? report.warnings : []) out.notice(`${code}: ${oneLine(detail)}`);
  if (kept_aside !== null) out.notice(`The library that was there is kept: ${oneLine(kept_aside)}`);
  if (confirmation !== null) out.notice(`A library is there, without notes: --confirm ${confirmation} puts it aside.`);
}
