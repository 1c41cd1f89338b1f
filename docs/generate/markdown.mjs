// @ts-check

/** Returns a text as a code span, whatever backquotes it holds. */
export function code(/** @type {string} */ text) {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padded = text.startsWith('`') || text.endsWith('`') ? ` ${text} ` : text;
  return `${fence}${padded}${fence}`;
}

/** Escapes plain text for Markdown, so that neither markup nor HTML is interpreted. Tables escape `|` themselves. */
export const plain = (/** @type {string} */ text) => text.replaceAll(/[\\`*_<>[\]{}]/g, String.raw`\$&`);

/**
 * Returns a Markdown table. Cells are Markdown; a `|` in them is escaped.
 *
 * @param {readonly string[]} heading
 * @param {readonly (readonly string[])[]} rows
 */
export function table(heading, rows) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)].join('\n');
}
