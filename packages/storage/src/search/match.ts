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

/** What of a conjunction one MATCH expression decides (null: nothing), and the parts that are left. */
export interface TextSplit {
  readonly match: string | null;
  readonly rest: readonly QueryNode[];
}

export function splitText(parts: readonly QueryNode[]): TextSplit {
  const positive: string[] = [];
  const negative: string[] = [];
  const rest: QueryNode[] = [];
  for (const part of parts) {
    const expression = matchExpression(part.type === 'not' ? part.child : part);
    if (expression === null) rest.push(part);
    else (part.type === 'not' ? negative : positive).push(expression);
  }
  if (positive.length === 0) return { match: null, rest: parts };
  const all = `(${positive.join(' AND ')})`;
  return { match: negative.length === 0 ? all : `(${all} NOT (${negative.join(' OR ')}))`, rest };
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
