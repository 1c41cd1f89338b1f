import { eq, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { LINK_KINDS } from '../documents/derived.js';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, evaluate, literal, type Parameters, type Query, rows, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import {
  selectedDocuments,
  selectedNotebooks,
  selectedResources,
  selectedRevisions,
  selectedSearchNotebooks,
  selectedSourceBundles,
  selectedTags,
} from '../reports/selection-tables.js';
import { UNATTACHED } from '../resources/resources.js';
import {
  documentResources,
  documents,
  documentTags,
  formerTitles,
  links,
  notebooks,
  provenance,
  resourceProvenance,
  resources,
  revisions,
  searchNotebooks,
  sourceBundles,
  tags,
} from '../schema.js';

/** Value of a column: times in milliseconds since the Unix epoch, lists as JSON. */
export type ArchiveValue = string | number | boolean | null;

/** Values by column name. */
export type ArchiveRow = Readonly<Record<string, ArchiveValue>>;

/** Rows of an entity, and the names of their columns. */
export interface ArchiveRows {
  readonly columns: readonly string[];
  readonly rows: Iterable<ArchiveRow>;
}

/** Range of note ids, compared as bytes: greater than `after`, up to and including `upTo`. */
export interface NoteRange {
  readonly after: string;
  readonly upTo: string;
}

/** Range of all ids: its end sorts after every id. */
const EVERY_NOTE: NoteRange = { after: '', upTo: '\u{10ffff}' };

/** Returns the range of the notes from an id up to another one; both are included. */
export const noteRangeFrom = (from: string, upTo: string = EVERY_NOTE.upTo): NoteRange => ({
  after: from === '' ? EVERY_NOTE.after : toPrecedingText(from),
  upTo,
});

/** Returns a text that sorts before an id and after every lesser id, since ids are ASCII. */
const toPrecedingText = (id: string) =>
  `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}${'\u{10ffff}'}`;

/** Maximum number of former titles exported for a note; the newest are kept. */
const MAX_FORMER_TITLES = 100;
/** Maximum number of import sources exported for an attachment; the most recently imported are kept. */
const MAX_SOURCES = 100;
const COLLECTION = sql<string>`'default'`;

const s = alias(selectedDocuments, 's');
const d = alias(documents, 'd');
const n = alias(notebooks, 'n');
const r = alias(revisions, 'r');
const t = alias(tags, 't');
const l = alias(links, 'l');
const p = alias(provenance, 'p');
const e = alias(resources, 'e');
const f = alias(formerTitles, 'f');
const rp = alias(resourceProvenance, 'rp');
const dt = alias(documentTags, 'dt');
const dr = alias(documentResources, 'dr');
/** Notebook in which another one is. */
const parent = alias(notebooks, 'parent');

/** Former titles as JSON. Skips the aggregation for notes without any, which are most. */
const FORMER_TITLES = sql<string>`iif(
  EXISTS (SELECT 1 FROM ${formerTitles} WHERE ${formerTitles.documentPk} = ${d.pk}),
  (SELECT json_group_array(${f.titleKey} ORDER BY ${f.pk}) FROM (
    SELECT ${formerTitles.pk}, ${formerTitles.titleKey} FROM ${formerTitles}
    WHERE ${formerTitles.documentPk} = ${d.pk}
    ORDER BY ${formerTitles.pk} DESC LIMIT ${literal(MAX_FORMER_TITLES)}) ${f}),
  '[]')`;
const SOURCES = sql<string>`(SELECT json_group_array(
    json_object('source_kind', ${rp.sourceKind}, 'source_id', ${rp.sourceId}, 'imported_at', ${rp.importedAt})
    ORDER BY ${rp.sourceKind}, ${rp.sourceId})
  FROM (SELECT * FROM ${resourceProvenance} WHERE ${resourceProvenance.resourcePk} = ${e.pk}
    ORDER BY ${resourceProvenance.importedAt} DESC LIMIT ${literal(MAX_SOURCES)}) ${rp})`;
/** Notes ordered by id. `id` is unique, so further sort terms stay within a note and nothing large is sorted. */
const FROM_NOTES = sql`FROM ${documents} ${d} CROSS JOIN ${selectedDocuments} ${s} ON ${s.pk} = ${d.pk}`;
const isInRange = ({ after, upTo }: Parameters<NoteRange>) => sql`${d.id} > ${after} AND ${d.id} <= ${upTo}`;
/** Id of every n-th selected note, and of the last one. */
const selectBounds = defineQuery(({ notes }: Parameters<{ notes: number }>) =>
  rows(
    { id: sql<string>`id` },
    (list) => sql`SELECT ${list} FROM (
        SELECT ${d.id}, row_number() OVER (ORDER BY ${d.id}) AS place, lead(${d.id}) OVER (ORDER BY ${d.id}) AS next
        ${FROM_NOTES})
      WHERE place % ${notes} = 0 OR next IS NULL ORDER BY id`,
  ),
);
const buildCase = (values: readonly string[], column: SQLiteColumn) =>
  sql<string>`CASE ${column} ${sql.join(values.map((value, at) => sql`WHEN ${literal(at)} THEN ${literal(value)} `))}END`;

/** Queries for the rows of entities that belong to notes, ordered by note. Columns are named after the record fields. */
const ROWS_OF_NOTES = {
  documents: defineQuery((range: Parameters<NoteRange>) =>
    rows(
      {
        id: d.id,
        collection_id: COLLECTION,
        notebook_id: n.id,
        title: d.title,
        current_revision_id: r.id,
        file_name: d.fileName,
        former_titles: FORMER_TITLES,
        deleted_at: d.deletedAt,
        created_at: d.createdAt,
        updated_at: d.updatedAt,
      },
      (list) => sql`SELECT ${list} ${FROM_NOTES} JOIN ${notebooks} ${n} ON ${n.pk} = ${d.notebookPk}
        JOIN ${revisions} ${r} ON ${r.pk} = ${d.revisionPk} WHERE ${isInRange(range)} ORDER BY ${d.id}`,
    ),
  ),
  revisions: defineQuery((range: Parameters<NoteRange>) =>
    rows(
      {
        id: r.id,
        document_id: d.id,
        parent_ids: sql<string>`'[]'`,
        title: r.title,
        body: r.body,
        body_sha256: toHex(r.bodySha256),
        body_bytes: r.sizeBytes,
        origin: r.origin,
        author_replica_id: sql<null>`NULL`,
        created_at: r.createdAt,
      },
      (list) => sql`SELECT ${list} ${FROM_NOTES} CROSS JOIN ${revisions} ${r} ON ${r.documentPk} = ${d.pk}
        CROSS JOIN ${selectedRevisions} ON ${selectedRevisions.pk} = ${r.pk}
        WHERE ${isInRange(range)} ORDER BY ${d.id}, ${r.pk}`,
    ),
  ),
  document_tags: defineQuery((range: Parameters<NoteRange>) =>
    rows(
      { document_id: d.id, tag_id: t.id },
      (list) => sql`SELECT ${list} ${FROM_NOTES} CROSS JOIN ${documentTags} ${dt} ON ${dt.documentPk} = ${d.pk}
        JOIN ${tags} ${t} ON ${t.pk} = ${dt.tagPk} WHERE ${isInRange(range)} ORDER BY ${d.id}, ${t.id}`,
    ),
  ),
  document_resources: defineQuery((range: Parameters<NoteRange>) =>
    rows(
      { document_id: d.id, resource_id: e.id, relation_type: dr.relationType },
      (list) => sql`SELECT ${list} ${FROM_NOTES} CROSS JOIN ${documentResources} ${dr} ON ${dr.documentPk} = ${d.pk}
        JOIN ${resources} ${e} ON ${e.pk} = ${dr.resourcePk}
        WHERE ${isInRange(range)} ORDER BY ${d.id}, ${e.id}, ${dr.relationType}`,
    ),
  ),
  links: defineQuery((range: Parameters<NoteRange>) =>
    rows(
      {
        document_id: d.id,
        revision_id: r.id,
        ordinal: l.n,
        start_byte: l.startByte,
        end_byte: l.endByte,
        kind: buildCase(LINK_KINDS, l.kind),
        target: l.target,
      },
      (list) => sql`SELECT ${list} ${FROM_NOTES} JOIN ${revisions} ${r} ON ${r.pk} = ${d.revisionPk}
        CROSS JOIN ${links} ${l} ON ${l.sourcePk} = ${d.pk} WHERE ${isInRange(range)} ORDER BY ${d.id}, ${l.n}`,
    ),
  ),
  provenance: defineQuery((range: Parameters<NoteRange>) =>
    rows(
      {
        document_id: d.id,
        source_kind: p.sourceKind,
        source_id: p.sourceId,
        content_sha256: p.contentSha256,
        imported_at: p.importedAt,
      },
      (list) => sql`SELECT ${list} ${FROM_NOTES} CROSS JOIN ${provenance} ${p} ON ${p.documentPk} = ${d.pk}
        WHERE ${isInRange(range)} ORDER BY ${d.id}, ${p.sourceKind}, ${p.sourceId}`,
    ),
  ),
} as const;

/** Queries for the rows of the other entities. Columns are named after the record fields. */
const OTHER_ROWS = {
  collections: defineQuery(() =>
    rows(
      {
        id: COLLECTION,
        name: COLLECTION,
        created_at: sql<number>`(SELECT coalesce(min(${n.createdAt}), 0) FROM ${notebooks} ${n}
          JOIN ${selectedNotebooks} ON ${selectedNotebooks.pk} = ${n.pk})`,
      },
      (list) => sql`SELECT ${list}`,
    ),
  ),
  notebooks: defineQuery(() =>
    rows(
      {
        id: n.id,
        collection_id: COLLECTION,
        parent_id: sql<string | null>`${parent.id}`,
        depth: sql<number>`tree.depth`,
        name: n.name,
        icon_emoji: n.iconEmoji,
        builtin: n.builtin,
        read_only: n.readOnly,
        created_at: n.createdAt,
        updated_at: n.updatedAt,
      },
      (list) => sql`
        WITH RECURSIVE tree (pk, depth) AS (
          SELECT ${n.pk}, 0 FROM ${notebooks} ${n} WHERE coalesce(${n.parentPk}, 0) = 0
          UNION ALL SELECT ${n.pk}, tree.depth + 1
          FROM tree CROSS JOIN ${notebooks} ${n} ON coalesce(${n.parentPk}, 0) = +tree.pk)
        SELECT ${list} FROM tree JOIN ${selectedNotebooks} ON ${selectedNotebooks.pk} = tree.pk
          JOIN ${notebooks} ${n} ON ${n.pk} = tree.pk LEFT JOIN ${notebooks} ${parent} ON ${parent.pk} = ${n.parentPk}
        ORDER BY tree.depth, ${n.id}`,
    ),
  ),
  search_notebooks: defineQuery(() =>
    rows(
      {
        id: searchNotebooks.id,
        name: searchNotebooks.name,
        query: searchNotebooks.query,
        icon_emoji: searchNotebooks.iconEmoji,
        builtin: searchNotebooks.builtin,
        created_at: searchNotebooks.createdAt,
      },
      (list) => sql`SELECT ${list} FROM ${searchNotebooks}
        JOIN ${selectedSearchNotebooks} ON ${selectedSearchNotebooks.pk} = ${searchNotebooks.pk}
        ORDER BY ${searchNotebooks.id}`,
    ),
  ),
  tags: defineQuery(() =>
    rows(
      { id: tags.id, name: tags.name, created_at: tags.createdAt },
      (list) => sql`SELECT ${list} FROM ${tags} JOIN ${selectedTags} ON ${selectedTags.pk} = ${tags.pk}
        ORDER BY ${tags.id}`,
    ),
  ),
  resources: defineQuery(() =>
    rows(
      {
        id: e.id,
        sha256: toHex(e.sha256),
        size_bytes: e.sizeBytes,
        filename: e.filename,
        mime_type: e.mimeType,
        created_at: e.createdAt,
        unattached_at: e.unattachedAt,
        unattached_by: buildCase(UNATTACHED, e.unattachedBy),
        sources: SOURCES,
      },
      (list) => sql`SELECT ${list} FROM ${resources} ${e}
        JOIN ${selectedResources} ON ${selectedResources.pk} = ${e.pk} ORDER BY ${e.id}`,
    ),
  ),
  source_bundles: defineQuery(() =>
    rows(
      {
        id: sourceBundles.id,
        sha256: toHex(sourceBundles.sha256),
        size_bytes: sourceBundles.sizeBytes,
        kind: sourceBundles.kind,
        created_at: sourceBundles.createdAt,
      },
      (list) => sql`SELECT ${list} FROM ${sourceBundles}
        JOIN ${selectedSourceBundles} ON ${selectedSourceBundles.pk} = ${sourceBundles.pk} ORDER BY ${sourceBundles.id}`,
    ),
  ),
} as const;

/** Name of an entity in an archive. */
export type ArchivedEntity = keyof typeof ROWS_OF_NOTES | keyof typeof OTHER_ROWS;
type NoteEntity = keyof typeof ROWS_OF_NOTES;

/** Returns true when the rows of an entity belong to notes and are ordered by note. */
export const belongsToNotes = (entity: ArchivedEntity): entity is NoteEntity => entity in ROWS_OF_NOTES;

/**
 * Digests and sizes of selected bytes. Both parts are read from an index in the same order, so nothing is sorted. The
 * digests become texts here, because the driver allocates memory for each value of bytes.
 */
const selectBytes = defineQuery(() =>
  rows(
    { sha256: sql<string>`lower(hex(digest))`, sizeBytes: sql<number>`size` },
    (list) => sql`SELECT ${list} FROM (
      SELECT ${e.sha256} AS digest, ${e.sizeBytes} AS size FROM ${resources} ${e}
        CROSS JOIN ${selectedResources} ON ${selectedResources.pk} = ${e.pk}
      UNION ALL SELECT ${sourceBundles.sha256}, ${sourceBundles.sizeBytes} FROM ${sourceBundles}
        CROSS JOIN ${selectedSourceBundles} ON ${selectedSourceBundles.pk} = ${sourceBundles.pk}) ORDER BY digest`,
  ),
);
/** Latest time in the records of notes. */
const selectNewestTime = defineQuery(() =>
  rows(
    {
      ms: sql<number | null>`max(
        (SELECT max(max(${d.createdAt}, ${d.updatedAt}, coalesce(${d.deletedAt}, 0))) FROM ${selectedDocuments} ${s}
          CROSS JOIN ${documents} ${d} ON ${d.pk} = ${s.pk}),
        (SELECT max(${r.createdAt}) FROM ${selectedRevisions}
          CROSS JOIN ${revisions} ${r} ON ${r.pk} = ${selectedRevisions.pk}),
        coalesce((SELECT max(${p.importedAt}) FROM ${selectedDocuments} ${s}
          CROSS JOIN ${provenance} ${p} ON ${p.documentPk} = ${s.pk}), 0))`,
    },
    (list) => sql`SELECT ${list}`,
  ),
);
/** Checks for a source of several selected attachments. */
const hasSharedSources = defineQuery(() =>
  evaluate(
    sql`EXISTS (SELECT 1 FROM ${resourceProvenance} ${rp}
      JOIN ${selectedResources} ON ${selectedResources.pk} = ${rp.resourcePk}
      GROUP BY ${rp.sourceKind}, ${rp.sourceId} HAVING count(*) > 1)`,
  ),
);
const selectBody = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select({ body: revisions.body }).from(revisions).where(eq(revisions.id, id)),
);

/** Reads the archive contents of a complete selection. Holds only the current row in memory. */
export class ArchiveReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /**
   * Reads the rows of an entity.
   *
   * @param notes range of notes to read; ignored for entities that do not belong to notes
   */
  rows(entity: ArchivedEntity, notes: NoteRange = EVERY_NOTE): ArchiveRows {
    if (entity === 'revisions') {
      const { names } = ROWS_OF_NOTES.revisions.compiled;
      const revisions = this.#sql.iterate(ROWS_OF_NOTES.revisions, notes);
      return { columns: [...(names ?? []), 'ordinal'], rows: numberRevisions(revisions) };
    }
    const query = belongsToNotes(entity) ? ROWS_OF_NOTES[entity] : OTHER_ROWS[entity];
    return {
      columns: query.compiled.names ?? [],
      rows: this.#sql.iterate(query as Query<ArchiveRow, NoteRange>, notes),
    };
  }

  /** Splits the selected notes, ordered by id, into ranges of `notes` notes; the last range may be smaller. */
  noteRanges(notes: number): NoteRange[] {
    const bounds = this.#sql.all(selectBounds, { notes });
    return bounds.map(({ id: upTo }, at) => ({ after: bounds[at - 1]?.id ?? EVERY_NOTE.after, upTo }));
  }

  /** Yields the digests (SHA-256, hex) and sizes of the selected attachments and bundles, without duplicates. */
  *bytes(): Generator<{ readonly sha256: string; readonly sizeBytes: number }> {
    let last: string | undefined;
    for (const { sha256, sizeBytes } of this.#sql.iterate(selectBytes)) {
      if (sha256 !== last) yield { sha256, sizeBytes };
      last = sha256;
    }
  }

  /** Returns the latest time in the records of notes, in milliseconds since the Unix epoch; null without notes. */
  newestTimeOfNotes(): number | null {
    return this.#sql.get(selectNewestTime)?.ms ?? null;
  }

  /** Returns true when several selected attachments have the same import source. */
  hasSharedSources(): boolean {
    return this.#sql.count(hasSharedSources) === 1;
  }

  /** Returns the text of an existing revision. */
  body(revisionId: string): string {
    return this.#sql.value(selectBody, { id: revisionId }) ?? '';
  }
}

/** Numbers the selected revisions of each note from 0, oldest first. */
function* numberRevisions<Revision extends { readonly document_id: string }>(
  found: Iterable<Revision>,
): IterableIterator<Revision & { readonly ordinal: number }> {
  let note: string | undefined;
  let ordinal = 0;
  for (const revision of found) {
    ordinal = revision.document_id === note ? ordinal + 1 : 0;
    note = revision.document_id;
    yield Object.assign(revision, { ordinal });
  }
}
