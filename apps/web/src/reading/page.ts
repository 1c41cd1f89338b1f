import { buildNode } from './dom.js';
import type { RenderedBlock } from './nodes.js';

/** How long a slice of building may keep the page from answering. */
const SLICE_MS = 12;

interface Built {
  readonly json: string;
  readonly element: HTMLElement;
  readonly leave: () => void;
}

/** The blocks of a note on the page: those that stay as they were are kept, the others are built, a slice at a time. */
export class NotePage {
  readonly #root: HTMLElement;
  readonly #adopt: (element: HTMLElement) => () => void;
  #built: Built[] = [];
  #turn = 0;

  /** `adopt` is told of each block that is new, and gives what to do when it leaves. */
  constructor(root: HTMLElement, adopt: (element: HTMLElement) => () => void) {
    this.#root = root;
    this.#adopt = adopt;
  }

  /** Shows `blocks`; `shown` is called when all of them are there. */
  show(blocks: readonly RenderedBlock[], shown: () => void): void {
    const turn = ++this.#turn;
    const start = sharedStart(this.#built, blocks);
    const kept = sharedEnd(this.#built, blocks, start);
    const gone = this.#built.splice(start, this.#built.length - kept - start);
    for (const { element, leave } of gone) {
      leave();
      element.remove();
    }
    let next = start;
    const slice = () => {
      if (turn !== this.#turn) return;
      const until = performance.now() + SLICE_MS;
      for (; next < blocks.length - kept && performance.now() < until; next += 1) this.#insert(next, blocks[next]!);
      if (next < blocks.length - kept) return void setTimeout(slice);
      for (const [index, { element }] of this.#built.entries()) element.dataset.start = String(blocks[index]!.line);
      shown();
    };
    slice();
  }

  clear(): void {
    this.show([], () => undefined);
  }

  #insert(index: number, { json, line }: RenderedBlock): void {
    const element = document.createElement('div');
    element.className = 'block';
    element.dataset.start = String(line);
    element.append(buildNode(JSON.parse(json)));
    this.#root.insertBefore(element, this.#built[index]?.element ?? null);
    this.#built.splice(index, 0, { json, element, leave: this.#adopt(element) });
  }
}

function sharedStart(before: readonly Built[], after: readonly RenderedBlock[]): number {
  let shared = 0;
  while (shared < before.length && before[shared]?.json === after[shared]?.json) shared += 1;
  return shared;
}

function sharedEnd(before: readonly Built[], after: readonly RenderedBlock[], start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let shared = 0;
  while (shared < most && before.at(-1 - shared)?.json === after.at(-1 - shared)?.json) shared += 1;
  return shared;
}
