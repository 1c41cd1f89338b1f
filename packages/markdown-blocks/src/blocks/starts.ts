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

const STARTS_OF: Readonly<Record<string, readonly Start[]>> = {
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

/** What may start with a code unit that is indented by less than four columns, in the order it is tried. */
export const STARTS: readonly (readonly Start[] | undefined)[] = Array.from(
  { length: 0x80 },
  (_, unit) => STARTS_OF[String.fromCharCode(unit)],
);

/** What may start behind more white space. */
export const INDENTED_STARTS: readonly Start[] = [startOutlineItem, startIndentedCode];
