import type { Connection } from './connection.js';
import { asStorageError, StorageError } from './errors.js';
import { Statements } from './statements.js';

/** Bounds of one shared commit: how many writes, and how long they may hold the thread. */
const MAX_GROUP = 128;
const MAX_GROUP_MS = 15;
/** How long a write waits for another process before it gives up. */
const BUSY_LIMIT_MS = 5_000;

interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly queuedAt: number;
}

interface Done {
  readonly job: Job;
  readonly effects: (() => void)[];
  readonly outcome: { readonly value: unknown } | { readonly error: unknown };
}

/**
 * Group commit: writes queued while the thread was busy share one durable transaction, each in a savepoint of its
 * own. A caller hears of its write, success or refusal, only after that transaction is on disk.
 */
export class GroupCommit {
  readonly #database: Connection;
  readonly #sql: Statements;
  readonly #afterCommit: () => void;
  #queue: Job[] = [];
  #effects: (() => void)[] = [];
  #scheduled = false;
  #failure: StorageError | undefined;

  constructor(database: Connection, afterCommit: () => void) {
    this.#database = database;
    this.#sql = new Statements(database);
    this.#afterCommit = afterCommit;
  }

  /** Set once a commit failed in a way that leaves its outcome unknown: no later write is tried. */
  get failure(): StorageError | undefined {
    return this.#failure;
  }

  enqueue<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject, queuedAt: performance.now() });
      this.#schedule();
    });
  }

  /** Runs `effect` once the write under way is durable; never when it is rolled back. */
  addEffect(effect: () => void): void {
    this.#effects.push(effect);
  }

  /** Runs everything still queued, at once. */
  flush(): void {
    while (this.#queue.length > 0 && this.#commitGroup() === 'committed');
    for (const job of this.#queue.splice(0)) job.reject(new StorageError('busy', 'the library was closed'));
  }

  #schedule(delayMs = 0): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const run = () => {
      this.#scheduled = false;
      if (this.#queue.length === 0) return;
      const result = this.#commitGroup();
      if (this.#queue.length > 0) this.#schedule(result === 'busy' ? 5 + Math.random() * 20 : 0);
    };
    if (delayMs === 0) setImmediate(run);
    else setTimeout(run, delayMs);
  }

  #commitGroup(): 'committed' | 'busy' {
    if (this.#failure !== undefined) {
      for (const job of this.#queue.splice(0)) job.reject(this.#failure);
      return 'committed';
    }
    try {
      this.#sql.run('BEGIN IMMEDIATE');
    } catch (error) {
      return this.#beginFailed(asStorageError(error));
    }
    const group = this.#runGroup();
    if (group !== undefined) this.#commit(group);
    return 'committed';
  }

  #beginFailed(error: unknown): 'committed' | 'busy' {
    const busy = error instanceof StorageError && error.reason === 'busy';
    const now = performance.now();
    const kept = busy ? this.#queue.filter((job) => now - job.queuedAt < BUSY_LIMIT_MS) : [];
    const dropped = this.#queue.filter((job) => !kept.includes(job));
    this.#queue = kept;
    for (const job of dropped) job.reject(error);
    return busy ? 'busy' : 'committed';
  }

  /** Runs queued writes inside the open transaction; undefined when SQLite gave the whole transaction up. */
  #runGroup(): Done[] | undefined {
    const group: Done[] = [];
    const start = performance.now();
    do {
      const job = this.#queue.shift() as Job;
      const done = this.#runJob(job);
      group.push(done);
      if (!this.#database.inTransaction) {
        const cause = 'error' in done.outcome ? asStorageError(done.outcome.error) : undefined;
        const error = cause instanceof StorageError ? cause : new StorageError('full', 'nothing was written', cause);
        for (const { job: lost } of group) lost.reject(error);
        return undefined;
      }
    } while (this.#queue.length > 0 && group.length < MAX_GROUP && performance.now() - start < MAX_GROUP_MS);
    return group;
  }

  #runJob(job: Job): Done {
    this.#effects = [];
    try {
      const value = this.savepoint(job.work, false);
      return { job, effects: this.#effects, outcome: { value } };
    } catch (error) {
      return { job, effects: [], outcome: { error: asStorageError(error) } };
    }
  }

  /** Runs `work` in a savepoint, undone when it throws or when `undo` says so. */
  savepoint<T>(work: () => T, undo: boolean): T {
    this.#sql.run('SAVEPOINT step');
    let keep = false;
    try {
      const value = work();
      keep = !undo;
      return value;
    } finally {
      if (this.#database.inTransaction) {
        if (!keep) this.#sql.run('ROLLBACK TO step');
        this.#sql.run('RELEASE step');
      }
    }
  }

  #commit(group: readonly Done[]): void {
    try {
      this.#sql.run('COMMIT');
    } catch (error) {
      const failure = asStorageError(error);
      const undone = this.#rollback();
      if (!(undone && failure instanceof StorageError && failure.reason !== 'failed'))
        this.#failure = new StorageError('failed', 'the disk failed while committing; writes stop here', error);
      for (const { job } of group) job.reject(this.#failure ?? failure);
      return;
    }
    for (const { job, outcome } of group) {
      if ('error' in outcome) job.reject(outcome.error);
      else job.resolve(outcome.value);
    }
    for (const { effects } of group) for (const effect of effects) effect();
    this.#afterCommit();
  }

  #rollback(): boolean {
    try {
      if (this.#database.inTransaction) this.#sql.run('ROLLBACK');
      return true;
    } catch {
      return false;
    }
  }
}
