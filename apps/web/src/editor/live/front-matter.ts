import type { Text } from '@codemirror/state';
import { frontMatter } from '@notes/markdown-blocks';
import { MAX_BLOCK_LENGTH } from '../bounds.js';
import { parseFields } from './matter-fields.js';
import { type FoundBlock, RenderableBlock } from './renderable-blocks.js';

/** Finds the front matter of a note; undefined where there is none of the length of a block. */
export function findFrontMatter(doc: Text): FoundBlock | undefined {
  if (doc.sliceString(0, '---'.length) !== '---') return undefined;
  const matter = frontMatter(doc.sliceString(0, Math.min(doc.length, MAX_BLOCK_LENGTH)));
  if (matter === null) return undefined;
  const { to } = doc.lineAt(matter.contentEnd);
  const kind = parseFields(doc.sliceString(0, to)) === undefined ? 'yaml' : 'front-matter';
  return { from: 0, to, value: new RenderableBlock(kind, 0) };
}
