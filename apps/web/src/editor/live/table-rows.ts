/** Lists the rows of a rendered table. A long table is rendered in parts, of which each repeats the head. */
export const listRows = (root: HTMLElement): HTMLTableRowElement[] =>
  [...root.querySelectorAll('table')].flatMap((table, index) => [...table.rows].slice(index === 0 ? 0 : 1));
