import { readBytes } from '../files/read-text.js';
import type { FileItem, OpenFile } from '../item.js';
import { createRejection, type Rejection } from '../rejection.js';
import { type ItemText, readItem, TYPES } from './item-text.js';

/** Facts about a note before its text is read. */
export interface NoteEntry {
  readonly id: string;
  readonly notebookId: string;
  readonly file: FileItem;
  readonly isEncrypted: boolean;
}

/** Facts about an attachment, as written by Joplin. */
export interface ResourceEntry {
  readonly title: string;
  /** Media type; empty when it is unknown. */
  readonly mimeType: string;
  /** Size in bytes; undefined when it is unknown. */
  readonly sizeBytes: number | undefined;
  readonly isEncrypted: boolean;
}

/** Content of an export except for the texts of its notes. */
export interface Library {
  readonly notes: readonly NoteEntry[];
  /** Notebooks by id. */
  readonly notebooks: ReadonlyMap<string, { readonly title: string; readonly parentId: string }>;
  readonly resources: ReadonlyMap<string, ResourceEntry>;
  /** Tag names by note id. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** Items that could not be read. */
  readonly unread: readonly (readonly [FileItem, Rejection])[];
  /** Paths of items of other kinds and of deleted notes. */
  readonly others: readonly string[];
}

/** Bytes read from the end of an item, where its properties are. */
const OUTLINE_BYTES = 64 * 1024;
/** Most bytes of properties. The text that Joplin recognised in a scan is a property, and can be long. */
const MAX_PROPERTY_BYTES = 16 * 1024 * 1024;
/** Most bytes read of the title of a long item. */
const MAX_TITLE_BYTES = 4 * 1024;
const MAX_CONCURRENT_READS = 16;

/** Reads all items of an export, but only the properties of notes. */
export async function readLibrary(files: readonly FileItem[], signal: AbortSignal | undefined): Promise<Library> {
  const gathered = new ItemCollector();
  for (let at = 0; at < files.length && signal?.aborted !== true; at += MAX_CONCURRENT_READS) {
    const some = files.slice(at, at + MAX_CONCURRENT_READS);
    const read = await Promise.all(some.map((file) => file.rejection ?? file.open(readOutline)));
    for (const [index, outline] of read.entries()) gathered.add(some[index] as FileItem, outline);
  }
  return gathered.library;
}

/** Reads the end of an item, or all of it when its properties begin before that end. */
async function readOutline(open: OpenFile): Promise<ItemText | Rejection | 'other'> {
  const outline = await readEnd(open, OUTLINE_BYTES);
  if (open.sizeBytes <= OUTLINE_BYTES || (outline !== 'other' && ('reason' in outline || outline.properties.has('id'))))
    return isItem(outline) && open.sizeBytes > OUTLINE_BYTES ? { ...outline, title: await readTitle(open) } : outline;
  return readEnd(open, MAX_PROPERTY_BYTES);
}

const isItem = (outline: ItemText | Rejection | 'other'): outline is ItemText =>
  outline !== 'other' && !('reason' in outline);

/** Reads the title of an item, which is its first line; a very long one is cut. */
async function readTitle(open: OpenFile): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of open.pieces(MAX_TITLE_BYTES)) pieces.push(piece);
  const [line = ''] = Buffer.concat(pieces).toString('utf8').split('\n', 1);
  return line.trim();
}

async function readEnd(open: OpenFile, maxBytes: number): Promise<ItemText | Rejection | 'other'> {
  const { sizeBytes } = open;
  const start = Math.max(0, sizeBytes - maxBytes);
  const pieces = (maxBytes: number) => open.pieces(maxBytes, start);
  const bytes = await readBytes({ ...open, sizeBytes: sizeBytes - start, pieces }, maxBytes);
  return 'reason' in bytes ? bytes : (readItem(bytes.toString('utf8')) ?? 'other');
}

class ItemCollector {
  readonly #notes: NoteEntry[] = [];
  readonly #notebooks = new Map<string, { title: string; parentId: string }>();
  readonly #resources = new Map<string, ResourceEntry>();
  readonly #tags = new Map<string, string>();
  readonly #noteTags: (readonly [note: string, tag: string])[] = [];
  readonly #unread: (readonly [FileItem, Rejection])[] = [];
  readonly #ids = new Set<string>();
  readonly #others: string[] = [];

  add(file: FileItem, item: ItemText | Rejection | 'other'): void {
    if (item === 'other') this.#others.push(file.path);
    else if ('reason' in item) this.#unread.push([file, item]);
    else {
      const wrong = this.#findIdProblem(file, item);
      if (wrong === undefined) this.#addItem(file, item);
      else this.#unread.push([withTitle(file, item), wrong]);
    }
  }

  /** Checks the id of an item, which is its file name. Of two items with the same id, each would replace the other. */
  #findIdProblem({ filename }: FileItem, { properties }: ItemText): Rejection | undefined {
    const id = (properties.get('id') ?? '').toLowerCase();
    if (filename.toLowerCase() !== `${id}.md`) return createRejection('malformed', 'its id differs from its file name');
    if (this.#ids.has(id)) return createRejection('duplicate');
    this.#ids.add(id);
    return undefined;
  }

  #addItem(file: FileItem, item: ItemText): void {
    const value = (name: string) => item.properties.get(name) ?? '';
    const [id, type] = [value('id'), value('type_')];
    if (type === TYPES.note && Number(value('deleted_time') || 0) === 0)
      this.#notes.push({
        id,
        notebookId: value('parent_id'),
        file: withTitle(file, item),
        isEncrypted: value('encryption_applied') === '1',
      });
    else if (type === TYPES.notebook) this.#notebooks.set(id, { title: item.title, parentId: value('parent_id') });
    else if (type === TYPES.resource) this.#resources.set(id, toResourceEntry(item));
    else if (type === TYPES.tag) this.#tags.set(id, item.title);
    else if (type === TYPES.noteTag) this.#noteTags.push([value('note_id'), value('tag_id')]);
    else this.#others.push(file.path);
  }

  get library(): Library {
    const tags = new Map<string, string[]>();
    for (const [note, tag] of this.#noteTags) {
      const name = this.#tags.get(tag);
      if (name !== undefined) tags.set(note, [...(tags.get(note) ?? []), name]);
    }
    return {
      notes: this.#notes,
      notebooks: this.#notebooks,
      resources: this.#resources,
      tags,
      unread: this.#unread,
      others: this.#others,
    };
  }
}

/** Names a file by the title of its item, since its path is an id. */
const withTitle = (file: FileItem, { title }: ItemText): FileItem => (title === '' ? file : { ...file, title });

function toResourceEntry({ title, properties }: ItemText): ResourceEntry {
  const size = properties.get('size') ?? '';
  return {
    title,
    mimeType: properties.get('mime') ?? '',
    // Joplin writes -1 for an unknown size.
    sizeBytes: /^\d+$/.test(size) ? Number(size) : undefined,
    isEncrypted: properties.get('encryption_blob_encrypted') === '1',
  };
}

/** Returns the names of the notebooks of a note from the top down. Cycles are cut. */
export function notebookPath({ notebooks }: Library, id: string): string[] {
  const names: string[] = [];
  const seen = new Set<string>();
  for (let at = notebooks.get(id), next = id; at !== undefined && !seen.has(next); ) {
    seen.add(next);
    names.unshift(at.title);
    next = at.parentId;
    at = notebooks.get(next);
  }
  return names;
}
