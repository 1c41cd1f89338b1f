import { count, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type FEATURES, linkState } from '../documents/derived.js';
import { hasFeature } from '../documents/feature-conditions.js';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, literal, type Parameters, rows, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documentResources, documents, documentTags, links, notebooks, provenance, revisions } from '../schema.js';
import { SELECTED_TABLES, type SelectedName, selectedDocuments } from './selection-tables.js';

export interface SelectedNote {
  readonly id: string;
  readonly revisionId: string;
  readonly notebookId: string;
  readonly sizeBytes: number;
  /** SHA-256, hex. */
  readonly bodySha256: string;
  readonly trashed: boolean;
}

/** Numbers of links of a note, by target in relation to the selection. */
export interface SelectedLinks {
  readonly documentId: string;
  /** Links to selected notes and to attachments. */
  readonly kept: number;
  /** Links to notes that are not selected. */
  readonly leaving: number;
  /** Broken, ambiguous and invalid links. */
  readonly unresolved: number;
  /** Links to external addresses. */
  readonly external: number;
}

/** Contents of the selected notes that a recipient may not be meant to get. */
export interface SelectionFacts {
  readonly trashed: number;
  /** Notes with remote images or media. */
  readonly withRemoteMedia: number;
  /** Notes whose text is not parsed. */
  readonly unparsed: number;
  /** Notes whose text is only partly parsed. */
  readonly partlyRead: number;
  /** Revisions that are not current. */
  readonly olderRevisions: number;
}

const s = alias(selectedDocuments, 's');
const d = alias(documents, 'd');
const n = alias(notebooks, 'n');
const r = alias(revisions, 'r');
const l = alias(links, 'l');
/** Selected target of a link. */
const t = alias(selectedDocuments, 't');

/** Selected notes; ids are read from their index, so that nothing is sorted. */
const FROM_NOTES_IN_ORDER = sql`FROM ${documents} ${d} JOIN ${selectedDocuments} ${s} ON ${s.pk} = ${d.pk}`;
const selectNotes = defineQuery(({ limit }: Parameters<{ limit: number }>) =>
  rows(
    {
      id: d.id,
      revisionId: r.id,
      notebookId: n.id,
      sizeBytes: d.sizeBytes,
      bodySha256: toHex(r.bodySha256),
      trashed: sql<number>`${d.deletedAt} IS NOT NULL`,
    },
    (list) => sql`SELECT ${list} ${FROM_NOTES_IN_ORDER}
      JOIN ${notebooks} ${n} ON ${n.pk} = ${d.notebookPk} JOIN ${revisions} ${r} ON ${r.pk} = ${d.revisionPk}
      ORDER BY ${d.id} LIMIT ${limit}`,
  ),
);
const RESOLVED = literal(linkState('resolved'));
const EXTERNAL = literal(linkState('external'));
const IS_RESOLVED = sql`${l.state} = ${RESOLVED}`;
const STAYS_BEHIND = sql`${l.targetPk} IS NOT NULL AND ${t.pk} IS NULL`;
const selectLinks = defineQuery(() =>
  rows(
    {
      documentId: d.id,
      kept: sql<number>`sum(${IS_RESOLVED} AND NOT (${STAYS_BEHIND}))`,
      leaving: sql<number>`sum(${IS_RESOLVED} AND ${STAYS_BEHIND})`,
      unresolved: sql<number>`sum(${l.state} NOT IN (${RESOLVED}, ${EXTERNAL}))`,
      external: sql<number>`sum(${l.state} = ${EXTERNAL})`,
    },
    (list) => sql`SELECT ${list} ${FROM_NOTES_IN_ORDER} CROSS JOIN ${links} ${l} ON ${l.sourcePk} = ${d.pk}
      LEFT JOIN ${selectedDocuments} ${t} ON ${t.pk} = ${l.targetPk} GROUP BY ${d.id} ORDER BY ${d.id}`,
  ),
);
const countWith = (feature: keyof typeof FEATURES) =>
  sql<number>`coalesce(sum(${hasFeature(feature, d.features)} <> 0), 0)`;
const selectFacts = defineQuery(() =>
  rows(
    {
      trashed: sql<number>`coalesce(sum(${d.deletedAt} IS NOT NULL), 0)`,
      withRemoteMedia: countWith('remote-media'),
      unparsed: countWith('unparsed'),
      partlyRead: countWith('partly-read'),
      olderRevisions: sql<number>`(SELECT count(*) FROM ${selectedDocuments} ${s}
        CROSS JOIN ${revisions} ${r} ON ${r.documentPk} = ${s.pk}) - count(*)`,
    },
    (list) => sql`SELECT ${list} FROM ${selectedDocuments} ${s} CROSS JOIN ${documents} ${d} ON ${d.pk} = ${s.pk}`,
  ),
);
const countRelated = (table: SQLiteTable, documentPk: SQLiteColumn) =>
  defineQuery(() =>
    rows(
      { n: sql<number>`count(*)` },
      (list) => sql`SELECT ${list} FROM ${selectedDocuments} ${s} CROSS JOIN ${table} ON ${documentPk} = ${s.pk}`,
    ),
  );
const RELATIONS = {
  document_tags: countRelated(documentTags, documentTags.documentPk),
  document_resources: countRelated(documentResources, documentResources.documentPk),
  links: countRelated(links, links.sourcePk),
  provenance: countRelated(provenance, provenance.documentPk),
} as const;
const mapSelected = <Mapped>(map: (tables: (typeof SELECTED_TABLES)[SelectedName]) => Mapped) =>
  Object.fromEntries(Object.entries(SELECTED_TABLES).map(([name, tables]) => [name, map(tables)])) as Record<
    SelectedName,
    Mapped
  >;
const COUNTS = {
  ...mapSelected(({ selected }) => defineQuery(() => build.select({ n: count() }).from(selected))),
  ...RELATIONS,
};
/** Ids read at once. One row of many ids takes a fraction of the time of many rows. */
const IDS_PER_ROW = 1_000;
const SELECT_IDS = mapSelected(({ table, selected }) =>
  defineQuery(({ after }: Parameters<{ after: string }>) =>
    rows(
      { ids: sql<string>`json_group_array(id ORDER BY id)` },
      (list) => sql`SELECT ${list} FROM (
        SELECT ${table.id} AS id FROM ${table} JOIN ${selected} ON ${selected.pk} = ${table.pk}
        WHERE ${table.id} > ${after} ORDER BY ${table.id} LIMIT ${literal(IDS_PER_ROW)})`,
    ),
  ),
);

/** Number of selected rows of each table. */
export type SelectionCounts = Readonly<Record<keyof typeof COUNTS, number>>;

/** Reads the contents of a selection. */
export class SelectionContents {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  counts(): SelectionCounts {
    const counts = Object.entries(COUNTS).map(([table, query]) => [table, this.#sql.count(query)]);
    return Object.fromEntries(counts) as SelectionCounts;
  }

  /** Yields the ids of the selected rows of a table, ascending, in batches. */
  *idBatches(table: SelectedName): Generator<readonly string[]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const ids = JSON.parse(this.#sql.value(SELECT_IDS[table], { after }) ?? '[]') as string[];
      yield ids;
      after = ids.at(-1);
    }
  }

  /** First `limit` notes, ordered by id. */
  notes(limit: number): SelectedNote[] {
    return this.#sql.all(selectNotes, { limit }).map((row) => ({ ...row, trashed: row.trashed === 1 }));
  }

  /** Link counts of each note with links, ordered by note id. */
  links(): IterableIterator<SelectedLinks> {
    return this.#sql.iterate(selectLinks);
  }

  facts(): SelectionFacts {
    return this.#sql.get(selectFacts) as SelectionFacts;
  }
}
