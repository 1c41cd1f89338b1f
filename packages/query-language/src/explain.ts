import type { DateSpec, HasValue, IsValue, Query, QueryNode, TextNode } from './types.js';

/**
 * Explains in one English sentence how a query was understood, with its folded terms. The wording is for people and may
 * change without notice.
 *
 * @param query A query from `parseQuery`
 * @returns The sentence, with its full stop. Never throws
 */
export function explainQuery(query: Query): string {
  return query.root === null ? 'All notes.' : `Notes that ${describe(query.root, false)}.`;
}

/** Moves negations down to the single conditions (De Morgan), for which English has words. */
function describe(node: QueryNode, negated: boolean): string {
  if (node.type === 'not') return describe(node.child, !negated);
  if (node.type !== 'and' && node.type !== 'or') return negated ? negate(condition(node)) : condition(node);
  const word = (node.type === 'and') === negated ? ' or ' : ' and ';
  return node.children
    .map((child) => {
      const text = describe(child, negated);
      return isGroup(child) ? `(${text})` : text;
    })
    .join(word);
}

function isGroup(node: QueryNode): boolean {
  return node.type === 'and' || node.type === 'or' || (node.type === 'not' && isGroup(node.child));
}

function negate(clause: string): string {
  if (clause.startsWith('have no ')) return clause.replace(' no ', ' a ');
  return /^(are|were) /.test(clause) ? clause.replace(' ', ' not ') : `do not ${clause}`;
}

const IS: Record<IsValue, string> = {
  trashed: 'are in the Trash',
  template: 'are templates',
  readonly: 'are read-only',
  orphan: 'are orphans',
  tagged: 'have a tag',
  imported: 'were imported',
};

const HAS: Record<HasValue, string> = {
  resource: 'have an attachment',
  image: 'have an image',
  link: 'have a link',
  task: 'have a task',
  'open-task': 'have an open task',
  'remote-media': 'have remote media',
  code: 'have code',
};

const OPERATORS = { '>': 'after', '>=': 'on or after', '<': 'before', '<=': 'on or before' } as const;

function condition(node: Exclude<QueryNode, { type: 'and' | 'or' | 'not' }>): string {
  switch (node.type) {
    case 'text':
      return text(node);
    case 'tag':
      return node.path === null ? 'have no tag' : `have the tag “${node.path}” or one below it`;
    case 'notebook':
      return `are in the notebook “${node.path.join('/')}” or one below it`;
    case 'notebook_id':
      return `are in the notebook ${node.id} or one below it`;
    case 'is':
      return IS[node.value];
    case 'has':
      return HAS[node.value];
    case 'date':
      return `were ${node.field} ${date(node.spec)}`;
    case 'link': {
      const target = 'id' in node.target ? node.target.id : `“${node.target.title}”`;
      return node.direction === 'to' ? `link to ${target}` : `are linked from ${target}`;
    }
    case 'id':
      return `have the id ${node.id}`;
    case 'filename':
      return `have an attachment named like “${node.parts.join('*')}”`;
    case 'mime':
      return `have an attachment of type ${node.mediaType}/${node.subtype}`;
  }
}

function text({ scope, terms, prefix }: TextNode): string {
  const quoted = `“${terms.join(' ')}${prefix ? '…' : ''}”`;
  const what = terms.length > 1 ? `the phrase ${quoted}` : prefix ? `a word like ${quoted}` : quoted;
  return scope === 'any' ? `contain ${what}` : `have ${what} in the ${scope}`;
}

function date(spec: DateSpec): string {
  if (spec.kind === 'on') return `${spec.date.length === 10 ? 'on' : 'in'} ${spec.date}`;
  if (spec.kind === 'compare') return `${OPERATORS[spec.op]} ${spec.date}`;
  if (spec.kind === 'range') return `from ${spec.first} to ${spec.last}`;
  return spec.days === 1 ? 'today' : `in the last ${spec.days} days`;
}
