import { asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { LINK_KINDS, LINK_STATES, type LinkKind, type LinkReference, type LinkState } from '../documents/derived.js';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, listColumns, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documents, formerTitles, links } from '../schema.js';
import { type LinkGraph, readLinkGraph } from './graph.js';
import { LinkResolver } from './link-resolver.js';
import { type NamedNote, suggestTitles } from './suggest.js';

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

const l = alias(links, 'l');
const s = alias(documents, 's');
const d = alias(documents, 'd');
/** Links to a note, numbered within their sources. */
const numbered = alias(links, 'numbered');
const selectPosition = (table: typeof links | typeof l | typeof numbered) => ({
  kind: table.kind,
  line: table.line,
  column: table.column,
  startByte: table.startByte,
  endByte: table.endByte,
  anchor: table.anchor,
});
type PositionRow = Row<ReturnType<typeof selectPosition>>;

const selectOutgoing = defineQuery(({ sourcePk }: Parameters<{ sourcePk: number }>) =>
  build
    .select({
      ...selectPosition(links),
      target: links.target,
      text: sql<string>`coalesce(${links.text}, ${links.target})`,
      state: links.state,
      pk: documents.pk,
      id: documents.id,
      title: documents.title,
    })
    .from(links)
    .leftJoin(documents, eq(documents.pk, links.targetPk))
    .where(eq(links.sourcePk, sourcePk))
    .orderBy(asc(links.n)),
);
const selectIncoming = defineQuery(
  ({ targetPk, perNote, limit }: Parameters<{ targetPk: number; perNote: number; limit: number }>) =>
    rows(
      { ...selectPosition(numbered), pk: s.pk, id: s.id, title: s.title },
      (list) => sql`SELECT ${list} FROM (
          SELECT ${listColumns(Object.values(selectPosition(l)))}, ${l.sourcePk}, ${l.n},
            row_number() OVER (PARTITION BY ${l.sourcePk} ORDER BY ${l.n}) AS nth
          FROM ${links} ${l} WHERE ${l.targetPk} = ${targetPk} AND ${l.sourcePk} <> ${targetPk}) ${numbered}
        CROSS JOIN ${documents} ${s} ON ${s.pk} = ${numbered.sourcePk}
        WHERE nth <= ${perNote} AND ${s.deletedAt} IS NULL
        ORDER BY ${s.updatedAt} DESC, ${s.pk} DESC, ${numbered.n} LIMIT ${limit}`,
    ),
);
const WITH_SOURCES = sql`${links} ${l} CROSS JOIN ${documents} ${s} ON ${s.pk} = ${l.sourcePk}`;
const countIncoming = defineQuery(({ targetPk }: Parameters<{ targetPk: number }>) =>
  rows(
    { n: sql<number>`count(*)` },
    (list) => sql`SELECT ${list} FROM ${WITH_SOURCES}
      WHERE ${l.targetPk} = ${targetPk} AND ${l.sourcePk} <> ${targetPk} AND ${s.deletedAt} IS NULL`,
  ),
);
const selectAnchorUses = defineQuery(({ targetPk }: Parameters<{ targetPk: number }>) =>
  rows(
    { anchor: sql<string>`${l.anchor}`, count: sql<number>`count(*)` },
    (list) => sql`SELECT ${list} FROM ${WITH_SOURCES}
      WHERE ${l.targetPk} = ${targetPk} AND ${l.anchor} IS NOT NULL AND ${s.deletedAt} IS NULL
      GROUP BY ${l.anchor} ORDER BY ${l.anchor}`,
  ),
);
const selectEdges = defineQuery(({ sourcePks }: Parameters<{ sourcePks: string }>) =>
  rows(
    { source: l.sourcePk, target: sql<number>`${l.targetPk}` },
    (list) => sql`SELECT DISTINCT ${list} FROM json_each(${sourcePks}) k
      CROSS JOIN ${links} ${l} ON ${l.sourcePk} = k.value
      WHERE ${l.targetPk} IS NOT NULL AND ${l.targetPk} <> ${l.sourcePk} ORDER BY ${l.sourcePk}, ${l.targetPk}`,
  ),
);
const name = { pk: d.pk, id: d.id, title: d.title };
const selectNames = defineQuery(({ pks }: Parameters<{ pks: string }>) =>
  rows(name, (list) => sql`SELECT ${list} FROM json_each(${pks}) k CROSS JOIN ${documents} ${d} ON ${d.pk} = k.value`),
);
const selectFormerOwner = defineQuery(({ titleKey }: Parameters<{ titleKey: string }>) =>
  rows(
    name,
    (list) => sql`SELECT ${list} FROM ${formerTitles}
      CROSS JOIN ${documents} ${d} ON ${d.pk} = ${formerTitles.documentPk}
      WHERE ${formerTitles.titleKey} = ${titleKey} AND ${d.deletedAt} IS NULL
      ORDER BY ${formerTitles.pk} DESC LIMIT 1`,
  ),
);
const selectNotebook = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.select({ notebookPk: documents.notebookPk }).from(documents).where(eq(documents.pk, pk)),
);

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
    return this.#sql.all(selectOutgoing, { sourcePk: documentPk }).map((row) => {
      const { target, text, state, pk, id, title } = row;
      const note = pk === null ? null : { pk, id: id as string, title: title as string };
      return { ...toLinkPosition(row), target, text, state: LINK_STATES[state] as LinkState, note };
    });
  }

  /** Links of other active notes to a note, ordered by most recently changed source, then in text order. */
  incoming(documentPk: number, { limit, perNote }: IncomingBounds): IncomingLink[] {
    const found = this.#sql.all(selectIncoming, { targetPk: documentPk, perNote, limit });
    return found.map((row) => ({ ...toLinkPosition(row), source: { pk: row.pk, id: row.id, title: row.title } }));
  }

  /** Number of links of other active notes to a note. */
  countIncoming(documentPk: number): number {
    return this.#sql.count(countIncoming, { targetPk: documentPk });
  }

  /** Anchors in a note to which active notes link, the note itself included, with the number of links. */
  anchorUses(documentPk: number): AnchorUse[] {
    return this.#sql.all(selectAnchorUses, { targetPk: documentPk });
  }

  /** Distinct links from these notes to other notes, ascending. */
  listEdges(documentPks: readonly number[]): Edge[] {
    return this.#sql.all(selectEdges, { sourcePks: JSON.stringify(documentPks) });
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
    const names = this.#sql.all(selectNames, { pks: JSON.stringify(targets) });
    const notes = new Map(names.map((note) => [note.pk, note]));
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
    return this.#sql.get(selectFormerOwner, { titleKey });
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
    return this.#sql.count(selectNotebook, { pk: documentPk });
  }
}

function toLinkPosition({ kind, line, column, startByte, endByte, anchor }: PositionRow): LinkPosition {
  return { kind: LINK_KINDS[kind] as LinkKind, line, column, startByte, endByte, anchor };
}
