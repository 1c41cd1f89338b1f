import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** First Node release supported on each system, by `process.platform` and `process.arch`. */
const FIRST_RELEASE: Readonly<Record<string, number>> = {
  'darwin-arm64': 22,
  'darwin-x64': 22,
  'linux-arm64': 22,
  'linux-x64': 20,
  'win32-arm64': 22,
  'win32-x64': 22,
};

/**
 * Error for an addon that is not installed or cannot be loaded. The message is one sentence that ends with the remedy.
 */
export class NativeError extends Error {
  override readonly name = 'NativeError';
}

/** Loads a module copied by the build. The relative path is equal from `src` and from `dist`. */
export const requireCopy = (path: string): unknown => require(`../dist/lib/${path}`);

/**
 * Loads an addon of the package for this system. A damaged addon would end the process without a word, so its SHA-256 is
 * compared first with the one recorded when the packages were built.
 *
 * @param name file name without its ending
 * @throws NativeError when the addon is not installed, is damaged or cannot be loaded
 */
export function loadAddon(name: string): unknown {
  const system = `${process.platform}-${process.arch}`;
  try {
    const path = require.resolve(`@notes/native-${system}/${name}.node`);
    const digests = requireCopy('digests.json') as Readonly<Record<string, string>>;
    if (hash('sha256', readFileSync(path)) !== digests[`${system}/${name}`]) throw new Error(`${path} is damaged`);
    return require(path);
  } catch (error) {
    throw new NativeError(explainFailure(system, process.versions.node, error, hasGlibc()), { cause: error });
  }
}

/** Returns true on Linux with glibc. The addons do not run with musl, and npm does not install them there. */
function hasGlibc(): boolean {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

/** Parses the major number of a version of Node. */
export const parseRelease = (nodeVersion: string): number => Number.parseInt(nodeVersion, 10);

/**
 * Explains in one sentence why an addon was not loaded, and what to do.
 *
 * @param system platform and processor, as in `linux-x64`
 * @param usesGlibc asked on Linux alone
 */
export function explainFailure(system: string, nodeVersion: string, error: unknown, usesGlibc: boolean): string {
  const here = `${system} with Node ${nodeVersion}`;
  const first = FIRST_RELEASE[system];
  if (first === undefined)
    return `Notes has no compiled addons for ${here}; use one of ${Object.keys(FIRST_RELEASE).join(', ')}`;
  if (parseRelease(nodeVersion) < first)
    return `Notes needs Node ${first} or newer on ${system}; this is ${nodeVersion}`;
  if (system.startsWith('linux') && !usesGlibc)
    return `Notes needs Linux with glibc 2.34 or newer; this system has another C library, like Alpine`;
  if (isMissing(error))
    return `The package @notes/native-${system} is not installed; install Notes again with npm, without --omit=optional`;
  const [cause] = String(error instanceof Error ? error.message : error).split('\n');
  return `The addon in @notes/native-${system} cannot be loaded by Node ${nodeVersion} (${cause}); install Notes again with npm${remedyFor(system)}`;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';

/** Returns the requirement for a system: no Linux addon loads without glibc 2.34 or newer. */
const remedyFor = (system: string): string =>
  system.startsWith('linux') ? ', on a system with glibc 2.34 or newer' : '';
