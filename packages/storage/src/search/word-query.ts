import type { QueryNode, TextNode } from '@notes/query-language';

/** Conjunction of words that the posting lists of the index decide. */
export interface WordQuery {
  /** Groups of words or beginnings of words; a match has at least one of each group. */
  readonly groups: readonly (readonly TextNode[])[];
  /** Words that no match has. */
  readonly without: readonly TextNode[];
}

/**
 * Returns the word query for the parts of a conjunction that the full-text index decides; null when one of them is a
 * phrase or a condition within another.
 */
export function toWordQuery(parts: readonly QueryNode[]): WordQuery | null {
  const groups: (readonly TextNode[])[] = [];
  const without: TextNode[] = [];
  for (const part of parts) {
    const words = listWords(part.type === 'not' ? part.child : part);
    if (words === null) return null;
    if (part.type === 'not') without.push(...words);
    else groups.push(words);
  }
  return { groups, without };
}

function listWords(node: QueryNode): readonly TextNode[] | null {
  if (node.type === 'text') return node.terms.length === 1 ? [node] : null;
  if (node.type !== 'or') return null;
  const words = node.children.map(listWords);
  return words.includes(null) ? null : (words as (readonly TextNode[])[]).flat();
}
