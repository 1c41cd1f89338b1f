import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { defineQuery, type Parameters, type Query, rows } from '../library/query.js';
import { documents, notebooks, resources, searchNotebooks, sourceBundles, syncStates, tags } from '../schema.js';

const n = alias(notebooks, 'n');

type EntityTable =
  | typeof documents
  | typeof resources
  | typeof notebooks
  | typeof tags
  | typeof sourceBundles
  | typeof searchNotebooks;
const isNotInLog = ({ id }: EntityTable) =>
  sql`NOT EXISTS (SELECT 1 FROM ${syncStates} WHERE ${syncStates.id} = ${id})`;
const missingResources = sql`FROM ${resources} WHERE ${isNotInLog(resources)}`;
const missingDocuments = sql`FROM ${documents} JOIN ${notebooks} ${n} ON ${n.pk} = ${documents.notebookPk}
  WHERE ${n.readOnly} = 0 AND ${documents.synced} IS NULL`;
export const countMissingResources = defineQuery(() =>
  rows({ n: sql<number>`count(*)` }, (list) => sql`SELECT ${list} ${missingResources}`),
);
export const countMissingDocuments = defineQuery(() =>
  rows({ n: sql<number>`count(*)` }, (list) => sql`SELECT ${list} ${missingDocuments}`),
);
/** Statement for entities after a key that are not in the log. */
export type MissingQuery = Query<{ pk: number; id: string }, { after: number; limit: number }>;
const selectMissingFrom = ({ pk, id }: EntityTable, from: SQL): MissingQuery =>
  defineQuery(({ after, limit }: Parameters<{ after: number; limit: number }>) =>
    rows({ pk, id }, (list) => sql`SELECT ${list} ${from} AND ${pk} > ${after} ORDER BY ${pk} LIMIT ${limit}`),
  );
/** Selects entities that are not in the log, by kind. */
export const selectMissing = {
  resource: selectMissingFrom(resources, missingResources),
  document: selectMissingFrom(documents, missingDocuments),
  notebook: selectMissingFrom(
    notebooks,
    sql`FROM ${notebooks} WHERE ${notebooks.builtin} = 0 AND ${isNotInLog(notebooks)}`,
  ),
  tag: selectMissingFrom(tags, sql`FROM ${tags} WHERE ${isNotInLog(tags)}`),
  source_bundle: selectMissingFrom(sourceBundles, sql`FROM ${sourceBundles} WHERE ${isNotInLog(sourceBundles)}`),
  search_notebook: selectMissingFrom(
    searchNotebooks,
    sql`FROM ${searchNotebooks} WHERE ${searchNotebooks.builtin} = 0 AND ${isNotInLog(searchNotebooks)}`,
  ),
} as const;
