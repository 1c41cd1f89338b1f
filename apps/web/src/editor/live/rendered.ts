import type { Extension } from '@codemirror/state';
import { followActivity } from './activity.js';
import { renderedBlocks } from './block-field.js';
import { blockBuilder } from './built-block.js';
import { keepCaretAnchor } from './caret-anchor.js';
import { commentLines } from './comment-lines.js';
import { deleteBesideFence } from './delete-beside-fence.js';
import { deleteBesideTable } from './delete-beside-table.js';
import { enterBlocks } from './enter-block.js';
import { inlineHtml } from './inline-html.js';
import { keepBlockBelow } from './keep-block-below.js';
import { followIndex } from './note-index.js';
import { buildBlock, findCaret, updateBlock } from './render-block.js';
import { keepScrollAnchor } from './scroll-anchor.js';
import { enterTableCells } from './table-focus.js';
import { followTitle } from './title-heading.js';
import { typeBelowTable } from './type-below-table.js';
import './live.css';

export { releaseBlock } from './built-block.js';
export { buildInline } from './render-block.js';
export { enterTableCell } from './table-focus.js';

/** Blocks are found as their text is parsed, and shown rendered where the cursor is not. */
export const renderedView: Extension = [
  followActivity,
  blockBuilder.of({ build: buildBlock, update: updateBlock, findCaret }),
  renderedBlocks,
  inlineHtml,
  commentLines,
  followIndex,
  followTitle,
  keepScrollAnchor,
  keepCaretAnchor,
  enterBlocks,
  deleteBesideTable,
  deleteBesideFence,
  keepBlockBelow,
  enterTableCells,
  typeBelowTable,
];
