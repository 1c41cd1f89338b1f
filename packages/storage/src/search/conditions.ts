import { dateRange, type QueryNode } from '@notes/query-language';
import { type SQL, sql } from 'drizzle-orm';
import { type FEATURES, featureCondition } from '../documents/derived.js';
import { TAG_OR_BELOW } from '../tags/tag-branch.js';
import { matchExpression } from './match.js';
import { type NotebookLike, notebookKeys } from './notebook-keys.js';

/** Values that conditions depend on; `now` is in milliseconds since the Unix epoch. */
export interface ConditionContext {
  readonly now: number;
  readonly notebooks: () => readonly NotebookLike[];
}

type Nodes = { [Type in QueryNode['type']]: Extract<QueryNode, { type: Type }> };
type Rules<Result> = { [Type in keyof Nodes]: (node: Nodes[Type], context: ConditionContext) => Result };

/** SQL condition on `d` (documents) for each type of node that no key set decides. */
const rules: Rules<SQL> = {
  and: (node, context) => group(node.children, sql` AND `, context),
  or: (node, context) => group(node.children, sql` OR `, context),
  not: (node, context) => sql`NOT (${condition(node.child, context)})`,
  text: (node) => isIn(textSet(node) as SQL),
  tag: () => untagged,
  notebook: (node, context) => inNotebooks(notebookKeys(node, context.notebooks())),
  notebook_id: (node, context) => inNotebooks(notebookKeys(node, context.notebooks())),
  is: (node, context) => states[node.value](node, context),
  has: ({ value }) => (value === 'resource' ? isIn(ATTACHED) : hasFeature(value)),
  date: (node, context) => between(node, context),
  link: (node) => isIn(linkSet(node)),
  id: (node) => sql`d.id = ${node.id}`,
  filename: (node) => isIn(filenameSet(node)),
  mime: (node) => isIn(mimeSet(node)),
};

const untagged = sql`NOT EXISTS (SELECT 1 FROM document_tags dt WHERE dt.document_pk = d.pk)`;

const hasFeature = (feature: keyof typeof FEATURES) => sql.raw(`(d.${featureCondition(feature)})`);

/** Query for the keys of trashed notes. */
export const TRASHED = sql`SELECT pk FROM documents INDEXED BY documents_trashed WHERE deleted_at IS NOT NULL`;
const READ_ONLY_NOTEBOOKS = sql`SELECT pk FROM notebooks WHERE read_only = 1`;
/** Keys of notes whose links do not count. */
const UNCOUNTED = sql`${TRASHED} UNION ALL SELECT pk FROM documents WHERE notebook_pk IN (${READ_ONLY_NOTEBOOKS})`;

/** Condition for orphans: not in a read-only notebook, and without links from counted notes. */
const orphan = sql`(d.deleted_at IS NULL AND d.notebook_pk NOT IN (${READ_ONLY_NOTEBOOKS})
  AND NOT EXISTS (SELECT 1 FROM links l
    WHERE l.target_pk = d.pk AND l.source_pk <> d.pk AND l.source_pk NOT IN (${UNCOUNTED})))`;

const states: { [Value in Nodes['is']['value']]: Rules<SQL>['is'] } = {
  trashed: () => sql`d.deleted_at IS NOT NULL`,
  readonly: () => sql`d.notebook_pk IN (${READ_ONLY_NOTEBOOKS})`,
  tagged: () => sql`NOT (${untagged})`,
  imported: () => sql`EXISTS (SELECT 1 FROM provenance p WHERE p.document_pk = d.pk)`,
  template: () => hasFeature('template'),
  orphan: () => orphan,
};

/**
 * Returns the condition of a node on a note `d`. The condition never makes SQLite start from a key set: the search
 * chooses where to start.
 */
export function condition(node: QueryNode, context: ConditionContext): SQL {
  const set = textSet(node) ?? (node.type === 'tag' ? tagSet(node) : null);
  if (set !== null) return isIn(set);
  return (rules[node.type] as (node: QueryNode, context: ConditionContext) => SQL)(node, context);
}

/**
 * Returns a query for the keys of a node's matches, perhaps with duplicates, when an index provides them; otherwise
 * null.
 */
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
      return stateSets[node.value] ?? null;
    case 'has':
      return node.value === 'resource' ? ATTACHED : null;
    case 'link':
      return linkSet(node);
    case 'filename':
      return filenameSet(node);
    case 'mime':
      return mimeSet(node);
    case 'or': {
      const sets = node.children.map((child) => keySet(child, context));
      return sets.includes(null) ? null : sql.join(sets as SQL[], sql` UNION ALL `);
    }
    default:
      return null;
  }
}

const stateSets: { [Value in Nodes['is']['value']]?: SQL } = {
  trashed: TRASHED,
  imported: sql`SELECT document_pk FROM provenance`,
  template: sql.raw(`SELECT pk FROM documents INDEXED BY documents_templates WHERE ${featureCondition('template')}`),
};

const isIn = (set: SQL) => sql`+d.pk IN (${set})`;

/** Returns a query for the keys of notes that match an FTS5 expression. */
export const matchSet = (expression: string) => sql`SELECT rowid FROM search_fts WHERE search_fts MATCH ${expression}`;

function textSet(node: QueryNode): SQL | null {
  const expression = matchExpression(node);
  return expression === null ? null : matchSet(expression);
}

const TAGS_OF_BRANCH = sql.raw(`CROSS JOIN tags t ON ${TAG_OR_BELOW}`);

/** Keys of the notes with a tag or one of its descendants. */
function tagSet({ path }: Nodes['tag']): SQL | null {
  if (path === null) return null;
  return sql`SELECT dt.document_pk FROM (SELECT ${path} AS value) k ${TAGS_OF_BRANCH}
    CROSS JOIN document_tags dt ON dt.tag_pk = t.pk`;
}

/** Keys of the notes linked to or from active notes with an id or title, without self-links. */
function linkSet({ direction, target }: Nodes['link']): SQL {
  const named = 'id' in target ? sql`t.id = ${target.id}` : sql`t.title_key = ${target.title}`;
  const [end, other] =
    direction === 'to' ? (['target_pk', 'source_pk'] as const) : (['source_pk', 'target_pk'] as const);
  return sql`SELECT l.${sql.raw(other)} FROM documents t CROSS JOIN links l ON l.${sql.raw(end)} = t.pk
    WHERE ${named} AND t.deleted_at IS NULL AND l.target_pk IS NOT NULL AND l.target_pk <> l.source_pk`;
}

const ATTACHED = sql`SELECT document_pk FROM document_resources`;

const attachedWhere = (resource: SQL) => sql`SELECT dr.document_pk FROM resources r
  CROSS JOIN document_resources dr ON dr.resource_pk = r.pk WHERE ${resource}`;

/** Keys of the notes with an attachment whose name contains the parts in this order. Both are folded already. */
function filenameSet({ parts }: Nodes['filename']): SQL {
  const pattern = parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%');
  return attachedWhere(sql`r.filename_key LIKE ${pattern} ESCAPE '\\'`);
}

/**
 * Keys of the notes with an attachment of a MIME type. Types are stored in lower case, some with `; charset=` behind.
 */
function mimeSet({ mediaType, subtype }: Nodes['mime']): SQL {
  const type = `${mediaType}/${subtype}`;
  return attachedWhere(
    subtype === '*'
      ? sql`r.mime_type >= ${`${mediaType}/`} AND r.mime_type < ${`${mediaType}0`}`
      : sql`(r.mime_type = ${type} OR (r.mime_type >= ${`${type};`} AND r.mime_type < ${`${type}<`}))`,
  );
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
