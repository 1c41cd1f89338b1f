import type { BlockTree } from '../blocks/block-tree.js';
import { classifyTarget, splitAnchor } from '../target.js';
import { fileTags } from './file-tags.js';

/** Lists the ids of the attachments that HTML tags of a note show or link, without repeats, in order of start. */
export function listHtmlResources(tree: BlockTree): string[] {
  const ids = new Set<string>();
  for (const { target: address } of fileTags(tree)) {
    const target = classifyTarget({ kind: 'image', ...splitAnchor(address.trim()) });
    if (target.type === 'resource') ids.add(target.resourceId);
  }
  return [...ids];
}
