import { canonicalQuery, parseQuery, type QueryNode, type TextNode, type Token } from '@notes/query-language';

/** Word put in the place of another to learn where in the query that is. */
const PROBE = 'zqprobe0';

/** Query to be relaxed; `words` are its single words that are not negated. */
export interface Original {
  readonly text: string;
  readonly root: QueryNode;
  readonly words: readonly string[];
}

/** Query with weaker conditions. */
export interface Relaxation {
  readonly root: QueryNode;
  /**
   * Returns the text of a query that finds a note, which may be narrower than the relaxed query.
   *
   * @param terms terms of a note that the relaxed query finds
   */
  readonly suggest: (terms: ReadonlySet<string>) => string;
  /** True when different notes may have different suggestions. */
  readonly dependsOnNote?: true;
}

/**
 * Returns a text that searches for a condition: `text` if it does, because it keeps the order, case and accents of the
 * user, and otherwise the canonical text.
 *
 * @param text the text of the user with words replaced
 */
export function printSuggestion(text: string, root: QueryNode): string {
  const canonical = canonicalQuery({ root, seesTrash: false, hasText: true });
  return normalise(text) === normalise(canonical) ? text : canonical;
}

/** Returns the canonical text of a query; undefined for a text that is not a query. */
function normalise(text: string): string | undefined {
  const parsed = parseQuery(text);
  return parsed.ok ? canonicalQuery(parsed.query) : undefined;
}

/** Returns true when a term of a query's text is a word that may be replaced. */
export function isWordAt(text: string, { start, end }: Pick<Token, 'start' | 'end'>): boolean {
  const parsed = parseQuery(text.slice(0, start) + PROBE + text.slice(end));
  return parsed.ok && parsed.query.root !== null && listWords(parsed.query.root).includes(PROBE);
}

/** Copies a condition with its texts replaced, except those under a negation. */
export function mapTexts(node: QueryNode, replace: (text: TextNode) => QueryNode): QueryNode {
  if (node.type === 'and' || node.type === 'or')
    return { ...node, children: node.children.map((child) => mapTexts(child, replace)) };
  return node.type === 'text' ? replace(node) : node;
}

/** Returns the texts of a condition that are not negated. */
export function listTexts(node: QueryNode): TextNode[] {
  if (node.type === 'and' || node.type === 'or') return node.children.flatMap(listTexts);
  return node.type === 'text' ? [node] : [];
}

/** Returns the different single words of a condition that are not negated. */
export const listWords = (node: QueryNode): string[] => [
  ...new Set(
    listTexts(node)
      .filter(isWord)
      .map(({ terms }) => terms[0] as string),
  ),
];

/** Returns true for a text of one complete word. */
export const isWord = (node: TextNode): boolean => node.terms.length === 1 && !node.prefix;
