const FILE_SUFFIX = /\.(?:md|markdown)$/;

/** Text that names a note. All parts are folded. */
export interface TitleReference {
  /** The reference as a title of its own, slashes included. */
  readonly whole: string;
  /** Its last segment, without `.md` or `.markdown`. */
  readonly name: string;
  /** The segments before the last, outermost first; may hold `.` and `..`, and no empty ones. */
  readonly folders: readonly string[];
  /** Whether it ends like a Markdown file, and so may name an imported one. */
  readonly file: boolean;
}

/** A note that a reference might mean. All parts are folded as the reference is. */
export interface TitleCandidate {
  readonly titleKey: string;
  /** `fileKey` of the file the note was imported from, or null. */
  readonly fileKey: string | null;
  /** Names of the notebooks the note is in, outermost first. */
  readonly notebookPath: readonly string[];
}

export type TitleResolution<C> =
  | { readonly status: 'resolved'; readonly target: C }
  | { readonly status: 'ambiguous'; readonly targets: C[] }
  | { readonly status: 'unresolved' };

/** Folds a name for comparison: idempotent, and leaves `/`, `.` and white space alone. */
export type Fold = (name: string) => string;

/** Reads `Title`, `Notebook/Title`, `../folder/Some note.md`. */
export function titleReference(title: string, fold: Fold): TitleReference {
  const whole = fold(title.trim());
  const segments = whole.split('/').map((segment) => segment.trim());
  const last = segments.pop() as string;
  const stem = last.replace(FILE_SUFFIX, '');
  const file = stem !== last && stem !== '';
  return { whole, name: file ? stem : last, folders: segments.filter((segment) => segment !== ''), file };
}

/** What a reference is indexed by: among the `titleKeys` of every note that it can mean. */
export function referenceKey(reference: TitleReference): string {
  return reference.name;
}

/** The name by which a reference can mean a note imported from this file: its last segment without `.md`. */
export function fileKey(fileName: string, fold: Fold): string {
  return titleReference(fileName, fold).name;
}

/** The keys under which a note of this title, imported from a file of this name or from none, can be meant; distinct. */
export function titleKeys(title: string, fileName: string | null, fold: Fold): string[] {
  const { whole, name } = titleReference(title, fold);
  const keys = [whole, name];
  if (fileName !== null) keys.push(fileKey(fileName, fold));
  return [...new Set(keys)];
}

/**
 * Which of the candidates a reference means: those whose whole title it is; else those with its last segment for a
 * title (or, for a file-like reference, for a file name) that are where its folders say; else, of a file-like one, those
 * whose title it is without `.md`.
 * `sourcePath` is the folded notebook path of the note that holds the reference.
 */
export function resolveTitle<C extends TitleCandidate>(
  reference: TitleReference,
  candidates: readonly C[],
  sourcePath: readonly string[],
): TitleResolution<C> {
  const titled = (title: string) => candidates.filter(({ titleKey }) => titleKey === title);
  let targets = titled(reference.whole);
  if (targets.length === 0) targets = inFolders(reference, named(reference, candidates), sourcePath);
  if (targets.length === 0 && reference.file) targets = titled(reference.whole.replace(FILE_SUFFIX, ''));
  const [target] = targets;
  if (target === undefined) return { status: 'unresolved' };
  return targets.length === 1 ? { status: 'resolved', target } : { status: 'ambiguous', targets };
}

function named<C extends TitleCandidate>({ name, file }: TitleReference, candidates: readonly C[]): C[] {
  return candidates.filter(({ titleKey, fileKey }) => titleKey === name || (file && fileKey === name));
}

/**
 * A path between files starts at the file it stands in: a file beside it is meant before one of that name elsewhere. One
 * that leads nowhere is taken as the end of a path, as written.
 */
function inFolders<C extends TitleCandidate>({ folders, file }: TitleReference, notes: C[], source: readonly string[]) {
  if (file) {
    const path = walk(source, folders);
    const there = notes.filter(({ notebookPath }) => path !== null && samePath(notebookPath, path));
    if (there.length > 0) return there;
  }
  if (folders.length === 0) return notes;
  const end = folders.filter((folder) => folder !== '.' && folder !== '..');
  return notes.filter(({ notebookPath: path }) => samePath(path.slice(Math.max(0, path.length - end.length)), end));
}

/** The path that `folders` lead to from `start`, or null when they lead above the top. */
function walk(start: readonly string[], folders: readonly string[]): string[] | null {
  const path = [...start];
  for (const folder of folders) {
    if (folder === '..') {
      if (path.pop() === undefined) return null;
    } else if (folder !== '.') path.push(folder);
  }
  return path;
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
