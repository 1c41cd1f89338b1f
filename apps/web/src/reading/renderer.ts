import type { RenderedBlock } from '@notes/markdown-view';
import { ask, startWorker } from '../app/worker.js';
import workerUrl from './worker.js?worker&url';

/** Undefined when the note cannot be rendered. */
export type RenderAnswer = readonly RenderedBlock[] | undefined;

const DEADLINE_MS = 5_000;

/** Renders notes off the page's thread, the last one asked for only; a worker that is late is ended. */
export class Renderer {
  #worker: Worker | undefined;
  /** What is asked for while the worker is at work: the newest, once. */
  #next: { body: string; done: (blocks: RenderAnswer) => void } | undefined;
  #busy = false;

  /** `done` gets the blocks, or undefined when they cannot be had in time; never called for what newer asking replaced. */
  render(body: string, done: (blocks: RenderAnswer) => void): void {
    this.#next = { body, done };
    if (!this.#busy) void this.#start();
  }

  close(): void {
    this.#next = undefined;
    this.#end();
  }

  async #start(): Promise<void> {
    const job = this.#next;
    if (job === undefined) return;
    this.#next = undefined;
    this.#worker ??= startWorker(workerUrl);
    const worker = this.#worker;
    this.#busy = true;
    const blocks = await ask<RenderAnswer>(worker, job.body, AbortSignal.timeout(DEADLINE_MS));
    if (worker !== this.#worker) return;
    if (blocks === undefined) this.#end();
    this.#busy = false;
    if (this.#next === undefined) job.done(blocks);
    else void this.#start();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#busy = false;
  }
}
