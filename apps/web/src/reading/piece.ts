import { renderNote } from '@notes/markdown-view';
import { buildNode } from './page-chunk.js';
import { activateBlock, refresh } from './parts/adopt.js';
import type { BlockContext } from './parts/block-context.js';
import './code.css';
import './reading.css';

/** A short piece of a note, rendered outside the reading view. */
export interface Piece {
  readonly element: HTMLElement;
  /** Updates the parts that depend on the context, in the element to which they were moved. */
  readonly refresh: (around: BlockContext, root?: HTMLElement) => void;
  /** Ends the live parts. */
  readonly release: () => void;
}

/**
 * Renders a piece of Markdown at once, as the reading view would. Its length has to be bounded by the caller.
 *
 * @param footnoteNumbers numbers by label of the footnotes whose text is elsewhere in the note
 */
export function renderPiece(
  source: string,
  around: BlockContext,
  footnoteNumbers?: ReadonlyMap<string, number>,
): Piece {
  const element = document.createElement('div');
  element.className = 'prose piece';
  element.append(...buildNodes(source, footnoteNumbers));
  const release = activateBlock(element, around);
  return { element, refresh: (next, root = element) => refresh(root, next), release };
}

function buildNodes(source: string, footnoteNumbers: ReadonlyMap<string, number> | undefined): Node[] {
  // A deeply nested piece may overflow the stack; its source is shown then.
  try {
    return renderNote(source, { footnoteNumbers }).map(({ json, line }) => {
      const block = document.createElement('div');
      block.className = 'block';
      block.dataset.start = String(line);
      block.append(buildNode(JSON.parse(json)));
      return block;
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const raw = document.createElement('pre');
    raw.className = 'raw';
    raw.textContent = source;
    return [raw];
  }
}
