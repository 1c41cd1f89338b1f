import type { Listing, NoteItem, SourceNote } from '@notes/note-formats';
import type { DocumentWithBody } from '@notes/storage';
import { toSource } from './import-parameters.js';
import type { ImportRun } from './import-run.js';
import { adaptTitle } from './names.js';
import type { ParsedNote } from './parse-note.js';

const MAX_CONCURRENT_READS = 8;

/**
 * Resolves which file of a source is the note with a given id. A copied file has the id of its original and becomes a
 * new note, whichever of them is read first.
 */
export class Claims {
  readonly #run: ImportRun;
  /** Files by source id. */
  readonly #items: ReadonlyMap<string, NoteItem>;
  /** Files by the note id in their front matter, read on first use. */
  #claimants: Promise<ReadonlyMap<string, readonly NoteItem[]>> | undefined;
  /** Owner of each id, determined before anything is written, since writes affect the comparison. */
  readonly #owners = new Map<string, Promise<NoteItem | undefined>>();
  #notePaths: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(run: ImportRun, { notes }: Pick<Listing, 'notes'>) {
    this.#run = run;
    this.#items = new Map(notes.map((item) => [toSource(run.parameters, item).id, item]));
  }

  /** Returns the note, without its id when another file owns that id. */
  async resolveOwnId(item: NoteItem, note: ParsedNote): Promise<ParsedNote> {
    const { documentId, ...own } = note;
    if (documentId === undefined || this.findNoteId(item) !== undefined) return note;
    const owner = await this.#owner(documentId);
    if (owner === undefined || owner.key === item.key) return note;
    return {
      ...own,
      warnings: [...own.warnings, `it has the same note id as ${owner.path} and is imported as a separate note`],
    };
  }

  /** Returns the paths of the files that are a note in the library, by note id. */
  getNotePaths(): Promise<ReadonlyMap<string, string>> {
    this.#notePaths ??= this.#findNotePaths();
    return this.#notePaths;
  }

  async #findNotePaths(): Promise<ReadonlyMap<string, string>> {
    const paths = new Map<string, string>();
    for (const id of (await this.#claims()).keys()) {
      const owner = await this.#owner(id);
      if (owner !== undefined) paths.set(id, owner.path);
    }
    for (const item of this.#items.values()) {
      const id = this.findNoteId(item);
      if (id !== undefined && !paths.has(id)) paths.set(id, item.path);
    }
    return paths;
  }

  #claims(): Promise<ReadonlyMap<string, readonly NoteItem[]>> {
    this.#claimants ??= findClaimants([...this.#items.values()]);
    return this.#claimants;
  }

  #owner(documentId: string): Promise<NoteItem | undefined> {
    const owner = this.#owners.get(documentId) ?? this.#find(documentId);
    this.#owners.set(documentId, owner);
    return owner;
  }

  /** Returns the file from which the note was imported, or else the most similar file with its id. */
  async #find(documentId: string): Promise<NoteItem | undefined> {
    const origin = this.#origin(documentId);
    if (origin !== undefined) return origin;
    const claiming = (await this.#claims()).get(documentId) ?? [];
    const free = claiming.filter((item) => this.findNoteId(item) === undefined);
    const stored = this.#run.library.store.read(({ documents }) => documents.getWithBody(documentId));
    return stored === undefined || free.length < 2 ? free[0] : findMostSimilar(stored, free);
  }

  /** Returns the id of the note that was imported from the path of a file. */
  findNoteId(item: NoteItem): string | undefined {
    const source = toSource(this.#run.parameters, item);
    return this.#run.library.store.readOne(({ provenance }) => provenance.find(source))?.documentId;
  }

  /** Returns the file of this source from which the note was imported. */
  #origin(documentId: string): NoteItem | undefined {
    const { library, parameters } = this.#run;
    const ids = library.store.read(({ provenance }) => provenance.sourceIds(documentId, parameters.format));
    const items = ids.flatMap((id) => this.#items.get(id) ?? []);
    return items.find((item) => this.findNoteId(item) === documentId);
  }
}

async function findClaimants(notes: readonly NoteItem[]): Promise<Map<string, NoteItem[]>> {
  const found = new Map<string, NoteItem[]>();
  for (let at = 0; at < notes.length; at += MAX_CONCURRENT_READS) {
    const items = notes.slice(at, at + MAX_CONCURRENT_READS);
    const ids = await Promise.all(items.map(async (item) => (await readNote(item))?.documentId));
    for (const [index, id] of ids.entries()) {
      if (id === undefined) continue;
      const same = found.get(id);
      if (same === undefined) found.set(id, [items[index] as NoteItem]);
      else same.push(items[index] as NoteItem);
    }
  }
  return found;
}

/** Reads a note; undefined when it cannot be read, which its import reports. */
async function readNote(item: NoteItem): Promise<SourceNote | undefined> {
  const note = item.rejection ?? (await item.read());
  return 'reason' in note ? undefined : note;
}

/** Returns the first of the items that are most similar to a note. */
async function findMostSimilar(stored: DocumentWithBody, items: readonly NoteItem[]): Promise<NoteItem | undefined> {
  let best: { readonly item: NoteItem; readonly similarity: number } | undefined;
  for (const item of items) {
    const note = await readNote(item);
    const similarity = note === undefined ? -1 : scoreSimilarity(stored, note);
    if (best === undefined || similarity > best.similarity) best = { item, similarity };
  }
  return best?.item;
}

/** Scores the similarity of a note: text first, then file name, then title. */
function scoreSimilarity({ title, body }: DocumentWithBody, note: SourceNote): number {
  const sameTitle = adaptTitle(note.title).name === title;
  const sameText = sameTitle && note.text === body;
  return (sameText ? 4 : 0) + (note.fileName.startsWith(`${title}.`) ? 2 : 0) + (sameTitle ? 1 : 0);
}
