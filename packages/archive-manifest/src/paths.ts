import { LIMITS } from './limits.js';
import { type Problem, problem } from './problems.js';

/** Where a reader begins. */
export const MANIFEST_PATH = 'manifest.json';

/** What an unfinished export keeps, in files that nothing else names. */
export const EXPORT_FOLDER = '.export';

/** Where an object that has a file of its own lies. */
export const fanoutPath = (sha256: string) => `objects/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;

export const packPath = (sha256: string) => `packs/${sha256.slice(0, 2)}/${sha256}.pack`;

/** Where the manifest of an earlier export is kept. */
export const formerManifestPath = (commitSha256: string) => `manifests/${commitSha256}.json`;

const SEGMENT = /^[A-Za-z0-9._-]+$/;
/** What Windows takes for a device, with anything after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * Null for a path that leads to one place below a folder on every system, and to nowhere else: segments of letters,
 * digits, `.`, `_` and `-`, parted by `/`.
 */
export function checkPath(path: string): Problem | null {
  const flaw = flawOf(path);
  return flaw === null ? null : problem('archive_path_unsafe', flaw);
}

function flawOf(path: string): string | null {
  if (path.length === 0 || path.length > LIMITS.pathCharacters)
    return `a path has 1 to ${LIMITS.pathCharacters} characters`;
  for (const segment of path.split('/')) {
    if (segment === '') return 'a path is relative and has no empty segment';
    if (!SEGMENT.test(segment)) return 'a path has letters, digits, dots, hyphens and underscores alone';
    if (segment.endsWith('.')) return 'no segment of a path ends with a dot';
    if (DEVICE.test(segment)) return 'no segment of a path is the name of a device';
  }
  return null;
}

/** What systems that do not tell upper case from lower take for one path. Paths are plain ASCII. */
export const foldPath = (path: string) => path.toLowerCase();
