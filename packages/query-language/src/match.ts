import { dateRange } from './dates.js';
import { nameKey } from './fold.js';
import { type Token, tokenize } from './tokenize.js';
import type { IsValue, Query, QueryNode, TextNode } from './types.js';

/** What the matcher must know of a note. Times in ms since 1970. */
export interface MatchableNote {
  id: string;
  title: string;
  body: string;
  tags: readonly string[];
  /** Names, outermost first, the note's own notebook last. */
  notebookPath: readonly string[];
  /** Its own notebook and the ones above. */
  notebookIds: readonly string[];
  trashed: boolean;
  readOnly: boolean;
  imported: boolean;
  template: boolean;
  orphan: boolean;
  createdAt: number;
  updatedAt: number;
  /** The values of `has:` that are true of it. */
  has: ReadonlySet<string>;
  linksTo: readonly { id: string; title: string }[];
  linkedFrom: readonly { id: string; title: string }[];
  attachments: readonly { filename: string; mimeType: string }[];
}

export interface MatchContext {
  /** ms since 1970: what `today` is. */
  now: number;
  zone: 'utc' | 'local';
}

/**
 * Whether a note is in the result of a query: the definition of what every search engine must find.
 * It tokenises the note each time, so it is for tests and small sets.
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
        (node.scope !== 'body' && holds(tokenize(note.title), node)) ||
        (node.scope !== 'title' && holds(tokenize(note.body), node))
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

/** The terms one after another; the last may go on where `prefix` says so. */
function holds(tokens: readonly Token[], { terms, prefix }: TextNode): boolean {
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

/** Whether a file name matches the `parts` of a `filename` node: each piece in order, the first and last at the ends. */
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
