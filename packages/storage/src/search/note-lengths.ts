import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { selectLastChange } from '../journal/journal.js';
import { defineQuery, type Parameters, rows } from '../library/query.js';
import type { Statements } from '../library/statements.js';
import { changeJournal, documents } from '../schema.js';
import { decodeNoteLength } from './index-format.js';
import { searchIndexSizes } from './search-tables.js';

/** Number of changes above which all lengths are read again when they are needed. */
const MAX_CHANGES = 1_000;

const j = alias(changeJournal, 'j');
const d = alias(documents, 'd');
const selectChanged = defineQuery(({ seq }: Parameters<{ seq: number }>) =>
  rows(
    { pk: d.pk },
    (list) => sql`SELECT ${list} FROM ${changeJournal} ${j} CROSS JOIN ${documents} ${d} ON ${d.id} = ${j.entityId}
      WHERE ${j.seq} > ${seq}`,
  ),
);
const selectLengths = defineQuery(({ keys }: Parameters<{ keys: string }>) =>
  rows(
    { pk: searchIndexSizes.id, sizes: sql<Buffer>`${searchIndexSizes.sz}` },
    (list) =>
      sql`SELECT ${list} FROM json_each(${keys}) k CROSS JOIN ${searchIndexSizes} ON ${searchIndexSizes.id} = k.value`,
  ),
);

/** Keeps the number of words of notes that were ranked: four bytes a note. */
export class NoteLengths {
  readonly #sql: Statements;
  /** Number of words plus one by key; 0 when it is unknown. */
  #lengths = new Int32Array(0);
  /** Last change that the lengths include. */
  #seq = 0;

  constructor(statements: Statements) {
    this.#sql = statements;
  }

  /** Returns the number of words of notes, whose keys are in ascending order. */
  read(keys: Int32Array): Int32Array {
    this.#forgetChanged();
    this.#grow(keys.at(-1) ?? 0);
    const lengths = this.#lengths;
    const unknown: number[] = [];
    for (const pk of keys) if (lengths[pk] === 0) unknown.push(pk);
    if (unknown.length > 0)
      for (const { pk, sizes } of this.#sql.iterate(selectLengths, { keys: JSON.stringify(unknown) }))
        lengths[pk] = decodeNoteLength(sizes) + 1;
    const found = new Int32Array(keys.length);
    for (let at = 0; at < keys.length; at++) found[at] = (lengths[keys[at] as number] as number) - 1;
    return found;
  }

  #forgetChanged(): void {
    const seq = this.#sql.count(selectLastChange);
    if (seq === this.#seq) return;
    if (seq < this.#seq || seq - this.#seq > MAX_CHANGES) this.#lengths = new Int32Array(0);
    else for (const { pk } of this.#sql.iterate(selectChanged, { seq: this.#seq })) this.#lengths[pk] = 0;
    this.#seq = seq;
  }

  #grow(largest: number): void {
    if (largest < this.#lengths.length) return;
    const larger = new Int32Array(Math.ceil((largest + 1) * 1.25));
    larger.set(this.#lengths);
    this.#lengths = larger;
  }
}
