import type { Output } from '@notes/contract';
import { Pacer } from '@notes/storage';
import type { Exclusion } from '../../organise/selection/gather.js';
import type { CallContext } from '../../platform/context.js';

type Warning = Output<'exportNotes'>['warnings'][number];

/** Thrown when the work is aborted. */
export class ExportStopped extends Error {}

/**
 * Reports the progress of an export, counts its warnings, yields to other work and stops when the signal is aborted.
 */
export class ExportProgress {
  bytes = 0;
  readonly #context: Pick<CallContext, 'signal' | 'progress'>;
  readonly #total: number;
  readonly #pacer = new Pacer();
  readonly #warnings = new Map<Warning['code'], number>();
  #done = 0;

  constructor(context: Pick<CallContext, 'signal' | 'progress'>, total: number) {
    this.#context = context;
    this.#total = total;
  }

  /**
   * Counts a written note or attachment.
   *
   * @param bytes size of the attachment
   * @throws ExportStopped when the signal is aborted
   */
  async countWritten(bytes = 0): Promise<void> {
    this.bytes += bytes;
    this.#done += 1;
    this.#context.progress?.(this.#done, this.#total);
    await this.step();
  }

  /**
   * Yields to other work after a step that does not count as progress.
   *
   * @throws ExportStopped when the signal is aborted
   */
  async step(): Promise<void> {
    await this.#pacer.step();
    if (this.#context.signal?.aborted) throw new ExportStopped();
  }

  warn(code: Warning['code'], count: number): void {
    if (count > 0) this.#warnings.set(code, (this.#warnings.get(code) ?? 0) + count);
  }

  /** Returns all warnings, including one for the selectors that matched nothing. */
  warnings(exclusions: readonly Exclusion[]): Warning[] {
    this.warn('selectors_not_found', exclusions.filter(({ reason }) => reason === 'not_found').length);
    return [...this.#warnings].map(([code, count]) => ({ code, count }));
  }
}
