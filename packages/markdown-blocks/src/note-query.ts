import { quoteText, type SettingLine, settingLines } from './setting-lines.js';

/** Fields that a row of a note query can show; the title always comes first. */
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
/** Orders of notes; a leading `-` reverses `created_at` and `title`. */
export const NOTE_QUERY_SORTS = ['updated_at', 'created_at', 'title', 'relevance'] as const;
/** Former names of orders, still accepted. */
const SORT_ALIASES = { updated: 'updated_at', created: 'created_at' } as const;
/**
 * All names of orders, in note-query blocks and in every search of notes. Updated notes come newest first and relevant
 * ones best first, with or without a `-`.
 */
export const NOTE_ORDER_NAMES = [
  ...(['relevance', 'updated_at', 'created_at', '-created_at', 'title', '-title', 'updated', 'created'] as const),
  ...(['-relevance', '-updated_at', '-updated', '-created'] as const),
] as const satisfies readonly `${'' | '-'}${NoteQuerySort | keyof typeof SORT_ALIASES}`[];

/** Name of a field that a query block may show. */
export type NoteQueryField = (typeof NOTE_QUERY_FIELDS)[number];
/** Name of an order that a query block may ask for. */
export type NoteQuerySort = (typeof NOTE_QUERY_SORTS)[number];

/** Parsed order of a search: updated notes newest first, relevant ones best first, others as requested. */
export interface NoteOrder {
  readonly sort: NoteQuerySort;
  readonly descending: boolean;
  /** Canonical name, in lower case, with its `-` if there is one. */
  readonly order: string;
}

/** Query block of a note: the query, and the presentation of its results. */
export interface NoteQuery {
  /** Query in the search language, which is not parsed here; empty matches every note. */
  query: string;
  fields: NoteQueryField[];
  sort: NoteQuerySort;
  descending: boolean;
  /** Canonical name of the order, in lower case, with its `-` if there is one. */
  order: string;
  /** Number of results, 1 to 100. */
  limit: number;
}

const NEWEST_FIRST = { sort: 'updated_at', descending: true, order: 'updated_at' } as const;
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const FENCE = /^(?:`{3,}|~{3,})[ \t]*(?:note-query)?$/i;
const CLOSING_FENCE = /^(?:`{3,}|~{3,})$/;

/**
 * Parses the lines of a `note-query` block, given with or without its fence: `query:`, which is required and may be
 * empty, `fields:` (names separated by commas; the title by default), `sort:` (`updated_at` by default) and `limit:`
 * (20 by default; more than 100 is 100). Updated notes come newest first and relevant ones best first; a `-` reverses
 * the other orders. An error is one line of text, with the number of the line of the block.
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

/** Parsers of a line's value into a query; each returns an error, or null. */
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
    return `${quoteText(text)} is not a valid line. The valid lines are ${[...READERS.keys()].map((name) => `${name}:`).join(', ')}`;
  if (seen.has(key)) return `"${key}:" appears twice. Remove one of them`;
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
    if (field === undefined) return `${quoteText(name)} is not a field. The fields are ${NOTE_QUERY_FIELDS.join(', ')}`;
    fields.add(field);
  }
  query.fields = [...fields];
  return null;
}

/** Parses the name of an order, of any case; null for an unknown name. */
export function parseNoteOrder(value: string): NoteOrder | null {
  const written = NOTE_ORDER_NAMES.find((name) => name === value.toLowerCase());
  if (written === undefined) return null;
  const reversed = written.startsWith('-');
  const name = written.slice(reversed ? 1 : 0);
  const sort = NOTE_QUERY_SORTS.find((known) => known === (Object.hasOwn(SORT_ALIASES, name) ? aliasFor(name) : name));
  if (sort === undefined) return null;
  const descending = reversed || sort === 'updated_at' || sort === 'relevance';
  return { sort, descending, order: `${reversed ? '-' : ''}${sort}` };
}

const aliasFor = (name: string) => SORT_ALIASES[name as keyof typeof SORT_ALIASES];

function readSort(value: string, query: NoteQuery): string | null {
  const order = parseNoteOrder(value);
  if (order === null) return `${quoteText(value)} is not a sort order. The orders are ${NOTE_QUERY_SORTS.join(', ')}`;
  Object.assign(query, order);
  return null;
}

function readLimit(value: string, query: NoteQuery): string | null {
  const limit = /^\d+$/.test(value) ? Number(value) : 0;
  if (limit === 0) return `${quoteText(value)} is not a limit. Use a number from 1 to ${MAX_LIMIT}`;
  query.limit = Math.min(limit, MAX_LIMIT);
  return null;
}
