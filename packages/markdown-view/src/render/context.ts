import type { Slugger } from '@notes/markdown-blocks';
import type { SafeNode } from '../nodes.js';
import type { Closings } from './closings.js';
import type { Definitions } from './definitions.js';

/** What the rendering of one note knows. */
export interface Context {
  /** Lines end with LF. */
  readonly source: string;
  readonly definitions: Definitions;
  readonly slugger: Slugger;
  readonly footnotes: Footnotes;
  /** How deep the node that is rendered lies. */
  depth: number;
  /** The line the block that is rendered begins on. */
  blockLine: number;
  readonly lineAt: (offset: number) => number;
  readonly html: HtmlMode;
  /** Where the text of the block or the cell that is rendered ends. */
  textTo: number;
  /** Where what an element of HTML hides ends. */
  hiddenTo: number;
  readonly closings: Closings;
}

/** HTML in a note is shown as it is written, or what of it is text and images. */
export type HtmlMode = 'source' | 'content';

/** Deeper marks are shown as they are written. */
export const DEEPEST = 200;

/** The footnotes of a note, numbered in the order they are first referred to. */
export class Footnotes {
  readonly #numbers = new Map<string, number>();
  readonly #texts = new Map<string, readonly SafeNode[]>();
  readonly #labels: ReadonlySet<string>;

  constructor(labels: ReadonlySet<string>) {
    this.#labels = labels;
  }

  /** The number of a footnote there is. */
  numberOf(label: string): number | undefined {
    if (!this.#labels.has(label)) return undefined;
    const number = this.#numbers.get(label) ?? this.#numbers.size + 1;
    this.#numbers.set(label, number);
    return number;
  }

  /** The first text of a label stays. */
  define(label: string, text: readonly SafeNode[]): void {
    if (!this.#texts.has(label)) this.#texts.set(label, text);
  }

  /** Those that are referred to in their order, then the others. */
  listed(): { number: number; text: readonly SafeNode[] }[] {
    for (const label of this.#texts.keys()) this.numberOf(label);
    return [...this.#numbers].map(([label, number]) => ({ number, text: this.#texts.get(label) ?? [] }));
  }
}
