import type { DocumentWithBody } from '@notes/storage';
import { type ImportRun, sourceOf } from './import-run.js';
import type { NoteItem, SourceNote } from './item.js';
import { adaptTitle } from './names.js';
import type { ParsedNote } from './parse-note.js';
import type { Listing } from './source.js';

const READ_AT_ONCE = 8;

/**
 * Says which file of a source is the note whose id it has. A copied file has the id of the one it was copied from: it
 * becomes a note of its own, whichever of them is read first.
 */
export class Claims {
  readonly #run: ImportRun;
  /** The files, by the ids of their sources. */
  readonly #items: ReadonlyMap<string, NoteItem>;
  /** Files by the id they have, read when it is first asked for. */
  #claimants: Promise<ReadonlyMap<string, readonly NoteItem[]>> | undefined;
  /** Of each id: as found before anything is written, since that changes what the files are like. */
  readonly #owners = new Map<string, Promise<NoteItem | undefined>>();
  #places: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(run: ImportRun, { notes }: Pick<Listing, 'notes'>) {
    this.#run = run;
    this.#items = new Map(notes.map((item) => [sourceOf(run.parameters, item).id, item]));
  }

  /** The note, without its id where another file is that note. */
  async settle(item: NoteItem, note: ParsedNote): Promise<ParsedNote> {
    const { documentId, ...own } = note;
    if (documentId === undefined || this.#noteOf(item) !== undefined) return note;
    const owner = await this.#owner(documentId);
    if (owner === undefined || owner.key === item.key) return note;
    return { ...own, warnings: [...own.warnings, `its id is that of ${owner.path}: it becomes a note of its own`] };
  }

  /** The paths of the files that are notes, by the ids of these. */
  places(): Promise<ReadonlyMap<string, string>> {
    this.#places ??= this.#findPlaces();
    return this.#places;
  }

  async #findPlaces(): Promise<ReadonlyMap<string, string>> {
    const places = new Map<string, string>();
    for (const id of (await this.#claims()).keys()) {
      const owner = await this.#owner(id);
      if (owner !== undefined) places.set(id, owner.path);
    }
    return places;
  }

  #claims(): Promise<ReadonlyMap<string, readonly NoteItem[]>> {
    this.#claimants ??= claimants([...this.#items.values()]);
    return this.#claimants;
  }

  #owner(documentId: string): Promise<NoteItem | undefined> {
    const owner = this.#owners.get(documentId) ?? this.#find(documentId);
    this.#owners.set(documentId, owner);
    return owner;
  }

  /** The file that the note was imported from, else of those that have its id the one most like it. */
  async #find(documentId: string): Promise<NoteItem | undefined> {
    const origin = this.#origin(documentId);
    if (origin !== undefined) return origin;
    const claiming = (await this.#claims()).get(documentId) ?? [];
    const free = claiming.filter((item) => this.#noteOf(item) === undefined);
    const stored = this.#run.library.store.read(({ documents }) => documents.getWithBody(documentId));
    return stored === undefined || free.length < 2 ? free[0] : mostLike(stored, free);
  }

  /** The id of the note a file is known as by its path. */
  #noteOf(item: NoteItem): string | undefined {
    const source = sourceOf(this.#run.parameters, item);
    return this.#run.library.store.read(({ provenance }) => provenance.find(source))?.documentId;
  }

  /** The file of this source that is known by its path to be the note. */
  #origin(documentId: string): NoteItem | undefined {
    const { library, parameters } = this.#run;
    const ids = library.store.read(({ provenance }) => provenance.sourceIds(documentId, parameters.format));
    const items = ids.flatMap((id) => this.#items.get(id) ?? []);
    return items.find((item) => this.#noteOf(item) === documentId);
  }
}

async function claimants(notes: readonly NoteItem[]): Promise<Map<string, NoteItem[]>> {
  const found = new Map<string, NoteItem[]>();
  for (let at = 0; at < notes.length; at += READ_AT_ONCE) {
    const items = notes.slice(at, at + READ_AT_ONCE);
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

/** What cannot be read has no id; it is rejected in its turn. */
async function readNote(item: NoteItem): Promise<SourceNote | undefined> {
  const note = item.rejection ?? (await item.read());
  return 'reason' in note ? undefined : note;
}

/** The first of those most like a note. */
async function mostLike(stored: DocumentWithBody, items: readonly NoteItem[]): Promise<NoteItem | undefined> {
  let best: { readonly item: NoteItem; readonly likeness: number } | undefined;
  for (const item of items) {
    const note = await readNote(item);
    const likeness = note === undefined ? -1 : likenessOf(stored, note);
    if (best === undefined || likeness > best.likeness) best = { item, likeness };
  }
  return best?.item;
}

/** Its text counts more than the name of its file, that more than the title it says. */
function likenessOf({ title, body }: DocumentWithBody, note: SourceNote): number {
  const sameTitle = adaptTitle(note.title).name === title;
  const sameText = sameTitle && note.text === body;
  return (sameText ? 4 : 0) + (note.fileName.startsWith(`${title}.`) ? 2 : 0) + (sameTitle ? 1 : 0);
}
