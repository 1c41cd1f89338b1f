import { type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { documentTags, tags } from '../schema.js';

const t = alias(tags, 't');
const dt = alias(documentTags, 'dt');

const parseNames = (json: string): string[] => (json === '[]' ? [] : JSON.parse(json));

/** Selects the tag names of a note, sorted. */
export const selectTagNames = (documentPk: SQLiteColumn): SQL<string[]> =>
  sql`(SELECT json_group_array(${t.name} ORDER BY ${t.nameKey}) FROM ${documentTags} ${dt}
    JOIN ${tags} ${t} ON ${t.pk} = ${dt.tagPk} WHERE ${dt.documentPk} = ${documentPk})`.mapWith(parseNames);
