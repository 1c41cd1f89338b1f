import {
  featureCondition,
  LINK_KINDS,
  LINK_STATES,
  type LinkKind,
  type LinkState,
  linkState,
  NOT_FULLY_PARSED,
} from '../documents/derived.js';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { UNATTACHED, type Unattached } from '../resources/resources.js';

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

/** Condition for notes that a user can edit: neither in the trash nor in a read-only notebook. */
const LIVE = 'd.deleted_at IS NULL AND d.notebook_pk NOT IN (SELECT pk FROM notebooks WHERE read_only = 1)';
const PLACE = 'd.id AS documentId, l.kind, l.line, l.column_no AS "column", l.target, l.anchor';
const IMAGE = LINK_KINDS.indexOf('image');
const NOTES_WITH_LINKS = 'documents d CROSS JOIN links l ON l.source_pk = d.pk';
const SUSPECTS = `SELECT ${PLACE}, coalesce(l.text, l.target) AS text, l.state,
    EXISTS (SELECT 1 FROM documents t WHERE t.id = substr(l.target_key, 2)) AS toTrashed
  FROM ${NOTES_WITH_LINKS}
  WHERE ${LIVE} AND (l.state NOT IN (${linkState('resolved')}, ${linkState('external')}) OR (l.kind = ${IMAGE} AND l.text = ''))
  ORDER BY d.id, l.n`;
const ANCHOR_TARGETS = `SELECT t.pk FROM documents t
  WHERE t.pk IN (SELECT target_pk FROM links NOT INDEXED WHERE anchor IS NOT NULL AND target_pk IS NOT NULL)
  ORDER BY t.id`;
const ANCHORED = `SELECT ${PLACE} FROM links l CROSS JOIN documents d ON d.pk = l.source_pk
  WHERE l.target_pk = ? AND l.anchor IS NOT NULL AND ${LIVE} ORDER BY d.id, l.n`;
const SHARED_SOURCES = `
  WITH claims (id, kind, source) AS (
    SELECT d.id, p.source_kind, p.source_id FROM provenance p JOIN documents d ON d.pk = p.document_pk WHERE ${LIVE})
  SELECT id AS documentId, kind, source FROM claims
  WHERE (kind, source) IN (SELECT kind, source FROM claims GROUP BY kind, source HAVING count(*) > 1)
  ORDER BY id, kind, source`;
const UNTITLED = `SELECT d.id FROM documents d WHERE trim(d.title_key) = '' AND ${LIVE} ORDER BY d.id`;
const REMOTE_MEDIA = `SELECT d.pk, d.id FROM documents d WHERE d.${featureCondition('remote-media')} AND ${LIVE} ORDER BY d.id`;
const MARKDOWN_LINK = LINK_KINDS.indexOf('link');
/** Selects links by title, and links with a non-canonical address. */
const NOT_CANONICAL = `SELECT DISTINCT d.pk, d.id FROM ${NOTES_WITH_LINKS}
  WHERE ${LIVE} AND l.kind IN (${MARKDOWN_LINK}, ${IMAGE}) AND l.state = ${linkState('resolved')} AND l.target_key IS NOT NULL
    AND l.target NOT GLOB 'document://default/documents/*' AND l.target NOT GLOB 'resource://default/resources/*'
  ORDER BY d.id`;
const WITHOUT_TEXT = `SELECT DISTINCT d.pk, d.id FROM ${NOTES_WITH_LINKS}
  WHERE ${LIVE} AND l.kind = ${IMAGE} AND l.text = '' ORDER BY d.id`;
const UNREFERENCED = `SELECT r.id, lower(hex(r.sha256)) AS sha256, r.unattached_by AS "by" FROM resources r
  INDEXED BY resources_unattached WHERE r.unattached_at IS NOT NULL ORDER BY r.id`;
const UNPARSED = `SELECT count(*) FROM documents d INDEXED BY documents_unparsed
  WHERE d.${NOT_FULLY_PARSED} AND ${LIVE}`;

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
    for (const row of this.#sql.iterate<RawLink & { text: string; state: number; toTrashed: number }>(SUSPECTS))
      yield {
        ...toLintedLink(row),
        text: row.text,
        state: LINK_STATES[row.state] as LinkState,
        toTrashed: row.toTrashed === 1,
      };
  }

  /** Keys of notes to which links with an anchor point, ordered by note id. */
  anchorTargets(): number[] {
    return this.#sql.rows<[number]>(ANCHOR_TARGETS).map(([pk]) => pk);
  }

  /** Links to an anchor in a note. */
  *anchoredLinks(targetPk: number): Generator<AnchoredLink> {
    for (const row of this.#sql.iterate<RawLink>(ANCHORED, targetPk)) yield toLintedLink(row) as AnchoredLink;
  }

  /** Notes whose import source another note claims too; one row for each such source. */
  sharedSources(): IterableIterator<{ documentId: string; kind: string; source: string }> {
    return this.#sql.iterate(SHARED_SOURCES);
  }

  /** Ids of notes with an empty or blank title. */
  *findUntitled(): Generator<string> {
    for (const { id } of this.#sql.iterate<{ id: string }>(UNTITLED)) yield id;
  }

  /** Notes with remote images or media. */
  findWithRemoteMedia(): NoteKey[] {
    return this.#sql.all<NoteKey>(REMOTE_MEDIA);
  }

  /** Notes with Markdown links to notes or attachments that are not in canonical form. */
  findWithNonCanonicalLinks(): NoteKey[] {
    return this.#sql.all<NoteKey>(NOT_CANONICAL);
  }

  /** Notes with images without alternative text. */
  findWithoutAltText(): NoteKey[] {
    return this.#sql.all<NoteKey>(WITHOUT_TEXT);
  }

  /** Attachments that no note uses, trashed notes included. */
  *unreferencedResources(): Generator<{ id: string; sha256: string; by: Unattached }> {
    for (const row of this.#sql.iterate<{ id: string; sha256: string; by: number }>(UNREFERENCED))
      yield { ...row, by: UNATTACHED[row.by] as Unattached };
  }

  /** Number of notes whose text is not parsed completely. */
  unparsedCount(): number {
    return this.#sql.count(UNPARSED);
  }
}

type RawLink = Omit<LintedLink, 'kind'> & { readonly kind: number };

function toLintedLink({ documentId, kind, line, column, target, anchor }: RawLink): LintedLink {
  return { documentId, kind: LINK_KINDS[kind] as LinkKind, line, column, target, anchor };
}
