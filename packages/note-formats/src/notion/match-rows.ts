import { readText } from '../files/read-text.js';
import type { FileItem } from '../item.js';
import type { NoteRules } from '../note-rules.js';

/** Most pairs of a row and a page that are compared for one title. */
const MAX_PAIRS = 1_000_000;

/** Rows of a database that may have any of the same pages, since their titles are equal. */
export interface Namesakes {
  /** Cells of each row, the title first. */
  readonly rows: readonly (readonly string[])[];
  readonly pages: readonly FileItem[];
}

/**
 * Returns the page of each row: the one whose title and properties have most of the cells. Each page is the page of one
 * row; equally similar ones keep their order.
 *
 * @param names names of the columns
 */
export async function matchRows(
  { rows, pages }: Namesakes,
  names: readonly string[],
  rules: NoteRules,
): Promise<ReadonlyMap<readonly string[], FileItem>> {
  if (rows.length * pages.length > MAX_PAIRS) return new Map();
  const heads: string[] = [];
  for (const page of pages) heads.push(await readHead(page, rules));
  const wanted = rows.map((row) => row.map((cell, n) => toLetters(n === 0 ? cell : `${names[n] ?? ''}${cell}`)));
  const pairs = wanted.flatMap((cells, row) =>
    heads.map((head, page) => ({ row, page, score: cells.filter((cell) => head.includes(cell)).length })),
  );
  const found = new Map<readonly string[], FileItem>();
  const taken = new Set<number>();
  for (const { row, page } of pairs.sort((a, b) => b.score - a.score)) {
    const cells = rows[row] as readonly string[];
    if (found.has(cells) || taken.has(page)) continue;
    found.set(cells, pages[page] as FileItem);
    taken.add(page);
  }
  return found;
}

/** Returns the letters of the title and the properties of a page; empty when it cannot be read. */
async function readHead(page: FileItem, { maxTextBytes }: NoteRules): Promise<string> {
  const read = await readText(page, maxTextBytes);
  if ('reason' in read) return '';
  const { text } = read;
  const start = text.indexOf('<header');
  if (start === -1) return toLetters(text.split(/\r?\n[ \t]*\r?\n/, 2).join('\n'));
  const end = text.indexOf('page-body', start);
  return toLetters(text.slice(start, end === -1 ? undefined : end).replace(/<[^<>]*>/g, ''));
}

/** Reduces a text to letters and digits, since file names replace other characters. */
export const toLetters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
