import { nameKey } from '@notes/query-language';
import { getTableName, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { defineQuery, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documentResources, documents, documentTags, notebooks, revisions, tags } from '../schema.js';
import { isTagOrBelow } from '../tags/tag-branch.js';
import { SelectionContents } from './selection-contents.js';
import {
  SELECTED_TABLES,
  selectedDocuments,
  selectedNotebooks,
  selectedResources,
  selectedRevisions,
  selectedTags,
} from './selection-tables.js';

/** Requested note that is excluded from the selection. */
export interface ExcludedNote {
  readonly id: string;
  /** True for a note in a read-only notebook; false for a trashed note. */
  readonly readOnly: boolean;
}

const s = alias(selectedDocuments, 's');
const d = alias(documents, 'd');
const n = alias(notebooks, 'n');
const r = alias(revisions, 'r');
const t = alias(tags, 't');
const dt = alias(documentTags, 'dt');
const dr = alias(documentResources, 'dr');

/** Names to take, as a JSON array. */
type Names = { readonly names: string };

const TAKE = sql`INSERT OR IGNORE INTO ${selectedDocuments}`;
const takeAllNotes = defineQuery(() => sql`${TAKE} SELECT ${documents.pk} FROM ${documents}`);
const takeNotesByKey = defineQuery(
  ({ pks }: Parameters<{ pks: string }>) => sql`${TAKE} SELECT value FROM json_each(${pks})`,
);
const takeNotesById = defineQuery(
  ({ names }: Parameters<Names>) =>
    sql`${TAKE} SELECT ${d.pk} FROM json_each(${names}) k CROSS JOIN ${documents} ${d} ON ${d.id} = k.value`,
);
/**
 * Adds the notes in notebooks. The `+` removes the type affinity of the column; with it, SQLite would not use the
 * expression index on notebooks.
 */
const takeNotesInNotebooks = defineQuery(
  ({ names, withDescendants }: Parameters<Names & { withDescendants: boolean }>) => sql`
    WITH RECURSIVE wanted (pk) AS (
      SELECT ${n.pk} FROM json_each(${names}) k CROSS JOIN ${notebooks} ${n} ON ${n.id} = k.value
      UNION SELECT ${n.pk} FROM wanted CROSS JOIN ${notebooks} ${n} ON coalesce(${n.parentPk}, 0) = +wanted.pk
        WHERE ${withDescendants})
    ${TAKE} SELECT ${d.pk} FROM wanted CROSS JOIN ${documents} ${d} ON ${d.notebookPk} = wanted.pk`,
);
const IS_TAG_OF_BRANCH = isTagOrBelow(sql`k.value`);
const takeNotesWithTags = defineQuery(
  ({ names }: Parameters<Names>) => sql`${TAKE} SELECT ${dt.documentPk} FROM json_each(${names}) k
    CROSS JOIN ${tags} ${t} ON ${IS_TAG_OF_BRANCH} CROSS JOIN ${documentTags} ${dt} ON ${dt.tagPk} = ${t.pk}`,
);
const value = { name: sql<string>`k.value` };
const selectUnknown = (table: typeof documents | typeof notebooks) =>
  defineQuery(({ names }: Parameters<Names>) =>
    rows(
      value,
      (list) => sql`SELECT DISTINCT ${list} FROM json_each(${names}) k
        WHERE k.value NOT IN (SELECT ${table.id} FROM ${table}) ORDER BY k.value`,
    ),
  );
const selectUnknownNotes = selectUnknown(documents);
const selectUnknownNotebooks = selectUnknown(notebooks);
const selectUnknownTags = defineQuery(({ names }: Parameters<Names>) =>
  rows(
    value,
    (list) => sql`SELECT DISTINCT ${list} FROM json_each(${names}) k
      WHERE NOT EXISTS (SELECT 1 FROM ${tags} ${t} WHERE ${IS_TAG_OF_BRANCH}) ORDER BY k.value`,
  ),
);
type Exclusion = { readonly takeTrashed: boolean };
const fromExcluded = ({ takeTrashed }: Parameters<Exclusion>) => sql`FROM ${selectedDocuments} ${s}
  CROSS JOIN ${documents} ${d} ON ${d.pk} = ${s.pk} JOIN ${notebooks} ${n} ON ${n.pk} = ${d.notebookPk}
  WHERE ${n.readOnly} = 1 OR (${d.deletedAt} IS NOT NULL AND NOT ${takeTrashed})`;
const selectExcluded = defineQuery((exclusion: Parameters<Exclusion>) =>
  rows({ id: d.id, readOnly: n.readOnly }, (list) => sql`SELECT ${list} ${fromExcluded(exclusion)} ORDER BY ${d.id}`),
);
const deleteExcluded = defineQuery(
  (exclusion: Parameters<Exclusion>) => sql`DELETE FROM ${selectedDocuments}
    WHERE ${selectedDocuments.pk} IN (SELECT ${s.pk} ${fromExcluded(exclusion)})`,
);

/** Statements that add the related rows of the selected notes. */
const TAKE_COMPANIONS = [
  defineQuery(
    () => sql`WITH RECURSIVE up (pk) AS (
        SELECT ${d.notebookPk} FROM ${selectedDocuments} ${s} CROSS JOIN ${documents} ${d} ON ${d.pk} = ${s.pk}
        UNION SELECT ${n.parentPk} FROM up JOIN ${notebooks} ${n} ON ${n.pk} = up.pk WHERE ${n.parentPk} IS NOT NULL)
      INSERT INTO ${selectedNotebooks} SELECT pk FROM up`,
  ),
  defineQuery(
    () => sql`INSERT OR IGNORE INTO ${selectedResources} SELECT ${dr.resourcePk} FROM ${selectedDocuments} ${s}
      CROSS JOIN ${documentResources} ${dr} ON ${dr.documentPk} = ${s.pk}`,
  ),
  defineQuery(
    () => sql`INSERT OR IGNORE INTO ${selectedTags} SELECT ${dt.tagPk} FROM ${selectedDocuments} ${s}
      CROSS JOIN ${documentTags} ${dt} ON ${dt.documentPk} = ${s.pk}`,
  ),
];
const takeCurrentRevisions = defineQuery(
  () => sql`INSERT INTO ${selectedRevisions} SELECT ${d.revisionPk} FROM ${selectedDocuments} ${s}
    CROSS JOIN ${documents} ${d} ON ${d.pk} = ${s.pk}`,
);
const takeAllRevisions = defineQuery(
  () => sql`INSERT INTO ${selectedRevisions} SELECT ${r.pk} FROM ${selectedDocuments} ${s}
    CROSS JOIN ${revisions} ${r} ON ${r.documentPk} = ${s.pk}`,
);
/** Statements that add whole tables, including rows that no note uses. */
const TAKE_WHOLE_TABLES = (['notebooks', 'resources', 'search_notebooks', 'source_bundles', 'tags'] as const)
  .map((name) => SELECTED_TABLES[name])
  .map(({ table, selected }) => defineQuery(() => sql`INSERT INTO ${selected} SELECT ${table.pk} FROM ${table}`));
const CREATE_TABLES = Object.values(SELECTED_TABLES).map(
  ({ selected }) => `CREATE TEMP TABLE ${getTableName(selected)} (pk INTEGER PRIMARY KEY) STRICT`,
);

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
    this.#raw.exec(CREATE_TABLES.join(';'));
  }

  takeAll(): void {
    this.#sql.run(takeAllNotes);
  }

  takeKeys(pks: readonly number[]): void {
    this.#sql.run(takeNotesByKey, { pks: JSON.stringify(pks) });
  }

  /**
   * Adds notes by id.
   *
   * @returns the unknown ids
   */
  takeNotes(ids: readonly string[]): string[] {
    const names = JSON.stringify(ids);
    this.#sql.run(takeNotesById, { names });
    return this.#sql.all(selectUnknownNotes, { names }).map(({ name }) => name);
  }

  /**
   * Adds the notes in notebooks, by notebook id.
   *
   * @returns the unknown ids
   */
  takeNotebooks(ids: readonly string[], withDescendants: boolean): string[] {
    const names = JSON.stringify(ids);
    this.#sql.run(takeNotesInNotebooks, { names, withDescendants });
    return this.#sql.all(selectUnknownNotebooks, { names }).map(({ name }) => name);
  }

  /**
   * Adds the notes with these tags or their descendants.
   *
   * @returns the name keys of unknown tags
   */
  takeTags(tagNames: readonly string[]): string[] {
    const names = JSON.stringify(tagNames.map(nameKey));
    this.#sql.run(takeNotesWithTags, { names });
    return this.#sql.all(selectUnknownTags, { names }).map(({ name }) => name);
  }

  /**
   * Removes the notes of read-only notebooks, and trashed notes unless they are permitted.
   *
   * @returns the removed notes, ordered by id
   */
  exclude({ takeTrashed }: { takeTrashed: boolean }): ExcludedNote[] {
    const excluded = this.#sql.all(selectExcluded, { takeTrashed });
    this.#sql.run(deleteExcluded, { takeTrashed });
    return excluded;
  }

  /** Adds the rows related to the notes, or with `everything` all other rows of the library. */
  complete({ everything, allRevisions }: { everything: boolean; allRevisions: boolean }): SelectionContents {
    for (const query of everything ? TAKE_WHOLE_TABLES : TAKE_COMPANIONS) this.#sql.run(query);
    this.#sql.run(allRevisions ? takeAllRevisions : takeCurrentRevisions);
    return new SelectionContents(this.#raw);
  }
}
