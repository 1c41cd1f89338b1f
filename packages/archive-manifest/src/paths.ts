import { LIMITS } from './limits.js';
import { makeProblem, type Problem } from './problems.js';

/** Path of the manifest, with which a reader starts. */
export const MANIFEST_PATH = 'manifest.json';

/** Folder of the working files of an unfinished export. */
export const EXPORT_FOLDER = '.export';

/** Path of the id of the library of an unfinished export, as one line of text. */
export const EXPORT_OWNER_PATH = `${EXPORT_FOLDER}/library`;

/** Returns the path of an object with a file of its own. */
export const fanoutPath = (sha256: string) => `objects/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

/**
 * Returns the path of a pack in an archive.
 *
 * @param sha256 digest of the pack, in lower-case hexadecimal
 */
export const packPath = (sha256: string) => `packs/${sha256.slice(0, 2)}/${sha256}.pack`;

/** Returns the path at which the manifest of an earlier export is kept. */
export const formerManifestPath = (commitSha256: string) => `manifests/${commitSha256}.json`;

const SEGMENT = /^[A-Za-z0-9._-]+$/;
/** Device names of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * Checks a path. Returns null for a path that means the same place below a folder on every system: segments of letters,
 * digits, `.`, `_` and `-`, separated by `/`.
 */
export function checkPath(path: string): Problem | null {
  const flaw = findPathFlaw(path);
  return flaw === null ? null : makeProblem('archive_path_unsafe', flaw);
}

function findPathFlaw(path: string): string | null {
  if (path.length === 0 || path.length > LIMITS.pathCharacters)
    return `A path must have 1 to ${LIMITS.pathCharacters} characters`;
  for (const segment of path.split('/')) {
    if (segment === '') return 'A path must be relative and have no empty segment';
    if (!SEGMENT.test(segment))
      return 'A path may contain only letters, digits, dots, hyphens, underscores and slashes';
    if (segment.endsWith('.')) return 'A path segment must not end with a dot';
    if (DEVICE.test(segment)) return 'A path segment must not be the name of a Windows device';
  }
  return null;
}

/** Folds the case of a path, because some file systems ignore case. Paths are plain ASCII. */
export const foldPath = (path: string) => path.toLowerCase();
