import { posix } from 'node:path';
import type { ElsewhereReader, ExportedAttachment, ExportedNote, NotebookRow } from '@notes/storage';
import type { Attendance } from './attendance.js';
import { pathKey, splitName } from './file-names.js';

/** A notebook that gets a folder. */
export type PlacedNotebook = Pick<NotebookRow, 'pk' | 'id' | 'parentPk' | 'name'>;

export interface PlaceOptions {
  /** Notebooks with a folder. Notes of other notebooks go to the top. */
  readonly notebooks: readonly PlacedNotebook[];
  /** Extension of note files, with its dot. Undefined keeps the extension of the imported file, or `.md`. */
  readonly extension?: string;
  /** Names notes after their titles, even those imported from files. */
  readonly byTitle?: boolean;
  /** Makes a file name from a title or an original name. */
  readonly nameOf: (text: string) => string;
  /** Names reserved in every folder. */
  readonly reserved?: readonly string[];
}

/**
 * Bytes. Notebooks below a longer path share the folder above, since file systems limit paths to about a thousand
 * bytes.
 */
const LONGEST_FOLDER = 600;
const ATTACHMENTS = 'attachments';
const MARKDOWN_FILE = /^\.(?:md|markdown)$/i;

/**
 * Assigns each note and attachment of a selection a path within a folder: from its notebooks and title, or from the
 * file it was imported from. No two paths are the same on any file system. The same selection gets the same paths.
 */
export class Places {
  readonly #reader: ElsewhereReader['exported'];
  readonly #options: PlaceOptions;
  readonly #folders = new Map<number, string>();
  /** Keys of all folders. */
  readonly #folderKeys = new Set<string>();
  /** Folder of each imported source, by the name of the source. */
  readonly #roots = new Map<string, string>();

  constructor({ exported }: Pick<ElsewhereReader, 'exported'>, options: PlaceOptions) {
    this.#reader = exported;
    this.#options = options;
    exported.begin();
    this.#reserve('');
    this.#placeNotebooks(options.notebooks);
  }

  /** Folders of the notebooks, by notebook key. */
  get folders(): ReadonlyMap<number, string> {
    return this.#folders;
  }

  placeNote(note: ExportedNote): void {
    const folder = this.#folders.get(note.notebookPk) ?? '';
    const { nameOf, byTitle = false } = this.#options;
    const written = splitName(note.fileName ?? '');
    const isOfFile = !byTitle && MARKDOWN_FILE.test(written.extension);
    const stem = nameOf(isOfFile ? written.stem : note.title);
    const extension = this.#options.extension ?? (isOfFile ? written.extension : '.md');
    const path = this.#free(folder, stem, extension);
    this.#reader.place('documents', note.pk, path);
    if (note.source !== null && note.fileName !== null) this.#learnRoot(note.source, folder, note.fileName);
  }

  /** Reserves a unique path for a file generated beside the notes, and returns it. */
  placeFile(folder: string, stem: string, extension: string): string {
    return this.#free(folder === '.' ? '' : folder, stem, extension);
  }

  /** Assigns a path to an attachment. Must be called after every note has its path. */
  placeAttachment(attachment: ExportedAttachment): void {
    const names = (this.#pathInSource(attachment.source) ?? attachment.filename).split('/');
    const { stem, extension } = splitName(names.pop() as string);
    const folder = this.#folderOf(names);
    this.#reader.place('resources', attachment.pk, this.#free(folder, this.#options.nameOf(stem), extension));
  }

  /**
   * Returns the folder of an attachment. Without a source path, or when that path is too long or crosses a file, the
   * folder is `attachments`.
   */
  #folderOf(names: readonly string[]): string {
    const safe = names.map(this.#options.nameOf);
    const keys = safe.map((_, end) => pathKey(safe.slice(0, end + 1).join('/')));
    const isFolder = (key: string) => this.#folderKeys.has(key) || this.#reader.claim(key) === 1;
    const fits = Buffer.byteLength(safe.join('/')) <= LONGEST_FOLDER;
    if (safe.length === 0 || !fits || !keys.every(isFolder))
      return safe[0] === ATTACHMENTS ? '' : this.#folderOf([ATTACHMENTS]);
    for (const key of keys) this.#folderKeys.add(key);
    return safe.join('/');
  }

  /** Assigns folders to notebooks from the top down, the oldest first. */
  #placeNotebooks(notebooks: readonly PlacedNotebook[]): void {
    const children = new Map<number | null, PlacedNotebook[]>();
    for (const each of [...notebooks].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const siblings = children.get(each.parentPk);
      if (siblings === undefined) children.set(each.parentPk, [each]);
      else siblings.push(each);
    }
    const place = (parent: number | null, folder: string) => {
      for (const { pk, name } of children.get(parent) ?? []) {
        const fits = Buffer.byteLength(folder) <= LONGEST_FOLDER;
        const path = fits ? this.#free(folder, this.#options.nameOf(name), '') : folder;
        this.#folders.set(pk, path);
        this.#folderKeys.add(pathKey(path));
        if (fits) this.#reserve(path);
        place(pk, path);
      }
    };
    place(null, '');
  }

  #reserve(folder: string): void {
    for (const name of this.#options.reserved ?? []) this.#reader.claim(pathKey(posix.join(folder, name)));
  }

  /** Returns an unused path, numbered when necessary. */
  #free(folder: string, stem: string, extension: string): string {
    const wanted = posix.join(folder, stem + extension);
    let uses = this.#reader.claim(pathKey(wanted));
    if (uses === 1) return wanted;
    for (;;) {
      const path = posix.join(folder, `${stem} (${uses})${extension}`);
      if (this.#reader.claim(pathKey(path)) === 1) return path;
      uses = this.#reader.claim(pathKey(wanted));
    }
  }

  /**
   * Records the folder of a source. A source id consists of the name of the source and a path in it, and the path of
   * the note ends with that path.
   */
  #learnRoot(source: string, folder: string, fileName: string): void {
    const above = folder.split('/');
    const below: string[] = [fileName];
    for (;;) {
      const ending = `:${below.join('/')}`;
      if (source.endsWith(ending)) {
        const name = source.slice(0, -ending.length);
        if (!this.#roots.has(name)) this.#roots.set(name, above.join('/'));
        return;
      }
      const next = above.pop();
      if (next === undefined) return;
      below.unshift(next);
    }
  }

  #pathInSource(source: string | null): string | undefined {
    for (const [name, root] of source === null ? [] : this.#roots)
      if (source?.startsWith(`${name}:`)) return posix.join(root, source.slice(name.length + 1));
    return undefined;
  }
}

/** Assigns paths to all selected notes and attachments. */
export async function placeAll(
  reader: Pick<ElsewhereReader, 'exported' | 'notebooks'>,
  naming: Omit<PlaceOptions, 'notebooks'>,
  attendance: Attendance,
): Promise<Places> {
  const selected = reader.exported.notebooks();
  const options = { ...naming, notebooks: reader.notebooks.all().filter(({ pk }) => selected.has(pk)) };
  const places = new Places(reader, options);
  for (const note of reader.exported.notes()) {
    places.placeNote(note);
    await attendance.breathe();
  }
  for (const attachment of reader.exported.attachments()) {
    places.placeAttachment(attachment);
    await attendance.breathe();
  }
  return places;
}
