import { blanksStart, skipBlanks } from '../blanks.js';
import { isBlank } from '../units.js';
import type { BlockBuilder } from './block-builder.js';
import type { BlockTree } from './block-tree.js';
import { HEADING, PARAGRAPH } from './node-table.js';
import { LEAF, NO_START } from './start.js';
import { startThematicBreak } from './thematic-break.js';

/*
 * heading  = atx | setext ;
 * atx      = 1 to 6 of "#", ( white space, text, [ white space, { "#" } ] | end of line ) ;
 * setext   = paragraph, underline ;   underline = "=", { "=" } | "-", { "-" } ;
 */

const HASH = 0x23;
const EQUALS = 0x3d;
const MAX_LEVEL = 6;

export function startAtxHeading(builder: BlockBuilder) {
  const { body, text, end } = builder.line;
  const behind = skip(body, text, end, HASH);
  const level = behind - text;
  if (level > MAX_LEVEL || (behind < end && !isBlank(body.charCodeAt(behind)))) return NO_START;
  builder.nodes.setLevel(builder.openLeaf(HEADING, text), level);
  builder.closeLeaf();
  return LEAF;
}

export function startSetextHeading(builder: BlockBuilder) {
  const { body, text, end } = builder.line;
  if (!builder.inParagraph) return NO_START;
  const mark = body.charCodeAt(text);
  if (skipBlanks(body, skip(body, text, end, mark), end) < end) return NO_START;
  if (!builder.removeDefinitions()) {
    // The lines above held nothing but definitions.
    if (mark === EQUALS || startThematicBreak(builder) === NO_START) builder.openLeaf(PARAGRAPH, text);
    return LEAF;
  }
  builder.addLine(text);
  builder.nodes.setLevel(builder.leaf, mark === EQUALS ? -1 : -2);
  builder.nodes.setKind(builder.leaf, HEADING);
  builder.leafKind = HEADING;
  builder.closeLeaf();
  return LEAF;
}

/** Returns start and end of a heading's text in the body, without its marks. */
export function headingText({ body, nodes }: BlockTree, node: number): { start: number; end: number } {
  const [start, end] = [nodes.start(node), nodes.end(node)];
  const level = nodes.level(node);
  return level < 0 ? { start, end: body.lastIndexOf('\n', end - 1) } : atxText(body, start + level, end);
}

function atxText(body: string, from: number, to: number): { start: number; end: number } {
  const start = skipBlanks(body, from, to);
  const end = blanksStart(body, start, to);
  let marks = end;
  while (marks > start && body.charCodeAt(marks - 1) === HASH) marks--;
  // A closing sequence follows a blank; the `#` of `C#` is text.
  const closed = marks === start || isBlank(body.charCodeAt(marks - 1));
  return { start, end: closed ? blanksStart(body, start, marks) : end };
}

function skip(body: string, from: number, to: number, unit: number): number {
  let at = from;
  while (at < to && body.charCodeAt(at) === unit) at++;
  return at;
}
