import type { RenderedBlock } from '@notes/markdown-view';
import { sharedEnds } from '../text/shared-ends.js';
import { inSlices } from '../ui/slices.js';
import { buildNode } from './dom.js';

interface Built {
  readonly json: string;
  readonly element: HTMLElement;
  readonly leave: () => void;
}

/** Blocks whose JSON has as many characters fill a screen. */
const LONG = 5_000;

/** The blocks of a note on the page: those that stay as they were are kept, the others are built, a slice at a time. */
export class NotePage {
  readonly #root: HTMLElement;
  readonly #adopt: (element: HTMLElement) => () => void;
  #built: Built[] = [];
  #stop = () => {};

  /** `adopt` is told of each block that is new, and gives what to do when it leaves. */
  constructor(root: HTMLElement, adopt: (element: HTMLElement) => () => void) {
    this.#root = root;
    this.#adopt = adopt;
  }

  /** Shows `blocks`; `shown` is called when all of them are there. */
  show(blocks: readonly RenderedBlock[], shown: () => void): void {
    this.#stop();
    const { start, end } = sharedEnds<Pick<Built, 'json'>>(
      [this.#built, blocks],
      (one, other) => one.json === other.json,
    );
    const gone = this.#built.splice(start, this.#built.length - end - start);
    for (const { element, leave } of gone) {
      leave();
      element.remove();
    }
    this.#stop = inSlices(this.#building(blocks, start, blocks.length - end, shown));
  }

  clear(): void {
    this.show([], () => undefined);
  }

  /** Builds the blocks from `start` to `end`, one a step. */
  *#building(blocks: readonly RenderedBlock[], start: number, end: number, shown: () => void): Generator<void, void> {
    for (let next = start; next < end; next += 1) {
      this.#insert(next, blocks[next]!);
      yield;
    }
    for (const [index, { element }] of this.#built.entries()) element.dataset.start = String(blocks[index]!.line);
    shown();
  }

  #insert(index: number, { json, line }: RenderedBlock): void {
    const element = document.createElement('div');
    element.className = json.length < LONG ? 'block' : 'block long-block';
    element.dataset.start = String(line);
    element.append(buildNode(JSON.parse(json)));
    this.#root.insertBefore(element, this.#built[index]?.element ?? null);
    this.#built.splice(index, 0, { json, element, leave: this.#adopt(element) });
  }
}
