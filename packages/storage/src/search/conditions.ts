import { dateRange, type QueryNode } from '@notes/query-language';
import { type SQL, sql } from 'drizzle-orm';
import { StorageError } from '../errors.js';
import { matchExpression } from './match.js';
import { type NotebookLike, notebookKeys } from './notebook-keys.js';

export interface ConditionContext {
  readonly now: number;
  readonly notebooks: () => readonly NotebookLike[];
}

type Nodes = { [Type in QueryNode['type']]: Extract<QueryNode, { type: Type }> };
type Rules<Result> = { [Type in keyof Nodes]: (node: Nodes[Type], context: ConditionContext) => Result };

const unsupported = (field: string) => () => {
  throw new StorageError('unsupported_query', `${field} cannot be searched yet`);
};

/** One SQL condition on `d` (documents) for each kind of node that no set decides. */
const rules: Rules<SQL> = {
  and: (node, context) => group(node.children, sql` AND `, context),
  or: (node, context) => group(node.children, sql` OR `, context),
  not: (node, context) => sql`NOT (${condition(node.child, context)})`,
  text: (node) => isIn(textSet(node) as SQL),
  tag: () => untagged,
  notebook: (node, context) => inNotebooks(notebookKeys(node, context.notebooks())),
  notebook_id: (node, context) => inNotebooks(notebookKeys(node, context.notebooks())),
  is: (node, context) => states[node.value](node, context),
  has: unsupported('has:'),
  date: (node, context) => between(node, context),
  link: unsupported('links-to: and linked-from:'),
  id: (node) => sql`d.id = ${node.id}`,
  filename: unsupported('filename:'),
  mime: unsupported('mime:'),
};

const untagged = sql`NOT EXISTS (SELECT 1 FROM document_tags dt WHERE dt.document_pk = d.pk)`;

const states: { [Value in Nodes['is']['value']]: Rules<SQL>['is'] } = {
  trashed: () => sql`d.deleted_at IS NOT NULL`,
  readonly: () => sql`d.notebook_pk IN (SELECT pk FROM notebooks WHERE read_only = 1)`,
  tagged: () => sql`NOT (${untagged})`,
  imported: () => sql`EXISTS (SELECT 1 FROM provenance p WHERE p.document_pk = d.pk)`,
  template: unsupported('is:template'),
  orphan: unsupported('is:orphan'),
};

/** The condition a node puts on a note `d`. Never leads SQLite to begin with a set: the search chooses where to. */
export function condition(node: QueryNode, context: ConditionContext): SQL {
  const set = textSet(node) ?? (node.type === 'tag' ? tagSet(node) : null);
  if (set !== null) return isIn(set);
  return (rules[node.type] as (node: QueryNode, context: ConditionContext) => SQL)(node, context);
}

/** The keys of the notes a node is true of (some perhaps twice), where an index has them; else null. */
export function keySet(node: QueryNode, context: ConditionContext): SQL | null {
  const text = textSet(node);
  if (text !== null) return text;
  switch (node.type) {
    case 'tag':
      return tagSet(node);
    case 'notebook':
    case 'notebook_id':
      return sql`SELECT d.pk FROM documents d WHERE ${rules[node.type](node as never, context)}`;
    case 'id':
      return sql`SELECT d.pk FROM documents d WHERE ${rules.id(node, context)}`;
    case 'is':
      if (node.value === 'imported') return sql`SELECT document_pk FROM provenance`;
      return node.value === 'trashed' ? TRASHED : null;
    case 'or': {
      const sets = node.children.map((child) => keySet(child, context));
      return sets.includes(null) ? null : sql.join(sets as SQL[], sql` UNION ALL `);
    }
    default:
      return null;
  }
}

export const TRASHED = sql`SELECT pk FROM documents INDEXED BY documents_trashed WHERE deleted_at IS NOT NULL`;

const isIn = (set: SQL) => sql`+d.pk IN (${set})`;

export const matchSet = (expression: string) => sql`SELECT rowid FROM search_fts WHERE search_fts MATCH ${expression}`;

function textSet(node: QueryNode): SQL | null {
  const expression = matchExpression(node);
  return expression === null ? null : matchSet(expression);
}

/** The notes of a tag and of those below it: a range of keys, since `/` is followed by `0`. */
function tagSet({ path }: Nodes['tag']): SQL | null {
  if (path === null) return null;
  return sql`SELECT dt.document_pk FROM tags t JOIN document_tags dt ON dt.tag_pk = t.pk
    WHERE t.name_key = ${path} OR (t.name_key >= ${`${path}/`} AND t.name_key < ${`${path}0`})`;
}

function group(children: readonly QueryNode[], glue: SQL, context: ConditionContext): SQL {
  return sql`(${sql.join(
    children.map((child) => condition(child, context)),
    glue,
  )})`;
}

function between(node: Nodes['date'], context: ConditionContext): SQL {
  const { from, until } = dateRange(node.spec, { now: context.now, zone: 'local' });
  const column = node.field === 'created' ? sql`d.created_at` : sql`d.updated_at`;
  const bounds = [
    ...(from === null ? [] : [sql`${column} >= ${from}`]),
    ...(until === null ? [] : [sql`${column} < ${until}`]),
  ];
  return bounds.length === 0 ? sql`1` : sql`(${sql.join(bounds, sql` AND `)})`;
}

const inNotebooks = (keys: number[]) => sql`d.notebook_pk IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`;
