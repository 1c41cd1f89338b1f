import type { Extension } from '@codemirror/state';
import { followActivity } from './activity.js';
import { renderedBlocks } from './block-field.js';
import { enterBlocks } from './enter-block.js';
import { keepScrollAnchor } from './scroll-anchor.js';
import { enterTableCells } from './table-focus.js';
import './live.css';

export { buildInline, releaseBlock } from './render-block.js';

/** Blocks are found as their text is parsed, and shown rendered where the cursor is not. */
export const renderedView: Extension = [followActivity, renderedBlocks, keepScrollAnchor, enterBlocks, enterTableCells];
