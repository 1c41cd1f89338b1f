import { HEADING } from '../blocks/node-table.js';
import type { BlockTree } from '../blocks/parser.js';
import { isBlock } from './block-rows.js';
import { taskBox } from './tasks.js';

/** How many of each a note lists at most. */
export const BOUNDS = { links: 20_000, tasks: 20_000, blocks: 100_000, headings: 20_000 } as const;

/** A list of a note that one of `BOUNDS` may cut. */
export type BoundedList = keyof typeof BOUNDS;

/** All tasks of a note, beyond `BOUNDS.tasks` too. */
export interface TaskCounts {
  open: number;
  done: number;
}

export interface Counts {
  tasks: TaskCounts;
  /** Those of the lists `blocks`, `headings` and `tasks` that are cut. */
  cut: ReadonlySet<BoundedList>;
}

/** Headings and tasks are listed with the ids of their blocks: behind the last block that is listed there are none. */
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
