import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { defineQuery, type Parameters, rows } from '../library/query.js';
import { documentResources, documents, provenance, revisions } from '../schema.js';

/** Note in the trash, with the contents that a purge would delete. */
export interface TrashedNote {
  readonly id: string;
  readonly title: string;
  readonly revisionId: string;
  readonly deletedAt: number;
  readonly revisions: number;
  /** Number of distinct attachments. */
  readonly attachments: number;
  readonly isImported: boolean;
}

const d = alias(documents, 'd');
const r = alias(revisions, 'r');
const v = alias(revisions, 'v');
const dr = alias(documentResources, 'dr');
const p = alias(provenance, 'p');

const columns = {
  id: d.id,
  title: d.title,
  revisionId: r.id,
  deletedAt: sql<number>`${d.deletedAt}`,
  revisions: sql<number>`(SELECT count(*) FROM ${revisions} ${v} WHERE ${v.documentPk} = ${d.pk})`,
  attachments: sql<number>`(SELECT count(DISTINCT ${dr.resourcePk}) FROM ${documentResources} ${dr}
    WHERE ${dr.documentPk} = ${d.pk})`,
  isImported: sql`EXISTS (SELECT 1 FROM ${provenance} ${p} WHERE ${p.documentPk} = ${d.pk})`.mapWith(Boolean),
};
/** Selects the notes that were trashed at or before a time, ordered by id. */
export const selectTrashedBefore = defineQuery(({ time }: Parameters<{ time: number }>) =>
  rows(
    columns,
    (list) => sql`SELECT ${list} FROM ${documents} ${d} JOIN ${revisions} ${r} ON ${r.pk} = ${d.revisionPk}
      WHERE ${d.deletedAt} IS NOT NULL AND ${d.deletedAt} <= ${time} ORDER BY ${d.id}`,
  ),
);
/** Selects a note in the trash. */
export const selectTrashedById = defineQuery(({ id }: Parameters<{ id: string }>) =>
  rows(
    columns,
    (list) => sql`SELECT ${list} FROM ${documents} ${d} JOIN ${revisions} ${r} ON ${r.pk} = ${d.revisionPk}
      WHERE ${d.deletedAt} IS NOT NULL AND ${d.id} = ${id}`,
  ),
);
/** Selects the ids of trashed notes with a title key. */
export const selectTrashedByTitleKey = defineQuery(
  ({ titleKey, limit }: Parameters<{ titleKey: string; limit: number }>) =>
    rows(
      { id: d.id },
      (list) => sql`SELECT ${list} FROM ${documents} ${d}
      WHERE ${d.titleKey} = ${titleKey} AND ${d.deletedAt} IS NOT NULL ORDER BY ${d.pk} LIMIT ${limit}`,
    ),
);
