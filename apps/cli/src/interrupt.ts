import type { RunningJob } from '@notes/operations';
import { INTERRUPTED_EXIT, JOB_EXITS } from './failures.js';
import type { OutputStream } from './output.js';

const STOPPING_NOTICE = 'Stopping at the next checkpoint. Press Ctrl-C again to stop now';
const TIMEOUT_NOTICE = 'The time limit of --timeout is over';

interface InterruptOptions {
  /** Notice printed at the first Ctrl-C. */
  readonly notice: string | undefined;
  readonly timeoutMs: number | undefined;
  /** Formats the command that resumes a job. */
  readonly formatRetry: (jobId: string) => string;
}

/**
 * Handles Ctrl-C during long work. The first asks the work to stop at the next checkpoint. The second ends a job at
 * once and prints how to resume it. Without a job, or on a third Ctrl-C, the process ends.
 */
export class Interrupt {
  readonly #controller = new AbortController();
  readonly #listener: () => void;
  #job: RunningJob | undefined;
  #ending = false;
  readonly #timer: NodeJS.Timeout | undefined;

  /** @param timeoutMs milliseconds after which the work is stopped as by the first Ctrl-C */
  constructor(stderr: OutputStream, { notice = STOPPING_NOTICE, timeoutMs, formatRetry }: InterruptOptions) {
    const ask = (why: string) => {
      stderr.write(`\n${why}\n`);
      this.#controller.abort();
    };
    if (timeoutMs !== undefined)
      this.#timer = setTimeout(() => this.signal.aborted || ask(`${TIMEOUT_NOTICE}. ${notice}`), timeoutMs).unref();
    this.#listener = () => {
      if (!this.signal.aborted) ask(notice);
      else if (this.#job === undefined) process.exit(INTERRUPTED_EXIT);
      else if (this.#ending) process.exit(JOB_EXITS.interrupted);
      else {
        this.#ending = true;
        stderr.write(`\nTo resume: run the same command again, or ${formatRetry(this.#job.id)}\n`);
        this.#job.interrupt();
      }
    };
    process.on('SIGINT', this.#listener);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Records the running job. */
  readonly attend = (job: RunningJob): void => {
    this.#job = job;
  };

  release(): void {
    clearTimeout(this.#timer);
    process.off('SIGINT', this.#listener);
  }
}
