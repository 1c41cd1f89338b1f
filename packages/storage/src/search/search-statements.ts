import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { UpdatedKey } from '../documents/documents.js';
import { defineFragment } from '../library/fragment.js';
import type { Parameters } from '../library/query.js';
import { documents } from '../schema.js';
import { searchIndex } from './search-tables.js';

const d = alias(documents, 'd');
/** Ranking by BM25. A word in the title weighs as much as ten in the body. */
const score = sql<number>`bm25(${searchIndex}, 10.0, 1.0)`;
/** Casts a number to INTEGER. Numbers are bound as floats, and FTS5 ignores a float as a bound of its rowid. */
const integer = (value: SQL<number>) => sql`CAST(${value} AS INTEGER)`;

/** Parts of a statement for a page: the columns, and the remaining statement from `FROM` up to the conditions. */
type Page = { readonly list: SQL; readonly from: SQL; readonly isAfter: SQL; readonly limit: number };
type DirectedPage = Page & { readonly direction: SQL };
export const updatedPage = defineFragment(
  ({ list, from, isAfter, limit }: Parameters<Page>) => sql`SELECT ${list} ${from} AND ${isAfter}
    ORDER BY ${d.updatedAt} DESC, ${d.pk} DESC LIMIT ${limit}`,
);
export const titlePage = defineFragment(
  ({ list, from, isAfter, direction, limit }: Parameters<DirectedPage>) => sql`SELECT ${list} ${from} AND ${isAfter}
    ORDER BY ${d.titleKey} ${direction}, ${d.pk} ${direction} LIMIT ${limit}`,
);
export const createdPage = defineFragment(
  ({ list, from, isAfter, direction, limit }: Parameters<DirectedPage>) => sql`SELECT ${list} ${from} AND ${isAfter}
    ORDER BY ${d.createdAt} ${direction}, ${d.pk} ${direction} LIMIT ${limit}`,
);
export const isUpdatedBefore = defineFragment(
  ({ updatedAt, pk }: Parameters<UpdatedKey>) => sql`(${d.updatedAt}, ${d.pk}) < (${updatedAt}, ${pk})`,
);
export const titleKey = defineFragment(() => sql`${d.titleKey}`);
export const createdAt = defineFragment(() => sql`${d.createdAt}`);
/** Returns the condition for rows after a key, ordered by a column, then by `pk`. */
export const isPast = defineFragment(
  ({ column, order, value, pk }: Parameters<{ column: SQL; order: SQL; value: string | number; pk: number }>) =>
    sql`(${column}, ${d.pk}) ${order} (${value}, ${pk})`,
);
export const ascending = { direction: sql`ASC`, order: sql`>` };
export const descending = { direction: sql`DESC`, order: sql`<` };
export const EVERY = sql`1`;

type Match = { readonly match: string; readonly isWanted: SQL };
type RankedPage = Omit<Page, 'from' | 'isAfter'> & Match;
export const rankedPage = defineFragment(
  ({ list, match, isWanted, limit }: Parameters<RankedPage>) => sql`
    SELECT ${list} FROM (SELECT ${searchIndex.rowid} AS pk, ${score} AS score FROM ${searchIndex}
      WHERE ${searchIndex} MATCH ${match} AND ${isWanted}) f
    ORDER BY f.score, f.pk DESC LIMIT ${limit}`,
);
/**
 * Returns the statement for the ranked page after a note. Scores change with every written note, but their order hardly
 * does, so the note has its current score. That score comes from the scan that scores the other notes: for one row alone,
 * FTS5 gives another score to some expressions with a NOT.
 */
export const nextRankedPage = defineFragment(
  ({ list, match, isWanted, limit, pk, score: last }: Parameters<RankedPage & { pk: number; score: number }>) => sql`
    WITH f AS MATERIALIZED (SELECT ${searchIndex.rowid} AS pk, ${score} AS score FROM ${searchIndex}
      WHERE ${searchIndex} MATCH ${match} AND (${isWanted} OR +${searchIndex.rowid} = ${integer(pk)})),
    l AS (SELECT coalesce((SELECT f.score FROM f WHERE f.pk = ${pk}), ${last}) AS score)
    SELECT ${list} FROM f, l WHERE f.score > l.score OR (f.score = l.score AND f.pk < ${pk})
    ORDER BY f.score, f.pk DESC LIMIT ${limit}`,
);
export const matchOfNote = defineFragment(
  ({ list, match, pk }: Parameters<{ list: SQL; match: string; pk: number }>) =>
    sql`SELECT ${list} FROM ${searchIndex} WHERE ${searchIndex} MATCH ${match} AND ${searchIndex.rowid} = ${integer(pk)}`,
);
export const commonPage = defineFragment(
  ({ list, match, before, isWanted, limit }: Parameters<Match & { list: SQL; before: number; limit: number }>) => sql`
    SELECT ${list} FROM ${searchIndex}
    WHERE ${searchIndex} MATCH ${match} AND ${searchIndex.rowid} < ${integer(before)} AND ${isWanted}
    ORDER BY ${searchIndex.rowid} DESC LIMIT ${limit}`,
);
type Where = { readonly where: SQL };
export const isRowidOutside = defineFragment(
  ({ set }: Parameters<{ set: SQL }>) => sql`+${searchIndex.rowid} NOT IN (${set})`,
);
export const isRowidFrom = defineFragment(
  ({ from }: Parameters<{ from: SQL }>) => sql`+${searchIndex.rowid} IN (SELECT ${d.pk} ${from})`,
);
export const isRowidOfNote = defineFragment(
  ({ where }: Parameters<Where>) =>
    sql`EXISTS (SELECT 1 FROM ${documents} ${d} WHERE ${d.pk} = +${searchIndex.rowid} AND ${where})`,
);

export const fromSet = defineFragment(
  ({ where }: Parameters<Where>) => sql`FROM ${documents} ${d} NOT INDEXED WHERE ${where}`,
);
export const fromAll = defineFragment(({ where }: Parameters<Where>) => sql`FROM ${documents} ${d} WHERE ${where}`);
export const fromActive = defineFragment(
  ({ where }: Parameters<Where>) => sql`FROM ${documents} ${d} INDEXED BY documents_active WHERE ${where}`,
);
export const fromTitles = defineFragment(
  ({ where }: Parameters<Where>) => sql`FROM ${documents} ${d} INDEXED BY documents_title WHERE ${where}`,
);
export const isActive = defineFragment(() => sql`${d.deletedAt} IS NULL`);
/** Returns the query for the keys of notes with one of the ids. */
export const keysOfIds = defineFragment(
  ({ ids }: Parameters<{ ids: string }>) =>
    sql`SELECT ${d.pk} FROM json_each(${ids}) k CROSS JOIN ${documents} ${d} ON ${d.id} = k.value`,
);

/** Returns the condition for a note with a key in a set, from which SQLite starts. */
export const startsFrom = defineFragment(({ set }: Parameters<{ set: SQL }>) => sql`${d.pk} IN (${set})`);

/** Selects those of some keys whose notes meet a condition. */
export const keysWhere = defineFragment(
  ({ list, keys, where }: Parameters<{ list: SQL; keys: SQL | string; where: SQL }>) => sql`SELECT ${list}
    FROM json_each(${keys}) k CROSS JOIN ${documents} ${d} ON ${d.pk} = k.value WHERE ${where}`,
);
