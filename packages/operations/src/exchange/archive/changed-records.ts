import {
  type EntityName,
  type FormerLines,
  LINES_BUFFER_BYTES,
  readChunks,
  type SortKey,
  type StoredChunk,
  sortKeyFields,
} from '@notes/archive-manifest';
import type { KeptRecords } from '@notes/archive-manifest/node';
import { type ArchivedChanges, belongsToNotes, noteRangeFrom } from '@notes/storage';
import type { Target } from '../../organise/selection/targets.js';
import { listWholeParts, type PartLines, type PartMaker, type RecordPart } from './record-parts.js';

/** Objects of an earlier export and what changed since. */
export interface FormerRecords {
  readonly objects: readonly KeptRecords[];
  readonly changes: ArchivedChanges;
}

/** Access of an export to its target. */
export interface FormerAccess {
  /** Returns true when the next record of an entity begins an object. */
  readonly canKeep: (entity: EntityName) => boolean;
  /**
   * Returns the bytes of a former object, valid until the next call; null for one that the earlier archive does not have.
   *
   * @throws OutdatedExport for bytes that do not match their digest
   */
  readonly readObject: (object: KeptRecords) => Promise<Uint8Array | null>;
}

/** Records of a former object: those from its first key up to the first key of the next one. */
interface Segment {
  readonly object: KeptRecords;
  readonly part: RecordPart & { readonly keys: NonNullable<RecordPart['keys']> };
  /** Ids of the changed notes in the segment, ascending; null when any record may have changed. */
  readonly changed: readonly string[] | null;
}

/** Entities whose changes affect the records of notes that did not change themselves. */
const DEPENDENCIES: { readonly [Entity in EntityName]?: 'resource' | 'tag' } = {
  // A new attachment is attached to the notes that embed it already, and a merged tag gets another id.
  document_resources: 'resource',
  document_tags: 'tag',
};

/**
 * Yields the records of an archive in its order. The records of changed notes are read from the library. Those of other
 * notes are taken from the earlier archive: as whole objects where possible, otherwise as lines of its chunks. The bounds
 * of an object depend on its records and on the next record alone. So a former object stays whole when no note from its
 * first record to that of the next object changed, and when the object before it ends there again.
 */
export async function* listChangedRecords(
  maker: PartMaker,
  { target, former }: { readonly target: Target; readonly former: FormerRecords },
  access: FormerAccess,
): AsyncGenerator<PartLines | FormerLines | KeptRecords, void, undefined> {
  const memory = new Uint8Array(LINES_BUFFER_BYTES);
  const make = (part: RecordPart) => maker.makeLines(part, () => memory);
  const changedNotes = [...former.changes.notes].sort();
  for (const part of listWholeParts(target)) {
    const segments = listSegments(part.entity, former, changedNotes);
    if (segments.length === 0) yield* make(part);
    for (const segment of segments) {
      const { object, changed } = segment;
      if (changed?.length === 0 && access.canKeep(part.entity)) yield object;
      else {
        const bytes = changed === null ? null : await access.readObject(object);
        const isReadable = changed !== null && bytes !== null;
        // A synchronous generator takes less time than one that awaits each batch.
        for (const lines of isReadable ? updateLines(segment.part, bytes, { changed, make }) : make(segment.part))
          yield lines;
      }
    }
  }
}

/** @param changed ids of the changed notes, ascending */
function listSegments(entity: EntityName, former: FormerRecords, changed: readonly string[]): Segment[] {
  if (!belongsToNotes(entity)) return [];
  const dependency = DEPENDENCIES[entity];
  const isKnown = dependency === undefined || !former.changes.entities.has(dependency);
  const own = former.objects.filter((object) => object.entity === entity);
  return own.map((object, n) => {
    const [from, until] = [n === 0 ? null : object.firstKey, own[n + 1]?.firstKey ?? null];
    const [first, last] = [from === null ? '' : getNoteId(from), until === null ? undefined : getNoteId(until)];
    return {
      object,
      part: { entity, notes: noteRangeFrom(first, last), keys: { from, until } },
      changed: isKnown ? sliceIds(changed, first, last) : null,
    };
  });
}

/** Returns the id of the note of a record. */
const getNoteId = (key: SortKey) => key[0] as string;

/** Returns the ascending ids in a range that includes its ends. */
function sliceIds(ids: readonly string[], first: string, last: string | undefined): readonly string[] {
  const start = findFirst(0, ids.length, (at) => (ids[at] as string) >= first);
  const end = last === undefined ? ids.length : findFirst(start, ids.length, (at) => (ids[at] as string) > last);
  return ids.slice(start, end);
}

/** Returns the first index from `low` below `high` with a property that all later ones have too; `high` for none. */
function findFirst(low: number, high: number, has: (at: number) => boolean): number {
  let [start, end] = [low, high];
  while (start < end) {
    const middle = (start + end) >>> 1;
    if (has(middle)) end = middle;
    else start = middle + 1;
  }
  return start;
}

type MakeLines = (part: RecordPart) => Iterable<PartLines>;

/** Yields the lines of a former object with those of changed notes made again. */
function* updateLines(
  part: Segment['part'],
  object: Uint8Array,
  { changed, make }: { readonly changed: readonly string[]; readonly make: MakeLines },
): Generator<PartLines | FormerLines, void, undefined> {
  const { entity, keys } = part;
  const [first, last] = [keys.from, keys.until].map((key) => (key === null ? null : getNoteId(key)));
  // Only the notes at its ends have records in other objects too.
  const makeNote = (id: string) =>
    make({ entity, notes: noteRangeFrom(id, id), ...((id === first || id === last) && { keys }) });
  let made = 0;
  for (const chunk of readChunks(object)) {
    const lines = new NoteLines(entity, chunk);
    // The records of a note may continue in the next chunk.
    let at = made === 0 ? 0 : lines.findAfter(changed[made - 1] as string, 0);
    for (; made < changed.length; made += 1) {
      const id = changed[made] as string;
      const start = lines.findFrom(id, at);
      if (start === lines.size) break;
      yield* lines.slice(at, start);
      yield* makeNote(id);
      at = lines.findAfter(id, start);
    }
    yield* lines.slice(at, lines.size);
  }
  for (const id of changed.slice(made)) yield* makeNote(id);
}

const QUOTE = '"';
const LF = 0x0a;

/** Lines of a chunk with records of notes, ordered by note. Positions are offsets of lines in the payload. */
class NoteLines {
  readonly #entity: EntityName;
  readonly #chunk: StoredChunk;
  readonly #payload: Buffer;
  /** Text in front of the id of the note. */
  readonly #field: string;
  /** Lines counted so far, from the start to an offset. */
  #counted = { lines: 0, end: 0 };

  constructor(entity: EntityName, chunk: StoredChunk) {
    const { buffer, byteOffset, length } = chunk.payload;
    this.#entity = entity;
    this.#chunk = chunk;
    this.#payload = Buffer.from(buffer, byteOffset, length);
    this.#field = `"${sortKeyFields(entity)[0]}":"`;
  }

  get size(): number {
    return this.#payload.length;
  }

  /** Returns the position of the first line from `low` of a note or of a later one. */
  findFrom(id: string, low: number): number {
    let [start, end] = [low, this.size];
    while (start < end) {
      const middle = Math.max(start, this.#payload.lastIndexOf(LF, ((start + end) >>> 1) - 1) + 1);
      if (this.#readNoteId(middle) >= id) end = middle;
      else start = this.#findNext(middle);
    }
    return start;
  }

  /** Returns the position of the first line from `low` of a later note. A note mostly has few lines. */
  findAfter(id: string, low: number): number {
    let at = low;
    while (at < this.size && this.#readNoteId(at) <= id) at = this.#findNext(at);
    return at;
  }

  /** Returns the lines from `start` up to `end`, in ascending order of calls, as one batch or none. */
  slice(start: number, end: number): FormerLines[] {
    if (start === end) return [];
    const { payload, bytes } = this.#chunk;
    const before = this.#countTo(start);
    const records = this.#countTo(end) - before;
    const chunk = end - start === this.size ? bytes : null;
    return [{ entity: this.#entity, bytes: payload.subarray(start, end), records, offset: start, chunk }];
  }

  /** Returns the number of lines that end at or before an offset, which is not less than that of the last call. */
  #countTo(offset: number): number {
    let { lines, end } = this.#counted;
    if (offset === this.size) return this.#chunk.records;
    for (; end < offset; lines += 1) end = this.#findNext(end);
    this.#counted = { lines, end };
    return lines;
  }

  #findNext(line: number): number {
    return this.#payload.indexOf(LF, line) + 1;
  }

  /** Quotes within texts are escaped, so only the field matches its quoted name. Ids need no escapes. */
  #readNoteId(line: number): string {
    const start = this.#payload.indexOf(this.#field, line) + this.#field.length;
    return this.#payload.toString('latin1', start, this.#payload.indexOf(QUOTE, start));
  }
}
