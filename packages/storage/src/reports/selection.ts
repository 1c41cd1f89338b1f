import { nameKey } from '@notes/query-language';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { TAG_OR_BELOW } from '../tags/tag-branch.js';
import { SelectionContents } from './selection-contents.js';
import { SELECTED_TABLES } from './selection-tables.js';

/** Requested note that is excluded from the selection. */
export interface ExcludedNote {
  readonly id: string;
  /** True for a note in a read-only notebook; false for a trashed note. */
  readonly readOnly: boolean;
}

const TAKE = 'INSERT OR IGNORE INTO temp.selected_documents';
const TAKE_ALL = `${TAKE} SELECT pk FROM documents`;
const TAKE_KEYS = `${TAKE} SELECT value FROM json_each(?)`;
const TAKE_NAMED = `${TAKE} SELECT d.pk FROM json_each(?) k CROSS JOIN documents d ON d.id = k.value`;
/**
 * Adds the notes in notebooks. The `+` removes the type affinity of the column; with it, SQLite would not use the
 * expression index on notebooks.
 */
const TAKE_NOTEBOOKS = `
  WITH RECURSIVE wanted (pk) AS (
    SELECT n.pk FROM json_each(?) k CROSS JOIN notebooks n ON n.id = k.value
    UNION SELECT n.pk FROM wanted CROSS JOIN notebooks n ON coalesce(n.parent_pk, 0) = +wanted.pk WHERE ?)
  ${TAKE} SELECT d.pk FROM wanted CROSS JOIN documents d ON d.notebook_pk = wanted.pk`;
const TAKE_TAGS = `${TAKE} SELECT dt.document_pk FROM json_each(?) k CROSS JOIN tags t ON ${TAG_OR_BELOW}
  CROSS JOIN document_tags dt ON dt.tag_pk = t.pk`;
const UNKNOWN_NOTES =
  'SELECT DISTINCT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM documents) ORDER BY value';
const UNKNOWN_NOTEBOOKS =
  'SELECT DISTINCT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM notebooks) ORDER BY value';
const UNKNOWN_TAGS = `SELECT DISTINCT k.value FROM json_each(?) k
  WHERE NOT EXISTS (SELECT 1 FROM tags t WHERE ${TAG_OR_BELOW}) ORDER BY k.value`;
/** Selects the excluded notes; the parameter is 1 when trashed notes are permitted. */
const EXCLUDED = `FROM temp.selected_documents s CROSS JOIN documents d ON d.pk = s.pk JOIN notebooks n ON n.pk = d.notebook_pk
  WHERE n.read_only = 1 OR (d.deleted_at IS NOT NULL AND NOT ?)`;

/** Statements that add the related rows of the selected notes, by table. */
const COMPANIONS = {
  notebooks: `
    WITH RECURSIVE up (pk) AS (
      SELECT d.notebook_pk FROM temp.selected_documents s CROSS JOIN documents d ON d.pk = s.pk
      UNION SELECT n.parent_pk FROM up JOIN notebooks n ON n.pk = up.pk WHERE n.parent_pk IS NOT NULL)
    INSERT INTO temp.selected_notebooks SELECT pk FROM up`,
  resources: `INSERT OR IGNORE INTO temp.selected_resources
    SELECT dr.resource_pk FROM temp.selected_documents s CROSS JOIN document_resources dr ON dr.document_pk = s.pk`,
  tags: `INSERT OR IGNORE INTO temp.selected_tags
    SELECT dt.tag_pk FROM temp.selected_documents s CROSS JOIN document_tags dt ON dt.document_pk = s.pk`,
} as const;
const CURRENT_REVISIONS = `INSERT INTO temp.selected_revisions
  SELECT d.revision_pk FROM temp.selected_documents s CROSS JOIN documents d ON d.pk = s.pk`;
const ALL_REVISIONS = `INSERT INTO temp.selected_revisions
  SELECT r.pk FROM temp.selected_documents s CROSS JOIN revisions r ON r.document_pk = s.pk`;
/** Statements that add whole tables, including rows that no note uses. */
const WHOLE_TABLES = ['notebooks', 'resources', 'search_notebooks', 'source_bundles', 'tags'].map(
  (table) => `INSERT INTO temp.selected_${table} SELECT pk FROM ${table}`,
);
const TABLES = SELECTED_TABLES.map((table) => `CREATE TEMP TABLE selected_${table} (pk INTEGER PRIMARY KEY) STRICT`);

/**
 * Collects the contents of an archive in temporary tables of this connection: notes first, with any number of
 * selectors, then `exclude` and `complete`, once each. Does not change the library.
 */
export class SelectionReader {
  readonly #raw: Connection;
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#raw = raw;
    this.#sql = new Statements(raw);
  }

  /** Creates the temporary tables. Must be called first. */
  begin(): void {
    this.#raw.exec(TABLES.join(';'));
  }

  takeAll(): void {
    this.#sql.run(TAKE_ALL);
  }

  takeKeys(pks: readonly number[]): void {
    this.#sql.run(TAKE_KEYS, JSON.stringify(pks));
  }

  /**
   * Adds notes by id.
   *
   * @returns the unknown ids
   */
  takeNotes(ids: readonly string[]): string[] {
    return this.#take(TAKE_NAMED, UNKNOWN_NOTES, ids);
  }

  /**
   * Adds the notes in notebooks, by notebook id.
   *
   * @returns the unknown ids
   */
  takeNotebooks(ids: readonly string[], withDescendants: boolean): string[] {
    return this.#take(TAKE_NOTEBOOKS, UNKNOWN_NOTEBOOKS, ids, Number(withDescendants));
  }

  /**
   * Adds the notes with these tags or their descendants.
   *
   * @returns the name keys of unknown tags
   */
  takeTags(names: readonly string[]): string[] {
    return this.#take(TAKE_TAGS, UNKNOWN_TAGS, names.map(nameKey));
  }

  /**
   * Removes the notes of read-only notebooks, and trashed notes unless they are permitted.
   *
   * @returns the removed notes, ordered by id
   */
  exclude({ takeTrashed }: { takeTrashed: boolean }): ExcludedNote[] {
    const excluded = this.#sql.rows<[string, number]>(
      `SELECT d.id, n.read_only ${EXCLUDED} ORDER BY d.id`,
      Number(takeTrashed),
    );
    this.#sql.run(`DELETE FROM temp.selected_documents WHERE pk IN (SELECT s.pk ${EXCLUDED})`, Number(takeTrashed));
    return excluded.map(([id, readOnly]) => ({ id, readOnly: readOnly === 1 }));
  }

  /** Adds the rows related to the notes, or with `everything` all other rows of the library. */
  complete({ everything, allRevisions }: { everything: boolean; allRevisions: boolean }): SelectionContents {
    for (const statement of everything ? WHOLE_TABLES : Object.values(COMPANIONS)) this.#sql.run(statement);
    this.#sql.run(allRevisions ? ALL_REVISIONS : CURRENT_REVISIONS);
    return new SelectionContents(this.#raw);
  }

  #take(take: string, unknown: string, names: readonly string[], ...more: number[]): string[] {
    const list = JSON.stringify(names);
    this.#sql.run(take, list, ...more);
    return this.#sql.rows<[string]>(unknown, list).map(([name]) => name);
  }
}
