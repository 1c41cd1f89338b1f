import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, literal, type Parameters, type Query, rows, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { selectedDocuments, selectedNotebooks, selectedResources } from '../reports/selection-tables.js';
import { documents, notebooks, provenance, resourceProvenance, resources, revisions } from '../schema.js';
import { CREATE_EXPORT_TABLES, exportNames, exportPlaces } from './export-tables.js';

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
  /** Metadata of that source, as JSON; null when there are none. */
  readonly metadata: string | null;
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
  /** Id of its first import source of which it is the newest attachment; null when there is none. */
  readonly source: string | null;
}

/** Entities that have a path in an export. */
export type ExportedEntity = 'documents' | 'resources';

const s = alias(selectedDocuments, 's');
const sr = alias(selectedResources, 'sr');
const d = alias(documents, 'd');
const r = alias(resources, 'r');
const p = alias(provenance, 'p');
const rp = alias(resourceProvenance, 'rp');
const newer = alias(resourceProvenance, 'newer');
const nr = alias(resources, 'nr');
/** Checks that no other attachment is newer among those of a source, in the order of `ResourceReader.findBySource`. */
const IS_NEWEST_OF_SOURCE = sql`NOT EXISTS (SELECT 1 FROM ${resourceProvenance} ${newer}
  JOIN ${resources} ${nr} ON ${nr.pk} = ${newer.resourcePk}
  WHERE ${newer.sourceKind} = ${rp.sourceKind} AND ${newer.sourceId} = ${rp.sourceId}
    AND (${newer.importedAt}, ${nr.id}) > (${rp.importedAt}, ${r.id}))`;

/** Selects a column of the first import source of a note. */
const ofFirstSource = (column: typeof p.sourceId | typeof p.metadata) =>
  sql<string | null>`(SELECT ${column} FROM ${provenance} ${p} WHERE ${p.documentPk} = ${d.pk}
    ORDER BY ${p.importedAt}, ${p.sourceKind}, ${p.sourceId} LIMIT 1)`;

const note = {
  pk: d.pk,
  id: d.id,
  notebookPk: d.notebookPk,
  title: d.title,
  fileName: d.fileName,
  bodySha256: toHex(revisions.bodySha256),
  source: ofFirstSource(p.sourceId),
  metadata: ofFirstSource(p.metadata),
};
const FROM_NOTES = sql`FROM ${documents} ${d} CROSS JOIN ${selectedDocuments} ${s} ON ${s.pk} = ${d.pk}
  JOIN ${revisions} ON ${revisions.pk} = ${d.revisionPk}`;
/** Position and length of a page ordered by id. */
type Page = { readonly after: string; readonly limit: number };
const selectNotes = defineQuery(({ after, limit }: Parameters<Page>) =>
  rows(note, (list) => sql`SELECT ${list} ${FROM_NOTES} WHERE ${d.id} > ${after} ORDER BY ${d.id} LIMIT ${limit}`),
);
const selectNote = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  rows(note, (list) => sql`SELECT ${list} ${FROM_NOTES} WHERE ${d.pk} = ${pk}`),
);
const selectAttachments = defineQuery(({ after, limit }: Parameters<Page>) =>
  rows(
    {
      pk: r.pk,
      id: r.id,
      filename: r.filename,
      mimeType: r.mimeType,
      sha256: toHex(r.sha256),
      sizeBytes: r.sizeBytes,
      createdAt: r.createdAt,
      source: sql<string | null>`(SELECT ${rp.sourceId} FROM ${resourceProvenance} ${rp}
        WHERE ${rp.resourcePk} = ${r.pk} AND ${IS_NEWEST_OF_SOURCE}
        ORDER BY ${rp.importedAt}, ${rp.sourceKind}, ${rp.sourceId} LIMIT 1)`,
    },
    (list) => sql`SELECT ${list} FROM ${resources} ${r}
      CROSS JOIN ${selectedResources} ${sr} ON ${sr.pk} = ${r.pk} WHERE ${r.id} > ${after} ORDER BY ${r.id} LIMIT ${limit}`,
  ),
);
/** Counts a use of a name. */
const claimName = defineQuery(({ key }: Parameters<{ key: string }>) =>
  build
    .insert(exportNames)
    .values({ key, uses: literal(1) })
    .onConflictDoUpdate({ target: exportNames.key, set: { uses: sql`${exportNames.uses} + 1` } })
    .returning({ uses: exportNames.uses }),
);
const selectUses = defineQuery(({ key }: Parameters<{ key: string }>) =>
  rows({ uses: exportNames.uses }, (list) => sql`SELECT ${list} FROM ${exportNames} WHERE ${exportNames.key} = ${key}`),
);
const insertPath = defineQuery(
  ({ placed, pk, path }: Parameters<{ placed: ExportedEntity; pk: number; path: string }>) =>
    build.insert(exportPlaces).values({ placed, pk, path }),
);
const selectPath = (placed: ExportedEntity, table: typeof documents | typeof resources) =>
  defineQuery(({ id }: Parameters<{ id: string }>) =>
    rows(
      { path: exportPlaces.path },
      (list) => sql`SELECT ${list} FROM ${table} CROSS JOIN ${exportPlaces}
        ON ${exportPlaces.placed} = ${literal(placed)} AND ${exportPlaces.pk} = ${table.pk} WHERE ${table.id} = ${id}`,
    ),
  );
const SELECT_PATH = { documents: selectPath('documents', documents), resources: selectPath('resources', resources) };
const selectNotebooks = defineQuery(() =>
  rows(
    { pk: notebooks.pk },
    (list) => sql`SELECT ${list} FROM ${notebooks}
      CROSS JOIN ${selectedNotebooks} ON ${selectedNotebooks.pk} = ${notebooks.pk}`,
  ),
);
const isResourceSelected = defineQuery(({ id }: Parameters<{ id: string }>) =>
  rows(
    {
      isSelected: sql<number>`EXISTS (SELECT 1 FROM ${resources} ${r}
        CROSS JOIN ${selectedResources} ${sr} ON ${sr.pk} = ${r.pk} WHERE ${r.id} = ${id})`,
    },
    (list) => sql`SELECT ${list}`,
  ),
);

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
    this.#raw.exec(CREATE_EXPORT_TABLES);
  }

  /** Selected notes, ascending by id. */
  notes(): Generator<ExportedNote> {
    return this.#pages(selectNotes);
  }

  /** Selected note with this key. */
  note(pk: number): ExportedNote {
    return this.#sql.get(selectNote, { pk }) as ExportedNote;
  }

  /** Selected attachments, ascending by id. */
  attachments(): Generator<ExportedAttachment> {
    return this.#pages(selectAttachments);
  }

  /** Keys of the selected notebooks. */
  notebooks(): Set<number> {
    return new Set(this.#sql.all(selectNotebooks).map(({ pk }) => pk));
  }

  /**
   * Counts a use of a name.
   *
   * @returns the number of uses; 1 when the name was free
   */
  claim(key: string): number {
    return this.#sql.count(claimName, { key });
  }

  /** Returns how often a name was claimed. */
  countUses(key: string): number {
    return this.#sql.value(selectUses, { key }) ?? 0;
  }

  /** Returns true when an attachment is part of the selection. */
  isSelected(resourceId: string): boolean {
    return this.#sql.count(isResourceSelected, { id: resourceId }) === 1;
  }

  recordPath(placed: ExportedEntity, pk: number, path: string): void {
    this.#sql.run(insertPath, { placed, pk, path });
  }

  /** Exported path of an entity; undefined when it is not part of the export. */
  findPath(placed: ExportedEntity, id: string): string | undefined {
    return this.#sql.value(SELECT_PATH[placed], { id });
  }

  /** Reads page by page, so that other statements can run between two rows. */
  *#pages<Found extends { readonly id: string }>(query: Query<Found, Page>): Generator<Found> {
    for (let after = ''; ; ) {
      const page = this.#sql.all(query, { after, limit: PAGE_SIZE });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_SIZE) return;
      after = last.id;
    }
  }
}
