import type { ArchiveRecord } from '@notes/archive-manifest';
import type { ArchivedEntity, ArchiveRow, ArchiveValue } from '@notes/storage';
import { TARGETS, type Target } from '../../organise/selection/targets.js';
import { timestamp } from '../../platform/timestamp.js';

type Convert = (value: ArchiveValue) => unknown;

const LISTS: ReadonlySet<string> = new Set(['former_titles', 'parent_ids']);
const SOURCES = 'sources';
const isTime = (field: string) => field.endsWith('_at');

/** Turns the rows of an entity into records without the fields that a target withholds, and tracks the latest time. */
export class RecordMaker<Entity extends ArchivedEntity> {
  readonly #withheld: ReadonlySet<string>;
  readonly #newest: NewestTime;
  /** Conversions of the fields whose values in a record are not those of the row. */
  readonly #conversions: readonly (readonly [field: string, convert: Convert])[];

  constructor(entity: Entity, columns: readonly string[], target: Target, newest: NewestTime) {
    this.#withheld = new Set(TARGETS[target].withheld[entity] ?? []);
    this.#newest = newest;
    this.#conversions = columns.flatMap((field) => {
      const convert = this.#converter(field);
      return convert === undefined ? [] : [[field, convert] as const];
    });
  }

  /** Turns a row into a record. The row is the record afterwards: copying it would cost as much as reading it. */
  makeRecord(row: ArchiveRow): ArchiveRecord<Entity> {
    const record = row as Record<string, unknown>;
    for (const [field, convert] of this.#conversions) record[field] = convert(row[field] as ArchiveValue);
    return record as unknown as ArchiveRecord<Entity>;
  }

  #converter(field: string): Convert | undefined {
    if (this.#withheld.has(field)) return LISTS.has(field) || field === SOURCES ? () => [] : () => null;
    if (isTime(field)) return (value) => (typeof value === 'number' ? this.#newest.wire(value) : value);
    if (LISTS.has(field)) return (value) => (value === '[]' ? [] : JSON.parse(value as string));
    if (field === SOURCES) return (value) => (JSON.parse(value as string) as ArchiveRow[]).map(this.#source);
    return undefined;
  }

  readonly #source = ({ imported_at, ...source }: ArchiveRow) => ({
    ...source,
    imported_at: this.#newest.wire(imported_at as number),
  });
}

/** Formats times for records and tracks the latest of them. */
export class NewestTime {
  #newest = Number.NEGATIVE_INFINITY;
  /** Last formatted time. Consecutive times are often equal. */
  #last = { ms: Number.NaN, text: '' };

  wire(ms: number): string {
    if (ms === this.#last.ms) return this.#last.text;
    if (ms > this.#newest) this.#newest = ms;
    this.#last = { ms, text: timestamp(ms) };
    return this.#last.text;
  }

  /** Milliseconds since the Unix epoch; -Infinity when no time was formatted. */
  get ms(): number {
    return this.#newest;
  }
}
