import { readText } from '../files/read-text.js';
import { escapeText } from '../html/escape.js';
import type { FileItem, SourceNote } from '../item.js';
import type { NoteRules } from '../note-rules.js';
import type { Rejection } from '../rejection.js';
import { createRejection } from '../rejection.js';
import { readCsv } from './csv.js';
import { toLinkTarget } from './link-target.js';
import { matchRows } from './match-rows.js';
import { readName } from './names.js';

/** Pages of the rows of a database. */
export interface RowPages {
  /** Returns the pages of rows with a title. */
  readonly find: (title: string) => readonly FileItem[];
  /** Returns the path of a page from the database. */
  readonly getPath: (page: FileItem) => string;
}

/** Reads a database as a note: a table of its rows, each linked to its page. */
export async function readDatabase(file: FileItem, pages: RowPages, rules: NoteRules): Promise<SourceNote | Rejection> {
  const { maxTextBytes } = rules;
  const read = await readText(file, maxTextBytes);
  if ('reason' in read) return read;
  const [head = [], ...rows] = readCsv(read.text.replace(/^\ufeff/, ''));
  const lines = [formatRow(head.map(formatCell)), formatRow(head.map(() => '---'))];
  const linked = await linkRows(rows, head, pages, rules);
  let length = 0;
  for (const row of rows) {
    const [first = '', ...others] = row;
    if (row.length === 1 && first === '') continue;
    const written = formatRow(
      [formatLink(first, linked.get(row)), ...others.map(formatCell)].slice(0, Math.max(head.length, 1)),
    );
    length += written.length;
    if (length > maxTextBytes) return createRejection('too_large');
    lines.push(written);
  }
  const { title } = readName(file.path);
  const times = { created: undefined, updated: undefined, modifiedAt: read.modifiedAt };
  return { title, text: `${lines.join('\n')}\n`, fileName: title, tags: [], ...times, warnings: read.warnings };
}

/** Returns the paths of the pages of rows. */
async function linkRows(
  rows: readonly (readonly string[])[],
  names: readonly string[],
  { find, getPath }: RowPages,
  rules: NoteRules,
): Promise<ReadonlyMap<readonly string[], string>> {
  const linked = new Map<readonly string[], string>();
  const namesakes = new Map<readonly FileItem[], (readonly string[])[]>();
  for (const row of rows) {
    const pages = find(row[0] ?? '');
    const [page, second] = pages;
    const alike = namesakes.get(pages);
    if (alike !== undefined) alike.push(row);
    else if (second !== undefined) namesakes.set(pages, [row]);
    else if (page !== undefined) linked.set(row, getPath(page));
  }
  for (const [pages, alike] of namesakes)
    for (const [row, page] of await matchRows({ rows: alike, pages }, names, rules)) linked.set(row, getPath(page));
  return linked;
}

const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const formatCell = (text: string): string =>
  escapeText(text.trim(), { formulas: text.split('$').length > 2 })
    .replaceAll('|', '\\|')
    .replace(/\r\n|\r|\n/g, '<br>');

function formatLink(title: string, path: string | undefined): string {
  const shown = formatCell(title) || 'Untitled';
  return path === undefined ? formatCell(title) : `[${shown}](${toLinkTarget(path)})`;
}
