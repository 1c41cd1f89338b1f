import type { Embedding } from '@notes/markdown-view';
import type { LinkContext } from './links.js';
import type { Owner } from './remote-image.js';

/** Context of the blocks of a note. */
export interface BlockContext extends LinkContext {
  readonly owner: Owner | undefined;
  readonly canTick: boolean;
  /** Notes around the note; undefined where notes are not embedded but linked. */
  readonly embedding?: Embedding | undefined;
}

/** Activates the parts of a new block. Returns a function that ends them. */
export type ActivateBlock = (block: HTMLElement, around: BlockContext) => () => void;
