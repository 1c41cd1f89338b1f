import { frontMatter } from '../front-matter.js';
import { BlockBuilder } from './block-builder.js';
import type { BlockTree } from './block-tree.js';
import { FRONT_MATTER, PARAGRAPH, TABLE } from './node-table.js';
import { CONTAINER, LEAF, NO_START, type Start } from './start.js';
import { INDENTED_STARTS, STARTS } from './starts.js';

/*
 * Blocks of CommonMark 0.31 and GFM, a line at a time:
 *
 *   note      = [ front matter ], { line } ;
 *   line      = { mark of an open container }, ( line of the open leaf | { container start }, [ leaf start | text ] ) ;
 *   container = quote | list item | footnote ;
 *   leaf      = paragraph | heading | thematic break | code | raw HTML | table | math ;
 *   text      = line of a paragraph or table, lazily when marks of its containers are missing | first of a paragraph ;
 */

/** Columns of white space that make a line indented. */
const INDENTED = 4;

/** Parses the block structure of `body`. Linear in its length, at most `MAX_DEPTH` steps per line. */
export function parseBlocks(body: string): BlockTree {
  const builder = new BlockBuilder(body);
  const { line } = builder;
  takeFrontMatter(builder);
  while (line.next < body.length) {
    line.read();
    builder.containers.match(line, builder.nodes);
    readLine(builder);
  }
  builder.containers.matched = 0;
  builder.closeUnmatched();
  return builder;
}

function takeFrontMatter({ body, line, nodes }: BlockBuilder): void {
  const found = frontMatter(body);
  if (found === null) return;
  while (line.next < found.end) line.read();
  nodes.add(FRONT_MATTER, 0, found.start, line.end);
}

function readLine(builder: BlockBuilder): void {
  const { containers, line } = builder;
  const matched = containers.areMatched;
  if (matched && builder.continueLeaf()) return;
  if (openBlocks(builder)) return;
  if (line.isBlank) builder.closeUnmatched();
  else if (builder.leafKind === PARAGRAPH || (builder.leafKind === TABLE && matched)) builder.addLine(line.text);
  else builder.openLeaf(PARAGRAPH, line.text);
}

/** Opens the blocks that start in the line. Returns true when a leaf has consumed the rest of it. */
function openBlocks(builder: BlockBuilder): boolean {
  const { line } = builder;
  while (!line.isBlank) {
    const started = start(builder, line.indent >= INDENTED ? INDENTED_STARTS : STARTS[line.unit]);
    if (started !== CONTAINER) return started === LEAF;
  }
  return false;
}

function start(builder: BlockBuilder, starts: readonly Start[] = []): ReturnType<Start> {
  for (const attempt of starts) {
    const started = attempt(builder);
    if (started !== NO_START) return started;
  }
  return NO_START;
}
