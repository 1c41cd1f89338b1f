import type { RecordLines } from '@notes/archive-manifest';
import {
  type ArchiveRecord,
  compareKeys,
  ENTITIES,
  type EntityName,
  fitsInline,
  LineMaker,
  type SortKey,
  sortKey,
} from '@notes/archive-manifest';
import { belongsToNotes, type NoteRange, StorageError, type WorkerReader } from '@notes/storage';
import { isWithheld, type Target } from '../../organise/selection/targets.js';
import { sha256 } from '../../platform/sha256.js';
import { NewestTime, RecordMaker } from './records.js';

/** Records that one thread makes in one go: all of an entity, or those of a range of notes. */
export interface RecordPart {
  readonly entity: EntityName;
  readonly notes?: NoteRange;
  /** Bounds of the keys: from `from` up to `until`, which is not included. */
  readonly keys?: { readonly from: SortKey | null; readonly until: SortKey | null };
}

/** Consecutive records of a part. Plain data, which one thread makes and another writes. */
export interface PartLines {
  readonly lines: RecordLines;
  /**
   * Latest time in these lines or in any earlier lines of the same maker, in milliseconds; -Infinity when there is
   * none.
   */
  readonly newestMs: number;
  /** Bodies left out of these lines. */
  readonly longBodies: readonly LongBody[];
}

/** A body too long to be inline in its record. */
export interface LongBody {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly revisionId: string;
  readonly documentId: string;
}

/** Returns one part per entity, in the order of the archive. */
export const listWholeParts = (target: Target): RecordPart[] =>
  ENTITIES.filter((entity) => !isWithheld(target, entity)).map((entity) => ({ entity }));

/**
 * Returns the parts of an archive in its order, with the entities of notes divided into ranges.
 *
 * @param notesPerPart notes in each range
 */
export function splitIntoParts({ archive }: WorkerReader, target: Target, notesPerPart: number): RecordPart[] {
  const ranges = archive.noteRanges(notesPerPart);
  return listWholeParts(target).flatMap((part) =>
    belongsToNotes(part.entity) ? ranges.map((notes) => ({ ...part, notes })) : [part],
  );
}

/** Makes archive records from the selected rows. */
export class PartMaker {
  readonly #reader: WorkerReader;
  readonly #target: Target;
  readonly #newest = new NewestTime();
  readonly #records = new Map<EntityName, RecordMaker<EntityName>>();

  /** @param reader reader with a complete selection */
  constructor(reader: WorkerReader, target: Target) {
    this.#reader = reader;
    this.#target = target;
  }

  /**
   * Yields the records of a part. The parts of one entity are read one at a time.
   *
   * @param memory returns a buffer for the next lines, which stay in it until the next buffer is requested
   * @throws StorageError `damaged` when a body does not match its digest
   */
  *makeLines({ entity, notes, keys }: RecordPart, memory: () => Uint8Array): Generator<PartLines, void, undefined> {
    const { columns, rows } = this.#reader.archive.rows(entity, notes);
    const records = this.#records.get(entity) ?? new RecordMaker(entity, columns, this.#target, this.#newest);
    this.#records.set(entity, records);
    const lines = new LineMaker(entity);
    let longBodies: LongBody[] = [];
    let held: Uint8Array | null = null;
    const takeLines = (): PartLines[] => {
      const made = held === null ? null : lines.take(held);
      if (made === null) return [];
      const part = { lines: made, newestMs: this.#newest.ms, longBodies };
      longBodies = [];
      held = null;
      return [part];
    };
    for (const row of rows) {
      const record = records.makeRecord(row);
      if (keys !== undefined && !isWithin(sortKey(entity, record), keys)) continue;
      held ??= memory();
      const { inline, omitted } = splitBody(record);
      if (omitted !== null) longBodies.push(omitted);
      if (lines.add(inline, held)) yield* takeLines();
    }
    yield* takeLines();
  }
}

const isWithin = (key: SortKey, { from, until }: NonNullable<RecordPart['keys']>) =>
  (from === null || compareKeys(from, key) <= 0) && (until === null || compareKeys(key, until) < 0);

/** Returns a record without a body that is too long to be inline, and that body. */
function splitBody(record: ArchiveRecord<EntityName>): { inline: ArchiveRecord<EntityName>; omitted: LongBody | null } {
  return 'body' in record ? omitLongBody(record) : { inline: record, omitted: null };
}

/** SQLite does not detect changed bytes, so the digest of the body is checked here. */
function omitLongBody(record: ArchiveRecord<'revisions'>) {
  if (record.body === null || sha256(record.body) !== record.body_sha256)
    throw damagedLibraryError(`the text of revision ${record.id} does not match its digest`);
  if (fitsInline(record)) return { inline: record, omitted: null };
  const { id: revisionId, document_id: documentId, body_sha256, body_bytes: sizeBytes } = record;
  const omitted = { sha256: body_sha256, sizeBytes, revisionId, documentId };
  return { inline: { ...record, body: null }, omitted };
}

/** Returns the error for a damaged library. */
export const damagedLibraryError = (detail: string) =>
  new StorageError('damaged', `The library file is damaged: ${detail}. Run notes doctor`);
