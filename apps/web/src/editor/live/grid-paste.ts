/** Table from the clipboard: rows of cells. */
export type Grid = readonly (readonly string[])[];

const MAX_CELLS = 10_000;
/** Cell in a spreadsheet's text: quoted where it contains a tab, a quote or a line break. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/y;

/**
 * Returns the table on the clipboard, which spreadsheets put there as text with tabs; undefined where there is none.
 * Text that other programs put there as markup without a table is none.
 */
export function readGrid(data: DataTransfer | null): Grid | undefined {
  const html = data?.getData('text/html') ?? '';
  if (html !== '' && !/<table[\s>]/i.test(html)) return undefined;
  return parseGrid(data?.getData('text/plain') ?? '');
}

/** Parses lines that have the same number of cells, of at least two; undefined for other text. */
export function parseGrid(text: string): Grid | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  if (!lines.includes('\t')) return undefined;
  const rows: string[][] = [[]];
  for (CELL.lastIndex = 0; ; ) {
    const [, quoted, plain = '', end] = CELL.exec(lines) as RegExpExecArray;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end === '\n') rows.push([]);
  }
  const columns = rows[0]?.length ?? 0;
  if (columns < 2 || columns * rows.length > MAX_CELLS || rows.some(({ length }) => length !== columns))
    return undefined;
  // Indented code begins with tabs, too.
  return rows.every(([first]) => first?.trim() === '') ? undefined : rows;
}
