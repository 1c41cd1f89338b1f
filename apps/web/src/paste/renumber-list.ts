import type { Place } from './place-markdown.js';

const MARKER = /^\d{1,9}[.)](?= |$)/;
/** Start of a line that ends a list: a block that is not indented, and no item with a number. */
const OTHER_BLOCK = /^(?:#{1,6} |[-*+] |> |\||```|~~~|\$\$)/;

/** Numbers the items of an ordered list that Markdown begins with; other Markdown stays as it is. */
export function renumberList(markdown: string, { first, delimiter }: NonNullable<Place['numbering']>): string {
  let number = first;
  /** Characters by which the marker of the item has grown. Further lines of the item are indented by as many. */
  let growth = 0;
  let isBehindBlank = false;
  let isInList = MARKER.test(markdown);
  const renumber = (line: string): string => {
    const marker = MARKER.exec(line)?.[0];
    isInList &&= marker !== undefined || /^\s|^$/.test(line) || !(isBehindBlank || OTHER_BLOCK.test(line));
    isBehindBlank = line.trim() === '';
    if (!isInList) return line;
    if (marker === undefined) return indentFurtherLine(line, growth);
    const written = `${number}${delimiter}`;
    number += 1;
    growth = written.length - marker.length;
    return written + line.slice(marker.length);
  };
  return markdown.split('\n').map(renumber).join('\n');
}

/** Indents a line by a number of spaces, or less when that is negative. A line without indentation continues as it is. */
function indentFurtherLine(line: string, growth: number): string {
  const { length } = /^ */.exec(line)?.[0] ?? '';
  if (length === 0 || length === line.length) return line;
  return ' '.repeat(Math.max(0, length + growth)) + line.slice(length);
}
