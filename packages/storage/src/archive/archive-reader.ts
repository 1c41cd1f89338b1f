import { LINK_KINDS } from '../documents/derived.js';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { UNATTACHED } from '../resources/resources.js';

/** Value as SQLite returns it: times in milliseconds since the Unix epoch, flags as 0 and 1, lists as JSON. */
export type ArchiveValue = string | number | null;

/** Values by column name. */
export type ArchiveRow = Readonly<Record<string, ArchiveValue>>;

/** Rows of an entity as arrays of column values. An object for each row would cost as much as reading the row. */
export interface ArchiveRows {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly ArchiveValue[]>;
}

/** Range of note ids, compared as bytes: greater than `after`, up to and including `upTo`. */
export interface NoteRange {
  readonly after: string;
  readonly upTo: string;
}

/** Range of all ids: its end sorts after every id. */
const EVERY_NOTE: NoteRange = { after: '', upTo: '\u{10ffff}' };

/** Maximum number of former titles exported for a note; the newest are kept. */
const MAX_FORMER_TITLES = 100;
const COLLECTION = `'default'`;
/** Former titles as JSON. Skips the aggregation for notes without any, which are most. */
const FORMER = `iif(EXISTS (SELECT 1 FROM former_titles WHERE document_pk = d.pk), (
  SELECT json_group_array(f.title_key ORDER BY f.pk) FROM (
    SELECT pk, title_key FROM former_titles WHERE document_pk = d.pk ORDER BY pk DESC LIMIT ${MAX_FORMER_TITLES}) f), '[]')`;
/** Maximum number of import sources exported for an attachment; the most recently imported are kept. */
const MAX_SOURCES = 100;
const SOURCES_OF = `(SELECT json_group_array(
    json_object('source_kind', p.source_kind, 'source_id', p.source_id, 'imported_at', p.imported_at)
    ORDER BY p.source_kind, p.source_id)
  FROM (SELECT * FROM resource_provenance WHERE resource_pk = e.pk ORDER BY imported_at DESC LIMIT ${MAX_SOURCES}) p)`;
const BUILT = 'SELECT coalesce(min(n.created_at), 0) FROM notebooks n JOIN temp.selected_notebooks s ON s.pk = n.pk';
/** Notes ordered by id. `id` is unique, so further sort terms stay within a note and nothing large is sorted. */
const NOTES = 'documents d CROSS JOIN temp.selected_documents s ON s.pk = d.pk';
/** Condition of queries about notes; takes the two parameters of a note range. */
const IN_RANGE = 'd.id > ? AND d.id <= ?';
/** Id of every n-th selected note, and of the last one. */
const BOUNDS = `SELECT id FROM (
    SELECT d.id, row_number() OVER (ORDER BY d.id) AS place, lead(d.id) OVER (ORDER BY d.id) AS next FROM ${NOTES})
  WHERE place % ? = 0 OR next IS NULL ORDER BY id`;
const buildCase = (names: readonly string[], column: string) =>
  `CASE ${column} ${names.map((name, n) => `WHEN ${n} THEN '${name}'`).join(' ')} END`;

/** Query for the rows of each entity of an archive, in archive order. Columns are named after the record fields. */
const ROWS = {
  collections: `SELECT ${COLLECTION} AS id, ${COLLECTION} AS name, (${BUILT}) AS created_at`,
  notebooks: `
    WITH RECURSIVE tree (pk, depth) AS (
      SELECT pk, 0 FROM notebooks WHERE coalesce(parent_pk, 0) = 0
      UNION ALL SELECT n.pk, tree.depth + 1 FROM tree CROSS JOIN notebooks n ON coalesce(n.parent_pk, 0) = +tree.pk)
    SELECT n.id, ${COLLECTION} AS collection_id, p.id AS parent_id, tree.depth, n.name, n.icon_emoji, n.builtin,
      n.read_only, n.created_at, n.updated_at
    FROM tree JOIN temp.selected_notebooks s ON s.pk = tree.pk JOIN notebooks n ON n.pk = tree.pk
      LEFT JOIN notebooks p ON p.pk = n.parent_pk
    ORDER BY tree.depth, n.id`,
  search_notebooks: `SELECT e.id, e.name, e.query, e.icon_emoji, e.builtin, e.created_at
    FROM search_notebooks e JOIN temp.selected_search_notebooks s ON s.pk = e.pk ORDER BY e.id`,
  tags: 'SELECT e.id, e.name, e.created_at FROM tags e JOIN temp.selected_tags s ON s.pk = e.pk ORDER BY e.id',
  documents: `SELECT d.id, ${COLLECTION} AS collection_id, n.id AS notebook_id, d.title, r.id AS current_revision_id,
      d.file_name, ${FORMER} AS former_titles, d.deleted_at, d.created_at, d.updated_at
    FROM ${NOTES} JOIN notebooks n ON n.pk = d.notebook_pk JOIN revisions r ON r.pk = d.revision_pk WHERE ${IN_RANGE} ORDER BY d.id`,
  revisions: `SELECT r.id, d.id AS document_id, '[]' AS parent_ids, r.title, r.body,
      lower(hex(r.body_sha256)) AS body_sha256, r.size_bytes AS body_bytes, r.origin, NULL AS author_replica_id,
      r.created_at
    FROM ${NOTES} CROSS JOIN revisions r ON r.document_pk = d.pk CROSS JOIN temp.selected_revisions c ON c.pk = r.pk
    WHERE ${IN_RANGE} ORDER BY d.id, r.pk`,
  document_tags: `SELECT d.id AS document_id, t.id AS tag_id
    FROM ${NOTES} CROSS JOIN document_tags dt ON dt.document_pk = d.pk JOIN tags t ON t.pk = dt.tag_pk
    WHERE ${IN_RANGE} ORDER BY d.id, t.id`,
  resources: `SELECT e.id, lower(hex(e.sha256)) AS sha256, e.size_bytes, e.filename, e.mime_type, e.created_at,
      e.unattached_at, ${buildCase(UNATTACHED, 'e.unattached_by')} AS unattached_by, ${SOURCES_OF} AS sources
    FROM resources e JOIN temp.selected_resources s ON s.pk = e.pk ORDER BY e.id`,
  document_resources: `SELECT d.id AS document_id, e.id AS resource_id, dr.relation_type
    FROM ${NOTES} CROSS JOIN document_resources dr ON dr.document_pk = d.pk JOIN resources e ON e.pk = dr.resource_pk
    WHERE ${IN_RANGE} ORDER BY d.id, e.id, dr.relation_type`,
  links: `SELECT d.id AS document_id, r.id AS revision_id, l.n AS ordinal, l.start_byte, l.end_byte,
      ${buildCase(LINK_KINDS, 'l.kind')} AS kind, l.target
    FROM ${NOTES} JOIN revisions r ON r.pk = d.revision_pk CROSS JOIN links l ON l.source_pk = d.pk
    WHERE ${IN_RANGE} ORDER BY d.id, l.n`,
  provenance: `SELECT d.id AS document_id, p.source_kind, p.source_id, p.content_sha256, p.imported_at
    FROM ${NOTES} CROSS JOIN provenance p ON p.document_pk = d.pk
    WHERE ${IN_RANGE} ORDER BY d.id, p.source_kind, p.source_id`,
  source_bundles: `SELECT e.id, lower(hex(e.sha256)) AS sha256, e.size_bytes, e.kind, e.created_at
    FROM source_bundles e JOIN temp.selected_source_bundles s ON s.pk = e.pk ORDER BY e.id`,
} as const;
/** Name of an entity in an archive. */
export type ArchivedEntity = keyof typeof ROWS;

/** Returns true when the rows of an entity belong to notes and are ordered by note. */
export const belongsToNotes = (entity: ArchivedEntity): boolean => ROWS[entity].includes(IN_RANGE);

/** Digests and sizes of selected bytes. Both parts are read from an index in the same order, so nothing is sorted. */
const BYTES = `SELECT e.sha256 AS digest, e.size_bytes AS sizeBytes
  FROM resources e CROSS JOIN temp.selected_resources s ON s.pk = e.pk
  UNION ALL SELECT e.sha256, e.size_bytes
  FROM source_bundles e CROSS JOIN temp.selected_source_bundles s ON s.pk = e.pk ORDER BY 1`;
const BODY = 'SELECT body FROM revisions WHERE id = ?';

/** Reads the archive contents of a complete selection. Holds only the current row in memory. */
export class ArchiveReader {
  readonly #sql: Statements;
  readonly #columns = new Map<ArchivedEntity, readonly string[]>();

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /**
   * Reads the rows of an entity.
   *
   * @param notes range of notes to read; ignored for entities that do not belong to notes
   */
  rows(entity: ArchivedEntity, notes: NoteRange = EVERY_NOTE): ArchiveRows {
    const columns = this.#columns.get(entity) ?? this.#sql.columns(ROWS[entity]);
    this.#columns.set(entity, columns);
    const range = belongsToNotes(entity) ? [notes.after, notes.upTo] : [];
    const rows = this.#sql.iterateRows<ArchiveValue[]>(ROWS[entity], ...range);
    if (entity !== 'revisions') return { columns, rows };
    return { columns: [...columns, 'ordinal'], rows: numberRevisions(rows, columns.indexOf('document_id')) };
  }

  /** Splits the selected notes, ordered by id, into ranges of `notes` notes; the last range may be smaller. */
  noteRanges(notes: number): NoteRange[] {
    const bounds = this.#sql.rows<[string]>(BOUNDS, notes);
    return bounds.map(([upTo], n) => ({ after: bounds[n - 1]?.[0] ?? EVERY_NOTE.after, upTo }));
  }

  /** Yields the digests (SHA-256, hex) and sizes of the selected attachments and bundles, without duplicates. */
  *bytes(): Generator<{ readonly sha256: string; readonly sizeBytes: number }> {
    let last: string | undefined;
    for (const { digest, sizeBytes } of this.#sql.iterate<{ digest: Buffer; sizeBytes: number }>(BYTES)) {
      const sha256 = digest.toString('hex');
      if (sha256 !== last) yield { sha256, sizeBytes };
      last = sha256;
    }
  }

  /** Returns the text of an existing revision. */
  body(revisionId: string): string {
    const [body] = this.#sql.row<[string]>(BODY, revisionId) ?? [''];
    return body;
  }
}

/** Numbers the selected revisions of each note from 0, oldest first. */
function* numberRevisions(revisions: Iterable<ArchiveValue[]>, noteAt: number): IterableIterator<ArchiveValue[]> {
  let note: ArchiveValue | undefined;
  let ordinal = 0;
  for (const revision of revisions) {
    ordinal = revision[noteAt] === note ? ordinal + 1 : 0;
    note = revision[noteAt];
    revision.push(ordinal);
    yield revision;
  }
}
