import { posix } from 'node:path';
import { toAttachedName } from '@notes/note-formats';
import type { ExportedAttachment, ExportedNote, NotebookRow, WorkerReader } from '@notes/storage';
import { readMetadata } from '../import/metadata.js';
import type { ExportProgress } from './export-progress.js';
import { pathKey, splitName } from './file-names.js';
import { LinkNames } from './link-names.js';

/** A notebook that gets a folder. */
export type PlacedNotebook = Pick<NotebookRow, 'pk' | 'id' | 'parentPk' | 'name'>;

export interface PathOptions {
  /** Notebooks with a folder. Notes of other notebooks go to the top. */
  readonly notebooks: readonly PlacedNotebook[];
  /** Extension of note files, with its dot. Undefined keeps the extension of the imported file, or `.md`. */
  readonly extension?: string;
  /** Names notes after their titles, even those imported from files. */
  readonly byTitle?: boolean;
  /** Makes a file name from a title or an original name. */
  readonly toFileName: (text: string) => string;
  /**
   * Gives no note a file name that an import takes for the name of another note in the folder, and no attachment one
   * that it takes for a note.
   */
  readonly forImport?: boolean;
  /** Names reserved in every folder. */
  readonly reserved?: readonly string[];
}

/**
 * Bytes. Notebooks below a longer path share the folder above, since file systems limit paths to about a thousand
 * bytes.
 */
const MAX_FOLDER_BYTES = 600;
const ATTACHMENTS = 'attachments';
const MARKDOWN_FILE = /^\.(?:md|markdown)$/i;

/**
 * Assigns each note and attachment of a selection a path within a folder: from its notebooks and title, or from the
 * file it was imported from. No two paths are the same on any file system. The same selection gets the same paths.
 */
export class PathAllocator {
  readonly #reader: WorkerReader['exported'];
  readonly #options: PathOptions;
  readonly #folders = new Map<number, string>();
  /** Parent of each notebook with a folder, by notebook key. */
  readonly #parents = new Map<number, number | null>();
  /** Keys of all folders. */
  readonly #folderKeys = new Set<string>();
  /** Folder of each imported source, by the name of the source. */
  readonly #roots = new Map<string, string>();
  /** Beginning of the source ids of the source whose folder was recorded last. */
  #lastPrefix: string | undefined;
  readonly #linkNames: LinkNames;

  constructor({ exported }: Pick<WorkerReader, 'exported'>, options: PathOptions) {
    this.#reader = exported;
    this.#options = options;
    this.#linkNames = new LinkNames(exported);
    exported.begin();
    this.#reserve('');
    this.#placeNotebooks(options.notebooks);
  }

  /** Folders of the notebooks, by notebook key. */
  get folders(): ReadonlyMap<number, string> {
    return this.#folders;
  }

  /** Records the names by which links can mean a note. Must be called for every note before any gets its path. */
  recordName(note: ExportedNote): void {
    const fixed = isNamedByFile(note) ? splitName(note.fileName ?? '').stem : undefined;
    this.#linkNames.record(this.#getFolder(note), note.title, fixed);
  }

  placeNote(note: ExportedNote): void {
    const folder = this.#getFolder(note);
    const { toFileName, byTitle = false, forImport = false } = this.#options;
    const written = splitName(note.fileName ?? '');
    const isOfFile = !byTitle && MARKDOWN_FILE.test(written.extension);
    const stem = toFileName(isOfFile ? written.stem : note.title);
    const extension = this.#options.extension ?? (isOfFile ? written.extension : '.md');
    const isClear = (stem: string) => this.#linkNames.isClear(folder, note.title, { stem, extension });
    const path = this.#claimFreePath(folder, stem, extension, forImport && !isNamedByFile(note) ? isClear : undefined);
    this.#reader.recordPath('documents', note.pk, path);
    if (forImport) this.#linkNames.recordFile(path, note.title);
    const { source, fileName } = note;
    // Most notes follow one of the same source. Parsing the metadata of each of them takes longer than its path.
    if (source === null || fileName === null || (this.#lastPrefix && source.startsWith(this.#lastPrefix))) return;
    if (!this.#recordImportedRoot(note, source)) this.#recordRoot(source, folder, fileName);
  }

  /** Reserves a unique path for a file generated beside the notes, and returns it. */
  placeFile(folder: string, stem: string, extension: string): string {
    return this.#claimFreePath(folder === '.' ? '' : folder, stem, extension);
  }

  /** Assigns a path to an attachment. Must be called after every note has its path. */
  placeAttachment(attachment: ExportedAttachment): void {
    const { forImport = false } = this.#options;
    const names = (this.#findImportedPath(attachment) ?? attachment.filename).split('/');
    const name = this.#toFullName(names.pop() as string);
    const { stem, extension } = splitName(name);
    const ending = forImport ? toAttachedName(name).slice(name.length) : '';
    const path = this.#claimFreePath(this.#findFolder(names), stem, extension + ending);
    this.#reader.recordPath('resources', attachment.pk, path);
    if (forImport) this.#linkNames.recordFile(path);
  }

  /**
   * Returns the folder of an attachment. Without a source path, or when that path is too long or crosses a file, the
   * folder is `attachments`.
   */
  #findFolder(names: readonly string[]): string {
    const safe = names.map(this.#options.toFileName);
    const keys = safe.map((_, end) => pathKey(safe.slice(0, end + 1).join('/')));
    const isFolder = (key: string) => this.#folderKeys.has(key) || this.#reader.claim(key) === 1;
    const fits = Buffer.byteLength(safe.join('/')) <= MAX_FOLDER_BYTES;
    if (safe.length === 0 || !fits || !keys.every(isFolder))
      return safe[0] === ATTACHMENTS ? '' : this.#findFolder([ATTACHMENTS]);
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
        const fits = Buffer.byteLength(folder) <= MAX_FOLDER_BYTES;
        const path = fits ? this.#claimFreePath(folder, this.#options.toFileName(name), '') : folder;
        this.#folders.set(pk, path);
        this.#parents.set(pk, parent);
        this.#folderKeys.add(pathKey(path));
        if (fits) this.#reserve(path);
        place(pk, path);
      }
    };
    place(null, '');
  }

  #getFolder({ notebookPk }: ExportedNote): string {
    return this.#folders.get(notebookPk) ?? '';
  }

  #reserve(folder: string): void {
    for (const name of this.#options.reserved ?? []) this.#reader.claim(pathKey(posix.join(folder, name)));
  }

  /** Returns an unused path whose stem is accepted, numbered when necessary. */
  #claimFreePath(
    folder: string,
    stem: string,
    extension: string,
    isAccepted: (stem: string) => boolean = () => true,
  ): string {
    const wanted = posix.join(folder, stem + extension);
    const isWanted = isAccepted(stem);
    // A name that is not accepted stays free for the note that it means; its numbers are counted separately.
    const key = isWanted ? pathKey(wanted) : `${pathKey(wanted)}\0`;
    let uses = this.#reader.claim(key);
    if (isWanted && uses === 1) return wanted;
    for (;;) {
      const numbered = `${stem} (${uses})`;
      const path = posix.join(folder, numbered + extension);
      if (isAccepted(numbered) && this.#reader.claim(pathKey(path)) === 1) return path;
      uses = this.#reader.claim(key);
    }
  }

  /**
   * Records the folder of a source by the notebooks that its last import created for a note. The source id need not end
   * with the path of the note: a file with a note id has that id there, and a TextBundle the path of its text.
   *
   * @returns false when the note was moved, or has no such record
   */
  #recordImportedRoot({ notebookPk, metadata }: ExportedNote, source: string): boolean {
    const imported = readMetadata(metadata);
    const name = imported?.source;
    if (name === undefined || imported?.notebook_pk !== notebookPk || !source.startsWith(`${name}:`)) return false;
    let root: number | null = notebookPk;
    for (const _ of imported.folder) {
      if (root === null) return false;
      root = this.#parents.get(root) ?? null;
    }
    if (!this.#roots.has(name)) this.#roots.set(name, root === null ? '' : (this.#folders.get(root) ?? ''));
    this.#lastPrefix = `${name}:`;
    return true;
  }

  /**
   * Records the folder of a source. A source id consists of the name of the source and a path in it, and the path of
   * the note ends with that path.
   */
  #recordRoot(source: string, folder: string, fileName: string): void {
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

  /**
   * Returns the path of the file that an attachment was imported from. An attachment within another file, as in an
   * export of Evernote, has none: its path in the source ends with a digest and not with its name.
   */
  #findImportedPath({ source, filename }: ExportedAttachment): string | undefined {
    const path = this.#pathInSource(source);
    if (path === undefined) return undefined;
    const [written, ...own] = [posix.basename(path), filename, toAttachedName(filename)].map((name) =>
      pathKey(this.#toFullName(name)),
    );
    return own.includes(written as string) ? path : undefined;
  }

  #pathInSource(source: string | null): string | undefined {
    for (const [name, root] of source === null ? [] : this.#roots)
      if (source?.startsWith(`${name}:`)) return posix.join(root, source.slice(name.length + 1));
    return undefined;
  }

  #toFullName(name: string): string {
    const { stem, extension } = splitName(name);
    return this.#options.toFileName(stem) + extension;
  }
}

/**
 * Returns true for a note that was imported from a file without a note id, which an import finds by its name. The source
 * id of a file with a note id ends with that id.
 */
export const isNamedByFile = ({ id, source, fileName }: ExportedNote): boolean =>
  source !== null && !source.endsWith(`:${id}`) && MARKDOWN_FILE.test(splitName(fileName ?? '').extension);

/** Assigns paths to all selected notes and attachments. */
export async function assignPaths(
  reader: Pick<WorkerReader, 'exported' | 'notebooks'>,
  naming: Omit<PathOptions, 'notebooks'>,
  progress: ExportProgress,
): Promise<PathAllocator> {
  const selected = reader.exported.notebooks();
  const options = { ...naming, notebooks: reader.notebooks.all().filter(({ pk }) => selected.has(pk)) };
  const places = new PathAllocator(reader, options);
  for (const note of naming.forImport === true ? reader.exported.notes() : []) {
    places.recordName(note);
    await progress.step();
  }
  for (const note of reader.exported.notes()) {
    places.placeNote(note);
    await progress.step();
  }
  for (const attachment of reader.exported.attachments()) {
    places.placeAttachment(attachment);
    await progress.step();
  }
  return places;
}
