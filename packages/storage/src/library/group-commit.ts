import type { Statement } from 'better-sqlite3';
import { asStorageError, StorageError } from '../errors.js';
import type { Connection } from './connection.js';
import { refusePromise } from './refuse-promise.js';

/** Limits of one shared commit: number of writes, and milliseconds for which they may block the thread. */
const MAX_GROUP = 128;
const MAX_GROUP_MS = 15;
/** Milliseconds for which another process may keep the lock before a write fails, and milliseconds between attempts. */
const BUSY_LIMIT_MS = 5_000;
const BUSY_PAUSE_MS = { least: 2, spread: 8 };
/**
 * Milliseconds of consecutive commits after which the lock is released for a pause: SQLite keeps no queue of waiting
 * processes.
 */
const TURN_MS = 100;
const TURN_PAUSE_MS = 5;

interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly queuedAt: number;
}

interface Done {
  readonly job: Job;
  readonly effects: readonly (() => void)[];
  readonly outcome: { readonly value: unknown } | { readonly error: unknown };
}

/** Options of a {@link GroupCommit}. */
export interface GroupCommitOptions {
  /** Schema version that writes expect; after another program's migration they are refused. */
  readonly version: number;
  /** Called at the end of each write, as a part of it. */
  readonly onWriteEnd?: () => void;
  /** Called when a write failed, before the next one: what it noted in memory no longer holds. */
  readonly onWriteFailed?: () => void;
  /** Called after each commit. */
  readonly onCommit: () => void;
  /** Receives errors of effects and of `onCommit`, which do not affect the commit. */
  readonly onError: (error: unknown) => void;
}

/**
 * Group commit: writes queued while the thread was busy share one durable transaction, each in its own savepoint. A
 * write resolves or rejects only after that transaction is on disk.
 */
export class GroupCommit {
  readonly #database: Connection;
  readonly #options: GroupCommitOptions;
  readonly #prepared = new Map<string, Statement>();
  #queue: Job[] = [];
  #effects: (() => void)[] = [];
  #scheduled = false;
  #isWriting = false;
  #turnStart: number | undefined;
  /** When another process was first found to have the lock, since this one had it. */
  #busySince: number | undefined;
  #failure: StorageError | undefined;

  constructor(database: Connection, options: GroupCommitOptions) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Error after which no write is attempted: a commit with an unknown outcome, a schema change, or the end of writing.
   */
  get failure(): StorageError | undefined {
    return this.#failure;
  }

  /** True from the beginning of a group of writes until it is committed or undone. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** Number of writes that wait. */
  get queued(): number {
    return this.#queue.length;
  }

  enqueue<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject, queuedAt: performance.now() });
      this.#schedule(0);
    });
  }

  /** Runs `effect` after the current write is durable, and never when it is rolled back. */
  addEffect(effect: () => void): void {
    this.#effects.push(effect);
  }

  /** Runs `work` inside the current write; undoes its changes when it throws. */
  attempt<T>(work: () => T): T {
    return this.#savepoint(work, false);
  }

  /** Runs `work` as a separate write after the current one is durable; its errors go to `onError`. */
  followUp(work: () => void): void {
    this.addEffect(() => void this.enqueue(work).catch(this.#options.onError));
  }

  /** Runs `work` inside the current write and undoes its changes. */
  rehearse<T>(work: () => T): T {
    return this.#savepoint(work, true);
  }

  /** Runs all queued writes at once, and refuses later ones. */
  close(): void {
    while (this.#queue.length > 0 && this.#commitGroup() === 'done');
    this.#failure ??= new StorageError('closed', 'The library was closed');
    this.#rejectAll(this.#failure);
  }

  #schedule(delayMs: number): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const run = () => {
      this.#scheduled = false;
      if (this.#queue.length === 0) return;
      const result = this.#commitGroup();
      const pause = this.#pause(result);
      if (this.#queue.length > 0) this.#schedule(pause);
    };
    if (delayMs === 0) setImmediate(run);
    else setTimeout(run, delayMs);
  }

  /** Returns the milliseconds for which other processes can have the lock before the next group. */
  #pause(result: 'done' | 'busy'): number {
    if (result === 'busy') return BUSY_PAUSE_MS.least + Math.random() * BUSY_PAUSE_MS.spread;
    const now = performance.now();
    this.#turnStart ??= now;
    if (this.#queue.length > 0 && now - this.#turnStart < TURN_MS) return 0;
    this.#turnStart = undefined;
    return TURN_PAUSE_MS;
  }

  #commitGroup(): 'done' | 'busy' {
    if (this.#failure !== undefined) {
      this.#rejectAll(this.#failure);
      return 'done';
    }
    try {
      this.#run('BEGIN IMMEDIATE');
    } catch (error) {
      return this.#handleBeginError(asStorageError(error));
    }
    this.#busySince = undefined;
    this.#isWriting = true;
    const group = this.#isOurSchema() ? this.#runGroup() : undefined;
    this.#isWriting = false;
    if (group !== undefined) this.#commit(group);
    return 'done';
  }

  #handleBeginError(error: unknown): 'done' | 'busy' {
    const busy = error instanceof StorageError && error.reason === 'busy';
    if (!busy) {
      this.#rejectAll(error);
      return 'done';
    }
    const now = performance.now();
    this.#busySince ??= now;
    if (now - this.#busySince < BUSY_LIMIT_MS) return 'busy';
    while ((this.#queue[0]?.queuedAt ?? Number.POSITIVE_INFINITY) <= now - BUSY_LIMIT_MS)
      this.#queue.shift()?.reject(error);
    return 'busy';
  }

  #isOurSchema(): boolean {
    const { version } = this.#options;
    if (this.#statement('PRAGMA user_version').pluck().get() === version) return true;
    this.#rollback();
    this.#failure = new StorageError(
      'newer',
      'A newer version of the program changed the schema of the library. Start that version.',
    );
    this.#rejectAll(this.#failure);
    return false;
  }

  /** Runs queued writes inside the open transaction; undefined when SQLite rolled the whole transaction back. */
  #runGroup(): Done[] | undefined {
    const group: Done[] = [];
    const start = performance.now();
    // A savepoint copies each page that the write changes. A write alone in its transaction is undone with it.
    const isAlone = this.#queue.length === 1;
    do {
      const done = this.#runJob(this.#queue.shift() as Job, isAlone && group.length === 0);
      if (isAlone && group.length === 0 && 'error' in done.outcome && this.#database.inTransaction) {
        this.#rejectAlone(done.job, done.outcome.error);
        return undefined;
      }
      group.push(done);
      if (!this.#database.inTransaction) {
        const cause = 'error' in done.outcome ? done.outcome.error : undefined;
        const error =
          cause instanceof StorageError
            ? cause
            : new StorageError(
                'full',
                'SQLite undid the write, so nothing was written. Free some space and try again.',
                cause,
              );
        for (const { job } of group) job.reject(error);
        return undefined;
      }
    } while (this.#queue.length > 0 && group.length < MAX_GROUP && performance.now() - start < MAX_GROUP_MS);
    return group;
  }

  /** Undoes the transaction of a failed write that shares it with no other. */
  #rejectAlone(job: Job, error: unknown): void {
    if (this.#rollback()) {
      job.reject(error);
      return;
    }
    this.#failure = createDiskFailure(error);
    job.reject(this.#failure);
  }

  #runJob(job: Job, isAlone: boolean): Done {
    this.#effects = [];
    const work = () => {
      const answer = refusePromise(job.work());
      this.#options.onWriteEnd?.();
      return answer;
    };
    try {
      const value = isAlone ? work() : this.#savepoint(work, false);
      return { job, effects: this.#effects, outcome: { value } };
    } catch (error) {
      this.#options.onWriteFailed?.();
      return { job, effects: [], outcome: { error: asStorageError(error) } };
    }
  }

  /** Runs `work` in a savepoint; undoes its changes and effects when it throws or when `undo` is true. */
  #savepoint<T>(work: () => T, undo: boolean): T {
    const effects = this.#effects.length;
    this.#run('SAVEPOINT step');
    let keep = false;
    try {
      const value = refusePromise(work());
      keep = !undo;
      return value;
    } finally {
      if (!keep) this.#effects.length = effects;
      if (this.#database.inTransaction) {
        if (!keep) this.#run('ROLLBACK TO step');
        this.#run('RELEASE step');
      }
    }
  }

  #commit(group: readonly Done[]): void {
    try {
      this.#run('COMMIT');
    } catch (error) {
      const failure = asStorageError(error);
      const undone = this.#rollback();
      if (!(undone && failure instanceof StorageError && failure.reason !== 'failed'))
        this.#failure = createDiskFailure(error);
      for (const { job } of group) job.reject(this.#failure ?? failure);
      return;
    }
    for (const { job, outcome } of group) {
      if ('error' in outcome) job.reject(outcome.error);
      else job.resolve(outcome.value);
    }
    for (const { effects } of group) for (const effect of effects) this.#runEffect(effect);
    this.#runEffect(this.#options.onCommit);
  }

  #runEffect(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #rollback(): boolean {
    try {
      if (this.#database.inTransaction) this.#run('ROLLBACK');
      return true;
    } catch {
      return false;
    }
  }

  #rejectAll(error: unknown): void {
    for (const job of this.#queue.splice(0)) job.reject(error);
  }

  #run(sql: string): void {
    this.#statement(sql).run();
  }

  #statement(sql: string): Statement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}

const createDiskFailure = (cause: unknown) =>
  new StorageError('failed', 'The disk failed during a commit. Check the disk, then start the program again.', cause);
