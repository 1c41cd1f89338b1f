import { isId, ServiceError } from '@notes/contract';
import { nameKey, parseQuery, printValue, type QueryNode } from '@notes/query-language';
import type { NotebookRow } from '@notes/storage';
import { distance } from 'fastest-levenshtein';
import { findNotes } from '../notes/naming/note.js';
import { formatNotebookPath } from '../organise/notebooks/tree.js';
import type { Library } from '../platform/context.js';
import { listReferences, type Reference } from './references.js';

type Named = Readonly<{ name: string }>;
type Store = Pick<Library, 'store'>;

const MAX_NEAR = 3;
/** Maximum length of a name to compare, in UTF-16 units. The work grows with its square. */
const MAX_COMPARED = 100;
/** A name is near when at most one in so many of its characters differs, and always when one does. */
const CHARACTERS_PER_EDIT = 3;
/** Minimum length of a name to be near those that it begins, in UTF-16 units. */
const MIN_BEGINNING = 3;

const toKey = (name: string) => nameKey(name.slice(0, MAX_COMPARED));
const isBeginning = (key: string, name: string) => key.length >= MIN_BEGINNING && name.startsWith(key);

/** Returns the entries with names near the given one, or that begin with it, the nearest first; at most three. */
export function findNearNames<Entry extends Named>(given: string, known: readonly Entry[]): Entry[] {
  const key = toKey(given);
  const maxEdits = Math.max(1, Math.floor(key.length / CHARACTERS_PER_EDIT));
  return known
    .map((entry) => ({ entry, edits: distance(key, toKey(entry.name)) }))
    .filter(({ entry, edits }) => edits <= maxEdits || isBeginning(key, toKey(entry.name)))
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

const SHARED_NAMES = { note: 'several notes have this title', notebook: 'several notebooks have this path' } as const;

/** Notes or notebooks that a name may mean, each as its id and name. */
interface Proposals {
  readonly rows: readonly string[];
  /** True for a name that each of them has. */
  readonly isShared: boolean;
}

/**
 * Adds the notes or notebooks that a model may have meant to the error of a call with an unknown name, as
 * `did_you_mean`. The message says when several have the name, and the proposals tell them apart.
 *
 * @param given - arguments of the call, with ids in the place of known names
 */
export function addNearNames(library: Library, error: unknown, given: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'not_found') return error;
  const unknown = listReferences(given).filter((reference) => isUnknownName(library, reference));
  const proposed = unknown
    .slice(0, MAX_NEAR)
    .map((reference) => ({ reference, proposals: findProposals(library, reference) }));
  const near = proposed.flatMap(({ proposals }) => proposals.rows).slice(0, MAX_NEAR);
  if (near.length === 0) return error;
  const shared = proposed.find(({ proposals }) => proposals.isShared)?.reference;
  const message = shared === undefined ? error.message : `${shared.path}: ${SHARED_NAMES[shared.kind]}`;
  return new ServiceError(error.code, message, { cause: error, details: { ...error.details, did_you_mean: near } });
}

const isUnknownName = ({ store }: Store, { kind, text }: Reference): boolean =>
  kind === 'note' ? isTitle(text) : store.read(({ notebooks }) => notebooks.get(text)) === undefined;

/** Returns true for a text that is neither an id nor an address. */
export const isTitle = (text: string) => text !== '' && !isId('document', text) && !text.includes('://');

function findProposals(library: Library, { kind, text }: Reference): Proposals {
  return kind === 'note' ? findMeantNotes(library, text) : findMeantNotebooks(library, text);
}

/** Finds the notes with a title, each with its notebook; or else those with titles near it. */
export function findMeantNotes(library: Library, title: string): Proposals {
  const same = findNotes(library, title.slice(0, MAX_COMPARED)).slice(0, MAX_NEAR);
  if (same.length > 0)
    return { rows: same.map(({ id, title, notebook }) => `${id} ${title} (${notebook})`), isShared: same.length > 1 };
  return { rows: findNearNotes(library, title).map(({ id, name }) => `${id} ${name}`), isShared: false };
}

/** Finds the notebooks with a path, which may omit its start; or else those with names near its last name. */
function findMeantNotebooks(library: Store, path: string): Proposals {
  const near = findNearNotebooks(library, path);
  const same = near.filter((notebook) => endsWithPath(notebook.path, path));
  const rows = same.length > 0 ? same : near;
  return { rows: rows.map(({ row, path }) => `${row.id} ${path}`), isShared: same.length > 1 };
}

/** Returns true when a path of notebooks ends with the names of another one. */
const endsWithPath = (path: string, end: string) => `/${nameKey(path)}`.endsWith(`/${nameKey(end)}`);

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
  return isKnown ? [] : findNearNames(path, addParents(tags)).map(({ name }) => `tag:${printValue(name)}`);
}

/** Adds the tags above nested ones, which find the notes of those as well. */
function addParents(tags: readonly Named[]): Named[] {
  const names = tags.flatMap(({ name }) => {
    const segments = name.split('/');
    return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
  });
  return [...new Set(names)].map((name) => ({ name }));
}

/** Returns the conditions for notebooks near a path that is not the end of an existing one. */
function findNearPaths(library: Store, given: string): string[] {
  const near = findNearNotebooks(library, given);
  const isKnown = near.some(({ path }) => endsWithPath(path, given));
  return isKnown ? [] : near.map(({ path }) => `notebook:${printValue(path)}`);
}

function listNodes(node: QueryNode): QueryNode[] {
  if (node.type === 'not') return listNodes(node.child);
  return node.type === 'and' || node.type === 'or' ? node.children.flatMap(listNodes) : [node];
}
