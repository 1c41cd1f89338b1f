const FILE_SUFFIX = /\.(?:md|markdown)$/;

/** Text that names a note (SPEC.md, section 2). All parts are folded. */
export interface TitleReference {
  /** Whole reference as a title, slashes included. */
  readonly whole: string;
  /** Last segment, without `.md` or `.markdown`; empty for `Work/`, which means no note. */
  readonly name: string;
  /** Segments before the last, outermost first, `.` and `..` included, empty ones left out. */
  readonly folders: readonly string[];
  /** True for a reference that ends like a Markdown file. */
  readonly file: boolean;
}

/** A note that a reference can mean. All parts are folded by the function that folds the reference. */
export interface TitleCandidate {
  /** Folded title. */
  readonly titleKey: string;
  /** `fileKey` of the file the note was imported from, or null. */
  readonly fileKey: string | null;
  /** Folded names of the notebook of the note and those above, outermost first. */
  readonly notebookPath: readonly string[];
}

/** Result of a resolution: one note, several possible notes (two or more, in the order of the candidates), or none. */
export type TitleResolution<C> =
  | { readonly status: 'resolved'; readonly target: C }
  | { readonly status: 'ambiguous'; readonly targets: C[] }
  | { readonly status: 'unresolved' };

/** Folded names of a notebook and those above it, outermost first. */
type Path = readonly string[];

/** Folds a name for comparison. The function is idempotent and keeps `/`, `.` and white space. */
export type Fold = (name: string) => string;

/**
 * Reads a reference such as `Title`, `Notebook/Title` or `../folder/Some note.md` (SPEC.md, section 2).
 *
 * @param title Text of the link, decoded and without an anchor. Of any length; work is linear
 * @param fold Folding of names. Notes uses `nameKey` of `@notes/query-language`
 * @returns The reference. Throws only if `fold` does
 */
export function titleReference(title: string, fold: Fold): TitleReference {
  const whole = fold(title.trim());
  const segments = whole.split('/').map((segment) => segment.trim());
  const last = segments.pop() as string;
  const stem = last.replace(FILE_SUFFIX, '');
  const file = stem !== last && stem !== '';
  return { whole, name: file ? stem : last, folders: segments.filter((segment) => segment !== ''), file };
}

/** Returns the key that is among the `titleKeys` of every note that the reference can mean, for use with an index. */
export function referenceKey(reference: TitleReference): string {
  return reference.name;
}

/**
 * Returns the name by which a reference can mean a note that was imported from a file.
 *
 * @param fileName Name or path of the file
 * @param fold Folding of names, as for the references
 * @returns The folded last segment, without `.md` or `.markdown`
 */
export function fileKey(fileName: string, fold: Fold): string {
  return titleReference(fileName, fold).name;
}

/**
 * Returns the keys under which an index has to hold a note, so that `referenceKey` finds it.
 *
 * @param title Title of the note
 * @param fileName Name or path of the file that the note was imported from, or null
 * @param fold Folding of names, as for the references
 * @returns One to three distinct keys
 */
export function titleKeys(title: string, fileName: string | null, fold: Fold): string[] {
  const { whole, name } = titleReference(title, fold);
  const keys = [whole, name];
  if (fileName !== null) keys.push(fileKey(fileName, fold));
  return [...new Set(keys)];
}

/**
 * Finds the note that a reference means (SPEC.md, section 3). Candidates match in this order, and the first rule that
 * matches any decides:
 *
 * 1. the whole reference is the title;
 * 2. the last segment, without `.md` or `.markdown`, is the title or the name of the imported file, and the folders of
 *    the reference lead to the notebook;
 * 3. a reference that ends like a Markdown file is the title without that ending.
 *
 * A reference of one segment without an ending is matched by title and by file name alike. Of several matches, those in
 * the notebook of the source are meant, else those below the same top-level notebook, else all. Among these, a title is
 * preferred to a file name, unless the reference ends like a file.
 *
 * @param reference A reference from `titleReference`
 * @param candidates Notes in any order; those whose `titleKeys` lack `referenceKey(reference)` may be left out
 * @param sourcePath Folded notebook path of the note that holds the reference, outermost first; empty for a text
 *   outside of notebooks
 * @returns The note, the possible notes, or `unresolved`. Never throws; a reference with an empty name is `unresolved`
 */
export function resolveTitle<C extends TitleCandidate>(
  reference: TitleReference,
  candidates: readonly C[],
  sourcePath: readonly string[],
): TitleResolution<C> {
  const targets = findMatches(reference, candidates, sourcePath);
  const [target] = targets;
  if (target === undefined) return { status: 'unresolved' };
  return targets.length === 1 ? { status: 'resolved', target } : { status: 'ambiguous', targets };
}

function findMatches<C extends TitleCandidate>(reference: TitleReference, candidates: readonly C[], source: Path): C[] {
  const { whole, name, file } = reference;
  // Untitled notes have the key '', which no reference means: "Work/" names a notebook. An index has no such key.
  if (name === '') return [];
  const byTitle = (title: string) => candidates.filter(({ titleKey }) => titleKey === title);
  const byName = () => candidates.filter(({ titleKey, fileKey }) => titleKey === name || fileKey === name);
  const wholes = whole === name ? [] : byTitle(whole);
  if (wholes.length > 0) return selectNearest(wholes, source);
  const targets = selectNearest(selectInFolders(reference, byName(), source), source);
  if (!file) return preferTitled(targets, name);
  return targets.length > 0 ? targets : selectNearest(byTitle(whole.replace(FILE_SUFFIX, '')), source);
}

/** Returns the notes in the notebook at `source`, else those below the same top-level notebook, else all. */
function selectNearest<C extends TitleCandidate>(notes: readonly C[], source: Path): C[] {
  const [top] = source;
  if (notes.length < 2 || top === undefined) return [...notes];
  const beside = notes.filter(({ notebookPath }) => isSamePath(notebookPath, source));
  if (beside.length > 0) return beside;
  const inTree = notes.filter(({ notebookPath }) => notebookPath[0] === top);
  return inTree.length > 0 ? inTree : [...notes];
}

function preferTitled<C extends TitleCandidate>(notes: C[], name: string): C[] {
  const titled = notes.filter(({ titleKey }) => titleKey === name);
  return titled.length > 0 ? titled : notes;
}

/**
 * Returns the notes in the notebook that the folders of a reference lead to. The path of a file reference, or one that
 * begins with `.` or `..`, starts at the notebook of the source. If no note is there, the folders are matched with the
 * end of notebook paths.
 */
function selectInFolders<C extends TitleCandidate>({ folders, file }: TitleReference, notes: C[], source: Path): C[] {
  const [first] = folders;
  if (file || first === '.' || first === '..') {
    const path = walk(source, folders);
    const there = notes.filter(({ notebookPath }) => path !== null && isSamePath(notebookPath, path));
    if (there.length > 0) return there;
  }
  if (first === undefined) return notes;
  const end = folders.filter((folder) => folder !== '.' && folder !== '..');
  return notes.filter(({ notebookPath: path }) => isSamePath(path.slice(Math.max(0, path.length - end.length)), end));
}

/** Returns the path that `folders` lead to from `start`; null when they lead above the top. */
function walk(start: Path, folders: readonly string[]): string[] | null {
  const path = [...start];
  for (const folder of folders) {
    if (folder === '..') {
      if (path.pop() === undefined) return null;
    } else if (folder !== '.') path.push(folder);
  }
  return path;
}

function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
