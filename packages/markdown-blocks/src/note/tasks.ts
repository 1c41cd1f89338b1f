import { collapse } from '../blanks.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { LIST_ITEM, PARAGRAPH } from '../blocks/node-table.js';
import type { LineIndex } from '../locator.js';
import type { Block } from './block-list.js';
import type { BlockRow } from './block-rows.js';

/** Task of a note: a list item that begins with `[ ]` or `[x]`. */
export interface Task {
  /** Source of the item's first paragraph on one line, without box and marker. */
  text: string;
  done: boolean;
  line: number;
  /** Id of the item's block. */
  blockId: string;
  marker: string | null;
  /** Date of `📅 YYYY-MM-DD` or `due:YYYY-MM-DD` in the text. */
  due: string | null;
  /** UTF-8 offsets of the item, and of the character in its box. */
  startByte: number;
  boxByte: number;
}

const BOX = /\[([ xX])\](?=\s|$)/y;
const BOX_UNITS = 3;
const DUE = /(?:📅\ufe0f?\s*|(?<![\w-])due:\s*)(\d{4}-\d{2}-\d{2})(?![\d-])/gu;

/** Returns the box of a list item, or null: the offset of its `[`, and true for a ticked one. */
export function taskBox({ body, nodes }: BlockTree, node: number): { at: number; done: boolean } | null {
  const first = node + 1;
  if (nodes.kind(node) !== LIST_ITEM || first === nodes.length || nodes.kind(first) !== PARAGRAPH) return null;
  if (nodes.depth(first) !== nodes.depth(node) + 1) return null;
  const at = nodes.start(first);
  BOX.lastIndex = at;
  const box = BOX.exec(body);
  return box === null ? null : { at, done: box[1] !== ' ' };
}

/** Returns true for the text of a list item that may be a task, and for each other text that collapses to the same. */
export const beginsWithBox = (text: string): boolean => text.trimStart().startsWith('[');

/** Lists the first `limit` tasks among blocks; `rows` and `blocks` describe the same blocks in the same order. */
export function listTasks(
  tree: BlockTree,
  rows: readonly BlockRow[],
  blocks: readonly Block[],
  locator: LineIndex,
  limit: number,
): Task[] {
  const tasks: Task[] = [];
  for (const [index, { node, first }] of rows.entries()) {
    if (tasks.length === limit) break;
    const box = taskBox(tree, node);
    if (box === null) continue;
    const { line, id: blockId, marker, startByte } = blocks[index]!;
    const text = collapse(first.slice(BOX_UNITS));
    const boxByte = locator.locate(box.at + 1).byte;
    tasks.push({ text, done: box.done, line, blockId, marker, due: dueDate(text), startByte, boxByte });
  }
  return tasks;
}

function dueDate(text: string): string | null {
  for (const [, date] of text.matchAll(DUE)) if (isDate(date!)) return date!;
  return null;
}

function isDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
