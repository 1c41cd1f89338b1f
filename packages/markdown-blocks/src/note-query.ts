import { quoted, type SettingLine, settingLines } from './setting-lines.js';

/** What a row of a note query can show; the title always stands first. */
export const NOTE_QUERY_FIELDS = [
  'title',
  'notebook',
  'notebook_id',
  'tags',
  'created_at',
  'updated_at',
  'snippet',
  'size_bytes',
  'open_tasks',
] as const;
export const NOTE_QUERY_SORTS = ['updated_at', 'created_at', 'title', 'relevance'] as const;

export type NoteQueryField = (typeof NOTE_QUERY_FIELDS)[number];
export type NoteQuerySort = (typeof NOTE_QUERY_SORTS)[number];

export interface NoteQuery {
  /** In the search language; empty matches every note. Not looked at here. */
  query: string;
  fields: NoteQueryField[];
  sort: NoteQuerySort;
  descending: boolean;
  /** The order as written, in lower case: `sort`, behind its `-` if there is one. */
  order: string;
  /** 1 to 100. */
  limit: number;
}

const NEWEST_FIRST = { sort: 'updated_at', descending: true, order: 'updated_at' } as const;
const DEFAULT_LIMIT = 20;
const LARGEST_LIMIT = 100;
const FENCE = /^(?:`{3,}|~{3,})[ \t]*(?:note-query)?$/i;
const CLOSING_FENCE = /^(?:`{3,}|~{3,})$/;

/**
 * Reads the lines of a `note-query` block, given with or without its fence: `query:`, which has to be there and may be
 * empty, `fields:` (names separated by commas; the title otherwise), `sort:` (`updated_at` otherwise) and `limit:` (20
 * otherwise, more than 100 is 100). Updated notes come newest first and relevant ones best first; a `-` turns the others
 * round. An error is one sentence, with the number of the line.
 */
export function parseNoteQuery(block: string): ({ ok: true } & NoteQuery) | { ok: false; error: string } {
  const query: NoteQuery = { query: '', fields: ['title'], ...NEWEST_FIRST, limit: DEFAULT_LIMIT };
  const seen = new Set<string>();
  for (const setting of withoutFence(settingLines(block))) {
    const problem = readLine(setting, seen, query);
    if (problem !== null) return { ok: false, error: `Line ${setting.line}: ${problem}.` };
  }
  return seen.has('query') ? { ok: true, ...query } : { ok: false, error: 'The line "query:" is missing.' };
}

/** Readers of a line's value into a query; they answer what is wrong with it, or null. */
const READERS: ReadonlyMap<string, (value: string, query: NoteQuery) => string | null> = new Map([
  ['query', readQuery],
  ['fields', readFields],
  ['sort', readSort],
  ['limit', readLimit],
]);

function withoutFence(lines: SettingLine[]): SettingLine[] {
  const [first] = lines;
  if (first === undefined || !FENCE.test(first.text)) return lines;
  const closed = lines.length > 1 && CLOSING_FENCE.test(lines.at(-1)!.text);
  return lines.slice(1, closed ? -1 : undefined);
}

function readLine({ key, value, text }: SettingLine, seen: Set<string>, query: NoteQuery): string | null {
  const read = READERS.get(key);
  if (read === undefined)
    return `${quoted(text)} is none of ${[...READERS.keys()].map((name) => `${name}:`).join(', ')}`;
  if (seen.has(key)) return `"${key}:" is there twice`;
  seen.add(key);
  return read(value, query);
}

function readQuery(value: string, query: NoteQuery): null {
  query.query = value;
  return null;
}

function readFields(value: string, query: NoteQuery): string | null {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  const fields = new Set<NoteQueryField>(['title']);
  for (const name of names) {
    if (name === '') continue;
    const field = NOTE_QUERY_FIELDS.find((known) => known === name);
    if (field === undefined) return `${quoted(name)} is no field; there are ${NOTE_QUERY_FIELDS.join(', ')}`;
    fields.add(field);
  }
  query.fields = [...fields];
  return null;
}

function readSort(value: string, query: NoteQuery): string | null {
  const order = value.toLowerCase();
  const reversed = order.startsWith('-');
  const name = order.slice(reversed ? 1 : 0);
  const sort = NOTE_QUERY_SORTS.find((known) => known === name);
  if (sort === undefined) return `${quoted(value)} is no order; there are ${NOTE_QUERY_SORTS.join(', ')}`;
  query.order = order;
  query.sort = sort;
  query.descending = reversed || sort === 'updated_at' || sort === 'relevance';
  return null;
}

function readLimit(value: string, query: NoteQuery): string | null {
  const limit = /^\d+$/.test(value) ? Number(value) : 0;
  if (limit === 0) return `${quoted(value)} is no number of rows from 1 to ${LARGEST_LIMIT}`;
  query.limit = Math.min(limit, LARGEST_LIMIT);
  return null;
}
