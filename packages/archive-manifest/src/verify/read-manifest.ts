import { LIMITS } from '../limits.js';
import { concatBytes } from '../lines.js';
import { checkCompatibility, checkManifest, type ReaderAbilities } from '../manifest/check.js';
import { verifyCommit } from '../manifest/commit.js';
import { parseManifest } from '../manifest/parse.js';
import type { Manifest } from '../manifest/schema.js';
import { EXPORT_FOLDER } from '../paths.js';
import { makeProblem, type Problem } from '../problems.js';
import { NotRegularFile } from './reader.js';
import type { Run } from './run.js';

/** Runs level 0. Returns null when the rest of the archive cannot or must not be read by this manifest. */
export async function readManifest(run: Run, path: string, abilities: ReaderAbilities): Promise<Manifest | null> {
  const bytes = await readWhole(run, path);
  if (bytes === null) return null;
  const inFile = (found: Problem): Problem => ({ file: path, ...found });
  const parsed = parseManifest(bytes);
  if (!parsed.ok) {
    run.report(...parsed.problems.map(inFile));
    return null;
  }
  const manifest = parsed.value;
  const compatibility = checkCompatibility(manifest, abilities);
  run.warnings.push(...compatibility.filter(isWarning).map(inFile));
  const problems = compatibility.filter((found) => !isWarning(found));
  if (!verifyCommit(manifest, run.newHash))
    problems.push(makeProblem('archive_commit_mismatch', 'The manifest was altered after it was written'));
  problems.push(...checkManifest(manifest));
  run.report(...problems.map(inFile));
  return problems.length === 0 ? manifest : null;
}

const isWarning = ({ code }: Problem) => code === 'archive_capability_unknown';

async function readWhole(run: Run, path: string): Promise<Uint8Array | null> {
  const missing = (await isThere(run, EXPORT_FOLDER)) ? 'archive_manifest_unfinished' : 'archive_manifest_missing';
  const size = await run.measureFile(path, missing);
  if (size === null) return null;
  if (size > LIMITS.manifestBytes) {
    run.reportProblem(
      'archive_manifest_oversize',
      `The manifest has ${size} bytes; the maximum is ${LIMITS.manifestBytes}`,
      {
        file: path,
      },
    );
    return null;
  }
  const slices: Uint8Array[] = [];
  for await (const slice of run.slices({ path, offset: 0, length: size })) slices.push(slice);
  return concatBytes(slices);
}

async function isThere(run: Run, folder: string): Promise<boolean> {
  try {
    return (await run.reader.size(folder)) !== null;
  } catch (error) {
    if (error instanceof NotRegularFile) return true;
    throw error;
  }
}
