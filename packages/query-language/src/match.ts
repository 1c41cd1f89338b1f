import { dateRange } from './dates.js';
import { nameKey } from './fold.js';
import { type Token, tokenize } from './tokenize.js';
import type { IsValue, Query, QueryNode, TextNode } from './types.js';

/** Properties of a note that determine which queries find it. */
export interface MatchableNote {
  /** Id with the prefix `doc_`. */
  id: string;
  title: string;
  body: string;
  /** Paths as written by users, such as `Work/Plans`. */
  tags: readonly string[];
  /** Names, outermost first, the note's own notebook last. */
  notebookPath: readonly string[];
  /** Ids of its own notebook and of those above, in any order. */
  notebookIds: readonly string[];
  trashed: boolean;
  readOnly: boolean;
  imported: boolean;
  template: boolean;
  /** True when no note links to it. */
  orphan: boolean;
  /** Milliseconds since the Unix epoch. */
  createdAt: number;
  /** Milliseconds since the Unix epoch. */
  updatedAt: number;
  /** Values of `has:` that apply to the note: a subset of `HAS_VALUES`. */
  has: ReadonlySet<string>;
  /** Notes that this one links to. */
  linksTo: readonly { id: string; title: string }[];
  /** Notes that link to this one. */
  linkedFrom: readonly { id: string; title: string }[];
  /** Names as displayed, and media types with or without parameters. */
  attachments: readonly { filename: string; mimeType: string }[];
}

/** Moment and zone in which dates of a query are read. */
export interface MatchContext {
  /** Milliseconds since the Unix epoch; determines `today`. */
  now: number;
  /** UTC, or the zone of the process. */
  zone: 'utc' | 'local';
}

/**
 * Decides if a query finds a note (SPEC.md, section 7). This is the definition that every search engine must agree
 * with. Each call tokenises the note, in time linear in its length, so it is meant for tests and small sets.
 *
 * @param query A query from `parseQuery`
 * @param note The properties of the note
 * @param context The moment and zone in which dates are read
 * @returns True when the query finds the note. Never throws for a query from `parseQuery`
 */
export function matchesQuery(query: Query, note: MatchableNote, context: MatchContext): boolean {
  if (note.trashed && !query.seesTrash) return false;
  return query.root === null || matches(query.root, note, context);
}

function matches(node: QueryNode, note: MatchableNote, context: MatchContext): boolean {
  switch (node.type) {
    case 'and':
      return node.children.every((child) => matches(child, note, context));
    case 'or':
      return node.children.some((child) => matches(child, note, context));
    case 'not':
      return !matches(node.child, note, context);
    case 'text':
      return (
        (node.scope !== 'body' && containsTerms(tokenize(note.title), node)) ||
        (node.scope !== 'title' && containsTerms(tokenize(note.body), node))
      );
    case 'tag':
      return node.path === null ? note.tags.length === 0 : note.tags.some((tag) => isAtOrBelow(tag, node.path!));
    case 'notebook':
      return note.notebookPath.some((_, i) => endsWith(note.notebookPath.slice(0, i + 1), node.path));
    case 'notebook_id':
      return note.notebookIds.includes(node.id);
    case 'is':
      return IS[node.value](note);
    case 'has':
      return note.has.has(node.value);
    case 'date': {
      const { from, until } = dateRange(node.spec, context);
      const at = node.field === 'created' ? note.createdAt : note.updatedAt;
      return (from === null || at >= from) && (until === null || at < until);
    }
    case 'link': {
      const { target } = node;
      const others = node.direction === 'to' ? note.linksTo : note.linkedFrom;
      return others.some((other) => ('id' in target ? other.id === target.id : nameKey(other.title) === target.title));
    }
    case 'id':
      return note.id === node.id;
    case 'filename':
      return note.attachments.some(({ filename }) => matchesFilename(node.parts, filename));
    case 'mime':
      return note.attachments.some(({ mimeType }) => hasType(mimeType, node));
  }
}

const IS: Record<IsValue, (note: MatchableNote) => boolean> = {
  trashed: (note) => note.trashed,
  template: (note) => note.template,
  readonly: (note) => note.readOnly,
  orphan: (note) => note.orphan,
  tagged: (note) => note.tags.length > 0,
  imported: (note) => note.imported,
};

/** Returns true when the terms occur consecutively. With `prefix`, the last one may be the beginning of a term. */
function containsTerms(tokens: readonly Token[], { terms, prefix }: TextNode): boolean {
  return tokens.some((_, at) =>
    terms.every((term, i) => {
      const found = tokens[at + i]?.term;
      return prefix && i === terms.length - 1 ? found?.startsWith(term) : found === term;
    }),
  );
}

function isAtOrBelow(tag: string, path: string): boolean {
  const key = nameKey(tag);
  return key === path || key.startsWith(`${path}/`);
}

function endsWith(names: readonly string[], path: readonly string[]): boolean {
  const tail = names.slice(-path.length);
  return tail.length === path.length && tail.every((name, i) => nameKey(name) === path[i]);
}

function hasType(mimeType: string, { mediaType, subtype }: { mediaType: string; subtype: string }): boolean {
  const [type, sub] = mimeType.toLowerCase().split(';', 1)[0]!.trim().split('/');
  return type === mediaType && (subtype === '*' || sub === subtype);
}

/**
 * Decides if a file name matches the `parts` of a `filename` node: the first and last piece at the ends, the others
 * between them in order, none overlapping.
 *
 * @param parts Two or more pieces, each a `nameKey`; empty pieces match everywhere
 * @param filename The name as displayed
 * @returns True when it matches. Equals SQL `LIKE` over `nameKey(filename)` with the escaped parts joined by `%`
 */
export function matchesFilename(parts: readonly string[], filename: string): boolean {
  const name = nameKey(filename);
  const first = parts[0]!;
  const last = parts.at(-1)!;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
