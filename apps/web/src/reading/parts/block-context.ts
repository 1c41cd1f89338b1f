import type { Embedding } from '@notes/markdown-view';
import type { LinkTable } from './links.js';
import type { ResourceTable } from './media.js';
import type { Owner } from './remote-image.js';

/** Context of the blocks of a note. */
export interface BlockContext {
  readonly owner: Owner | undefined;
  readonly links: LinkTable;
  readonly resources: ResourceTable;
  readonly canTick: boolean;
  /** Address of the note, if it has one. */
  readonly here: readonly string[] | undefined;
  /** Notes around the note; undefined where notes are not embedded but linked. */
  readonly embedding?: Embedding | undefined;
}

/** Activates the parts of a new block. Returns a function that ends them. */
export type ActivateBlock = (block: HTMLElement, around: BlockContext) => () => void;
