import type { KeptRecords } from '@notes/archive-manifest/node';
import { belongsToNotes } from '@notes/storage';
import { MAX_REMEMBERED_RECORDS } from './last-exports.js';
import type { LongBody, PartLines } from './record-parts.js';

const getNoTime = () => Number.NEGATIVE_INFINITY;

/** Collects facts about the records of an export. */
export class ExportFacts {
  /** Texts that are blobs; several notes may have the same one. */
  readonly longBodies: LongBody[] = [];
  readonly #objects: KeptRecords[] = [];
  #newestMs = Number.NEGATIVE_INFINITY;
  #findFormerNewest: (newestMs: number) => number = getNoTime;
  #count = 0;

  /**
   * Latest time in the records, in milliseconds since the Unix epoch; null when there is none. Known when all records
   * were added.
   */
  get newestMs(): number | null {
    this.#newestMs = Math.max(this.#newestMs, this.#findFormerNewest(this.#newestMs));
    this.#findFormerNewest = getNoTime;
    return Number.isFinite(this.#newestMs) ? this.#newestMs : null;
  }

  /** Objects of the records of notes, in index order; null when there are too many to remember. */
  get objects(): readonly KeptRecords[] | null {
    return this.#count > MAX_REMEMBERED_RECORDS ? null : this.#objects;
  }

  addLines({ newestMs, longBodies }: Pick<PartLines, 'newestMs' | 'longBodies'>): void {
    this.#newestMs = Math.max(this.#newestMs, newestMs);
    this.addLongBodies(longBodies);
  }

  addLongBodies(longBodies: readonly LongBody[]): void {
    this.longBodies.push(...longBodies);
  }

  /**
   * Adds the times of records that are taken from an earlier archive. Its latest time is a bound of them: they are read
   * only when no record that was made is as late.
   *
   * @param boundMs latest time of the earlier archive; null when it is not known
   * @param findNewest returns the latest time in the records of all notes, in milliseconds; null when there is none
   */
  addFormerTimes(boundMs: number | null, findNewest: () => number | null): void {
    this.#findFormerNewest = (newestMs) =>
      boundMs !== null && newestMs >= boundMs ? newestMs : (findNewest() ?? Number.NEGATIVE_INFINITY);
  }

  /** Adds a written or kept object. */
  addObject(object: KeptRecords): void {
    if (!belongsToNotes(object.entity)) return;
    this.#count += 1;
    if (this.#count <= MAX_REMEMBERED_RECORDS) this.#objects.push(object);
  }
}
