import type { QueryNode } from '@notes/query-language';

type TextNode = Extract<QueryNode, { type: 'text' }>;

/** True when the full-text index alone decides a node. */
export function isText(node: QueryNode): boolean {
  if (node.type === 'text') return true;
  if (node.type === 'not') return isText(node.child);
  return (node.type === 'and' || node.type === 'or') && node.children.every(isText);
}

/**
 * The FTS5 MATCH expression of a node the index alone decides, or null when it has no positive part to start from
 * (`-a`, `a OR -b`): FTS5's NOT needs a left side. Terms come folded from the parser and stand in quotes, so
 * nothing a person types is ever FTS5 syntax.
 */
export function matchExpression(node: QueryNode): string | null {
  switch (node.type) {
    case 'text':
      return phrase(node);
    case 'or': {
      const parts = node.children.map(matchExpression);
      return parts.includes(null) ? null : `(${parts.join(' OR ')})`;
    }
    case 'and':
      return conjunction(node.children);
    default:
      return null;
  }
}

function conjunction(children: readonly QueryNode[]): string | null {
  const positive: string[] = [];
  const negative: string[] = [];
  for (const child of children) {
    const inner = matchExpression(child.type === 'not' ? child.child : child);
    if (inner === null) return null;
    (child.type === 'not' ? negative : positive).push(inner);
  }
  if (positive.length === 0) return null;
  const all = `(${positive.join(' AND ')})`;
  return negative.length === 0 ? all : `(${all} NOT (${negative.join(' OR ')}))`;
}

function phrase(node: TextNode): string {
  const words = `"${node.terms.join(' ')}"${node.prefix ? ' *' : ''}`;
  return node.scope === 'any' ? words : `{${node.scope}} : ${words}`;
}

/** The same expression, matched in titles only. */
export const inTitle = (expression: string) => `{title} : (${expression})`;
