import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { StorageError, type UnfinishedJob } from '@notes/storage';
import type { LoadedConfig } from '../config/index.js';
import type { Library } from '../context.js';
import { MissingFileError } from '../service-error.js';
import { acquireJob } from './acquire-job.js';
import { type Fault, toFault } from './fault.js';
import { FaultThrottle } from './fault-throttle.js';
import type { HeldJob } from './job-run.js';
import type { JobThreadData } from './job-thread.js';
import { isKnownKind, type Turn, turnFor } from './kinds.js';
import { runInTurn } from './run-in-turn.js';
import { toJobError } from './run-job.js';
import { SilenceWatch } from './silence-watch.js';

export interface JobKeeperOptions {
  readonly library: Library;
  /** Configuration with which the library was opened. */
  readonly config: LoadedConfig;
  /** Called with an error that keeps the keeper from its work, once a minute while the error persists. */
  readonly onError: (error: unknown) => void;
  /** Called with the cause of a job's failure when its code does not explain it. */
  readonly onFailure: (job: string, fault: Fault) => void;
  /** Selects the jobs to look after; every job when absent. */
  readonly accepts?: (job: UnfinishedJob) => boolean;
}

/** Longest interval between two looks. */
const POLL_INTERVAL_MS = 1_000;
/** Delay of the next look after a write, which may have queued a job. */
const POLL_DELAY_MS = 20;
/** Shortest interval between two looks that writes cause. */
const MIN_POLL_INTERVAL_MS = 250;
/** Longest wait of a job. A longer one shows that the clock was set back. */
const MAX_WAIT_MS = 15 * 60_000;

/** Returns true when a job need not wait any longer for its next attempt. */
export const isDue = ({ dueAt }: UnfinishedJob): boolean => {
  const wait = (dueAt ?? 0) - Date.now();
  return wait <= 0 || wait > MAX_WAIT_MS;
};
const LANES: readonly Turn[] = ['maintenance', 'sync'];
const laneFor = (kind: string): Turn => turnFor(kind) ?? 'maintenance';
const JOB_THREAD = new URL('../../../dist/platform/jobs/job-thread.js', import.meta.url);

/** Another process runs a job and holds the lock. The job is tried again later. */
const isLocked = (error: unknown) => error instanceof StorageError && error.reason === 'locked';

/**
 * Runs the waiting jobs of a served library, each on its own thread; jobs that take turns run one at a time. Stores
 * silent jobs, and jobs whose process is known to be dead, as interrupted.
 */
export class JobKeeper {
  readonly #options: JobKeeperOptions;
  readonly #silence = new SilenceWatch();
  readonly #faults = new FaultThrottle();
  readonly #timer: NodeJS.Timeout;
  readonly #running = new Map<Turn, Promise<void>>();
  readonly #workers = new Set<Worker>();
  readonly #unsubscribe: () => void;
  #stopped = false;
  #soon: NodeJS.Timeout | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(options: JobKeeperOptions) {
    this.#options = options;
    this.#unsubscribe = options.library.store.subscribe(() => this.#lookSoon());
    this.#timer = setInterval(() => this.#look(), POLL_INTERVAL_MS).unref();
  }

  /** True while a job runs in this process. */
  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Stops taking up jobs. The running job stops at its next checkpoint and is resumed at the next start. */
  async stop(limitMs: number): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    this.#unsubscribe();
    const limit = setTimeout(() => {
      for (const worker of this.#workers) worker.terminate();
    }, limitMs);
    for (const worker of this.#workers) worker.postMessage('stop');
    await Promise.all(this.#running.values());
    clearTimeout(limit);
  }

  #lookSoon(): void {
    const wait = Math.max(POLL_DELAY_MS, this.#lookedAt + MIN_POLL_INTERVAL_MS - performance.now());
    this.#soon ??= setTimeout(() => this.#look(), wait).unref();
  }

  #look(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#lookedAt = performance.now();
    const { library, accepts = () => true } = this.#options;
    const onError = (error: unknown) => this.#tell(error);
    try {
      const unfinished = library.store.read(({ jobs }) => jobs.listUnfinished()).filter(accepts);
      const running = unfinished.filter(({ state }) => state === 'running');
      for (const job of this.#silence.findSilent(running, performance.now())) this.#giveUp(job).catch(onError);
      for (const lane of LANES) {
        const own = unfinished.filter(({ kind }) => laneFor(kind) === lane);
        this.#takeNext(lane, own);
      }
    } catch (error) {
      onError(error);
    }
  }

  #takeNext(lane: Turn, unfinished: readonly UnfinishedJob[]): void {
    if (this.#running.has(lane)) return;
    const { library } = this.#options;
    const next =
      unfinished.find((job) => job.state === 'queued' && isKnownKind(job.kind) && isDue(job)) ??
      unfinished.find(({ state, kind }) => state === 'running' && turnFor(kind) !== undefined);
    if (next === undefined) return;
    const done = runInTurn({ library, now: Date.now }, next, () => this.#run(next.id), { waitMs: 0 })
      .catch((error) => {
        if (!isLocked(error)) this.#tell(error);
      })
      .finally(() => {
        this.#running.delete(lane);
      });
    this.#running.set(lane, done);
  }

  #tell(error: unknown): void {
    if (this.#faults.shouldReport(error, performance.now())) this.#options.onError(error);
  }

  async #giveUp({ id, heartbeatAt }: UnfinishedJob): Promise<void> {
    if (heartbeatAt !== null) await this.#options.library.store.write(({ jobs }) => jobs.interrupt(id, heartbeatAt));
  }

  async #run(id: string): Promise<void> {
    const { library } = this.#options;
    const held = await acquireJob({ library, now: Date.now }, id);
    if (held === undefined) return;
    if (!this.#stopped) {
      if (!existsSync(JOB_THREAD)) return await this.#refuse(held);
      await this.#onThread(held);
    }
    await library.store.write(({ jobs }) => {
      // The thread ended without a result. A job cut off by a stop is resumed later; after any other end it might fail
      // for ever.
      if (this.#stopped) jobs.release(held.hold);
      else jobs.finish(held.hold, { state: 'interrupted' }, Date.now());
    });
  }

  /** Fails a job whose thread was replaced by an upgrade. */
  async #refuse({ hold, row }: HeldJob): Promise<void> {
    const missing = new MissingFileError(undefined);
    this.#options.onFailure(row.id, toFault(missing));
    const end = { state: 'failed', error: toJobError(missing) } as const;
    await this.#options.library.store.write(({ jobs }) => jobs.finish(hold, end, Date.now()));
  }

  #onThread(held: HeldJob): Promise<void> {
    const { config, library, onFailure } = this.#options;
    const { config: values, serviceVersion } = library;
    const workerData: JobThreadData = { config: { ...config, values }, serviceVersion, held };
    const worker = new Worker(JOB_THREAD, { workerData, execArgv: [] });
    this.#workers.add(worker);
    worker.on('message', (fault: Fault) => onFailure(held.row.id, fault));
    worker.on('error', (error) => onFailure(held.row.id, toFault(error)));
    return new Promise((resolve) => {
      worker.once('exit', () => {
        this.#workers.delete(worker);
        resolve();
      });
    });
  }
}
