/** Marks of quotes, lists and tasks at the start of a line. */
const CONTAINERS = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))[ \t]*)+(?:\[[ xX/-]\](?=[ \t]|$)[ \t]*)?/;
/** Head of a callout, behind the mark of its quote. */
const CALLOUT = /^\[![A-Za-z-]+\][-+]?[ \t]*/;
/** Thematic break, or line below a heading. */
const RULE = /^[ \t]*([-*_=])(?:[ \t]*\1)+[ \t]*$/;
/** Delimiter row of a table. */
const TABLE_RULE = /^(?=[^-]*-)(?=[^|]*\|)[-:| \t]+$/;
const FENCE = /^[ \t]*(?:`{3,}|~{3,})/;
const PIPE = /(?<!\\)\|/g;

/**
 * Removes the marks of lists, quotes, callouts and rules from a piece of Markdown whose lines are going to be joined:
 * afterwards a mark could not be told from text. Marks within lines, and the marks of headings, stay.
 *
 * @param beginsLine false when the first line is the rest of a longer one
 */
export function removeLineMarks(piece: string, beginsLine: boolean): string {
  const lines = piece.split(/\r\n?|\n/);
  let isInCode = false;
  const stripped = lines.map((line, index) => {
    if (index === 0 && !beginsLine) return line;
    const isFence = FENCE.test(line);
    if (isFence) isInCode = !isInCode;
    return isFence || isInCode ? line : removeMarks(line);
  });
  return removeTables(stripped).join('\n');
}

function removeMarks(line: string): string {
  if (RULE.test(line)) return '';
  const marks = CONTAINERS.exec(line)?.[0] ?? '';
  const text = line.slice(marks.length);
  if (RULE.test(text)) return '';
  return marks.includes('>') ? text.replace(CALLOUT, '') : text;
}

/** Removes the delimiter rows of tables, and the pipes of their other rows. */
function removeTables(lines: readonly string[]): readonly string[] {
  const rows = [...lines];
  let isInTable = false;
  for (const [index, line] of lines.entries()) {
    if (index > 0 && TABLE_RULE.test(line)) {
      isInTable = true;
      rows[index] = '';
      rows[index - 1] = (rows[index - 1] ?? '').replace(PIPE, ' ');
    } else if (line.trim() === '') isInTable = false;
    else if (isInTable) rows[index] = line.replace(PIPE, ' ');
  }
  return rows;
}
