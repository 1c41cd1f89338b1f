import type { KeptRecords } from '@notes/archive-manifest/node';
import { belongsToNotes } from '@notes/storage';
import { MAX_REMEMBERED_RECORDS } from './last-exports.js';
import type { LongBody, PartLines } from './record-parts.js';

/** Collects facts about the records of an export. */
export class ExportFacts {
  /** Texts that are blobs; several notes may have the same one. */
  readonly longBodies: LongBody[] = [];
  readonly #objects: KeptRecords[] = [];
  #newestMs = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** Latest time in the records, in milliseconds since the Unix epoch; null when there is none. */
  get newestMs(): number | null {
    return Number.isFinite(this.#newestMs) ? this.#newestMs : null;
  }

  /** Objects of the records of notes, in index order; null when there are too many to remember. */
  get objects(): readonly KeptRecords[] | null {
    return this.#count > MAX_REMEMBERED_RECORDS ? null : this.#objects;
  }

  addLines({ newestMs, longBodies }: Pick<PartLines, 'newestMs' | 'longBodies'>): void {
    this.#newestMs = Math.max(this.#newestMs, newestMs);
    this.longBodies.push(...longBodies);
  }

  /** Adds a written or kept object. */
  addObject(object: KeptRecords): void {
    if (!belongsToNotes(object.entity)) return;
    this.#count += 1;
    if (this.#count <= MAX_REMEMBERED_RECORDS) this.#objects.push(object);
  }
}
