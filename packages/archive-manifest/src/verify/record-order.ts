import type { EntityName } from '../entities.js';
import { makeProblem, type Problem } from '../problems.js';
import { parseRecord } from '../records/record.js';
import { RecordScanner } from '../records/scan-record.js';
import { recordSchemas } from '../records/schemas.js';
import { compareKeys, type SortKey, sortKey, sortKeyFields } from '../records/sort-key.js';
import { decodeUtf8 } from '../utf8.js';

/** Value of a key in the last line: its JSON, and its parsed value. */
interface LastValue {
  json: Uint8Array;
  value: string | number;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** Checks the lines of one entity: each is a valid record, and sorts after the one before. */
export class RecordOrder {
  readonly entity: EntityName;
  readonly #scanner: RecordScanner;
  /** Order of each field of the key among the fields of a record. */
  readonly #places: readonly number[];
  /** Values of the key of the last valid record, in the order of the key; `#key` has the parsed values. */
  readonly #last: LastValue[];
  #key: SortKey | null = null;

  constructor(entity: EntityName) {
    this.entity = entity;
    this.#scanner = new RecordScanner(entity);
    const names = Object.keys(recordSchemas[entity].shape);
    this.#places = sortKeyFields(entity).map((field) => names.indexOf(field));
    this.#last = this.#places.map(() => ({ json: new Uint8Array(0), value: 0 }));
  }

  /** Returns the problems of the next line, given without its LF. */
  check(line: Uint8Array): readonly Problem[] {
    if (this.#scanner.recognise(line)) return this.#checkKey(this.#readKey(line));
    const parsed = parseRecord(this.entity, line);
    return parsed.ok ? this.#checkKey(sortKey(this.entity, parsed.value)) : parsed.problems;
  }

  #checkKey(key: SortKey): readonly Problem[] {
    const last = this.#key;
    this.#key = key;
    if (last === null || compareKeys(last, key) < 0) return NO_PROBLEMS;
    return [makeProblem('archive_record_order', 'The record does not sort after the previous one')];
  }

  /** Reads the key of the recognised line. Parses only values that differ from those of the last line. */
  #readKey(line: Uint8Array): SortKey {
    return this.#places.map((place, n) => {
      const json = this.#scanner.getValue(line, place);
      const last = this.#last[n] as LastValue;
      if (!isEqual(json, last.json)) {
        last.value = JSON.parse(decodeUtf8(json) ?? '') as string | number;
        last.json = json.slice();
      }
      return last.value;
    });
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let n = 0; n < a.length; n += 1) if (a[n] !== b[n]) return false;
  return true;
}
