import { isId, ServiceError } from '@notes/contract';
import { nameKey, parseQuery, printValue, type QueryNode } from '@notes/query-language';
import type { NotebookRow } from '@notes/storage';
import { distance } from 'fastest-levenshtein';
import { findNotes } from '../notes/naming/note.js';
import { formatNotebookPath } from '../organise/notebooks/tree.js';
import type { Library } from '../platform/context.js';

type Named = Readonly<{ name: string }>;
type Store = Pick<Library, 'store'>;

const MAX_NEAR = 3;
/** Maximum length of a name to compare, in UTF-16 units. The work grows with its square. */
const MAX_COMPARED = 100;
/** A name is near when at most one in so many of its characters differs, and always when one does. */
const CHARACTERS_PER_EDIT = 3;

const toKey = (name: string) => nameKey(name.slice(0, MAX_COMPARED));

/** Returns the entries with names near the given one, the nearest first; at most three. */
export function findNearNames<Entry extends Named>(given: string, known: readonly Entry[]): Entry[] {
  const key = toKey(given);
  const maxEdits = Math.max(1, Math.floor(key.length / CHARACTERS_PER_EDIT));
  return known
    .map((entry) => ({ entry, edits: distance(key, toKey(entry.name)) }))
    .filter(({ edits }) => edits <= maxEdits)
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, MAX_NEAR)
    .map(({ entry }) => entry);
}

/** Returns the notebooks with names near the last name of a path, each with its path. */
function findNearNotebooks({ store }: Store, path: string): { row: NotebookRow; path: string }[] {
  const rows = store.read(({ notebooks }) => notebooks.all());
  const near = findNearNames(path.split('/').at(-1) ?? '', rows);
  return near.map((row) => ({ row, path: formatNotebookPath(rows, row) }));
}

/** Titles examined for each word of an unknown one. */
const MAX_EXAMINED = 100;
const MAX_WORDS = 5;
/** Beginning of a word that is probably spelt as in the title. */
const PREFIX_LENGTH = 3;

/** Returns the active notes whose titles are near the given one and have a word with the same beginning. */
export function findNearNotes({ store }: Store, title: string): (Named & { readonly id: string })[] {
  const prefixes = title
    .slice(0, MAX_COMPARED)
    .split(/\s+/)
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, PREFIX_LENGTH));
  const found = store.read(({ links }) => prefixes.flatMap((prefix) => links.suggest(prefix, MAX_EXAMINED)));
  const notes = new Map(found.map((note) => [note.id, { id: note.id, name: note.title }]));
  return findNearNames(title, [...notes.values()]);
}

/**
 * Adds the notes or notebooks that a model may have meant to the error of a call with an unknown one, as `did_you_mean`.
 * They also tell notes apart that have the same title.
 *
 * @param given - arguments of the call, with ids in the place of known names
 */
export function addNearNames(library: Library, error: unknown, given: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'not_found') return error;
  const near = [...listNearNotebooks(library, given), ...listNearNotes(library, given)].slice(0, MAX_NEAR);
  if (near.length === 0) return error;
  return new ServiceError(error.code, error.message, {
    cause: error,
    details: { ...error.details, did_you_mean: near },
  });
}

function listNearNotebooks(library: Library, given: unknown): string[] {
  const exists = (id: string) => library.store.read(({ notebooks }) => notebooks.get(id)) !== undefined;
  const unknown = listNotebookArguments(given).find((text) => !exists(text));
  return unknown === undefined ? [] : findNearNotebooks(library, unknown).map(({ row, path }) => `${row.id} ${path}`);
}

function listNearNotes(library: Library, given: unknown): string[] {
  const { document_id: title } = toFields(given);
  if (typeof title !== 'string' || isId('document', title) || title.includes('://')) return [];
  const same = findNotes(library, title.slice(0, MAX_COMPARED));
  if (same.length > 0) return same.map(({ id, title, notebook }) => `${id} ${title} (${notebook})`);
  return findNearNotes(library, title).map(({ id, name }) => `${id} ${name}`);
}

/** Lists the notebooks that a call names: the argument `notebook_id`, or the first ones of a selection. */
function listNotebookArguments(given: unknown): string[] {
  const { notebook_id, selection } = toFields(given);
  const { notebooks } = toFields(selection);
  const selected = Array.isArray(notebooks) ? notebooks.slice(0, MAX_NEAR) : [];
  return [notebook_id, ...selected].filter((value) => typeof value === 'string');
}

const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/**
 * Returns the conditions with existing tags and notebooks that are near the unknown ones of a query, of which it looks up
 * the first three.
 *
 * @param tags - tags that the caller may see
 */
export function findNearConditions(library: Store, query: string, tags: readonly Named[]): string[] {
  const parsed = parseQuery(query);
  if (!parsed.ok || parsed.query.root === null) return [];
  const conditions = listNodes(parsed.query.root).flatMap((node): (() => string[])[] => {
    if (node.type === 'tag' && node.path !== null) {
      const { path } = node;
      return [() => findNearTags(path, tags)];
    }
    return node.type === 'notebook' ? [() => findNearPaths(library, node.path.join('/'))] : [];
  });
  const near = conditions.slice(0, MAX_NEAR).flatMap((find) => find());
  return [...new Set(near)].slice(0, MAX_NEAR);
}

/** Returns the conditions for tags near a tag that neither exists nor has others below it. */
function findNearTags(path: string, tags: readonly Named[]): string[] {
  const isKnown = tags.some(({ name }) => `${nameKey(name)}/`.startsWith(`${path}/`));
  return isKnown ? [] : findNearNames(path, tags).map(({ name }) => `tag:${printValue(name)}`);
}

/** Returns the conditions for notebooks near a path that is not the end of an existing one. */
function findNearPaths(library: Store, given: string): string[] {
  const near = findNearNotebooks(library, given);
  const isKnown = near.some(({ path }) => `/${nameKey(path)}`.endsWith(`/${given}`));
  return isKnown ? [] : near.map(({ path }) => `notebook:${printValue(path)}`);
}

function listNodes(node: QueryNode): QueryNode[] {
  if (node.type === 'not') return listNodes(node.child);
  return node.type === 'and' || node.type === 'or' ? node.children.flatMap(listNodes) : [node];
}
