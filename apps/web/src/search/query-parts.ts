import { FIELD_NAMES } from '@notes/query-language';

interface QueryPart {
  readonly text: string;
  readonly kind: 'plain' | 'field' | 'operator' | 'quoted';
  readonly isWrong: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const TOKEN = /"(?:\\.|[^"\\])*"?|\bOR\b|(?<![^\s(])-(?=\S)|[a-z-]+(?=:)/g;
const fields: ReadonlySet<string> = new Set(FIELD_NAMES);

/** Splits a query into parts of one style; joined, the parts give the query back. */
export function queryParts(query: string, errorSpan?: Span): QueryPart[] {
  const kinds = findKinds(query);
  const cuts = new Set([0, query.length, ...kinds.flatMap(({ start, end }) => [start, end])]);
  if (errorSpan !== undefined) cuts.add(errorSpan.start).add(errorSpan.end);
  const boundaries = [...cuts].sort((a, b) => a - b);
  return boundaries.slice(0, -1).map((start, index) => ({
    text: query.slice(start, boundaries[index + 1]),
    kind: kinds.find((span) => span.start <= start && start < span.end)?.kind ?? 'plain',
    isWrong: errorSpan !== undefined && errorSpan.start <= start && start < errorSpan.end,
  }));
}

function findKinds(query: string): (Span & { readonly kind: QueryPart['kind'] })[] {
  return [...query.matchAll(TOKEN)].flatMap(({ 0: text, index: start }) => {
    const kind = getKind(text);
    return kind === undefined ? [] : [{ start, end: start + text.length, kind }];
  });
}

function getKind(text: string): QueryPart['kind'] | undefined {
  if (text.startsWith('"')) return 'quoted';
  if (text === 'OR' || text === '-') return 'operator';
  return fields.has(text) ? 'field' : undefined;
}
