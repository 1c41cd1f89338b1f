import type { BlockTree } from '../blocks/block-tree.js';
import { HEADING } from '../blocks/node-table.js';
import { isBlock } from './block-rows.js';
import { taskBox } from './tasks.js';

/** Largest number of entries of each list of a note. */
export const BOUNDS = { links: 20_000, tasks: 20_000, blocks: 100_000, headings: 20_000 } as const;

/** List of a note that one of `BOUNDS` may cut. */
export type BoundedList = keyof typeof BOUNDS;

/** Number of all tasks of a note, beyond `BOUNDS.tasks` too. */
export interface TaskCounts {
  open: number;
  done: number;
}

export interface Counts {
  tasks: TaskCounts;
  /** Truncated lists among `blocks`, `headings` and `tasks`. */
  cut: ReadonlySet<BoundedList>;
}

/**
 * Counts nodes. Headings and tasks are listed with the ids of their blocks, so none are listed behind the last listed
 * block.
 */
export function countNodes(tree: BlockTree): Counts {
  const { nodes } = tree;
  const tasks = { open: 0, done: 0 };
  const cut = new Set<BoundedList>();
  let [blocks, headings] = [0, 0];
  for (let node = 0; node < nodes.length; node++) {
    if (isBlock(tree, node) && ++blocks > BOUNDS.blocks) cut.add('blocks');
    if (nodes.kind(node) === HEADING && (++headings > BOUNDS.headings || cut.has('blocks'))) cut.add('headings');
    const box = taskBox(tree, node);
    if (box === null) continue;
    tasks[box.done ? 'done' : 'open']++;
    if (tasks.open + tasks.done > BOUNDS.tasks || cut.has('blocks')) cut.add('tasks');
  }
  return { tasks, cut };
}
