import { startWorker } from '../app/worker.js';
import type { RenderedBlock } from './nodes.js';
import workerUrl from './worker.js?worker&url';

export interface RenderRequest {
  readonly id: number;
  readonly body: string;
}
export interface RenderAnswer {
  readonly id: number;
  /** Undefined when the note cannot be rendered. */
  readonly blocks: readonly RenderedBlock[] | undefined;
}

const DEADLINE_MS = 5_000;

/** Renders notes off the page's thread, the last one asked for only; a worker that is late is ended. */
export class Renderer {
  #worker: Worker | undefined;
  #asked = 0;
  #timer: number | undefined;
  /** What is asked for while the worker is at work: the newest, once. */
  #next: { body: string; done: (blocks: RenderAnswer['blocks']) => void } | undefined;
  #busy = false;

  /** `done` gets the blocks, or undefined when they cannot be had in time; never called for what newer asking replaced. */
  render(body: string, done: (blocks: RenderAnswer['blocks']) => void): void {
    this.#next = { body, done };
    if (!this.#busy) this.#start();
  }

  close(): void {
    this.#next = undefined;
    this.#end();
  }

  #start(): void {
    const job = this.#next;
    if (job === undefined) return;
    this.#next = undefined;
    this.#busy = true;
    const id = ++this.#asked;
    const finish = (blocks: RenderAnswer['blocks']) => {
      clearTimeout(this.#timer);
      this.#busy = false;
      if (this.#next === undefined) job.done(blocks);
      else this.#start();
    };
    this.#worker ??= startWorker(workerUrl);
    this.#worker.onmessage = ({ data }: MessageEvent<RenderAnswer>) => {
      if (data.id === id) finish(data.blocks);
    };
    this.#worker.onerror = () => {
      this.#end();
      finish(undefined);
    };
    this.#timer = setTimeout(() => {
      this.#end();
      finish(undefined);
    }, DEADLINE_MS);
    this.#worker.postMessage({ id, body: job.body } satisfies RenderRequest);
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#busy = false;
  }
}
