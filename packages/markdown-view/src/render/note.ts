import type { Tree } from '@lezer/common';
import { createLocator, frontMatter, Slugger } from '@notes/markdown-blocks';
import type { PlacedNode } from '../html/tree-builder.js';
import { element, type RenderedBlock, type SafeNode } from '../nodes.js';
import { createParser } from '../syntax/parser.js';
import { placedNodes } from './blocks.js';
import { Closings } from './closings.js';
import { withoutComments } from './comments.js';
import type { Context } from './context.js';
import { addDefinition, Definitions } from './definitions.js';
import { addDirections, hasRightToLeft } from './direction.js';
import { Footnotes } from './footnotes.js';
import { measureBlock } from './measure.js';
import { cutBlocks, type RenderedPart, selectBlocks } from './part.js';
import { plainText } from './plain.js';
import { blankQuoteMarks } from './quote-marks.js';
import { splitBlock } from './split.js';

/** Options of rendering. */
export interface RenderOptions {
  /** True when a line end within a paragraph is a line break instead of a space. */
  readonly breaksLines?: boolean;
  /** Numbers by label of footnotes whose text is elsewhere, for a part of a note. */
  readonly footnoteNumbers?: ReadonlyMap<string, number> | undefined;
}

export interface NoteOptions extends RenderOptions {
  /** Title shown above the note. A heading at the start of the note that repeats it is reduced to its anchor. */
  readonly title?: string | undefined;
}

/**
 * Renders a note as safe nodes, block by block, long blocks in parts. Runs in the worker, whose deadline bounds the
 * time.
 */
export function renderNote(body: string, options: NoteOptions = {}): RenderedBlock[] {
  const source = toPlainLines(body);
  const matter = frontMatter(source);
  const blocks = matter === null ? [] : [frontMatterBlock(source.slice(matter.contentStart, matter.contentEnd))];
  const begin = matter?.end ?? 0;
  const firstLine = countLines(source, begin);
  const shown = withoutComments(source.slice(begin), 'shown');
  for (const [index, block] of renderBlocks(shown, options).entries())
    for (const { node, line } of splitBlock(index === 0 ? withoutTitle(block.node, options.title) : block.node))
      blocks.push(toRenderedBlock(block.line + line + firstLine, node));
  return blocks;
}

export interface PartOptions extends RenderOptions {
  /** Anchor of a heading or block; undefined for the whole note. */
  readonly at?: string | undefined;
  /** Most characters of JSON. Only the first block may be longer, up to the size of a part. */
  readonly limit: number;
}

/**
 * Renders a note, or the section or block at an anchor, for display in another note: without front matter. Undefined
 * when the note has no such anchor. Bounds as `renderNote`.
 */
export function renderPart(body: string, { at, limit, ...options }: PartOptions): RenderedPart | undefined {
  const blocks = renderNote(body, options).filter(({ json }) => !json.includes('"data-part":"properties"'));
  const selected = at === undefined || at === '' ? blocks : selectBlocks(blocks, at);
  return selected && cutBlocks(selected, limit);
}

/**
 * Renders a note as safe nodes for a separate page, one per block, without front matter and comments. May overflow the
 * stack and has no time limit, as `renderNote`.
 */
export function renderPage(body: string, options: RenderOptions = {}): SafeNode[] {
  const source = toPlainLines(body);
  const shown = withoutComments(source.slice(frontMatter(source)?.end ?? 0));
  return renderBlocks(shown, options).map(({ node }) => node);
}

/** Returns a body whose lines end with LF, without a byte order mark. */
const toPlainLines = (body: string): string => body.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

function renderBlocks(text: string, options: RenderOptions): PlacedNode[] {
  const tree = createParser(text).parse(text);
  const context = createContext(text, tree, options);
  // Notes with left-to-right text only need no directions.
  const finish = hasRightToLeft(text) ? addDirections : (node: SafeNode) => node;
  const placed = placedNodes(tree.cursor(), context, (line) => {
    context.blockLine = line;
  });
  const blocks = placed.map(({ node, line }) => ({ node: finish(node), line }));
  const notes = context.footnotes.render();
  if (notes !== undefined) blocks.push({ line: context.lineAt(text.length), node: finish(notes) });
  return blocks;
}

const HEADING = /^h[1-6]$/;

function withoutTitle(node: SafeNode, title: string | undefined): SafeNode {
  if (title === undefined || typeof node === 'string' || !HEADING.test(node.tag)) return node;
  if (plainText(node.children).trim() !== title.trim()) return node;
  const { 'data-anchor': anchor } = node.attributes;
  return element('div', [], anchor === undefined ? {} : { 'data-anchor': anchor });
}

const toRenderedBlock = (line: number, node: SafeNode): RenderedBlock => ({
  line,
  json: JSON.stringify(node),
  ...measureBlock(node),
});

function createContext(text: string, tree: Tree, { breaksLines = false, footnoteNumbers }: RenderOptions): Context {
  const source = blankQuoteMarks(text, tree);
  const definitions = new Definitions();
  const labels = new Set<string>();
  const cursor = tree.cursor();
  do {
    if (cursor.name === 'LinkReference') addDefinition(cursor, source, definitions);
    if (cursor.name === 'FootnoteLabel') labels.add(source.slice(cursor.from + 2, cursor.to - 2));
  } while (cursor.next());
  const locator = createLocator(source);
  return {
    source,
    definitions,
    slugger: new Slugger(),
    footnotes: new Footnotes(labels, footnoteNumbers),
    depth: 0,
    blockLine: 1,
    lineAt: (offset) => locator.locate(offset).line,
    breaksLines,
    textTo: 0,
    isInLink: false,
    isInCell: false,
    hiddenTo: 0,
    closings: new Closings(source, tree),
  };
}

/** Counts the lines that end before `end`. */
function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

const frontMatterBlock = (yaml: string): RenderedBlock =>
  toRenderedBlock(
    1,
    element('details', [element('summary', [], { 'data-part': 'properties' }), element('pre', [yaml])], {
      class: 'front-matter',
    }),
  );
