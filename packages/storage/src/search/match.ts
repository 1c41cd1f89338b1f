import type { QueryNode } from '@notes/query-language';

type TextNode = Extract<QueryNode, { type: 'text' }>;

/**
 * The FTS5 MATCH expression of a node the index alone decides, else null. FTS5's NOT needs a left side, so a node
 * without a positive part to start from (`-a`, `a OR -b`) has none. Terms come folded from the parser and stand in
 * quotes, so nothing a person types is ever FTS5 syntax.
 */
export function matchExpression(node: QueryNode): string | null {
  switch (node.type) {
    case 'text':
      return phrase(node);
    case 'or': {
      const parts = node.children.map(matchExpression);
      return parts.includes(null) ? null : `(${parts.join(' OR ')})`;
    }
    case 'and': {
      const { match, rest } = splitText(node.children);
      return rest.length === 0 ? match : null;
    }
    default:
      return null;
  }
}

/** Parts of a conjunction: those one MATCH expression decides, that expression (null: none), and what is left. */
export interface TextSplit {
  readonly match: string | null;
  readonly texts: readonly QueryNode[];
  readonly rest: readonly QueryNode[];
}

export function splitText(parts: readonly QueryNode[]): TextSplit {
  const positive: string[] = [];
  const negative: string[] = [];
  const texts: QueryNode[] = [];
  const rest: QueryNode[] = [];
  for (const part of parts) {
    const expression = matchExpression(part.type === 'not' ? part.child : part);
    if (expression === null) {
      rest.push(part);
    } else {
      texts.push(part);
      (part.type === 'not' ? negative : positive).push(expression);
    }
  }
  if (positive.length === 0) return { match: null, texts: [], rest: parts };
  const all = `(${positive.join(' AND ')})`;
  return { match: negative.length === 0 ? all : `(${all} NOT (${negative.join(' OR ')}))`, texts, rest };
}

function phrase(node: TextNode): string {
  const words = `"${node.terms.join(' ')}"${node.prefix ? ' *' : ''}`;
  return node.scope === 'any' ? words : `{${node.scope}} : ${words}`;
}

/** What of an expression's matches has it in the title, and what has not. Together they are all its matches. */
export function byTitle(expression: string): { inTitle: string; elsewhere: string } {
  const title = `({title} : (${expression}))`;
  // What a NOT leaves out may stand in the body, which `title` does not look at.
  const inTitle = expression.includes(' NOT ') ? `${expression} AND ${title}` : title;
  return { inTitle, elsewhere: `${expression} NOT ${title}` };
}

/** True when a word's first one or two characters are asked for: all words that begin so are merged to find the notes. */
export function isBroad(node: QueryNode): boolean {
  if (node.type === 'text') return node.prefix && (node.terms.at(-1)?.length ?? 0) <= 2;
  if (node.type === 'not') return isBroad(node.child);
  return (node.type === 'and' || node.type === 'or') && node.children.some(isBroad);
}
