import type { ArchiveRecord } from '@notes/archive-manifest';
import type { ArchivedEntity, ArchiveRow, ArchiveValue } from '@notes/storage';
import { TARGETS, type Target } from '../../organise/selection/targets.js';
import { timestamp } from '../../platform/timestamp.js';

type Convert = (value: ArchiveValue) => unknown;

const FLAGS: ReadonlySet<string> = new Set(['builtin', 'read_only']);
const LISTS: ReadonlySet<string> = new Set(['former_titles', 'parent_ids']);
const SOURCES = 'sources';
const isTime = (field: string) => field.endsWith('_at');

/** Turns the rows of an entity into records without the fields that a target withholds, and tracks the latest time. */
export class RecordMaker<Entity extends ArchivedEntity> {
  readonly #withheld: ReadonlySet<string>;
  readonly #newest: NewestTime;
  readonly #fields: readonly (readonly [field: string, convert: Convert])[];

  constructor(entity: Entity, columns: readonly string[], target: Target, newest: NewestTime) {
    this.#withheld = new Set(TARGETS[target].withheld[entity] ?? []);
    this.#newest = newest;
    this.#fields = columns.map((field) => [field, this.#converter(field)]);
  }

  /** @param row values of the columns, in their order */
  makeRecord(row: readonly ArchiveValue[]): ArchiveRecord<Entity> {
    const record: Record<string, unknown> = {};
    let at = 0;
    for (const [field, convert] of this.#fields) {
      record[field] = convert(row[at] as ArchiveValue);
      at += 1;
    }
    return record as unknown as ArchiveRecord<Entity>;
  }

  #converter(field: string): Convert {
    if (this.#withheld.has(field)) return LISTS.has(field) || field === SOURCES ? () => [] : () => null;
    if (isTime(field)) return (value) => (typeof value === 'number' ? this.#newest.wire(value) : value);
    if (LISTS.has(field)) return (value) => (value === '[]' ? [] : JSON.parse(value as string));
    if (field === SOURCES) return (value) => (JSON.parse(value as string) as ArchiveRow[]).map(this.#source);
    return FLAGS.has(field) ? (value) => value === 1 : (value) => value;
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
