import { readText } from '../files/read-text.js';
import { escapeText } from '../html/escape.js';
import type { FileItem, SourceNote } from '../item.js';
import type { NoteRules } from '../note-rules.js';
import type { Rejection } from '../rejection.js';
import { createRejection } from '../rejection.js';
import { readCsv } from './csv.js';
import { toLinkTarget } from './link-target.js';
import { readName } from './names.js';

/** Returns the path of the page of a row by its title; undefined when there is none or more than one. */
export type RowPage = (title: string) => string | undefined;

/** Reads a database as a note: a table of its rows, each linked to its page. */
export async function readDatabase(
  file: FileItem,
  rowPage: RowPage,
  { maxTextBytes }: NoteRules,
): Promise<SourceNote | Rejection> {
  const read = await readText(file, maxTextBytes);
  if ('reason' in read) return read;
  const [head = [], ...rows] = readCsv(read.text.replace(/^\ufeff/, ''));
  const lines = [formatRow(head.map(formatCell)), formatRow(head.map(() => '---'))];
  let length = 0;
  for (const row of rows) {
    const [first = '', ...others] = row;
    if (row.length === 1 && first === '') continue;
    const written = formatRow(
      [formatLink(first, rowPage), ...others.map(formatCell)].slice(0, Math.max(head.length, 1)),
    );
    length += written.length;
    if (length > maxTextBytes) return createRejection('too_large');
    lines.push(written);
  }
  const { title } = readName(file.path);
  const times = { created: undefined, updated: undefined, modifiedAt: read.modifiedAt };
  return { title, text: `${lines.join('\n')}\n`, fileName: title, tags: [], ...times, warnings: read.warnings };
}

const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const formatCell = (text: string): string =>
  escapeText(text.trim(), { formulas: text.split('$').length > 2 })
    .replaceAll('|', '\\|')
    .replace(/\r\n|\r|\n/g, '<br>');

function formatLink(title: string, rowPage: RowPage): string {
  const path = rowPage(title);
  const shown = formatCell(title) || 'Untitled';
  return path === undefined ? formatCell(title) : `[${shown}](${toLinkTarget(path)})`;
}
