import fs from 'node:fs';
import { Worker } from 'node:worker_threads';
import { newCell, takeFrom } from './digest-cell.js';
import type { DigestOrder } from './digest-worker.js';
import { digestFile, type FileDigests, type FileToDigest, type PendingDigest } from './file-digests.js';
import { nodeSha256 } from './hash.js';

/** As built: a thread has not the loaders of the process that starts it. */
const THREAD = new URL('../../dist/node/digest-worker.js', import.meta.url);
/** A thread that has not answered by then may have ended, which is told to nobody who waits: the file is read here. */
const PATIENCE_MS = 60_000;

/**
 * Reads files on a thread of its own, one after the other, while the caller does something else. It starts when it is
 * told to, or first needed; `close` it in the end.
 */
export class DigestThread implements FileDigests {
  #worker: Worker | null = null;
  #hasEnded = false;
  /** Told by and by whether there is an answer: answers come in the order of the orders. */
  #listeners: ((isAnswered: boolean) => void)[] = [];

  /** Starts it for what will be asked for soon. */
  start(): void {
    this.#worker ??= this.#newWorker();
  }

  begin(asked: FileToDigest): PendingDigest {
    const cell = newCell(1 + (asked.parts?.length ?? 0));
    const answered = new Promise<boolean>((resolve) => this.#listeners.push(resolve));
    this.#worker ??= this.#newWorker();
    this.#worker.postMessage({ ...asked, cell } satisfies DigestOrder);
    const take = () => takeFrom(cell, this.#hasEnded ? 0 : PATIENCE_MS) ?? digestFile(asked, fs, nodeSha256);
    const later = async () => {
      if (await answered) return take();
      throw Object.assign(new Error('the thread that reads was closed'), { code: 'ECANCELED' });
    };
    return { take, later };
  }

  /** Ends it, whatever it was asked for. */
  close(): void {
    this.#tellAll(false);
    void this.#worker?.terminate();
  }

  #tellAll(isAnswered: boolean): void {
    for (const listener of this.#listeners) listener(isAnswered);
    this.#listeners = [];
  }

  #newWorker(): Worker {
    const worker = new Worker(THREAD, { execArgv: [] });
    const end = () => {
      this.#hasEnded = true;
      this.#tellAll(true);
    };
    worker.on('message', () => this.#listeners.shift()?.(true));
    // What it was asked for is read by whoever asked.
    worker.on('error', end);
    worker.on('exit', end);
    return worker;
  }
}
