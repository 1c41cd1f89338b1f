import { element, type NoteOptions, type RenderedBlock } from '@notes/markdown-view';
import { startWorker } from '../kernel/worker.js';
import workerUrl from './worker.js?worker&url';

export interface RenderRequest {
  readonly body: string;
  readonly options?: NoteOptions;
  /** True to render the start of a long note before the whole. */
  readonly wantsHead: boolean;
}
/** Blocks arrive in several messages; `head` or `whole` follows the last of them. */
export type RenderMessage =
  | { readonly type: 'blocks'; readonly blocks: readonly RenderedBlock[] }
  | { readonly type: 'head' | 'whole' | 'failed' };

export interface RenderJob extends RenderRequest {
  readonly onHead: (blocks: readonly RenderedBlock[]) => void;
  /** Receives undefined when the note cannot be rendered in time. */
  readonly onWhole: (blocks: readonly RenderedBlock[] | undefined) => void;
}

const DEADLINE_MS = 5_000;
/**
 * Rendering a million characters of lists takes a second on an idle machine, many times that on a busy one. The page
 * stays responsive meanwhile.
 */
const DEADLINE_MS_PER_MILLION = 15_000;

/** Renders notes in a worker; only the latest request counts. A worker that exceeds its deadline is terminated. */
export class Renderer {
  #worker: Worker | undefined;
  #running: AbortController | undefined;
  /** Newest job waiting while the worker is busy. */
  #next: RenderJob | undefined;

  /** Renders a note. An older job reports nothing once a newer one is requested. */
  render(job: RenderJob): void {
    this.#next = job;
    if (this.#running === undefined) this.#start();
  }

  close(): void {
    this.#next = undefined;
    this.#endWorker();
    this.#running?.abort();
    this.#running = undefined;
  }

  #start(): void {
    const job = this.#next;
    if (job === undefined) return;
    this.#next = undefined;
    this.#worker ??= startWorker(workerUrl);
    const worker = this.#worker;
    const running = new AbortController();
    this.#running = running;
    const { signal } = running;
    const { body, options = {}, wantsHead } = job;
    let blocks: RenderedBlock[] = [];
    const finish = (rendered: readonly RenderedBlock[] | undefined) => {
      clearTimeout(timer);
      running.abort();
      this.#running = undefined;
      if (rendered === undefined) this.#endWorker();
      if (this.#next === undefined) job.onWhole(rendered);
      else this.#start();
    };
    const deadlineMs = DEADLINE_MS + (body.length / 1_000_000) * DEADLINE_MS_PER_MILLION;
    const timer = setTimeout(() => !signal.aborted && finish(undefined), deadlineMs);
    const receive = ({ data }: MessageEvent<RenderMessage>) => {
      if (data.type === 'blocks') {
        for (const block of data.blocks) blocks.push(block);
        return;
      }
      if (data.type !== 'head') return finish(data.type === 'whole' ? blocks : undefined);
      if (this.#next === undefined) job.onHead(blocks);
      blocks = [];
    };
    worker.addEventListener('message', receive, { signal });
    worker.addEventListener('error', () => finish(undefined), { signal });
    worker.postMessage({ body, options, wantsHead } satisfies RenderRequest);
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/** Characters in a block. Short blocks let the page lay out only the part near the view. */
const BLOCK_LENGTH = 5_000;

/** Splits the source text of a body into blocks for the page. */
export function plainBlocks(body: string): RenderedBlock[] {
  const blocks: RenderedBlock[] = [];
  let line = 1;
  for (let at = 0; at < body.length; ) {
    const limit = Math.min(body.length, at + BLOCK_LENGTH);
    const newline = body.lastIndexOf('\n', limit - 1);
    const end = newline >= at && limit < body.length ? newline + 1 : withoutHalfPair(body, limit);
    const text = body.slice(at, end);
    const lines = text.split('\n').length - 1;
    const continuedClass = end < body.length ? ' goes-on' : '';
    const json = JSON.stringify(element('pre', [text], { class: `raw${continuedClass}`, dir: 'auto' }));
    blocks.push({ line, json, text, anchors: [], rows: Math.max(lines, text.length / LINE_LENGTH) });
    line += lines;
    at = end;
  }
  return blocks;
}

const LINE_LENGTH = 80;

/** Moves an offset behind a surrogate pair it would split. */
const withoutHalfPair = (text: string, at: number) => ((text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at);
