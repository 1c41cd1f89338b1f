import { startFencedCode } from './fenced-code.js';
import { startFootnote } from './footnote.js';
import { startAtxHeading, startSetextHeading } from './heading.js';
import { startHtml } from './html-block.js';
import { startIndentedCode } from './indented-code.js';
import { startListItem } from './list-item.js';
import { startMath } from './math.js';
import { startOutlineItem } from './outline-item.js';
import { startQuote } from './quote.js';
import type { Start } from './start.js';
import { startTable } from './table.js';
import { startThematicBreak } from './thematic-break.js';

const STARTS_BY_CHARACTER: Readonly<Record<string, readonly Start[]>> = {
  '>': [startQuote],
  '#': [startAtxHeading],
  '`': [startFencedCode],
  '~': [startFencedCode],
  '<': [startHtml],
  '=': [startSetextHeading],
  '-': [startSetextHeading, startThematicBreak, startListItem, startTable],
  '*': [startThematicBreak, startListItem],
  _: [startThematicBreak],
  '+': [startListItem],
  '|': [startTable],
  ':': [startTable],
  '[': [startFootnote],
  $: [startMath],
  ...Object.fromEntries(Array.from('0123456789', (digit) => [digit, [startListItem]])),
};

/** Constructs by first code unit, for text indented by less than four columns, in the order of trial. */
export const STARTS: readonly (readonly Start[] | undefined)[] = Array.from(
  { length: 0x80 },
  (_, unit) => STARTS_BY_CHARACTER[String.fromCharCode(unit)],
);

/** Constructs for text that is indented further. */
export const INDENTED_STARTS: readonly Start[] = [startOutlineItem, startIndentedCode];
