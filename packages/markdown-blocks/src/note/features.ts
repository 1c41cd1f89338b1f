import type { BlockTree } from '../blocks/block-tree.js';
import { FENCED_CODE, INDENTED_CODE } from '../blocks/node-table.js';
import type { TaskCounts } from './counts.js';
import { labelledFences } from './fences.js';
import type { BodyLink } from './links.js';
import { hasRemoteMedia } from './remote-media.js';

/** Features of a note that a search can ask for. `link` is any link but an image. */
export type Feature = 'link' | 'image' | 'task' | 'open-task' | 'remote-media' | 'code' | 'template' | 'query';

export const TEMPLATE_LABEL = 'note-template';
export const QUERY_LABEL = 'note-query';

/** Returns the features of a note, by its blocks and tasks and by `links`, all or the first of them. */
export function findFeatures(tree: BlockTree, links: readonly BodyLink[], tasks: TaskCounts): Set<Feature> {
  const features = new Set<Feature>();
  addLinkFeatures(links, features);
  if (tasks.open + tasks.done > 0) features.add('task');
  if (tasks.open > 0) features.add('open-task');
  if (hasCode(tree)) features.add('code');
  if (hasRemoteMedia(tree, links)) features.add('remote-media');
  if (!labelledFences(tree, TEMPLATE_LABEL).next().done) features.add('template');
  if (!labelledFences(tree, QUERY_LABEL).next().done) features.add('query');
  return features;
}

function addLinkFeatures(links: readonly BodyLink[], features: Set<Feature>): void {
  for (const { kind } of links) features.add(kind === 'image' ? 'image' : 'link');
}

function hasCode({ nodes }: BlockTree): boolean {
  for (let node = 0; node < nodes.length; node++) {
    const kind = nodes.kind(node);
    if (kind === FENCED_CODE || kind === INDENTED_CODE) return true;
  }
  return false;
}
