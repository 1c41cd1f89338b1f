import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../library/handle.js';
import { TAGS_RENAMED } from '../library/meta.js';
import { type Columns, defineQuery, evaluate, literal, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documents, documentTags, meta, notebooks, revisions, searchNotebooks, tags } from '../schema.js';
import { selectTagNames } from '../tags/tag-names.js';
import { hasFeature, isAmended, isNotFullyParsed } from './feature-conditions.js';
import { selectTrashedBefore, selectTrashedById, selectTrashedByTitleKey, type TrashedNote } from './trashed-notes.js';

/**
 * Note without its body, with its notebook, current revision and tags. Times are in milliseconds since the Unix epoch.
 */
export interface DocumentRecord {
  readonly pk: number;
  readonly id: string;
  readonly notebookPk: number;
  readonly notebookId: string;
  /** True when the notebook is a read-only built-in. */
  readonly readOnly: boolean;
  readonly revisionPk: number;
  readonly revisionId: string;
  readonly title: string;
  readonly excerpt: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  /** Tag names, sorted. */
  readonly tags: readonly string[];
}

export interface DocumentWithBody extends DocumentRecord {
  readonly body: string;
}

/** Note with its title and notebook. */
export interface DocumentName {
  readonly pk: number;
  readonly id: string;
  readonly title: string;
  readonly notebookId: string;
}

/** State of a note for the link graph. */
export interface DocumentFlags {
  readonly id: string;
  readonly pk: number;
  readonly active: boolean;
  readonly readOnly: boolean;
}

/** Sort key of the last note of a page. */
export interface UpdatedKey {
  readonly updatedAt: number;
  readonly pk: number;
}

const d = alias(documents, 'd');
const n = alias(notebooks, 'n');
const r = alias(revisions, 'r');

const columns = {
  pk: d.pk,
  id: d.id,
  notebookPk: d.notebookPk,
  notebookId: n.id,
  readOnly: n.readOnly,
  revisionPk: d.revisionPk,
  revisionId: r.id,
  title: d.title,
  excerpt: d.excerpt,
  sizeBytes: d.sizeBytes,
  createdAt: d.createdAt,
  updatedAt: d.updatedAt,
  deletedAt: d.deletedAt,
  tags: selectTagNames(d.pk),
};
const columnsWithBody = { ...columns, body: r.body };
const makeRecord = (column: Columns): Row<typeof columns> => ({
  pk: column[0],
  id: column[1],
  notebookPk: column[2],
  notebookId: column[3],
  readOnly: column[4],
  revisionPk: column[5],
  revisionId: column[6],
  title: column[7],
  excerpt: column[8],
  sizeBytes: column[9],
  createdAt: column[10],
  updatedAt: column[11],
  deletedAt: column[12],
  tags: column[13],
});
const makeRecordWithBody = (column: Columns): Row<typeof columnsWithBody> =>
  Object.assign(makeRecord(column), { body: column[14] });
const nameColumns = { pk: d.pk, id: d.id, title: d.title, notebookId: n.id };

const joinNotebook = sql`JOIN ${notebooks} ${n} ON ${n.pk} = ${d.notebookPk}`;
const joinRevision = sql`JOIN ${revisions} ${r} ON ${r.pk} = ${d.revisionPk}`;
const joins = sql`${joinNotebook} ${joinRevision}`;

/** Page of notes, most recently changed first, after the note with these keys. */
type Page = { updatedAt: number; pk: number; limit: number };
const isAfter = ({ updatedAt, pk }: Parameters<UpdatedKey>) => sql`(${d.updatedAt}, ${d.pk}) < (${updatedAt}, ${pk})`;
const newestFirst = sql`ORDER BY ${d.updatedAt} DESC, ${d.pk} DESC`;

const selectById = defineQuery(({ id }: Parameters<{ id: string }>) =>
  rows(columns, (list) => sql`SELECT ${list} FROM ${documents} ${d} ${joins} WHERE ${d.id} = ${id}`, makeRecord),
);
const selectByIdWithBody = defineQuery(({ id }: Parameters<{ id: string }>) =>
  rows(
    columnsWithBody,
    (list) => sql`SELECT ${list} FROM ${documents} ${d} ${joins} WHERE ${d.id} = ${id}`,
    makeRecordWithBody,
  ),
);
/**
 * True when a note has this current revision and has not changed otherwise since. The times are compared for changes by
 * versions that did not record them in `features`.
 */
const isUnamended = defineQuery(({ id, revisionId }: Parameters<{ id: string; revisionId: string }>) =>
  evaluate(sql`EXISTS (SELECT 1 FROM ${documents} ${d} ${joinRevision}
    WHERE ${d.id} = ${id} AND ${r.id} = ${revisionId} AND ${d.deletedAt} IS NULL
      AND ${d.updatedAt} = ${r.createdAt} AND NOT ${isAmended(d.features)}
      AND (${d.revisionPk} > coalesce((SELECT CAST(${meta.value} AS INTEGER) FROM ${meta}
          WHERE ${meta.key} = ${literal(TAGS_RENAMED)}), 0)
        OR NOT EXISTS (SELECT 1 FROM ${documentTags} WHERE ${documentTags.documentPk} = ${d.pk})))`),
);
const selectByKeys = defineQuery(({ keys }: Parameters<{ keys: string }>) =>
  rows(
    columnsWithBody,
    (list) => sql`SELECT ${list} FROM json_each(${keys}) k JOIN ${documents} ${d} ON ${d.pk} = k.value ${joins}
      ORDER BY k.key`,
    makeRecordWithBody,
  ),
);
const selectNamesByKeys = defineQuery(({ keys }: Parameters<{ keys: string }>) =>
  rows(
    nameColumns,
    (list) => sql`SELECT ${list} FROM json_each(${keys}) k CROSS JOIN ${documents} ${d} ON ${d.pk} = k.value
      ${joinNotebook} ORDER BY k.key`,
  ),
);
const selectFlagsByIds = defineQuery(({ ids }: Parameters<{ ids: string }>) =>
  rows(
    { id: d.id, pk: d.pk, active: sql`${d.deletedAt} IS NULL`.mapWith(Boolean), readOnly: n.readOnly },
    (list) => sql`SELECT ${list} FROM json_each(${ids}) k CROSS JOIN ${documents} ${d} ON ${d.id} = k.value
      ${joinNotebook}`,
  ),
);
const selectInNotebook = defineQuery(
  ({ notebookPk, updatedAt, pk, limit }: Parameters<Page & { notebookPk: number }>) =>
    rows(
      columns,
      (list) => sql`SELECT ${list} FROM ${documents} ${d} ${joins}
      WHERE ${d.notebookPk} = ${notebookPk} AND ${d.deletedAt} IS NULL AND ${isAfter({ updatedAt, pk })}
      ${newestFirst} LIMIT ${limit}`,
      makeRecord,
    ),
);
const selectInTrash = defineQuery(({ updatedAt, pk, limit }: Parameters<Page>) =>
  rows(
    columns,
    (list) => sql`SELECT ${list} FROM ${documents} ${d} INDEXED BY documents_trashed ${joins}
      WHERE ${d.deletedAt} IS NOT NULL AND ${isAfter({ updatedAt, pk })} ${newestFirst} LIMIT ${limit}`,
    makeRecord,
  ),
);
const selectIdsByTitleKey = defineQuery(({ titleKey, limit }: Parameters<{ titleKey: string; limit: number }>) =>
  rows(
    { id: d.id },
    (list) => sql`SELECT ${list} FROM ${documents} ${d}
      WHERE ${d.titleKey} = ${titleKey} AND ${d.deletedAt} IS NULL ORDER BY ${d.pk} LIMIT ${limit}`,
  ),
);
const selectTemplates = defineQuery(({ limit }: Parameters<{ limit: number }>) =>
  rows(
    nameColumns,
    (list) => sql`SELECT ${list} FROM ${documents} ${d} INDEXED BY documents_templates ${joinNotebook}
      WHERE ${hasFeature('template', d.features)} AND ${d.deletedAt} IS NULL
      ORDER BY ${d.titleKey}, ${d.pk} LIMIT ${limit}`,
  ),
);

/** Counts whole tables, for which SQLite reads only the page headers. */
const countEverything = defineQuery(() =>
  rows(
    {
      active: sql<number>`total - trashed`,
      trashed: sql<number>`trashed`,
      revisions: sql<number>`revisions`,
      notebooks: sql<number>`notebooks`,
      searchNotebooks: sql<number>`search_notebooks`,
      tags: sql<number>`tags`,
      unparsed: sql<number>`unparsed`,
    },
    (list) => sql`SELECT ${list} FROM (SELECT (SELECT count(*) FROM ${documents}) AS total,
      (SELECT count(*) FROM ${documents} INDEXED BY documents_trashed WHERE ${documents.deletedAt} IS NOT NULL) AS trashed,
      (SELECT count(*) FROM ${revisions}) AS revisions, (SELECT count(*) FROM ${notebooks}) AS notebooks,
      (SELECT count(*) FROM ${searchNotebooks}) AS search_notebooks, (SELECT count(*) FROM ${tags}) AS tags,
      (SELECT count(*) FROM ${documents} INDEXED BY documents_unparsed
       WHERE ${isNotFullyParsed(documents.features)}) AS unparsed)`,
  ),
);

/** Key that sorts before all notes. */
const FIRST: UpdatedKey = { updatedAt: Number.MAX_SAFE_INTEGER, pk: Number.MAX_SAFE_INTEGER };

/** Reads notes. */
export class DocumentReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  get(id: string): DocumentRecord | undefined {
    return this.sql.get(selectById, { id });
  }

  getWithBody(id: string): DocumentWithBody | undefined {
    return this.sql.get(selectByIdWithBody, { id });
  }

  /**
   * Returns true when a note has this current revision, is not in the trash, and nothing but its text can have changed
   * since: tags, their names, notebook and times are those that it had then.
   */
  isUnamended(id: string, revisionId: string): boolean {
    return this.sql.count(isUnamended, { id, revisionId }) === 1;
  }

  /** Notes by key, in the order of the keys. */
  getPage(keys: readonly number[]): DocumentWithBody[] {
    return this.sql.all(selectByKeys, { keys: JSON.stringify(keys) });
  }

  /** Names of notes by key, in the order of the keys; keys without a note are skipped. */
  getMany(keys: readonly number[]): DocumentName[] {
    return this.sql.all(selectNamesByKeys, { keys: JSON.stringify(keys) });
  }

  /** States of notes by id; purged notes are skipped. */
  flags(ids: readonly string[]): DocumentFlags[] {
    return this.sql.all(selectFlagsByIds, { ids: JSON.stringify(ids) });
  }

  /** Active notes directly in a notebook, most recently changed first, after the key `after`. */
  listInNotebook(notebookPk: number, limit: number, { updatedAt, pk }: UpdatedKey = FIRST): DocumentRecord[] {
    return this.sql.all(selectInNotebook, { notebookPk, updatedAt, pk, limit });
  }

  listTrash(limit: number, { updatedAt, pk }: UpdatedKey = FIRST): DocumentRecord[] {
    return this.sql.all(selectInTrash, { updatedAt, pk, limit });
  }

  /** Ids of active notes with a title key (`nameKey`), at most `limit`. */
  findByTitleKey(titleKey: string, limit: number): string[] {
    return this.sql.all(selectIdsByTitleKey, { titleKey, limit }).map(({ id }) => id);
  }

  /** Notes that were trashed at or before a time (milliseconds since the Unix epoch), ordered by id. */
  listTrashedBefore(time: number): TrashedNote[] {
    return this.sql.all(selectTrashedBefore, { time });
  }

  /** Note in the trash, or undefined. */
  getTrashed(id: string): TrashedNote | undefined {
    return this.sql.get(selectTrashedById, { id });
  }

  /** Ids of trashed notes with a title key (`nameKey`), at most `limit`. */
  findTrashedByTitleKey(titleKey: string, limit: number): string[] {
    return this.sql.all(selectTrashedByTitleKey, { titleKey, limit }).map(({ id }) => id);
  }

  /** Active notes that contain a template, ordered by title. */
  listTemplates(limit: number): DocumentName[] {
    return this.sql.all(selectTemplates, { limit });
  }

  counts(): {
    active: number;
    trashed: number;
    revisions: number;
    notebooks: number;
    searchNotebooks: number;
    tags: number;
    /** Notes, trashed ones too, whose text is not parsed completely. */
    unparsed: number;
  } {
    return this.sql.get(countEverything) as ReturnType<DocumentReader['counts']>;
  }
}
