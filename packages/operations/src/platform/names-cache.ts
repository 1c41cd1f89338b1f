import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kinds of names that are kept. Titles are too many, and jobs and Trash depend on the time. */
const KINDS = ['notebooks', 'tags'] as const;
type CachedKind = (typeof KINDS)[number];

/** Age of the last write, in milliseconds, after which another one must change the times of the file. */
const SETTLED_MS = 1_000;

const isCachedKind = (kind: string): kind is CachedKind => KINDS.some((each) => each === kind);
const getPath = (dataDir: string, kind: CachedKind) => join(dataDir, 'tmp', `names-${kind}.json`);

interface LibraryState {
  /** Identity, size and times of the database and its log. Every write changes one of them. */
  readonly mark: string;
  /** Time of the last write, in milliseconds since the Unix epoch. */
  readonly changedMs: number;
}

/** Returns the state of a library's files; undefined where there is no library. */
export function readLibraryState(dataDir: string): LibraryState | undefined {
  const [database, log] = ['notes.db', 'notes.db-wal'].map((name) =>
    statSync(join(dataDir, name), { bigint: true, throwIfNoEntry: false }),
  );
  if (database === undefined) return undefined;
  const files = log === undefined ? [database] : [database, log];
  return {
    mark: files.map(({ ino, size, mtimeNs, ctimeNs }) => [ino, size, mtimeNs, ctimeNs].join('.')).join(' '),
    changedMs: Math.max(...files.map(({ mtimeMs }) => Number(mtimeMs))),
  };
}

/**
 * Reads the names of a kind that an earlier completion kept, without opening the library.
 *
 * @returns undefined where none are kept, or the library was written since
 */
export function readKeptNames(dataDir: string, kind: string): string[] | undefined {
  if (!isCachedKind(kind)) return undefined;
  try {
    const { mark, names } = JSON.parse(readFileSync(getPath(dataDir, kind), 'utf8')) as Record<string, unknown>;
    if (mark !== readLibraryState(dataDir)?.mark || !Array.isArray(names)) return undefined;
    return names.every((name) => typeof name === 'string') ? names : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the names of a kind for the next completion. Does nothing while the library is being written. Failures, as in a
 * folder that is read-only, are ignored.
 *
 * @param before - state of the library before the names were read
 */
export function keepNames(
  dataDir: string,
  kind: string,
  names: readonly string[],
  before: LibraryState | undefined,
): void {
  const after = readLibraryState(dataDir);
  if (!isCachedKind(kind) || before === undefined || after?.mark !== before.mark) return;
  if (after.changedMs > Date.now() - SETTLED_MS) return;
  const path = getPath(dataDir, kind);
  const written = `${path}.${process.pid}`;
  try {
    writeFileSync(written, JSON.stringify({ mark: after.mark, names }), { mode: 0o600 });
    renameSync(written, path);
  } catch {
    rmSync(written, { force: true });
  }
}

/** Deletes the kept names, which may be those of a note that was deleted permanently. */
export function forgetNames(dataDir: string): void {
  for (const kind of KINDS) rmSync(getPath(dataDir, kind), { force: true });
}
