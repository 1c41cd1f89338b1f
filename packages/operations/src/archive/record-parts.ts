import type { RecordLines } from '@notes/archive-manifest';
import { type ArchiveRecord, ENTITIES, type EntityName, fitsInline, LineMaker } from '@notes/archive-manifest';
import { type ElsewhereReader, isOfNotes, type NoteRange, StorageError } from '@notes/storage';
import { isWithheld, type Target } from '../selection/targets.js';
import { sha256 } from '../sha256.js';
import { NewestTime, RecordMaker } from './records.js';

/** Records that are made in one go: all of an entity, or those of some notes. */
export interface RecordPart {
  readonly entity: EntityName;
  readonly notes?: NoteRange;
}

/** Some of the records of a part, in their order. Plain data, which one thread makes and another takes. */
export interface PartLines {
  readonly lines: RecordLines;
  /** The latest time that these tell of, or any before them by the same maker; -Infinity where there is none. */
  readonly newestMs: number;
  /** The bodies that are left out of these. */
  readonly longBodies: readonly LongBody[];
}

export interface LongBody {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly revisionId: string;
}

/** The parts of an archive, in its order: whole entities. */
export const wholeParts = (target: Target): RecordPart[] =>
  ENTITIES.filter((entity) => !isWithheld(target, entity)).map((entity) => ({ entity }));

/** Likewise, of so many notes each where an entity is of notes. */
export function partsOf({ archive }: ElsewhereReader, target: Target, notesOfPart: number): RecordPart[] {
  const ranges = archive.noteRanges(notesOfPart);
  return wholeParts(target).flatMap((part) =>
    isOfNotes(part.entity) ? ranges.map((notes) => ({ ...part, notes })) : [part],
  );
}

/** Makes records of what a selection holds. */
export class PartMaker {
  readonly #reader: ElsewhereReader;
  readonly #target: Target;
  readonly #newest = new NewestTime();
  readonly #records = new Map<EntityName, RecordMaker<EntityName>>();

  /** @param reader whose selection is complete */
  constructor(reader: ElsewhereReader, target: Target) {
    this.#reader = reader;
    this.#target = target;
  }

  /**
   * The records of a part. One part of an entity is read to its end before another begins.
   *
   * @param memory asked for where lines begin; they are in it until the next are asked for
   * @throws StorageError `damaged`
   */
  *linesOf({ entity, notes }: RecordPart, memory: () => Uint8Array): Generator<PartLines, void, undefined> {
    const { columns, rows } = this.#reader.archive.rows(entity, notes);
    const records = this.#records.get(entity) ?? new RecordMaker(entity, columns, this.#target, this.#newest);
    this.#records.set(entity, records);
    const lines = new LineMaker(entity);
    let longBodies: LongBody[] = [];
    let held: Uint8Array | null = null;
    const taken = (): PartLines[] => {
      const made = held === null ? null : lines.take(held);
      if (made === null) return [];
      const part = { lines: made, newestMs: this.#newest.ms, longBodies };
      longBodies = [];
      held = null;
      return [part];
    };
    for (const row of rows) {
      const record = records.recordOf(row);
      held ??= memory();
      const inline = 'body' in record ? withoutLong(record, longBodies) : record;
      if (lines.add(inline, held)) yield* taken();
    }
    yield* taken();
  }
}

/** A revision without a body that is too long for it, which is noted. SQLite does not notice bytes that have changed. */
function withoutLong(record: ArchiveRecord<'revisions'>, longBodies: LongBody[]): ArchiveRecord<'revisions'> {
  if (record.body === null || sha256(record.body) !== record.body_sha256)
    throw damaged(`the text of revision ${record.id} is not as it was written`);
  if (fitsInline(record)) return record;
  longBodies.push({ sha256: record.body_sha256, revisionId: record.id, sizeBytes: record.body_bytes });
  return { ...record, body: null };
}

export const damaged = (detail: string) =>
  new StorageError('damaged', `the library file is damaged (notes doctor): ${detail}`);
