import type { Output } from '@notes/contract';
import type { CallContext } from '../context.js';
import { Pacer } from '../pacer.js';
import type { Exclusion } from '../selection/gather.js';

type Warning = Output<'exportNotes'>['warnings'][number];

/** Work was told to stop. */
export class Stopped extends Error {}

/** Shows how far an export is, counts what is to be told of it, lets other work in between, and ends it when it is to stop. */
export class Attendance {
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

  /** To be called after each note and attachment. @throws Stopped */
  async written(bytes = 0): Promise<void> {
    this.bytes += bytes;
    this.#done += 1;
    this.#context.progress?.(this.#done, this.#total);
    await this.breathe();
  }

  /** To be called after each step that is not counted. @throws Stopped */
  async breathe(): Promise<void> {
    await this.#pacer.step();
    if (this.#context.signal?.aborted) throw new Stopped();
  }

  warn(code: Warning['code'], count: number): void {
    if (count > 0) this.#warnings.set(code, (this.#warnings.get(code) ?? 0) + count);
  }

  /** What is to be looked at, with what was asked for and is not there. */
  warnings(exclusions: readonly Exclusion[]): Warning[] {
    this.warn('selectors_not_found', exclusions.filter(({ reason }) => reason === 'not_found').length);
    return [...this.#warnings].map(([code, count]) => ({ code, count }));
  }
}
