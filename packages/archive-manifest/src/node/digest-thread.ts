import fs, { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { createCell, waitForAnswer } from './digest-cell.js';
import type { DigestRequest } from './digest-worker.js';
import {
  createLocalDigests,
  digestFile,
  type FileDigests,
  type FileToDigest,
  type PendingDigest,
} from './file-digests.js';
import { nodeSha256 } from './hash.js';

/** Built file: a worker thread does not inherit the loaders of its parent process. */
const WORKER_URL = new URL('../../dist/node/digest-worker.js', import.meta.url);
/**
 * Timeout of an answer. The thread may have died, which a blocked caller cannot observe; the caller then reads the file
 * itself.
 */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Reads files on a worker thread, one after the other, in parallel with the caller. The thread starts on `start` or on
 * first use; call `close` in the end. When the thread ends early or cannot start, the caller's thread reads the files.
 */
export class DigestThread implements FileDigests {
  readonly #module: URL;
  #worker: Worker | null = null;
  #runs: Promise<void> | undefined;
  /** True when no thread will answer any more. */
  #hasEnded = false;
  /** Callbacks in the order of the requests, called with true when an answer came. */
  #listeners: ((isAnswered: boolean) => void)[] = [];

  /**
   * @param module file of the thread, `dist/node/digest-worker.js` of this package by default; a program that is bundled
   *   into other files has it elsewhere
   */
  constructor(module: URL = WORKER_URL) {
    this.#module = module;
  }

  /** Starts the thread ahead of the first request. Resolves when it runs, or cannot. */
  start(): Promise<void> {
    this.#startWorker();
    return this.#runs ?? Promise.resolve();
  }

  #startWorker(): void {
    if (this.#worker !== null || this.#hasEnded) return;
    if (existsSync(this.#module)) this.#worker = this.#newWorker();
    else this.#hasEnded = true;
  }

  requestDigest(asked: FileToDigest): PendingDigest {
    this.#startWorker();
    // A thread that has ended resolves no promise.
    if (this.#worker === null || this.#hasEnded) return createLocalDigests(fs, nodeSha256).requestDigest(asked);
    const cell = createCell(1 + (asked.parts?.length ?? 0));
    const answered = new Promise<boolean>((resolve) => this.#listeners.push(resolve));
    this.#worker.postMessage({ ...asked, cell } satisfies DigestRequest);
    const take = () => this.#waitForAnswer(cell) ?? digestFile(asked, fs, nodeSha256);
    const later = async () => {
      if (await answered) return take();
      throw Object.assign(new Error('The digest thread was closed before it answered'), { code: 'ECANCELED' });
    };
    return { waitSync: take, wait: later };
  }

  /** Ends the thread, with requests pending or not. */
  close(): void {
    this.#notifyAll(false);
    void this.#worker?.terminate();
  }

  /** Waits for an answer; returns undefined without one, and then expects no further answers. */
  #waitForAnswer(cell: SharedArrayBuffer): string | undefined {
    const answer = waitForAnswer(cell, this.#hasEnded ? 0 : ANSWER_TIMEOUT_MS);
    if (answer === undefined) this.#hasEnded = true;
    return answer;
  }

  #notifyAll(isAnswered: boolean): void {
    for (const listener of this.#listeners) listener(isAnswered);
    this.#listeners = [];
  }

  #newWorker(): Worker {
    const worker = new Worker(this.#module, { execArgv: [] });
    const end = () => {
      this.#hasEnded = true;
      this.#notifyAll(true);
    };
    worker.on('message', () => this.#listeners.shift()?.(true));
    // Callers read the files of pending requests themselves.
    worker.on('error', end);
    worker.on('exit', end);
    this.#runs = new Promise((resolve) => {
      for (const event of ['online', 'exit']) worker.once(event, () => resolve());
    });
    return worker;
  }
}
