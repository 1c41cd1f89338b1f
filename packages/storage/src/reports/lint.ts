import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { LINK_KINDS, LINK_STATES, type LinkKind, type LinkState, linkState } from '../documents/derived.js';
import { hasFeature, isNotFullyParsed } from '../documents/feature-conditions.js';
import type { Connection } from '../library/connection.js';
import { defineQuery, literal, type Parameters, type Row, rows, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { UNATTACHED, type Unattached } from '../resources/resources.js';
import { documents, links, notebooks, provenance, resources } from '../schema.js';

/** Link with the id of its note. Lines and columns count from 1. */
interface LintedLink {
  readonly documentId: string;
  readonly kind: LinkKind;
  readonly line: number;
  readonly column: number;
  /** Target as written. */
  readonly target: string;
  readonly anchor: string | null;
}

/** Link or image that may need a correction. */
export interface SuspectLink extends LintedLink {
  readonly text: string;
  readonly state: LinkState;
  /** True for a link by id to a trashed note. */
  readonly toTrashed: boolean;
}

/** Link to an anchor in a note. */
export interface AnchoredLink extends LintedLink {
  readonly anchor: string;
}

/** Note to be read by a caller outside of storage. */
export interface NoteKey {
  readonly pk: number;
  readonly id: string;
}

const d = alias(documents, 'd');
const l = alias(links, 'l');
const n = alias(notebooks, 'n');
const p = alias(provenance, 'p');
const t = alias(documents, 't');

/** Condition for notes that a user can edit: neither in the trash nor in a read-only notebook. */
const IS_LIVE = sql`${d.deletedAt} IS NULL
  AND ${d.notebookPk} NOT IN (SELECT ${n.pk} FROM ${notebooks} ${n} WHERE ${n.readOnly} = 1)`;
const RESOLVED = literal(linkState('resolved'));
const EXTERNAL = literal(linkState('external'));
const IMAGE = literal(LINK_KINDS.indexOf('image'));
const MARKDOWN_LINK = literal(LINK_KINDS.indexOf('link'));
const FROM_LINKS = sql`FROM ${documents} ${d} CROSS JOIN ${links} ${l} ON ${l.sourcePk} = ${d.pk}`;
const linted = {
  documentId: d.id,
  kind: l.kind,
  line: l.line,
  column: l.column,
  target: l.target,
  anchor: l.anchor,
};
const noteKey = { pk: d.pk, id: d.id };

const selectSuspects = defineQuery(() =>
  rows(
    {
      ...linted,
      text: sql<string>`coalesce(${l.text}, ${l.target})`,
      state: l.state,
      toTrashed: sql<number>`EXISTS (SELECT 1 FROM ${documents} ${t} WHERE ${t.id} = substr(${l.targetKey}, 2))`,
    },
    (list) => sql`SELECT ${list} ${FROM_LINKS}
      WHERE ${IS_LIVE} AND (${l.state} NOT IN (${RESOLVED}, ${EXTERNAL}) OR (${l.kind} = ${IMAGE} AND ${l.text} = ''))
      ORDER BY ${d.id}, ${l.n}`,
  ),
);
const selectAnchorTargets = defineQuery(() =>
  rows(
    { pk: t.pk },
    (list) => sql`SELECT ${list} FROM ${documents} ${t}
      WHERE ${t.pk} IN (SELECT ${links.targetPk} FROM ${links} NOT INDEXED
        WHERE ${links.anchor} IS NOT NULL AND ${links.targetPk} IS NOT NULL)
      ORDER BY ${t.id}`,
  ),
);
const selectAnchored = defineQuery(({ targetPk }: Parameters<{ targetPk: number }>) =>
  rows(
    { ...linted, anchor: sql<string>`${l.anchor}` },
    (list) => sql`SELECT ${list} FROM ${links} ${l} CROSS JOIN ${documents} ${d} ON ${d.pk} = ${l.sourcePk}
      WHERE ${l.targetPk} = ${targetPk} AND ${l.anchor} IS NOT NULL AND ${IS_LIVE} ORDER BY ${d.id}, ${l.n}`,
  ),
);
const selectSharedSources = defineQuery(() =>
  rows(
    { documentId: sql<string>`id`, kind: sql<string>`kind`, source: sql<string>`source` },
    (list) => sql`WITH claims (id, kind, source) AS (
        SELECT ${d.id}, ${p.sourceKind}, ${p.sourceId}
        FROM ${provenance} ${p} JOIN ${documents} ${d} ON ${d.pk} = ${p.documentPk} WHERE ${IS_LIVE})
      SELECT ${list} FROM claims
      WHERE (kind, source) IN (SELECT kind, source FROM claims GROUP BY kind, source HAVING count(*) > 1)
      ORDER BY id, kind, source`,
  ),
);
const selectUntitled = defineQuery(() =>
  rows(
    { id: d.id },
    (list) => sql`SELECT ${list} FROM ${documents} ${d} WHERE trim(${d.titleKey}) = '' AND ${IS_LIVE} ORDER BY ${d.id}`,
  ),
);
const selectWithRemoteMedia = defineQuery(() =>
  rows(
    noteKey,
    (list) => sql`SELECT ${list} FROM ${documents} ${d}
      WHERE ${hasFeature('remote-media', d.features)} AND ${IS_LIVE} ORDER BY ${d.id}`,
  ),
);
/** Selects notes with links by title, or with links with a non-canonical address. */
const selectWithNonCanonicalLinks = defineQuery(() =>
  rows(
    noteKey,
    (list) => sql`SELECT DISTINCT ${list} ${FROM_LINKS}
      WHERE ${IS_LIVE} AND ${l.kind} IN (${MARKDOWN_LINK}, ${IMAGE}) AND ${l.state} = ${RESOLVED}
        AND ${l.targetKey} IS NOT NULL AND ${l.target} NOT GLOB 'document://default/documents/*'
        AND ${l.target} NOT GLOB 'resource://default/resources/*'
      ORDER BY ${d.id}`,
  ),
);
const selectWithoutAltText = defineQuery(() =>
  rows(
    noteKey,
    (list) => sql`SELECT DISTINCT ${list} ${FROM_LINKS}
      WHERE ${IS_LIVE} AND ${l.kind} = ${IMAGE} AND ${l.text} = '' ORDER BY ${d.id}`,
  ),
);
const selectUnreferenced = defineQuery(() =>
  rows(
    {
      id: resources.id,
      sha256: toHex(resources.sha256),
      by: sql<number>`${resources.unattachedBy}`,
    },
    (list) => sql`SELECT ${list} FROM ${resources} INDEXED BY resources_unattached
      WHERE ${resources.unattachedAt} IS NOT NULL ORDER BY ${resources.id}`,
  ),
);
const countUnparsed = defineQuery(() =>
  rows(
    { n: sql<number>`count(*)` },
    (list) => sql`SELECT ${list} FROM ${documents} ${d} INDEXED BY documents_unparsed
      WHERE ${isNotFullyParsed(d.features)} AND ${IS_LIVE}`,
  ),
);

/**
 * Finds suspect data in the whole library. The order of results does not depend on the history of the library. Skips
 * trashed notes and notes in read-only notebooks.
 */
export class LintReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Broken, ambiguous and invalid links, and images without alternative text. */
  *suspectLinks(): Generator<SuspectLink> {
    for (const row of this.#sql.iterate(selectSuspects))
      yield {
        ...toLintedLink(row),
        text: row.text,
        state: LINK_STATES[row.state] as LinkState,
        toTrashed: row.toTrashed === 1,
      };
  }

  /** Keys of notes to which links with an anchor point, ordered by note id. */
  anchorTargets(): number[] {
    return this.#sql.all(selectAnchorTargets).map(({ pk }) => pk);
  }

  /** Links to an anchor in a note. */
  *anchoredLinks(targetPk: number): Generator<AnchoredLink> {
    for (const row of this.#sql.iterate(selectAnchored, { targetPk }))
      yield { ...toLintedLink(row), anchor: row.anchor };
  }

  /** Notes whose import source another note claims too; one row for each such source. */
  sharedSources(): IterableIterator<{ documentId: string; kind: string; source: string }> {
    return this.#sql.iterate(selectSharedSources);
  }

  /** Ids of notes with an empty or blank title. */
  *findUntitled(): Generator<string> {
    for (const { id } of this.#sql.iterate(selectUntitled)) yield id;
  }

  /** Notes with remote images or media. */
  findWithRemoteMedia(): NoteKey[] {
    return this.#sql.all(selectWithRemoteMedia);
  }

  /** Notes with Markdown links to notes or attachments that are not in canonical form. */
  findWithNonCanonicalLinks(): NoteKey[] {
    return this.#sql.all(selectWithNonCanonicalLinks);
  }

  /** Notes with images without alternative text. */
  findWithoutAltText(): NoteKey[] {
    return this.#sql.all(selectWithoutAltText);
  }

  /** Attachments that no note uses, trashed notes included. */
  *unreferencedResources(): Generator<{ id: string; sha256: string; by: Unattached }> {
    for (const row of this.#sql.iterate(selectUnreferenced)) yield { ...row, by: UNATTACHED[row.by] as Unattached };
  }

  /** Number of notes whose text is not parsed completely. */
  unparsedCount(): number {
    return this.#sql.count(countUnparsed);
  }
}

function toLintedLink({ documentId, kind, line, column, target, anchor }: Row<typeof linted>): LintedLink {
  return { documentId, kind: LINK_KINDS[kind] as LinkKind, line, column, target, anchor };
}
