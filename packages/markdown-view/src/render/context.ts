import type { Slugger } from '@notes/markdown-blocks';
import type { Closings } from './closings.js';
import type { Definitions } from './definitions.js';
import type { Footnotes } from './footnotes.js';

/** State of the rendering of one note. */
export interface Context {
  /** Source text, whose lines end with LF, without the quote marks within its blocks. */
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
  /** True within the text of a link, which contains no other links. */
  isInLink: boolean;
  /** True within a cell of a table, where `\|` stands for a pipe in code too. */
  isInCell: boolean;
  /** End of the content that an HTML element hides. */
  hiddenTo: number;
  readonly closings: Closings;
}

/** Largest depth; deeper marks are shown as source text, and deeper HTML elements as their content. */
export const MAX_DEPTH = 200;
