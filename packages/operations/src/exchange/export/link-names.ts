import { posix } from 'node:path';
import { nameKey } from '@notes/query-language';
import type { WorkerReader } from '@notes/storage';

/** Ending of a title that a whole file reference can equal. */
const FILE_TITLE = /[^/]+\.(?:md|markdown)$/;

/**
 * Names by which links can mean the notes of an export once they are imported. A reference to a file means a note in its
 * folder by title and by file name alike (SPEC.md of `@notes/link-graph`, section 3).
 */
export class LinkNames {
  readonly #reader: Pick<WorkerReader['exported'], 'claim' | 'countUses'>;

  constructor(reader: Pick<WorkerReader['exported'], 'claim' | 'countUses'>) {
    this.#reader = reader;
  }

  /**
   * Records a note.
   *
   * @param fixedStem file name without its extension, when it cannot be chosen
   */
  record(folder: string, title: string, fixedStem?: string): void {
    const key = toKey(title);
    const names = new Set([key, fixedStem === undefined ? key : toKey(fixedStem)]);
    for (const name of names) this.#reader.claim(toNameKey(folder, name));
    this.#reader.claim(toSharedKey(title));
    this.#reader.claim(toTitleKey(key));
    const [fileTitle] = FILE_TITLE.exec(key) ?? [];
    if (fileTitle !== undefined) this.#reader.claim(toFileTitleKey(fileTitle));
  }

  /**
   * Records the chosen name of a file.
   *
   * @param title title of the note; undefined for an attachment
   */
  recordFile(path: string, title?: string): void {
    const name = getLinkName(path);
    if (title === undefined || toKey(title) !== toKey(name)) this.#reader.claim(toSharedKey(name));
  }

  /** Returns true when the name of a file is also the name or the title of another file. */
  isShared(path: string): boolean {
    return this.#reader.countUses(toSharedKey(getLinkName(path))) > 1;
  }

  /**
   * Returns true when a file name can mean no other recorded note of the folder, and is no title of another note in any
   * folder, to which wikilinks of this folder may lead.
   */
  isClear(
    folder: string,
    title: string,
    { stem, extension }: { readonly stem: string; readonly extension: string },
  ): boolean {
    const [own, name, file] = [title, stem, stem + extension].map(toKey) as [string, string, string];
    const countOthers = (key: string, isOwn: boolean) => this.#reader.countUses(key) - (isOwn ? 1 : 0);
    return (
      (own === name || countOthers(toTitleKey(name), false) === 0) &&
      countOthers(toNameKey(folder, name), own === name) === 0 &&
      countOthers(toFileTitleKey(file), FILE_TITLE.exec(own)?.[0] === file) === 0
    );
  }
}

/** Returns the name by which a wikilink means a file: that of a note has no ending, unless its title ends like a file. */
export function getLinkName(path: string): string {
  const name = posix.basename(path);
  const stem = name.replace(MARKDOWN_ENDING, '');
  return MARKDOWN_ENDING.test(stem) ? name : stem;
}

const MARKDOWN_ENDING = /\.(?:md|markdown)$/i;

const toKey = (name: string) => nameKey(name).trim();
// No path contains a NUL, so these keys differ from those of paths.
const toNameKey = (folder: string, key: string) => `name\0${folder}\0${key}`;
const toTitleKey = (key: string) => `title\0${key}`;
const toSharedKey = (name: string) => `shared\0${toKey(name.replace(MARKDOWN_ENDING, ''))}`;
const toFileTitleKey = (key: string) => `file\0${key}`;
