import type { FileLink } from '@notes/markdown-blocks';
import type { FileItem } from '../item.js';

/** The file that a path means, or why it means none. */
export type Resolved = FileItem | 'missing' | 'outside';

/** Of a link, what tells a file from a title; notes and pages of the web are no attachments. */
const FILE_NAME = /\.(?!(?:md|markdown|html?)$)[a-z][a-z0-9]{1,4}$/i;

/** Whether a link is one to a file, by its spelling. */
export const isFileLink = ({ kind, path }: FileLink): boolean =>
  kind === 'image' || kind === 'html' || (kind !== 'wikilink' && FILE_NAME.test(path));

export interface Reference {
  /** As written in a note, decoded. */
  readonly path: string;
  /** Names of the folders above the note. */
  readonly folder: readonly string[];
  /** As Obsidian has it: from the top of the vault first, and in any folder where the path ends so. */
  readonly inVault: boolean;
}

/** Finds what notes refer to among the files that were found: nothing else can be read by it. */
export class FileIndex {
  readonly #byPath = new Map<string, FileItem>();
  readonly #byName = new Map<string, FileItem[]>();

  constructor(files: readonly FileItem[]) {
    for (const file of files) {
      const path = file.path.normalize('NFC');
      const name = nameKey(path);
      this.#byPath.set(path, file);
      const namesakes = this.#byName.get(name);
      if (namesakes === undefined) this.#byName.set(name, [file]);
      else namesakes.push(file);
    }
  }

  resolve({ path, folder, inVault }: Reference): Resolved {
    const top = follow([], path);
    const near = path.startsWith('/') ? top : follow(folder, path);
    for (const place of inVault && !path.startsWith('.') ? [top, near] : [near, top]) {
      const found = place === undefined ? undefined : this.#byPath.get(place);
      if (found !== undefined) return found;
    }
    if (near === undefined) return 'outside';
    return (inVault && top !== undefined && this.#anywhere(top, folder)) || 'missing';
  }

  /** Of the files whose path ends so one below the note's own folder, else the one with the shortest path. */
  #anywhere(path: string, folder: readonly string[]): FileItem | undefined {
    const ending = `/${path.toLowerCase()}`;
    const near = [...folder, ''].join('/');
    const order = ({ path: each }: FileItem) => (each.startsWith(near) ? 0 : 1_000_000) + each.length;
    let best: FileItem | undefined;
    for (const file of this.#byName.get(nameKey(path)) ?? [])
      if (fullKey(file).endsWith(ending) && (best === undefined || order(file) < order(best))) best = file;
    return best;
  }
}

const fullKey = ({ path }: FileItem) => `/${path.normalize('NFC').toLowerCase()}`;
const nameKey = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/** Where a path leads from a folder; undefined when that is outside of the imported one. */
function follow(folder: readonly string[], path: string): string | undefined {
  const names = [...folder];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.join('/').normalize('NFC');
}
