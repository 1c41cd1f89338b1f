import { element, type RenderedBlock } from '@notes/markdown-view';

/** Characters in a block. Short blocks let the page lay out only the part near the view. */
const BLOCK_LENGTH = 5_000;

/** Splits the source text of a body into blocks for the page. */
export function plainBlocks(body: string): RenderedBlock[] {
  const blocks: RenderedBlock[] = [];
  let line = 1;
  for (let at = 0; at < body.length; ) {
    const limit = Math.min(body.length, at + BLOCK_LENGTH);
    const newline = body.lastIndexOf('\n', limit - 1);
    const end = newline >= at && limit < body.length ? newline + 1 : withoutHalfPair(body, limit);
    const text = body.slice(at, end);
    const lines = text.split('\n').length - 1;
    const continuedClass = end < body.length ? ' goes-on' : '';
    const json = JSON.stringify(element('pre', [text], { class: `raw${continuedClass}`, dir: 'auto' }));
    blocks.push({ line, json, text, anchors: [], rows: Math.max(lines, text.length / LINE_LENGTH) });
    line += lines;
    at = end;
  }
  return blocks;
}

const LINE_LENGTH = 80;

/** Moves an offset behind a surrogate pair it would split. */
const withoutHalfPair = (text: string, at: number) => ((text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at);
