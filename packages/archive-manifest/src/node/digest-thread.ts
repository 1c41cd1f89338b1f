import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import { createCell, waitForAnswer } from './digest-cell.js';
import type { DigestRequest } from './digest-worker.js';
import { digestFile, type FileDigests, type FileToDigest, type PendingDigest } from './file-digests.js';
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
 * first use; call `close` in the end.
 */
export class DigestThread implements FileDigests {
  #worker: Worker | null = null;
  #hasEnded = false;
  /** Callbacks in the order of the requests, called with true when an answer came. */
  #listeners: ((isAnswered: boolean) => void)[] = [];

  /** Starts the thread ahead of the first request. */
  start(): void {
    this.#worker ??= this.#newWorker();
  }

  requestDigest(asked: FileToDigest): PendingDigest {
    const cell = createCell(1 + (asked.parts?.length ?? 0));
    const answered = new Promise<boolean>((resolve) => this.#listeners.push(resolve));
    this.#worker ??= this.#newWorker();
    this.#worker.postMessage({ ...asked, cell } satisfies DigestRequest);
    const take = () => waitForAnswer(cell, this.#hasEnded ? 0 : ANSWER_TIMEOUT_MS) ?? digestFile(asked, fs, nodeSha256);
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

  #notifyAll(isAnswered: boolean): void {
    for (const listener of this.#listeners) listener(isAnswered);
    this.#listeners = [];
  }

  #newWorker(): Worker {
    const worker = new Worker(WORKER_URL, { execArgv: [] });
    const end = () => {
      this.#hasEnded = true;
      this.#notifyAll(true);
    };
    worker.on('message', () => this.#listeners.shift()?.(true));
    // Callers read the files of pending requests themselves.
    worker.on('error', end);
    worker.on('exit', end);
    return worker;
  }
}
