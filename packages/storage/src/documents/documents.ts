import { type Handle, Statements } from '../library/statements.js';
import { featureCondition, NOT_FULLY_PARSED } from './derived.js';

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

/** Sort key of the last note of a page. */
export interface UpdatedKey {
  readonly updatedAt: number;
  readonly pk: number;
}

const COLUMNS = `d.pk, d.id, d.notebook_pk AS notebookPk, n.id AS notebookId, n.read_only AS readOnly,
  d.revision_pk AS revisionPk, r.id AS revisionId, d.title, d.excerpt, d.size_bytes AS sizeBytes,
  d.created_at AS createdAt, d.updated_at AS updatedAt, d.deleted_at AS deletedAt,
  (SELECT json_group_array(t.name ORDER BY t.name_key) FROM document_tags dt JOIN tags t ON t.pk = dt.tag_pk
   WHERE dt.document_pk = d.pk) AS tags`;
const JOINS = 'JOIN notebooks n ON n.pk = d.notebook_pk JOIN revisions r ON r.pk = d.revision_pk';
const BY_ID = `SELECT ${COLUMNS} FROM documents d ${JOINS} WHERE d.id = ?`;
const BY_ID_WITH_BODY = `SELECT ${COLUMNS}, r.body FROM documents d ${JOINS} WHERE d.id = ?`;
const BY_KEYS = `SELECT ${COLUMNS}, r.body FROM json_each(?) k JOIN documents d ON d.pk = k.value ${JOINS} ORDER BY k.key`;
const NAME_COLUMNS = 'd.pk, d.id, d.title, n.id';
const NAMES_BY_KEYS = `SELECT ${NAME_COLUMNS}
  FROM json_each(?) k CROSS JOIN documents d ON d.pk = k.value JOIN notebooks n ON n.pk = d.notebook_pk ORDER BY k.key`;
const FLAGS_BY_IDS = `SELECT d.id, d.pk, d.deleted_at IS NULL, n.read_only
  FROM json_each(?) k CROSS JOIN documents d ON d.id = k.value JOIN notebooks n ON n.pk = d.notebook_pk`;
const AFTER = '(d.updated_at, d.pk) < (?, ?)';
const NEWEST = 'ORDER BY d.updated_at DESC, d.pk DESC LIMIT ?';
const IN_NOTEBOOK = `SELECT ${COLUMNS} FROM documents d ${JOINS}
  WHERE d.notebook_pk = ? AND d.deleted_at IS NULL AND ${AFTER} ${NEWEST}`;
const TEMPLATES = `SELECT ${NAME_COLUMNS}
  FROM documents d INDEXED BY documents_templates JOIN notebooks n ON n.pk = d.notebook_pk
  WHERE d.${featureCondition('template')} AND d.deleted_at IS NULL ORDER BY d.title_key, d.pk LIMIT ?`;
const IN_TRASH = `SELECT ${COLUMNS} FROM documents d INDEXED BY documents_trashed ${JOINS} WHERE d.deleted_at IS NOT NULL AND ${AFTER} ${NEWEST}`;

const TRASHED = `SELECT d.id, d.title, r.id AS revisionId, d.deleted_at AS deletedAt,
    (SELECT count(*) FROM revisions v WHERE v.document_pk = d.pk) AS revisions,
    (SELECT count(DISTINCT resource_pk) FROM document_resources dr WHERE dr.document_pk = d.pk) AS attachments,
    EXISTS (SELECT 1 FROM provenance p WHERE p.document_pk = d.pk) AS isImported
  FROM documents d JOIN revisions r ON r.pk = d.revision_pk WHERE d.deleted_at IS NOT NULL`;
const TRASHED_BEFORE = `${TRASHED} AND d.deleted_at <= ? ORDER BY d.id`;
const TRASHED_BY_ID = `${TRASHED} AND d.id = ?`;
const TRASHED_BY_TITLE = 'SELECT id FROM documents WHERE title_key = ? AND deleted_at IS NOT NULL ORDER BY pk LIMIT ?';

/** Key that sorts before all notes. */
const FIRST: UpdatedKey = { updatedAt: Number.MAX_SAFE_INTEGER, pk: Number.MAX_SAFE_INTEGER };

/** Values in the order of `COLUMNS`. */
type Columns = [
  pk: number,
  id: string,
  notebookPk: number,
  notebookId: string,
  readOnly: number,
  revisionPk: number,
  revisionId: string,
  title: string,
  excerpt: string,
  sizeBytes: number,
  createdAt: number,
  updatedAt: number,
  deletedAt: number | null,
  tags: string,
];

type ColumnsAndBody = [...Columns, body: string];

function toRecord(row: Columns | ColumnsAndBody): DocumentRecord {
  const tags = row[13];
  return {
    pk: row[0],
    id: row[1],
    notebookPk: row[2],
    notebookId: row[3],
    readOnly: row[4] === 1,
    revisionPk: row[5],
    revisionId: row[6],
    title: row[7],
    excerpt: row[8],
    sizeBytes: row[9],
    createdAt: row[10],
    updatedAt: row[11],
    deletedAt: row[12],
    tags: tags === '[]' ? [] : JSON.parse(tags),
  };
}

const toRecordWithBody = (row: ColumnsAndBody): DocumentWithBody => Object.assign(toRecord(row), { body: row[14] });

type NameColumns = [pk: number, id: string, title: string, notebookId: string];

const toDocumentName = ([pk, id, title, notebookId]: NameColumns): DocumentName => ({ pk, id, title, notebookId });

type RawTrashed = Omit<TrashedNote, 'isImported'> & { readonly isImported: number };

const toTrashedNote = (row: RawTrashed): TrashedNote => ({ ...row, isImported: row.isImported === 1 });

/** Reads notes. */
export class DocumentReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  get(id: string): DocumentRecord | undefined {
    const row = this.sql.row<Columns>(BY_ID, id);
    return row && toRecord(row);
  }

  getWithBody(id: string): DocumentWithBody | undefined {
    const row = this.sql.row<ColumnsAndBody>(BY_ID_WITH_BODY, id);
    return row && toRecordWithBody(row);
  }

  /** Notes by key, in the order of the keys. */
  getPage(keys: readonly number[]): DocumentWithBody[] {
    return this.sql.rows<ColumnsAndBody>(BY_KEYS, JSON.stringify(keys)).map(toRecordWithBody);
  }

  /** Names of notes by key, in the order of the keys; keys without a note are skipped. */
  getMany(keys: readonly number[]): DocumentName[] {
    return this.sql.rows<NameColumns>(NAMES_BY_KEYS, JSON.stringify(keys)).map(toDocumentName);
  }

  /** States of notes by id; purged notes are skipped. */
  flags(ids: readonly string[]): DocumentFlags[] {
    const rows = this.sql.rows<[string, number, number, number]>(FLAGS_BY_IDS, JSON.stringify(ids));
    return rows.map(([id, pk, active, readOnly]) => ({ id, pk, active: active === 1, readOnly: readOnly === 1 }));
  }

  /** Active notes directly in a notebook, most recently changed first, after the key `after`. */
  listInNotebook(notebookPk: number, limit: number, after: UpdatedKey = FIRST): DocumentRecord[] {
    const rows = this.sql.rows<Columns>(IN_NOTEBOOK, notebookPk, after.updatedAt, after.pk, limit);
    return rows.map(toRecord);
  }

  listTrash(limit: number, after: UpdatedKey = FIRST): DocumentRecord[] {
    const rows = this.sql.rows<Columns>(IN_TRASH, after.updatedAt, after.pk, limit);
    return rows.map(toRecord);
  }

  /** Ids of active notes with a title key (`nameKey`), at most `limit`. */
  findByTitleKey(titleKey: string, limit: number): string[] {
    return this.sql
      .all<{ id: string }>(
        'SELECT id FROM documents WHERE title_key = ? AND deleted_at IS NULL ORDER BY pk LIMIT ?',
        titleKey,
        limit,
      )
      .map(({ id }) => id);
  }

  /** Notes that were trashed at or before a time (milliseconds since the Unix epoch), ordered by id. */
  listTrashedBefore(time: number): TrashedNote[] {
    return this.sql.all<RawTrashed>(TRASHED_BEFORE, time).map(toTrashedNote);
  }

  /** Note in the trash, or undefined. */
  getTrashed(id: string): TrashedNote | undefined {
    const row = this.sql.get<RawTrashed>(TRASHED_BY_ID, id);
    return row && toTrashedNote(row);
  }

  /** Ids of trashed notes with a title key (`nameKey`), at most `limit`. */
  findTrashedByTitleKey(titleKey: string, limit: number): string[] {
    return this.sql.rows<[string]>(TRASHED_BY_TITLE, titleKey, limit).map(([id]) => id);
  }

  /** Active notes that contain a template, ordered by title. */
  listTemplates(limit: number): DocumentName[] {
    return this.sql.rows<NameColumns>(TEMPLATES, limit).map(toDocumentName);
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
    return this.sql.get(
      // Counting a whole table reads only the page headers.
      `SELECT total - trashed AS active, trashed, revisions, notebooks, searchNotebooks, tags, unparsed FROM (
         SELECT (SELECT count(*) FROM documents) AS total,
         (SELECT count(*) FROM documents INDEXED BY documents_trashed WHERE deleted_at IS NOT NULL) AS trashed,
         (SELECT count(*) FROM revisions) AS revisions, (SELECT count(*) FROM notebooks) AS notebooks,
         (SELECT count(*) FROM search_notebooks) AS searchNotebooks, (SELECT count(*) FROM tags) AS tags,
         (SELECT count(*) FROM documents INDEXED BY documents_unparsed WHERE ${NOT_FULLY_PARSED}) AS unparsed)`,
    ) as ReturnType<DocumentReader['counts']>;
  }
}
