import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';

/** Selected note, with the data that determines its file name. */
export interface ExportedNote {
  readonly pk: number;
  readonly id: string;
  readonly notebookPk: number;
  readonly title: string;
  /** Name of the imported file. */
  readonly fileName: string | null;
  /** SHA-256, hex. */
  readonly bodySha256: string;
  /** Id of its first import source; null when the note was not imported. */
  readonly source: string | null;
}

/** Selected attachment, with the data that determines its file name. */
export interface ExportedAttachment {
  readonly pk: number;
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  /** SHA-256, hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
  readonly source: string | null;
}

/** Entities that have a path in an export. */
export type ExportedEntity = 'documents' | 'resources';

const SOURCE = (table: string, column: string) =>
  `(SELECT p.source_id FROM ${table} p WHERE p.${column} = e.pk ORDER BY p.imported_at, p.source_kind, p.source_id LIMIT 1) AS source`;
const NOTE = `SELECT e.pk, e.id, e.notebook_pk AS notebookPk, e.title, e.file_name AS fileName,
    lower(hex(r.body_sha256)) AS bodySha256, ${SOURCE('provenance', 'document_pk')}
  FROM documents e CROSS JOIN temp.selected_documents s ON s.pk = e.pk JOIN revisions r ON r.pk = e.revision_pk`;
const NOTES = `${NOTE} WHERE e.id > ? ORDER BY e.id LIMIT ?`;
const NOTE_BY_PK = `${NOTE} WHERE e.pk = ?`;
const ATTACHMENTS = `SELECT e.pk, e.id, e.filename, e.mime_type AS mimeType, lower(hex(e.sha256)) AS sha256,
    e.size_bytes AS sizeBytes, e.created_at AS createdAt, ${SOURCE('resource_provenance', 'resource_pk')}
  FROM resources e CROSS JOIN temp.selected_resources s ON s.pk = e.pk WHERE e.id > ? ORDER BY e.id LIMIT ?`;
const TABLES = `
  CREATE TEMP TABLE export_names (key TEXT PRIMARY KEY, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TEMP TABLE export_places (placed TEXT NOT NULL, pk INTEGER NOT NULL, path TEXT NOT NULL,
    PRIMARY KEY (placed, pk)) STRICT, WITHOUT ROWID`;
const CLAIM = `INSERT INTO temp.export_names VALUES (?, 1) ON CONFLICT DO UPDATE SET uses = uses + 1 RETURNING uses`;
const PLACE = 'INSERT INTO temp.export_places VALUES (?, ?, ?)';
const BY_ID = (placed: ExportedEntity) =>
  `SELECT p.path FROM ${placed} e CROSS JOIN temp.export_places p ON p.placed = '${placed}' AND p.pk = e.pk WHERE e.id = ?`;
const SELECT_PATH = { documents: BY_ID('documents'), resources: BY_ID('resources') };
const SELECTED_NOTEBOOKS = `SELECT e.pk FROM notebooks e CROSS JOIN temp.selected_notebooks s ON s.pk = e.pk`;
const IS_SELECTED =
  'SELECT EXISTS (SELECT 1 FROM resources e CROSS JOIN temp.selected_resources s ON s.pk = e.pk WHERE e.id = ?)';

const PAGE_SIZE = 500;

/**
 * Reads the contents of a complete selection, and records the path of each note and attachment in temporary tables of
 * this connection.
 */
export class ExportReader {
  readonly #raw: Connection;
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#raw = raw;
    this.#sql = new Statements(raw);
  }

  /** Creates the temporary tables. Must be called once, first. */
  begin(): void {
    this.#raw.exec(TABLES);
  }

  /** Selected notes, ascending by id. */
  notes(): Generator<ExportedNote> {
    return this.#pages(NOTES, ({ id }) => id);
  }

  /** Selected note with this key. */
  note(pk: number): ExportedNote {
    return this.#sql.get<ExportedNote>(NOTE_BY_PK, pk) as ExportedNote;
  }

  /** Selected attachments, ascending by id. */
  attachments(): Generator<ExportedAttachment> {
    return this.#pages(ATTACHMENTS, ({ id }) => id);
  }

  /** Keys of the selected notebooks. */
  notebooks(): Set<number> {
    return new Set(this.#sql.rows<[number]>(SELECTED_NOTEBOOKS).map(([pk]) => pk));
  }

  /**
   * Counts a use of a name.
   *
   * @returns the number of uses; 1 when the name was free
   */
  claim(key: string): number {
    return this.#sql.get<{ uses: number }>(CLAIM, key)?.uses ?? 0;
  }

  /** Returns true when an attachment is part of the selection. */
  isSelected(resourceId: string): boolean {
    return this.#sql.count(IS_SELECTED, resourceId) === 1;
  }

  recordPath(placed: ExportedEntity, pk: number, path: string): void {
    this.#sql.run(PLACE, placed, pk, path);
  }

  /** Exported path of an entity; undefined when it is not part of the export. */
  findPath(placed: ExportedEntity, id: string): string | undefined {
    return this.#sql.row<[string]>(SELECT_PATH[placed], id)?.[0];
  }

  /** Reads page by page, so that other statements can run between two rows. */
  *#pages<Row>(statement: string, keyOf: (row: Row) => string): Generator<Row> {
    for (let after = ''; ; ) {
      const rows = this.#sql.all<Row>(statement, after, PAGE_SIZE);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE_SIZE) return;
      after = keyOf(last);
    }
  }
}
