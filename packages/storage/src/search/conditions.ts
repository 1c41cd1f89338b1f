import { dateRange, type QueryNode } from '@notes/query-language';
import { type SQL, sql } from 'drizzle-orm';
import { StorageError } from '../errors.js';
import type { NotebookRow } from '../notebooks.js';
import { isText, matchExpression } from './match.js';

export interface ConditionContext {
  readonly now: number;
  readonly notebooks: () => readonly Pick<NotebookRow, 'pk' | 'id' | 'parentPk' | 'nameKey'>[];
}

type Nodes = { [Type in QueryNode['type']]: Extract<QueryNode, { type: Type }> };
type Rules = { [Type in keyof Nodes]: (node: Nodes[Type], context: ConditionContext) => SQL };

const unsupported = (field: string) => () => {
  throw new StorageError('unsupported_query', `${field} cannot be searched yet`);
};

/** One SQL condition on `d` (documents) for each kind of node. */
const rules: Rules = {
  and: (node, context) => group(node.children, sql` AND `, context),
  or: (node, context) => group(node.children, sql` OR `, context),
  not: (node, context) => sql`NOT (${condition(node.child, context)})`,
  text: (node) => sql`d.pk IN (SELECT rowid FROM search_fts WHERE search_fts MATCH ${matchExpression(node)})`,
  tag: (node) => (node.path === null ? untagged : tagged(node.path)),
  notebook: (node, context) => inNotebooks(notebooksNamed(node.path, context)),
  notebook_id: (node, context) => inNotebooks(notebooksBelow((row) => row.id === node.id, context)),
  is: (node, context) => states[node.value](node, context),
  has: unsupported('has:'),
  date: (node, context) => between(node, context),
  link: unsupported('links-to: and linked-from:'),
  id: (node) => sql`d.id = ${node.id}`,
  filename: unsupported('filename:'),
  mime: unsupported('mime:'),
};

const untagged = sql`NOT EXISTS (SELECT 1 FROM document_tags dt WHERE dt.document_pk = d.pk)`;

const states: { [Value in Nodes['is']['value']]: Rules['is'] } = {
  trashed: () => sql`d.deleted_at IS NOT NULL`,
  readonly: () => sql`d.notebook_pk IN (SELECT pk FROM notebooks WHERE read_only = 1)`,
  tagged: () => sql`NOT (${untagged})`,
  imported: () => sql`EXISTS (SELECT 1 FROM provenance p WHERE p.document_pk = d.pk)`,
  template: unsupported('is:template'),
  orphan: unsupported('is:orphan'),
};

/** The condition a node puts on a note `d`. */
export function condition(node: QueryNode, context: ConditionContext): SQL {
  const expression = isText(node) ? matchExpression(node) : null;
  if (expression !== null) return sql`d.pk IN (SELECT rowid FROM search_fts WHERE search_fts MATCH ${expression})`;
  return (rules[node.type] as (node: QueryNode, context: ConditionContext) => SQL)(node, context);
}

function group(children: readonly QueryNode[], glue: SQL, context: ConditionContext): SQL {
  return sql`(${sql.join(
    children.map((child) => condition(child, context)),
    glue,
  )})`;
}

/** The tag of a key, and those below it: a range of keys, since `/` is followed by `0`. */
function tagged(key: string): SQL {
  return sql`d.pk IN (SELECT dt.document_pk FROM tags t JOIN document_tags dt ON dt.tag_pk = t.pk
    WHERE t.name_key = ${key} OR (t.name_key >= ${`${key}/`} AND t.name_key < ${`${key}0`}))`;
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

/** Notebooks whose path ends in the given one, and everything below them. */
function notebooksNamed(path: readonly string[], context: ConditionContext): number[] {
  const rows = new Map(context.notebooks().map((row) => [row.pk, row]));
  return notebooksBelow((row) => {
    let at: typeof row | undefined = row;
    for (const key of path.toReversed()) {
      if (at?.nameKey !== key) return false;
      at = at.parentPk === null ? undefined : rows.get(at.parentPk);
    }
    return true;
  }, context);
}

type Row = ReturnType<ConditionContext['notebooks']>[number];

function notebooksBelow(isRoot: (row: Row) => boolean, context: ConditionContext): number[] {
  const rows = context.notebooks();
  const children = new Map<number, Row[]>();
  for (const row of rows) {
    const siblings = children.get(row.parentPk ?? 0);
    if (siblings === undefined) children.set(row.parentPk ?? 0, [row]);
    else siblings.push(row);
  }
  const found = new Set<number>();
  const visit = (row: Row) => {
    if (found.has(row.pk)) return;
    found.add(row.pk);
    for (const child of children.get(row.pk) ?? []) visit(child);
  };
  for (const row of rows) if (isRoot(row)) visit(row);
  return [...found];
}
