import { type MarkdownExtension, Strikethrough, Table, TaskList } from '@lezer/markdown';
import { bareAddresses } from './bare-addresses.js';
import { footnotes } from './footnotes.js';
import { hardBreaks } from './hard-breaks.js';
import { highlights, nestingBound } from './marks.js';
import { outlines } from './outlines.js';

/** Syntax that rendering and the editor share. */
export const commonSyntax: MarkdownExtension = [
  Table,
  TaskList,
  Strikethrough,
  bareAddresses,
  outlines,
  hardBreaks,
  footnotes,
  highlights,
  nestingBound,
];
