import { dateRange, type QueryNode } from '@notes/query-language';
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { FEATURES } from '../documents/derived.js';
import { hasFeature } from '../documents/feature-conditions.js';
import { defineFragment } from '../library/fragment.js';
import { literal, type Parameters } from '../library/query.js';
import {
  documentResources,
  documents,
  documentTags,
  links,
  notebooks,
  provenance,
  resources,
  tags,
} from '../schema.js';
import { isTagOrBelow } from '../tags/tag-branch.js';
import { matchExpression } from './match.js';
import { type NotebookLike, notebookKeys } from './notebook-keys.js';
import { searchIndex } from './search-tables.js';

/** Values that conditions depend on; `now` is in milliseconds since the Unix epoch. */
export interface ConditionContext {
  readonly now: number;
  readonly notebooks: () => readonly NotebookLike[];
}

type Nodes = { [Type in QueryNode['type']]: Extract<QueryNode, { type: Type }> };
type Rules<Result> = { [Type in keyof Nodes]: (node: Nodes[Type], context: ConditionContext) => Result };

const d = alias(documents, 'd');
const dt = alias(documentTags, 'dt');
const dr = alias(documentResources, 'dr');
const l = alias(links, 'l');
const p = alias(provenance, 'p');
const r = alias(resources, 'r');
const t = alias(tags, 't');
/** Note that links lead to or come from. */
const linked = alias(documents, 'linked');

/** SQL condition on `d` (documents) for each type of node that no key set decides. */
const rules: Rules<SQL> = {
  and: (node, context) => group(node.children, sql` AND `, context),
  or: (node, context) => group(node.children, sql` OR `, context),
  not: (node, context) => sql`NOT (${condition(node.child, context)})`,
  text: (node) => isIn(textSet(node) as SQL),
  tag: ({ path }) => (path === null ? isUntagged() : hasTag({ path })),
  notebook: (node, context) => inNotebooks(notebookKeys(node, context.notebooks())),
  notebook_id: (node, context) => inNotebooks(notebookKeys(node, context.notebooks())),
  is: (node, context) => states[node.value](node, context),
  has: ({ value }) => (value === 'resource' ? isIn(attached()) : has(value)),
  date: (node, context) => between(node, context),
  link: (node) => isIn(linkSet(node)),
  id: ({ id }) => hasId({ id }),
  filename: (node) => isIn(filenameSet(node)),
  mime: (node) => isIn(mimeSet(node)),
};

const hasId = defineFragment(({ id }: Parameters<{ id: string }>) => sql`${d.id} = ${id}`);

const isUntagged = defineFragment(
  () => sql`NOT EXISTS (SELECT 1 FROM ${documentTags} ${dt} WHERE ${dt.documentPk} = ${d.pk})`,
);

/** Returns the condition for a note with a tag or one of its descendants. The plus keeps SQLite at the tags of the note. */
const hasTag = defineFragment(
  ({ path }: Parameters<{ path: string }>) => sql`EXISTS (SELECT 1 FROM ${documentTags} ${dt}
    WHERE ${dt.documentPk} = ${d.pk} AND +${dt.tagPk} IN (
      SELECT ${t.pk} FROM (SELECT ${path} AS value) k CROSS JOIN ${tags} ${t} ON ${isTagOrBelow(sql`k.value`)}))`,
);

const hasBits = defineFragment(({ bits }: Parameters<{ bits: SQL }>) => sql`(${d.features} & ${bits})`);
const has = (feature: keyof typeof FEATURES) => hasBits({ bits: literal(FEATURES[feature]) });

const TRASHED = sql`SELECT ${documents.pk} FROM ${documents} INDEXED BY documents_trashed
  WHERE ${documents.deletedAt} IS NOT NULL`;
/** Returns the query for the keys of trashed notes. */
export const trashedKeys = defineFragment(() => TRASHED);
const READ_ONLY_NOTEBOOKS = sql`SELECT ${notebooks.pk} FROM ${notebooks} WHERE ${notebooks.readOnly} = 1`;
/** Keys of notes whose links do not count. */
const UNCOUNTED = sql`${TRASHED}
  UNION ALL SELECT ${documents.pk} FROM ${documents} WHERE ${documents.notebookPk} IN (${READ_ONLY_NOTEBOOKS})`;

/** Returns the condition for orphans: not in a read-only notebook, and without links from counted notes. */
const isOrphan = defineFragment(
  () => sql`(${d.deletedAt} IS NULL AND ${d.notebookPk} NOT IN (${READ_ONLY_NOTEBOOKS})
    AND NOT EXISTS (SELECT 1 FROM ${links} ${l}
      WHERE ${l.targetPk} = ${d.pk} AND ${l.sourcePk} <> ${d.pk} AND ${l.sourcePk} NOT IN (${UNCOUNTED})))`,
);
const isTrashed = defineFragment(() => sql`${d.deletedAt} IS NOT NULL`);
const isReadOnly = defineFragment(() => sql`${d.notebookPk} IN (${READ_ONLY_NOTEBOOKS})`);
const isImported = defineFragment(() => sql`EXISTS (SELECT 1 FROM ${provenance} ${p} WHERE ${p.documentPk} = ${d.pk})`);

const states: { [Value in Nodes['is']['value']]: Rules<SQL>['is'] } = {
  trashed: () => isTrashed(),
  readonly: () => isReadOnly(),
  tagged: () => sql`NOT (${isUntagged()})`,
  imported: () => isImported(),
  template: () => has('template'),
  orphan: () => isOrphan(),
};

/**
 * Returns the condition of a node on a note `d`. The condition never makes SQLite start from a key set: the search
 * chooses where to start.
 */
export function condition(node: QueryNode, context: ConditionContext): SQL {
  const set = textSet(node);
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
      return selectKeys({ condition: rules[node.type](node as never, context) });
    case 'id':
      return selectKeys({ condition: rules.id(node, context) });
    case 'is':
      return stateSets[node.value]?.() ?? null;
    case 'has':
      return node.value === 'resource' ? attached() : null;
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

const selectKeys = defineFragment(
  ({ condition }: Parameters<{ condition: SQL }>) => sql`SELECT ${d.pk} FROM ${documents} ${d} WHERE ${condition}`,
);

const stateSets: { [Value in Nodes['is']['value']]?: () => SQL } = {
  trashed: trashedKeys,
  imported: defineFragment(() => sql`SELECT ${provenance.documentPk} FROM ${provenance}`),
  template: defineFragment(
    () => sql`SELECT ${documents.pk} FROM ${documents} INDEXED BY documents_templates WHERE ${hasFeature('template')}`,
  ),
};

const isInSet = defineFragment(({ set }: Parameters<{ set: SQL }>) => sql`+${d.pk} IN (${set})`);
/** Returns the condition for a note with a key in a set, from which SQLite does not start. */
export const isIn = (set: SQL): SQL => isInSet({ set });

/** Returns a query for the keys of notes that match an FTS5 expression. */
export const matchSet = defineFragment(
  ({ expression }: Parameters<{ expression: string }>) =>
    sql`SELECT ${searchIndex.rowid} FROM ${searchIndex} WHERE ${searchIndex} MATCH ${expression}`,
);

function textSet(node: QueryNode): SQL | null {
  const expression = matchExpression(node);
  return expression === null ? null : matchSet({ expression });
}

const taggedKeys = defineFragment(
  ({ path }: Parameters<{ path: string }>) => sql`SELECT ${dt.documentPk} FROM (SELECT ${path} AS value) k
    CROSS JOIN ${tags} ${t} ON ${isTagOrBelow(sql`k.value`)} CROSS JOIN ${documentTags} ${dt} ON ${dt.tagPk} = ${t.pk}`,
);

/** Keys of the notes with a tag or one of its descendants. */
const tagSet = ({ path }: Nodes['tag']): SQL | null => (path === null ? null : taggedKeys({ path }));

const defineLinkSet = (end: typeof l.targetPk | typeof l.sourcePk, other: typeof l.targetPk | typeof l.sourcePk) =>
  defineFragment(
    ({ condition }: Parameters<{ condition: SQL }>) => sql`SELECT ${other}
      FROM ${documents} ${linked} CROSS JOIN ${links} ${l} ON ${end} = ${linked.pk}
      WHERE ${condition} AND ${linked.deletedAt} IS NULL AND ${l.targetPk} IS NOT NULL AND ${l.targetPk} <> ${l.sourcePk}`,
  );
const linkSets = { to: defineLinkSet(l.targetPk, l.sourcePk), from: defineLinkSet(l.sourcePk, l.targetPk) };
const hasLinkedId = defineFragment(({ id }: Parameters<{ id: string }>) => sql`${linked.id} = ${id}`);
const hasLinkedTitle = defineFragment(({ title }: Parameters<{ title: string }>) => sql`${linked.titleKey} = ${title}`);

/** Keys of the notes linked to or from active notes with an id or title, without self-links. */
function linkSet({ direction, target }: Nodes['link']): SQL {
  return linkSets[direction]({ condition: 'id' in target ? hasLinkedId(target) : hasLinkedTitle(target) });
}

const attached = defineFragment(() => sql`SELECT ${documentResources.documentPk} FROM ${documentResources}`);

const attachedWhere = defineFragment(
  ({ condition }: Parameters<{ condition: SQL }>) => sql`SELECT ${dr.documentPk} FROM ${resources} ${r}
    CROSS JOIN ${documentResources} ${dr} ON ${dr.resourcePk} = ${r.pk} WHERE ${condition}`,
);
const hasFilename = defineFragment(
  ({ pattern }: Parameters<{ pattern: string }>) => sql`${r.filenameKey} LIKE ${pattern} ESCAPE '\\'`,
);
const hasTypeBetween = defineFragment(
  ({ from, until }: Parameters<{ from: string; until: string }>) =>
    sql`${r.mimeType} >= ${from} AND ${r.mimeType} < ${until}`,
);
const hasType = defineFragment(
  ({ type, from, until }: Parameters<{ type: string; from: string; until: string }>) =>
    sql`(${r.mimeType} = ${type} OR (${r.mimeType} >= ${from} AND ${r.mimeType} < ${until}))`,
);

/** Keys of the notes with an attachment whose name contains the parts in this order. Both are folded already. */
function filenameSet({ parts }: Nodes['filename']): SQL {
  const pattern = parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%');
  return attachedWhere({ condition: hasFilename({ pattern }) });
}

/**
 * Keys of the notes with an attachment of a MIME type. Types are stored in lower case, some with `; charset=` behind.
 */
function mimeSet({ mediaType, subtype }: Nodes['mime']): SQL {
  const type = `${mediaType}/${subtype}`;
  return attachedWhere({
    condition:
      subtype === '*'
        ? hasTypeBetween({ from: `${mediaType}/`, until: `${mediaType}0` })
        : hasType({ type, from: `${type};`, until: `${type}<` }),
  });
}

function group(children: readonly QueryNode[], glue: SQL, context: ConditionContext): SQL {
  return sql`(${sql.join(
    children.map((child) => condition(child, context)),
    glue,
  )})`;
}

const dateColumns = {
  created: defineFragment(() => sql`${d.createdAt}`),
  updated: defineFragment(() => sql`${d.updatedAt}`),
};

function between(node: Nodes['date'], context: ConditionContext): SQL {
  const { from, until } = dateRange(node.spec, { now: context.now, zone: 'local' });
  const column = dateColumns[node.field]();
  const bounds = [
    ...(from === null ? [] : [sql`${column} >= ${from}`]),
    ...(until === null ? [] : [sql`${column} < ${until}`]),
  ];
  return bounds.length === 0 ? sql`1` : sql`(${sql.join(bounds, sql` AND `)})`;
}

const isInNotebooks = defineFragment(
  ({ keys }: Parameters<{ keys: string }>) => sql`${d.notebookPk} IN (SELECT value FROM json_each(${keys}))`,
);
const inNotebooks = (keys: number[]) => isInNotebooks({ keys: JSON.stringify(keys) });
