import type { Slugger } from '@notes/markdown-blocks';
import type { SafeNode } from '../nodes.js';
import type { Closings } from './closings.js';
import type { Definitions } from './definitions.js';

/** State of the rendering of one note. */
export interface Context {
  /** Source text, whose lines end with LF. */
  readonly source: string;
  readonly definitions: Definitions;
  readonly slugger: Slugger;
  readonly footnotes: Footnotes;
  /** Depth of the node being rendered. */
  depth: number;
  /** First line of the block being rendered. */
  blockLine: number;
  readonly lineAt: (offset: number) => number;
  /** True when a line end within a paragraph is a line break. */
  readonly breaksLines: boolean;
  /** End of the text of the block or cell being rendered. */
  textTo: number;
  /** End of the content that an HTML element hides. */
  hiddenTo: number;
  readonly closings: Closings;
}

/** Largest depth; deeper marks are shown as source text, and deeper HTML elements as their content. */
export const MAX_DEPTH = 200;

/** Footnotes of a note, numbered in the order of their first reference. */
export class Footnotes {
  readonly #numbers = new Map<string, number>();
  readonly #texts = new Map<string, readonly SafeNode[]>();
  readonly #labels: ReadonlySet<string>;

  constructor(labels: ReadonlySet<string>) {
    this.#labels = labels;
  }

  /** Returns the number of a defined footnote. */
  getNumber(label: string): number | undefined {
    if (!this.#labels.has(label)) return undefined;
    const number = this.#numbers.get(label) ?? this.#numbers.size + 1;
    this.#numbers.set(label, number);
    return number;
  }

  /** Sets the text of a footnote; the first text of a label wins. */
  define(label: string, text: readonly SafeNode[]): void {
    if (!this.#texts.has(label)) this.#texts.set(label, text);
  }

  /** Lists footnotes: those with references in their order, then the others. */
  list(): { number: number; text: readonly SafeNode[] }[] {
    for (const label of this.#texts.keys()) this.getNumber(label);
    return [...this.#numbers].map(([label, number]) => ({ number, text: this.#texts.get(label) ?? [] }));
  }
}
