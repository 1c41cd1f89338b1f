import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { tags } from '../schema.js';

const t = alias(tags, 't');

/**
 * Returns the condition for a tag `t` with a key or for a descendant of it: a range of keys, since in ASCII `/` is
 * followed by `0`.
 */
export const isTagOrBelow = (key: SQL): SQL =>
  sql`(${t.nameKey} = ${key} OR (${t.nameKey} >= ${key} || '/' AND ${t.nameKey} < ${key} || '0'))`;
