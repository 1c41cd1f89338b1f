import { LINK_KINDS, LINK_STATES, type LinkState, linkState, type NewLink } from '../derived.js';
import { type Handle, Statements } from '../statements.js';
import { resourceKey } from './link-key.js';
import { LinkResolver, type NamingLink, type Resolution } from './resolver.js';

/** A link in the library that changes of notes or attachments may give another meaning. */
export interface StoredLink extends NamingLink {
  readonly sourcePk: number;
  readonly n: number;
  readonly state: LinkState;
  readonly targetPk: number | null;
}

type StoredColumns = [
  sourcePk: number,
  n: number,
  key: string,
  title: string,
  state: number,
  targetPk: number | null,
  notebookPk: number,
];

const STORED = `SELECT l.source_pk, l.n, l.target_key, coalesce(l.title, l.target), l.state, l.target_pk, s.notebook_pk
  FROM links l CROSS JOIN documents s ON s.pk = l.source_pk`;
/** `?` is a JSON array of keys of notes. */
const NAMING = `
  WITH named (pk) AS (SELECT value FROM json_each(?)),
    names (key) AS (
      SELECT d.title_key FROM named CROSS JOIN documents d ON d.pk = named.pk
      UNION ALL SELECT n.key FROM named CROSS JOIN document_names n ON n.document_pk = named.pk)
  ${STORED} WHERE l.target_key IN (
    SELECT key FROM names UNION ALL SELECT './' || key FROM names
    UNION ALL SELECT '/' || d.id FROM named CROSS JOIN documents d ON d.pk = named.pk)`;
const BY_PLACE = `l.target_key >= './' AND l.target_key < '.0'`;
const LEAVING = `${STORED} WHERE l.source_pk IN (SELECT value FROM json_each(?)) AND ${BY_PLACE}`;
/** Begins with the links that depend on notebooks at all: many libraries have none. */
const AROUND = `
  WITH RECURSIVE below (pk) AS (VALUES (?) UNION
      SELECT n.pk FROM below CROSS JOIN notebooks n ON coalesce(n.parent_pk, 0) = below.pk),
    moved (pk, title_key) AS (SELECT pk, title_key FROM documents WHERE notebook_pk IN below)
  ${STORED} WHERE ${BY_PLACE} AND (+l.source_pk IN (SELECT pk FROM moved) OR substr(l.target_key, 3) IN (
    SELECT title_key FROM moved UNION ALL SELECT n.key FROM moved JOIN document_names n ON n.document_pk = moved.pk))`;
const BY_KEY = `${STORED} WHERE l.target_key = ?`;
/** The columns of a link that no index has. */
const TEXT = 'kind line column_no start_byte end_byte target title anchor text state'.split(' ');
const MEANING = ['target_key', 'target_pk'];
const COLUMNS = [...TEXT, ...MEANING];
type Row = readonly (string | number | null)[];
const ROWS = `SELECT ${COLUMNS} FROM links WHERE source_pk = ? ORDER BY n`;
const INSERT = `INSERT INTO links (${COLUMNS}, source_pk, n) VALUES (${COLUMNS.map(() => '?')}, ?, ?)`;
const update = (columns: readonly string[]) =>
  `UPDATE links SET ${columns.map((column) => `${column} = ?`)} WHERE source_pk = ? AND n = ?`;
const UPDATE = update(COLUMNS);
const UPDATE_TEXT = update(TEXT);
const RESOLVE = 'UPDATE links SET state = ?, target_pk = ? WHERE source_pk = ? AND n = ?';
const JOURNAL = `INSERT INTO change_journal (entity, entity_id, kind)
  SELECT 'document', d.id, 'links' FROM json_each(?) k JOIN documents d ON d.pk = k.value`;

/** Writes the links of notes, and keeps what all links mean right as notes come, go and change their names and places. */
export class LinkWriter {
  readonly #sql: Statements;
  readonly #resolver: LinkResolver;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
    this.#resolver = new LinkResolver(handle.raw);
  }

  /**
   * Gives a note these links. Most changes of a text only move its links: then no index is written, in which each link
   * is on another page.
   */
  replace(sourcePk: number, notebookPk: number, links: readonly NewLink[]): void {
    const stored = this.#sql.rows<[...Row]>(ROWS, sourcePk);
    const rows = this.#rowsOf(sourcePk, notebookPk, links);
    rows.forEach((row, n) => {
      const old = stored[n];
      if (old === undefined) this.#sql.run(INSERT, ...row, sourcePk, n);
      else if (differs(row, old, TEXT.length, COLUMNS.length)) this.#sql.run(UPDATE, ...row, sourcePk, n);
      else if (differs(row, old, 0, TEXT.length)) this.#sql.run(UPDATE_TEXT, ...row.slice(0, TEXT.length), sourcePk, n);
    });
    if (stored.length > rows.length)
      this.#sql.run('DELETE FROM links WHERE source_pk = ? AND n >= ?', sourcePk, rows.length);
  }

  remove(sourcePk: number): void {
    this.#sql.run('DELETE FROM links WHERE source_pk = ?', sourcePk);
  }

  /** Links that a note can be meant by, as it is named and placed now: what others mean does not hang on it. */
  naming(documentPk: number): StoredLink[] {
    return this.#resolver.naming(documentPk, this.namingAny([documentPk]));
  }

  /** Links with a name or the id of one of these notes, wherever they lead. */
  namingAny(documentPks: readonly number[]): StoredLink[] {
    return this.#stored(NAMING, JSON.stringify(documentPks));
  }

  /** Links of these notes whose meaning depends on the notebook they are in. */
  leaving(documentPks: readonly number[]): StoredLink[] {
    return this.#stored(LEAVING, JSON.stringify(documentPks));
  }

  /** Links whose meaning depends on where a notebook is and what it is called. */
  around(notebookPk: number): StoredLink[] {
    return this.#stored(AROUND, notebookPk);
  }

  /** Links to an attachment, also to one that is not there. */
  namingResource(id: string): StoredLink[] {
    return this.#stored(BY_KEY, resourceKey(id));
  }

  /** Resolves links anew and notes in the journal whose changed. */
  refresh(links: readonly StoredLink[]): void {
    if (links.length === 0) return;
    const resolutions = this.#resolver.resolve(links);
    const changed = new Set<number>();
    links.forEach((link, index) => {
      const { state, targetPk } = resolutions[index] as Resolution;
      if (state === link.state && targetPk === link.targetPk) return;
      this.#sql.run(RESOLVE, linkState(state), targetPk, link.sourcePk, link.n);
      changed.add(link.sourcePk);
    });
    if (changed.size > 0) this.#sql.run(JOURNAL, JSON.stringify([...changed]));
  }

  #rowsOf(sourcePk: number, notebookPk: number, links: readonly NewLink[]): Row[] {
    const references = links.map(({ reference }) => reference);
    const read = this.#resolver.read(references, { sourcePk, notebookPk });
    return links.map(({ kind, line, column, startByte, endByte, target, anchor, text, reference }, n) => {
      const { key, state, targetPk } = read[n] as (typeof read)[number];
      const title = reference.type === 'title' && reference.title !== target ? reference.title : null;
      const place = [LINK_KINDS.indexOf(kind), line, column, startByte, endByte];
      const shown = text === target ? null : text;
      return [...place, target, title, anchor, shown, linkState(state), key, targetPk];
    });
  }

  #stored(statement: string, parameter: string | number): StoredLink[] {
    return this.#sql.rows<StoredColumns>(statement, parameter).map(stored);
  }
}

const differs = (row: Row, old: Row, from: number, to: number) =>
  row.slice(from, to).some((value, n) => value !== old[from + n]);

function stored([sourcePk, n, key, title, state, targetPk, notebookPk]: StoredColumns): StoredLink {
  return { sourcePk, n, key, title, state: LINK_STATES[state] as LinkState, targetPk, notebookPk };
}
