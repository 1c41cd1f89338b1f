import type { BlockTree } from '../blocks/block-tree.js';
import { classifyTarget, splitAnchor } from '../target.js';
import { imageTags } from './image-tags.js';

/** Lists the ids of the attachments that `<img>` of a note show, without repeats, in order of start. */
export function listImageResources(tree: BlockTree): string[] {
  const ids = new Set<string>();
  for (const { target: address } of imageTags(tree)) {
    const target = classifyTarget({ kind: 'image', ...splitAnchor(address.trim()) });
    if (target.type === 'resource') ids.add(target.resourceId);
  }
  return [...ids];
}
