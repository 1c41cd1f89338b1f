import type { QueryNode } from '@notes/query-language';

type TextNode = Extract<QueryNode, { type: 'text' }>;

/**
 * Returns the FTS5 MATCH expression of a node that the index alone decides, otherwise null. FTS5's NOT needs a left
 * operand, so a node without a positive part (`-a`, `a OR -b`) has no expression. Terms come folded from the parser and
 * are quoted, so user input is never FTS5 syntax.
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

/** Conjunction split into the parts that one MATCH expression decides (null: none) and the remaining parts. */
export interface TextSplit {
  readonly match: string | null;
  /** Parts that the expression decides. */
  readonly matched: readonly QueryNode[];
  readonly rest: readonly QueryNode[];
}

/** Splits the parts of a conjunction into one MATCH expression and the rest. */
export function splitText(parts: readonly QueryNode[]): TextSplit {
  const positive: string[] = [];
  const negative: string[] = [];
  const matched: QueryNode[] = [];
  const rest: QueryNode[] = [];
  for (const part of parts) {
    const expression = matchExpression(part.type === 'not' ? part.child : part);
    (expression === null ? rest : matched).push(part);
    if (expression !== null) (part.type === 'not' ? negative : positive).push(expression);
  }
  if (positive.length === 0) return { match: null, matched: [], rest: parts };
  const all = `(${positive.join(' AND ')})`;
  return { match: negative.length === 0 ? all : `(${all} NOT (${negative.join(' OR ')}))`, matched, rest };
}

function phrase(node: TextNode): string {
  const words = `"${node.terms.join(' ')}"${node.prefix ? ' *' : ''}`;
  return node.scope === 'any' ? words : `{${node.scope}} : ${words}`;
}

/** Splits the matches of an expression into those in the title and the others. */
export function splitByTitle(expression: string): { inTitle: string; outsideTitle: string } {
  const title = `({title} : (${expression}))`;
  // Terms excluded by a NOT may be in the body, which `title` does not check.
  const inTitle = expression.includes(' NOT ') ? `${expression} AND ${title}` : title;
  return { inTitle, outsideTitle: `${expression} NOT ${title}` };
}
