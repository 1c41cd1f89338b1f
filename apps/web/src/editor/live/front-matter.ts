import type { Text } from '@codemirror/state';
import { frontMatter } from '@notes/markdown-blocks';
import { MAX_BLOCK_LENGTH } from '../bounds.js';
import { type FoundBlock, RenderableBlock } from './renderable-blocks.js';

/** Finds the front matter of a note; undefined where there is none of the length of a block. */
export function findFrontMatter(doc: Text): FoundBlock | undefined {
  if (doc.sliceString(0, '---'.length) !== '---') return undefined;
  const matter = frontMatter(doc.sliceString(0, Math.min(doc.length, MAX_BLOCK_LENGTH)));
  if (matter === null) return undefined;
  return { from: 0, to: doc.lineAt(matter.contentEnd).to, value: new RenderableBlock('front-matter', 0) };
}
