import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { DocumentWithBody } from '../documents/documents.js';
import { type Columns, defineQuery, type Parameters, type Row, rows } from '../library/query.js';
import { documents, notebooks, revisions } from '../schema.js';
import { selectTagNames } from '../tags/tag-names.js';

/** Note as the result of a search shows it. */
export type FoundNote = Pick<
  DocumentWithBody,
  'pk' | 'id' | 'notebookId' | 'revisionId' | 'title' | 'updatedAt' | 'tags' | 'body'
>;

const d = alias(documents, 'd');
const n = alias(notebooks, 'n');
const r = alias(revisions, 'r');

const columns = {
  pk: d.pk,
  id: d.id,
  notebookId: n.id,
  revisionId: r.id,
  title: d.title,
  updatedAt: d.updatedAt,
  tags: selectTagNames(d.pk),
  body: r.body,
};
const makeNote = (column: Columns): Row<typeof columns> => ({
  pk: column[0],
  id: column[1],
  notebookId: column[2],
  revisionId: column[3],
  title: column[4],
  updatedAt: column[5],
  tags: column[6],
  body: column[7],
});

/** Selects notes by key, in the order of the keys. */
export const selectFoundNotes = defineQuery(({ keys }: Parameters<{ keys: string }>) =>
  rows(
    columns,
    (list) => sql`SELECT ${list} FROM json_each(${keys}) k CROSS JOIN ${documents} ${d} ON ${d.pk} = k.value
      JOIN ${notebooks} ${n} ON ${n.pk} = ${d.notebookPk} JOIN ${revisions} ${r} ON ${r.pk} = ${d.revisionPk}
      ORDER BY k.key`,
    makeNote,
  ),
);
