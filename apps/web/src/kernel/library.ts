import type { NotebookNode, Output } from '@notes/contract';
import { call } from '../api/client.js';
import { firstStatus, libraryVersion, reconnectCount } from './connection.js';
import { currentEntry } from './router.js';
import { type Data, useData } from './use-data.js';

export type SavedSearch = Output<'listSearchNotebooks'>['search_notebooks'][number];
type TagRow = Output<'listTags'>['tags'][number];

type Tree = readonly NotebookNode[];

let sharedTree: { readonly key: string; readonly tree: Promise<Tree> } | undefined;

/**
 * Reads the notebooks. The parts of a screen share one request for a version of the library, which is known with the
 * first status; another screen reads them anew.
 */
async function readTree(): Promise<Tree> {
  await firstStatus;
  const key = `${libraryVersion.peek()} ${reconnectCount.peek()} ${currentEntry.peek()}`;
  if (sharedTree?.key === key) return sharedTree.tree;
  const tree = call('getNotebookTree', {}).then(({ notebooks }) => notebooks);
  sharedTree = { key, tree };
  tree.catch(() => {
    if (sharedTree?.tree === tree) sharedTree = undefined;
  });
  return tree;
}

export const useNotebooks = (): Data<Tree> => useData('notebooks', readTree);

export const useTags = (): Data<readonly TagRow[]> =>
  useData('tags', async (signal) => (await call('listTags', {}, signal)).tags);

export const useSavedSearches = (): Data<readonly SavedSearch[]> =>
  useData('saved', async (signal) => (await call('listSearchNotebooks', {}, signal)).search_notebooks);

/** A tag in the tag tree. */
export interface TagNode {
  readonly name: string;
  readonly segment: string;
  /** Notes with this tag; undefined when the segment is only a prefix of other tags. */
  readonly noteCount: number | undefined;
  readonly children: TagNode[];
}

/** Builds the tree given by the slashes in tag names, in alphabetical order. */
export function buildTagTree(tags: readonly TagRow[]): TagNode[] {
  const roots: TagNode[] = [];
  const byName = new Map<string, TagNode>();
  const counts = new Map(tags.map(({ name, note_count }) => [name, note_count]));
  const getNode = (name: string): TagNode => {
    const parentNode = byName.get(name);
    if (parentNode !== undefined) return parentNode;
    const slashIndex = name.lastIndexOf('/');
    const node = { name, segment: name.slice(slashIndex + 1), noteCount: counts.get(name), children: [] };
    byName.set(name, node);
    (slashIndex === -1 ? roots : getNode(name.slice(0, slashIndex)).children).push(node);
    return node;
  };
  for (const name of [...counts.keys()].sort((a, b) => a.localeCompare(b))) getNode(name);
  return roots;
}
