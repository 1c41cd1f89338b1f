import {
  canonicalQuery,
  dateRange,
  findQueryWarnings,
  type MatchableNote,
  matchesQuery,
  parseQuery,
  type Query,
} from '../src/index.js';

/** Query in the format of the vectors: whole, or in pieces with the number of repetitions of each. */
export interface QuerySpelling {
  readonly query?: string | undefined;
  readonly repeat?: readonly (readonly (string | number)[])[] | undefined;
}

/** Note in the format of the vectors. */
export interface NoteRecord {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly notebook_path: readonly string[];
  readonly notebook_ids: readonly string[];
  readonly trashed: boolean;
  readonly read_only: boolean;
  readonly imported: boolean;
  readonly template: boolean;
  readonly orphan: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  readonly has: readonly string[];
  readonly links_to: readonly { id: string; title: string }[];
  readonly linked_from: readonly { id: string; title: string }[];
  readonly attachments: readonly { filename: string; mime_type: string }[];
}

export function readSpelling({ query, repeat = [] }: QuerySpelling): string {
  return query ?? repeat.map(([piece, times]) => String(piece).repeat(Number(times))).join('');
}

export function describeQuery(query: Query) {
  return { canonical: canonicalQuery(query), names_trash: query.seesTrash, has_text: query.hasText };
}

/** Returns the case of a text in `queries.json` or `errors.json`, which repeat nothing of the message in a `value`. */
export function describeText(text: string) {
  const result = parseQuery(text);
  if (result.ok) return describeQuery(result.query);
  const { value: _, ...error } = result.error;
  return error;
}

export function describeWarnings(text: string) {
  return findQueryWarnings(text).map(({ start, end, message }) => ({ start, end, message }));
}

/** Returns the bounds of a date value, read in a query and in UTC. */
export function describeDate(value: string, now: number) {
  const result = parseQuery(`created:"${value}"`);
  if (!result.ok || result.query.root?.type !== 'date') return { bad: true };
  return dateRange(result.query.root.spec, { now, zone: 'utc' });
}

export function findNotes(text: string, notes: readonly NoteRecord[], now: number): string[] {
  const result = parseQuery(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.message}`);
  const context = { now, zone: 'utc' } as const;
  return notes.filter((note) => matchesQuery(result.query, toMatchable(note), context)).map(({ id }) => id);
}

function toMatchable(note: NoteRecord): MatchableNote {
  const { notebook_path, notebook_ids, read_only, created_at, updated_at, links_to, linked_from, ...rest } = note;
  return {
    ...rest,
    notebookPath: notebook_path,
    notebookIds: notebook_ids,
    readOnly: read_only,
    createdAt: created_at,
    updatedAt: updated_at,
    has: new Set(note.has),
    linksTo: links_to,
    linkedFrom: linked_from,
    attachments: note.attachments.map(({ filename, mime_type }) => ({ filename, mimeType: mime_type })),
  };
}
