import { Facet } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { BlockKind } from './renderable-blocks.js';

/** Content of the widget of a block. */
export interface BlockContent {
  readonly kind: BlockKind;
  /** Markdown of the block. */
  readonly source: string;
  /** Columns that a list indents the block by. */
  readonly indent: number;
  readonly isReadOnly: boolean;
}

/** Live element of a block. */
export interface BuiltBlock {
  readonly element: HTMLElement;
  /** Shows other content in this element; returns false when it has to be built anew. */
  readonly update?: (content: BlockContent) => boolean;
  /** Returns the rectangle of the caret in the block; undefined while none is there. */
  readonly findCaret?: () => DOMRect | undefined;
  readonly release: () => void;
}

/** Functions that build the elements of blocks. */
export interface BlockBuilder {
  readonly build: (view: EditorView, content: BlockContent) => HTMLElement;
  /** Shows a block in the element of another; returns false when it has to be built anew. */
  readonly update: (view: EditorView, content: BlockContent, element: HTMLElement) => boolean;
  /** Returns the rectangle of the caret in the element of a block; undefined while none is there. */
  readonly findCaret: (element: HTMLElement) => DOMRect | undefined;
}

export const blockBuilder = Facet.define<BlockBuilder, BlockBuilder | undefined>({ combine: ([first]) => first });

const releases = new WeakMap<Element, () => void>();

/** Sets the function that ends the live parts of an element. */
export const setRelease = (element: Element, release: () => void): void => void releases.set(element, release);

/** Ends the live parts of an element. */
export function releaseBlock(element: Element): void {
  releases.get(element)?.();
  releases.delete(element);
}
