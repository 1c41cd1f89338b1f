import { createHash } from 'node:crypto';
import { type Input, ServiceError } from '@notes/contract';
import type { UnitOfWork } from '@notes/storage';
import { getBelievedTime } from '../../upkeep/plans/clock.js';
import type { Outcome } from './steps.js';

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/**
 * Outcomes of a batch so far, stored under its `request_key` in the transactions that process its items. Without a key
 * nothing is stored.
 */
export class BatchRecord {
  readonly #key: string | undefined;
  readonly #digest: Buffer;

  constructor({ request_key, ...rest }: Input<'runBatch'>) {
    this.#key = request_key;
    this.#digest = createHash('sha256')
      .update(JSON.stringify(sortFields(rest)))
      .digest();
  }

  /**
   * Returns the outcomes of the items already processed, in any process; undefined for a batch that has not started.
   *
   * @throws ServiceError `validation_failed` when the key was used for another batch
   */
  recall(unit: UnitOfWork, now: number): Outcome[] | undefined {
    if (this.#key === undefined) return undefined;
    unit.batchRequests.deleteBefore((getBelievedTime(unit, now) ?? now) - KEY_LIFETIME_MS);
    const known = unit.batchRequests.get(this.#key);
    if (known === undefined) return undefined;
    if (!this.#digest.equals(known.argumentsSha256))
      throw new ServiceError('validation_failed', 'request_key: already used for another request. Choose another key');
    return JSON.parse(known.report) as Outcome[];
  }

  keep(unit: UnitOfWork, outcomes: readonly Outcome[], now: number): void {
    if (this.#key === undefined) return;
    unit.batchRequests.keep(this.#key, { argumentsSha256: this.#digest, report: JSON.stringify(outcomes) }, now);
  }
}

/** Fields in a fixed order, so that equal requests have equal digests. */
const sortFields = (fields: object) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
