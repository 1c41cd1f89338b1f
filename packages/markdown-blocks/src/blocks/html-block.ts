import { skipBlanks } from '../blanks.js';
import { RawHtml } from '../inline/raw-html.js';
import type { BlockBuilder, LeafReader } from './block-builder.js';
import { HTML, PARAGRAPH } from './node-table.js';
import { LEAF, NO_START } from './start.js';

/*
 * raw HTML = one of seven openings, { line }, its end ;      the openings and ends are rows of SECTIONS, or
 *          | tag of a block element, { line }, blank line
 *          | one whole tag alone on its line, { line }, blank line ;   which ends no paragraph
 */

interface Section {
  readonly opens: RegExp;
  readonly closes: RegExp;
}

const SECTIONS: readonly Section[] = [
  { opens: /^<(?:script|pre|style|textarea)(?:[\t >]|$)/i, closes: /<\/(?:script|pre|style|textarea)>/i },
  { opens: /^<!--/, closes: /-->/ },
  { opens: /^<\?/, closes: /\?>/ },
  { opens: /^<![A-Za-z]/, closes: />/ },
  { opens: /^<!\[CDATA\[/, closes: /\]\]>/ },
];
const BLOCK_TAG =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[\t ]|\/?>|$)/i;
const ANY_TAG = /^<\/?[A-Za-z]/;

export function startHtml(builder: BlockBuilder) {
  const { line } = builder;
  const text = line.body.slice(line.text, line.end);
  const section = SECTIONS.find(({ opens }) => opens.test(text));
  if (section === undefined) {
    if (!BLOCK_TAG.test(text) && (builder.leafKind === PARAGRAPH || !isWholeTag(text))) return NO_START;
    builder.openLeaf(HTML, line.text, readToBlank);
    return LEAF;
  }
  builder.openLeaf(HTML, line.text, sectionReader(section.closes));
  if (section.closes.test(text)) builder.closeLeaf();
  return LEAF;
}

function isWholeTag(text: string): boolean {
  if (!ANY_TAG.test(text)) return false;
  const end = new RawHtml(text).end(0);
  return end !== -1 && skipBlanks(text, end, text.length) === text.length;
}

function readToBlank(builder: BlockBuilder): boolean {
  if (builder.line.isBlank) return false;
  builder.addLine(builder.line.at);
  return true;
}

function sectionReader(closes: RegExp): LeafReader {
  return (builder) => {
    const { line } = builder;
    builder.addLine(line.at);
    if (closes.test(line.body.slice(line.at, line.end))) builder.closeLeaf();
    return true;
  };
}
