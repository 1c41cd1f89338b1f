import type { FileLink } from '@notes/markdown-blocks';
import type { FileItem } from '../item.js';
import type { LinkProblem } from '../source.js';

/** File at a path, or the reason why there is none. */
export type ResolvedFile = FileItem | LinkProblem;

/** File extension that distinguishes a file from a title. Notes and web pages are not attachments. */
const FILE_NAME = /\.(?!(?:md|markdown|html?)$)[a-z][a-z0-9]{1,4}$/i;

/** Returns true when the spelling of a link means a file. */
export const isFileLink = ({ kind, path }: FileLink): boolean =>
  kind === 'image' || kind === 'html' || (kind !== 'wikilink' && FILE_NAME.test(path));

/** Returns true when the path of a link ends like a file that is neither a note nor a web page. */
export const hasFileName = ({ path }: FileLink): boolean => FILE_NAME.test(path);

export interface FileReference {
  /** Decoded path in the note. */
  readonly path: string;
  /** Names of the folders above the note. */
  readonly folder: readonly string[];
  /** Resolves as Obsidian does: from the top of the vault first, then in any folder whose path fits. */
  readonly inVault: boolean;
}

/** Resolves references among the listed files only, so that nothing else can be read. */
export class FileIndex {
  readonly #byPath = new Map<string, FileItem>();
  readonly #byName = new Map<string, FileItem[]>();

  /** Skipped folders, links that are not followed, and skipped files. */
  readonly #skipped: Set<string>;

  /** @param skipped paths of skipped folders, ending with a slash, and of skipped files */
  constructor(files: readonly FileItem[], skipped: readonly string[]) {
    this.#skipped = new Set(skipped.map((path) => path.normalize('NFC')));
    for (const file of files) {
      const path = file.path.normalize('NFC');
      const name = nameKey(path);
      this.#byPath.set(path, file);
      if (file.rejection?.reason === 'symlink') this.#skipped.add(`${path}/`);
      const namesakes = this.#byName.get(name);
      if (namesakes === undefined) this.#byName.set(name, [file]);
      else namesakes.push(file);
    }
  }

  resolve({ path, folder, inVault }: FileReference): ResolvedFile {
    const top = resolvePath([], path);
    const near = path.startsWith('/') ? top : resolvePath(folder, path);
    for (const place of inVault && !path.startsWith('.') ? [top, near] : [near, top]) {
      const found = place === undefined ? undefined : this.#byPath.get(place);
      if (found !== undefined) return found;
    }
    if (near === undefined) return 'outside';
    const anywhere = inVault && top !== undefined ? this.#findAnywhere(top, folder) : undefined;
    return anywhere ?? ([near, top].some((place) => this.#isSkipped(place)) ? 'skipped' : 'missing');
  }

  /** Returns true for a path at or below a skipped one. */
  #isSkipped(path: string | undefined): boolean {
    if (path === undefined) return false;
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      if (this.#skipped.has(path.slice(0, end + 1))) return true;
    return this.#skipped.has(path);
  }

  /**
   * Returns a file whose path ends with the given one: below the note's own folder if possible, else the one with the
   * shortest path. Of two equally near ones, the one in the given spelling comes first.
   */
  #findAnywhere(path: string, folder: readonly string[]): FileItem | undefined {
    const ending = `/${path.toLowerCase()}`;
    const near = [...folder, ''].join('/');
    const order = (file: FileItem) =>
      (file.path.startsWith(near) ? 0 : 1_000_000) +
      file.path.length +
      (toFullPath(file).endsWith(`/${path}`) ? 0 : 0.5);
    let best: FileItem | undefined;
    for (const file of this.#byName.get(nameKey(path)) ?? [])
      if (toFullPath(file).toLowerCase().endsWith(ending) && (best === undefined || order(file) < order(best)))
        best = file;
    return best;
  }
}

const toFullPath = ({ path }: FileItem) => `/${path.normalize('NFC')}`;
const nameKey = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** Resolves a path from a folder; undefined when it leaves the imported folder. */
export function resolvePath(folder: readonly string[], path: string): string | undefined {
  const names = [...folder];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join('/').normalize('NFC');
}
