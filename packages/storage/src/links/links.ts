import { LINK_KINDS, LINK_STATES, type LinkKind, type LinkReference, type LinkState } from '../documents/derived.js';
import { type Handle, Statements } from '../library/statements.js';
import { type LinkGraph, readLinkGraph } from './graph.js';
import { LinkResolver } from './link-resolver.js';
import { suggestTitles } from './suggest.js';

/** Note with its title. */
export interface NamedNote {
  readonly pk: number;
  readonly id: string;
  readonly title: string;
}

/** Location of a link in the text of its note. Offsets in UTF-8 bytes; lines and columns count from 1. */
interface LinkPosition {
  readonly kind: LinkKind;
  readonly line: number;
  readonly column: number;
  readonly startByte: number;
  readonly endByte: number;
  readonly anchor: string | null;
}

/** Link from a note, with its target. */
export interface OutgoingLink extends LinkPosition {
  /** Target as written. */
  readonly target: string;
  /** Displayed text. */
  readonly text: string;
  readonly state: LinkState;
  /** Target note of a resolved link; null for an attachment. */
  readonly note: NamedNote | null;
}

/** Link to a note, with its source. */
export interface IncomingLink extends LinkPosition {
  readonly source: NamedNote;
}

/** Maximum number of incoming links in total, and per source note, so that one note does not hide the others. */
export interface IncomingBounds {
  readonly limit: number;
  readonly perNote: number;
}

/** Anchor as written, with the number of links to it. */
export interface AnchorUse {
  readonly anchor: string;
  readonly count: number;
}

/** Keys of two linked notes. */
export interface Edge {
  readonly source: number;
  readonly target: number;
}

/** Reference resolved in the current library. */
export interface ResolvedReference {
  readonly state: LinkState;
  /** Target note of a resolved reference; null for an attachment, and for a self-link of an unsaved note. */
  readonly note: NamedNote | null;
}

const POSITION = 'l.kind, l.line, l.column_no, l.start_byte, l.end_byte, l.anchor';
type PositionColumns = [kind: number, line: number, column: number, start: number, end: number, anchor: string | null];
const OUTGOING = `SELECT ${POSITION}, l.target, coalesce(l.text, l.target), l.state, d.pk, d.id, d.title
  FROM links l LEFT JOIN documents d ON d.pk = l.target_pk WHERE l.source_pk = ? ORDER BY l.n`;
type OutgoingColumns = [
  ...PositionColumns,
  target: string,
  text: string,
  state: number,
  ...(NameColumns | [null, null, null]),
];
type NameColumns = [pk: number, id: string, title: string];
const INCOMING = `SELECT numbered.*, s.pk, s.id, s.title
  FROM (SELECT ${POSITION}, l.source_pk, l.n, row_number() OVER (PARTITION BY l.source_pk ORDER BY l.n) AS nth
        FROM links l WHERE l.target_pk = ? AND l.source_pk <> ?) numbered
  CROSS JOIN documents s ON s.pk = numbered.source_pk
  WHERE nth <= ? AND s.deleted_at IS NULL ORDER BY s.updated_at DESC, s.pk DESC, n LIMIT ?`;
type IncomingColumns = [...PositionColumns, sourcePk: number, n: number, nth: number, ...NameColumns];
const INCOMING_COUNT = `SELECT count(*) FROM links l CROSS JOIN documents s ON s.pk = l.source_pk
  WHERE l.target_pk = ? AND l.source_pk <> ? AND s.deleted_at IS NULL`;
const ANCHOR_USES = `SELECT l.anchor, count(*) AS count FROM links l CROSS JOIN documents s ON s.pk = l.source_pk
  WHERE l.target_pk = ? AND l.anchor IS NOT NULL AND s.deleted_at IS NULL GROUP BY l.anchor ORDER BY l.anchor`;
const EDGES = `SELECT DISTINCT l.source_pk AS source, l.target_pk AS target
  FROM json_each(?) k CROSS JOIN links l ON l.source_pk = k.value
  WHERE l.target_pk IS NOT NULL AND l.target_pk <> l.source_pk ORDER BY source, target`;
const NAMES = 'SELECT d.pk, d.id, d.title FROM json_each(?) k CROSS JOIN documents d ON d.pk = k.value';
const FORMER_OWNER = `SELECT d.pk, d.id, d.title FROM former_titles f CROSS JOIN documents d ON d.pk = f.document_pk
  WHERE f.title_key = ? AND d.deleted_at IS NULL ORDER BY f.pk DESC LIMIT 1`;

/** Reads the stored links of notes, which are kept resolved. */
export class LinkReader {
  readonly #raw: Handle['raw'];
  readonly #sql: Statements;
  readonly #resolver: LinkResolver;

  constructor(handle: Handle) {
    this.#raw = handle.raw;
    this.#sql = new Statements(handle.raw);
    this.#resolver = new LinkResolver(handle.raw);
  }

  /** Links of a note in text order. */
  outgoing(documentPk: number): OutgoingLink[] {
    return this.#sql.rows<OutgoingColumns>(OUTGOING, documentPk).map((row) => {
      const [target, text, state, ...name] = row.slice(6) as [string, string, number, ...NameColumns];
      const note = name[0] === null ? null : toNamedNote(name);
      return { ...toLinkPosition(row), target, text, state: LINK_STATES[state] as LinkState, note };
    });
  }

  /** Links of other active notes to a note, ordered by most recently changed source, then in text order. */
  incoming(documentPk: number, { limit, perNote }: IncomingBounds): IncomingLink[] {
    const bounds = [perNote, limit];
    const rows = this.#sql.rows<IncomingColumns>(INCOMING, documentPk, documentPk, ...bounds);
    return rows.map((row) => ({ ...toLinkPosition(row), source: toNamedNote([row[9], row[10], row[11]]) }));
  }

  /** Number of links of other active notes to a note. */
  countIncoming(documentPk: number): number {
    return this.#sql.count(INCOMING_COUNT, documentPk, documentPk);
  }

  /** Anchors in a note to which active notes link, the note itself included, with the number of links. */
  anchorUses(documentPk: number): AnchorUse[] {
    return this.#sql.all<AnchorUse>(ANCHOR_USES, documentPk);
  }

  /** Distinct links from these notes to other notes, ascending. */
  listEdges(documentPks: readonly number[]): Edge[] {
    return this.#sql.all<Edge>(EDGES, JSON.stringify(documentPks));
  }

  /** Link graph of the whole library. Slow for a large library; meant for a worker thread. */
  graph(): LinkGraph {
    return readLinkGraph(this.#raw);
  }

  /**
   * Resolves references in the current library.
   *
   * @param sourcePk key of the linking note; null for an unsaved note
   */
  resolve(references: readonly LinkReference[], sourcePk: number | null): ResolvedReference[] {
    const resolved = this.#resolver.read(references, { sourcePk, notebookPk: this.#findNotebook(sourcePk) });
    const targets = [...new Set(resolved.flatMap(({ targetPk }) => targetPk ?? []))];
    const rows = this.#sql.rows<NameColumns>(NAMES, JSON.stringify(targets));
    const notes = new Map(rows.map((row) => [row[0], toNamedNote(row)]));
    return resolved.map(({ state, targetPk }) => ({ state, note: notes.get(targetPk ?? 0) ?? null }));
  }

  /**
   * Keys of the notes that an ambiguous title may refer to, at most `limit`.
   *
   * @param sourcePk key of the linking note; null for an unsaved note
   */
  findCandidates(title: string, sourcePk: number | null, limit: number): number[] {
    return this.#resolver.findCandidates(title, this.#findNotebook(sourcePk), limit);
  }

  /** Active note that most recently changed its title from this one (`nameKey`). */
  findFormerOwner(titleKey: string): NamedNote | undefined {
    return this.#sql.get<NamedNote>(FORMER_OWNER, titleKey);
  }

  /**
   * Active notes whose title begins with the query, ordered by title, then notes with the query at the start of a later
   * word, at most `limit`. Only a bounded number of notes with a common word is examined.
   */
  suggest(query: string, limit: number, excludePk?: number): NamedNote[] {
    return suggestTitles(this.#sql, query, limit, excludePk);
  }

  #findNotebook(documentPk: number | null): number | null {
    if (documentPk === null) return null;
    return this.#sql.count('SELECT notebook_pk FROM documents WHERE pk = ?', documentPk);
  }
}

function toLinkPosition([kind, line, column, startByte, endByte, anchor]: readonly [
  ...PositionColumns,
  ...unknown[],
]): LinkPosition {
  return { kind: LINK_KINDS[kind] as LinkKind, line, column, startByte, endByte, anchor };
}

const toNamedNote = ([pk, id, title]: NameColumns): NamedNote => ({ pk, id, title });
