import type { Item, Listing, NoteItem } from '@notes/note-formats';
import type { ImportedFrom, Reader, Source } from '@notes/storage';
import { idForSource } from '../../platform/ids.js';
import { sha256 } from '../../platform/sha256.js';
import { type ImportParameters, type ImportTarget, toSource } from './import-parameters.js';
import { readMetadata } from './metadata.js';
import { adaptTitle } from './names.js';
import type { Likeness } from './outcome.js';
import type { ParsedNote } from './parse-note.js';

/** A source under which the library may know an item. */
export interface Identity {
  readonly source: Source;
  /** False when only the same text proves the identity, since the source gives no id. */
  readonly isCertain: boolean;
  /**
   * True when partly equal text suffices as proof, because no other note of the source or library was created in the
   * same second.
   */
  readonly isLikely?: boolean;
}

/** Formats that read the same files, each with the other one. */
const OTHER_FORMATS: ReadonlyMap<ImportParameters['format'], ImportParameters['format']> = new Map([
  ['markdown', 'obsidian'],
  ['obsidian', 'markdown'],
]);

/** Most vanished notes whose texts are compared with those of new notes. */
const MAX_COMPARED = 10_000;

/** Returns the source of an item with its own id, which does not depend on the path or name of the export. */
const ownSource = (kind: string, ownId: string): Source => ({ kind, id: `id:${ownId}` });

/** Returns the source under which a newly imported item is recorded. */
export const primarySource = (parameters: ImportParameters, { key, ownId }: Pick<Item, 'key' | 'ownId'>): Source =>
  ownId === undefined ? toSource(parameters, { key }) : ownSource(parameters.format, ownId);

/** Returns the possible sources of a file, the primary one first. */
export const fileSources = (parameters: ImportParameters, file: Pick<Item, 'key' | 'ownId'>): Source[] =>
  file.ownId === undefined
    ? [toSource(parameters, file)]
    : [primarySource(parameters, file), toSource(parameters, file)];

/**
 * Finds the sources under which the library knows the items of a listing. Notes with their own ids are known by these.
 * Earlier versions recorded them by the path of their export, so those records are searched too.
 */
export class Identities {
  readonly #run: ImportTarget;
  readonly #items: ReadonlyMap<string, NoteItem>;
  /** Ordinals of notes with equal creation times and titles. */
  readonly #ordinals: ReadonlyMap<string, number>;
  /** Seconds in which exactly one note was created. */
  readonly #uniqueTimes: ReadonlySet<string>;
  #texts: ReadonlyMap<string, ImportedFrom> | undefined;
  #known: KnownSources | undefined;
  /** Identities of the same items under the names of other sources, or in another format. */
  readonly #renamed = new Map<string, Identities>();

  constructor(run: ImportTarget, { notes }: Pick<Listing, 'notes'>) {
    this.#run = run;
    this.#items = new Map(notes.map((item) => [item.key, item]));
    this.#ordinals = assignOrdinals(notes);
    this.#uniqueTimes = findUniqueTimes(notes);
  }

  /** Returns the possible sources of an item, the primary one first. */
  findIdentities(item: NoteItem): readonly Identity[] {
    const { parameters } = this.#run;
    const exact = fileSources(parameters, item).map((source) => ({ source, isCertain: true }));
    const isKnown = this.#run.library.store.read((reader) =>
      exact.some(({ source }) => reader.provenance.find(source) !== undefined),
    );
    if (isKnown) return exact;
    return [...exact, ...this.#findFormerIdentities(item)];
  }

  /** Returns the id of the note that was imported from an item, as far as its sources show. */
  findNoteId(item: NoteItem): string | undefined {
    const identities = this.findIdentities(item);
    return this.#run.library.store.read((reader) => findKnown(reader, identities)?.documentId);
  }

  /** Returns the note id for links to an item, whether it is imported already or not. */
  getDocumentId(key: string): string {
    const item = this.#items.get(key) ?? { key };
    const primary = idForSource('document', primarySource(this.#run.parameters, item));
    if (!('read' in item)) return primary;
    const identities = this.findIdentities(item);
    return this.#run.library.store.read((reader) => {
      const made = identities.map(({ source }) => idForSource('document', source));
      const live = made.find((id) => reader.documents.get(id)?.deletedAt === null);
      return live ?? findKnown(reader, identities)?.documentId ?? primary;
    });
  }

  /**
   * Returns the source from which an item without its own id seems to have been imported already. Matches are a note
   * with the same title and text, the same file path, the same second of creation, or a vanished note with the same
   * text. A note of the other format that reads the same files matches by its title and text, or by its path in a source
   * of the same name.
   */
  looksImportedFrom(item: NoteItem, note: Pick<ParsedNote, 'digest' | 'content'>): Likeness | undefined {
    if (item.ownId !== undefined) return undefined;
    return this.#findLikeness(item, note) ?? this.#findInOtherFormat(item, note);
  }

  #findLikeness(item: NoteItem, { digest, content }: Pick<ParsedNote, 'digest' | 'content'>): Likeness | undefined {
    const { source } = this.#run.parameters;
    const isOther = (row: ImportedFrom) => !this.#isListed(row.sourceId) && !this.#isKnownById(row);
    const { creation } = item;
    const madeAtOnce = creation === undefined ? [] : this.#index.findByCreated(creation.created);
    const sameText = this.#index.findByDigest(digest);
    const samePath = new Set(this.#index.findByKey(item.key));
    // The likeliest of several notes with the same text is the one at the same path.
    const rows = [...sameText.filter((row) => samePath.has(row)), ...sameText, ...samePath, ...madeAtOnce];
    const isUsable = (row: ImportedFrom) => isOther(row) && !row.isTrashed;
    const row = rows.find(isUsable) ?? this.#vanishedTexts.get(sha256(content.body));
    if (row === undefined) return undefined;
    const name = row.sourceId.startsWith(`${source}:`) ? source : sourceName(row, item.key);
    return { source: name, isRecognised: this.#isRecognised(item, row, name) };
  }

  #findInOtherFormat(item: NoteItem, { digest }: Pick<ParsedNote, 'digest'>): Likeness | undefined {
    const { format, source } = this.#run.parameters;
    const otherFormat = OTHER_FORMATS.get(format);
    if (otherFormat === undefined) return undefined;
    const other = this.#rename({ format: otherFormat, source });
    const isSameFile = ({ sourceId }: ImportedFrom) => sourceId === `${source}:${item.key}`;
    const rows = [...other.#index.findByKey(item.key).filter(isSameFile), ...other.#index.findByDigest(digest)];
    const row = rows.find(({ isTrashed }) => !isTrashed);
    if (row === undefined) return undefined;
    const name = isSameFile(row) ? source : sourceName(row, item.key);
    return { format: otherFormat, source: name, isRecognised: other.#isRecognised(item, row, name) };
  }

  /** Returns true when an import with the name of a source would recognise an item as the note of a row. */
  #isRecognised(item: NoteItem, { sourceId }: ImportedFrom, source: string): boolean {
    return this.#rename({ format: this.#run.parameters.format, source })
      .findIdentities(item)
      .some((identity) => identity.isCertain && identity.source.id === sourceId);
  }

  #rename(to: Pick<ImportParameters, 'format' | 'source'>): Identities {
    const { library, parameters } = this.#run;
    const key = `${to.format}:${to.source}`;
    const known = this.#renamed.get(key);
    if (known !== undefined) return known;
    const renamed = new Identities(
      { library, parameters: { ...parameters, ...to } },
      { notes: [...this.#items.values()] },
    );
    if (to.format === parameters.format) renamed.#known = this.#index;
    this.#renamed.set(key, renamed);
    return renamed;
  }

  /** Returns sources under which the library knows the item from an export at another path or with another name. */
  #findFormerIdentities({ key, ownId, creation }: NoteItem): Identity[] {
    const { format, source } = this.#run.parameters;
    if (ownId !== undefined)
      return this.#index
        .findByKey(key)
        .map(({ sourceId }) => ({ source: { kind: format, id: sourceId }, isCertain: true }));
    if (creation === undefined || creation.created === '') return [];
    const rows = this.#index.findByCreated(creation.created).filter((row) => !this.#isListed(row.sourceId));
    const title = adaptTitle(creation.title).name;
    const named = rows.filter((row) => row.title === title);
    const ordinal = this.#ordinals.get(key) ?? 0;
    // Notes with the same creation time and title are distinguished by their order, the oldest first.
    const isAlone = this.#uniqueTimes.has(creation.created);
    const row = named.at(-1 - ordinal) ?? (isAlone && named.length === 0 && rows.length === 1 ? rows[0] : undefined);
    if (row === undefined) return [];
    const isCertain = rows.length === 1 && row.sourceId.startsWith(`${source}:`);
    const madeThen = new Set(this.#index.findByCreated(creation.created).map(({ documentId }) => documentId));
    return [{ source: { kind: format, id: row.sourceId }, isCertain, isLikely: isAlone && madeThen.size === 1 }];
  }

  /**
   * Vanished notes of this source by the digests of their bodies. Empty bodies are left out, since they prove nothing.
   */
  get #vanishedTexts(): ReadonlyMap<string, ImportedFrom> {
    this.#texts ??= this.#readVanishedTexts();
    return this.#texts;
  }

  #readVanishedTexts(): ReadonlyMap<string, ImportedFrom> {
    const prefix = `${this.#run.parameters.source}:`;
    const isVanished = (row: ImportedFrom) =>
      !row.isTrashed && row.sourceId.startsWith(prefix) && !this.#isListed(row.sourceId) && !this.#isKnownById(row);
    const rows = this.#index.rows.filter(isVanished).slice(0, MAX_COMPARED);
    const texts = new Map<string, ImportedFrom>();
    this.#run.library.store.read(({ documents }) => {
      for (const row of rows) {
        const body = documents.getWithBody(row.documentId)?.body ?? '';
        if (body.trim() !== '') texts.set(sha256(body), row);
      }
    });
    return texts;
  }

  /** Returns true for a note of this source that is recognised by the id in its file, at any path. */
  #isKnownById({ sourceId, documentId }: ImportedFrom): boolean {
    return sourceId === `${this.#run.parameters.source}:${documentId}`;
  }

  /** Returns true when an item of this listing has the source id. */
  #isListed(sourceId: string): boolean {
    const prefix = `${this.#run.parameters.source}:`;
    return sourceId.startsWith(prefix) && this.#items.has(sourceId.slice(prefix.length));
  }

  /** Index of known sources, read on first use, before this run writes any. */
  get #index(): KnownSources {
    const { library, parameters } = this.#run;
    this.#known ??= new KnownSources(library.store.read(({ provenance }) => provenance.listByKind(parameters.format)));
    return this.#known;
  }
}

/** Returns the note of the first known source. Prefers notes that are not in Trash. */
export function findKnown(
  { provenance, documents }: Reader,
  identities: readonly Identity[],
): { readonly documentId: string; readonly identity: Identity } | undefined {
  const found = identities.flatMap((identity) => {
    const note = provenance.find(identity.source);
    return note === undefined ? [] : [{ documentId: note.documentId, identity }];
  });
  return found.find(({ documentId }) => documents.get(documentId)?.deletedAt === null) ?? found[0];
}

/** Index of the recorded sources of one format. */
class KnownSources {
  readonly rows: readonly ImportedFrom[];
  readonly #byKey = new Map<string, ImportedFrom[]>();
  readonly #byDigest = new Map<string, ImportedFrom[]>();
  readonly #byCreated = new Map<string, ImportedFrom[]>();

  constructor(rows: readonly ImportedFrom[]) {
    this.rows = rows;
    for (const row of rows) {
      // Source names and keys may both contain colons.
      for (let at = row.sourceId.indexOf(':'); at !== -1; at = row.sourceId.indexOf(':', at + 1))
        add(this.#byKey, row.sourceId.slice(at + 1), row);
      add(this.#byDigest, row.contentSha256, row);
      const created = MADE.exec(row.sourceId)?.[1];
      if (created !== undefined) add(this.#byCreated, created, row);
    }
  }

  findByKey = (key: string): readonly ImportedFrom[] => this.#byKey.get(key) ?? [];
  findByDigest = (digest: string): readonly ImportedFrom[] => this.#byDigest.get(digest) ?? [];
  findByCreated = (created: string): readonly ImportedFrom[] => this.#byCreated.get(created) ?? [];
}

/** Creation time in the key of an Evernote note, after the name of its export. */
const MADE = /\.enex\/([^/]+)(?:\/|$)/i;

function add(index: Map<string, ImportedFrom[]>, key: string, row: ImportedFrom): void {
  const rows = index.get(key);
  if (rows === undefined) index.set(key, [row]);
  else rows.push(row);
}

/** Returns the recorded name of a source. */
function sourceName({ sourceId, metadata }: ImportedFrom, key: string): string {
  const recorded = readMetadata(metadata)?.source;
  if (recorded !== undefined) return recorded;
  if (sourceId.endsWith(`:${key}`)) return sourceId.slice(0, -1 - key.length);
  // A default source name ends with eight digits of a digest.
  return /^.*?-[0-9a-f]{8}(?=:)/.exec(sourceId)?.[0] ?? sourceId.slice(0, sourceId.indexOf(':'));
}

function findUniqueTimes(notes: readonly NoteItem[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const unique = new Set<string>();
  for (const { creation } of notes) {
    if (creation === undefined) continue;
    if (seen.has(creation.created)) unique.delete(creation.created);
    else unique.add(creation.created);
    seen.add(creation.created);
  }
  return unique;
}

function assignOrdinals(notes: readonly NoteItem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const ordinals = new Map<string, number>();
  for (const { key, creation } of notes) {
    if (creation === undefined) continue;
    const name = `${creation.created}\n${creation.title}`;
    const ordinal = counts.get(name) ?? 0;
    counts.set(name, ordinal + 1);
    if (ordinal > 0) ordinals.set(key, ordinal);
  }
  return ordinals;
}
