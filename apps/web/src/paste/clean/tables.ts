import { type Element, getTextLine, type Node, walkElements } from '@notes/note-formats/html';

const isElement = (node: Node, name: RegExp): node is Element => typeof node !== 'string' && name.test(node.name);

/** Makes the first row of a table its header, and removes empty columns and rows at its ends. */
export function tidyTable(table: Element): Element {
  if ([...walkElements(table)].filter(({ name }) => name === 'table').length > 1) return table;
  const rows = [...walkElements(table)].filter(({ name }) => name === 'tr');
  if (rows.some((row) => row.children.filter((cell) => isElement(cell, /^t[hd]$/)).length > 1)) {
    const width = Math.max(...rows.map(countUsedCells));
    const end = rows.findLastIndex((row) => countUsedCells(row) > 0) + 1;
    const hasHead = rows.some(({ children }) => children.filter(isCell).every(({ name }) => name === 'th'));
    const tidied = rows.slice(0, end).map((row, index) => tidyRow(row, width, index === 0 && !hasHead));
    const captions = table.children.filter((child) => isElement(child, /^caption$/));
    return { ...table, children: [...captions, ...tidied] };
  }
  return table;
}

const isCell = (node: Node): node is Element => isElement(node, /^t[hd]$/);

/** Counts the cells up to the last one with content. */
const countUsedCells = ({ children }: Element) => children.filter(isCell).findLastIndex(hasContent) + 1;

const hasContent = (cell: Element) =>
  getTextLine(cell) !== '' || [...walkElements(cell)].some(({ name }) => name === 'img' || name === 'input');

function tidyRow(row: Element, width: number, isHead: boolean): Element {
  const cells = row.children.filter(isCell).slice(0, Math.max(width, 1));
  return {
    ...row,
    children: cells.map((cell) => (isHead ? { ...cell, name: 'th', children: withoutBold(cell) } : cell)),
  };
}

/** Removes bold from the content of an element that is bold itself. */
export const withoutBold = ({ children }: Element): Node[] =>
  children.flatMap((node): Node[] => {
    if (typeof node === 'string') return [node];
    const inner = withoutBold(node);
    return node.name === 'strong' || node.name === 'b' ? inner : [{ ...node, children: inner }];
  });
