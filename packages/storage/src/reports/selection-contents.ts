import { featureCondition, linkState } from '../documents/derived.js';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { SELECTED_TABLES, type SelectedTable } from './selection-tables.js';

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

const NOTES = 'temp.selected_documents s CROSS JOIN documents d ON d.pk = s.pk';
/** Selected notes; ids are read from their index, so that nothing is sorted. */
const NOTES_IN_ORDER = 'documents d JOIN temp.selected_documents s ON s.pk = d.pk';
const SELECTED_NOTES = `SELECT d.id, r.id AS revisionId, n.id AS notebookId, d.size_bytes AS sizeBytes,
    lower(hex(r.body_sha256)) AS bodySha256, d.deleted_at IS NOT NULL AS trashed
  FROM ${NOTES_IN_ORDER} JOIN notebooks n ON n.pk = d.notebook_pk JOIN revisions r ON r.pk = d.revision_pk
  ORDER BY d.id LIMIT ?`;
const RESOLVED = `l.state = ${linkState('resolved')}`;
const STAYS_BEHIND = 'l.target_pk IS NOT NULL AND t.pk IS NULL';
const LINKS = `SELECT d.id AS documentId,
    sum(${RESOLVED} AND NOT (${STAYS_BEHIND})) AS kept, sum(${RESOLVED} AND ${STAYS_BEHIND}) AS leaving,
    sum(l.state NOT IN (${linkState('resolved')}, ${linkState('external')})) AS unresolved,
    sum(l.state = ${linkState('external')}) AS external
  FROM ${NOTES_IN_ORDER} CROSS JOIN links l ON l.source_pk = d.pk LEFT JOIN temp.selected_documents t ON t.pk = l.target_pk
  GROUP BY d.id ORDER BY d.id`;
const FACTS = `SELECT coalesce(sum(d.deleted_at IS NOT NULL), 0) AS trashed,
    coalesce(sum(d.${featureCondition('remote-media')} <> 0), 0) AS withRemoteMedia,
    coalesce(sum(d.${featureCondition('unparsed')} <> 0), 0) AS unparsed,
    coalesce(sum(d.${featureCondition('partly-read')} <> 0), 0) AS partlyRead,
    (SELECT count(*) FROM temp.selected_documents s CROSS JOIN revisions r ON r.document_pk = s.pk) - count(*) AS olderRevisions
  FROM ${NOTES}`;
const RELATED = (table: string, column: string) =>
  `SELECT count(*) FROM temp.selected_documents s CROSS JOIN ${table} r ON r.${column} = s.pk`;
const RELATIONS = {
  document_tags: RELATED('document_tags', 'document_pk'),
  document_resources: RELATED('document_resources', 'document_pk'),
  links: RELATED('links', 'source_pk'),
  provenance: RELATED('provenance', 'document_pk'),
} as const;

/** Number of selected rows of each table. */
export type SelectionCounts = Readonly<Record<SelectedTable | keyof typeof RELATIONS, number>>;

/** Reads the contents of a selection. */
export class SelectionContents {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  counts(): SelectionCounts {
    const own = SELECTED_TABLES.map(
      (table) => [table, this.#sql.count(`SELECT count(*) FROM temp.selected_${table}`)] as const,
    );
    const between = Object.entries(RELATIONS).map(([table, statement]) => [table, this.#sql.count(statement)] as const);
    return Object.fromEntries([...own, ...between]) as SelectionCounts;
  }

  /** Ids of the selected rows of a table, ascending. */
  *ids(table: SelectedTable): Generator<string> {
    const statement = `SELECT e.id FROM ${table} e JOIN temp.selected_${table} s ON s.pk = e.pk ORDER BY e.id`;
    for (const { id } of this.#sql.iterate<{ id: string }>(statement)) yield id;
  }

  /** First `limit` notes, ordered by id. */
  notes(limit: number): SelectedNote[] {
    const rows = this.#sql.all<Omit<SelectedNote, 'trashed'> & { trashed: number }>(SELECTED_NOTES, limit);
    return rows.map((row) => ({ ...row, trashed: row.trashed === 1 }));
  }

  /** Link counts of each note with links, ordered by note id. */
  links(): IterableIterator<SelectedLinks> {
    return this.#sql.iterate<SelectedLinks>(LINKS);
  }

  facts(): SelectionFacts {
    return this.#sql.get(FACTS) as SelectionFacts;
  }
}
