import { ServiceError } from '@notes/contract';
import { nameKey, parseQuery, printValue, type QueryNode } from '@notes/query-language';
import type { NotebookRow } from '@notes/storage';
import { distance } from 'fastest-levenshtein';
import { getNotebookPath } from '../organise/notebooks/tree.js';
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
  const formatPath = (row: NotebookRow) =>
    getNotebookPath(rows, row)
      .map(({ name }) => name)
      .join('/');
  return findNearNames(path.split('/').at(-1) ?? '', rows).map((row) => ({ row, path: formatPath(row) }));
}

/**
 * Adds the notebooks that a model may have meant to the error of a call with an unknown one, as `did_you_mean`: models
 * give the name of a notebook in place of its id.
 *
 * @param given - arguments of the call as received
 */
export function addNearNotebooks(library: Store, error: unknown, given: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'not_found') return error;
  const exists = (id: string) => library.store.read(({ notebooks }) => notebooks.get(id)) !== undefined;
  const unknown = listNotebookArguments(given).find((text) => !exists(text));
  const near = unknown === undefined ? [] : findNearNotebooks(library, unknown);
  if (near.length === 0) return error;
  const details = { ...error.details, did_you_mean: near.map(({ row, path }) => `${row.id} ${path}`) };
  return new ServiceError(error.code, error.message, { cause: error, details });
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
