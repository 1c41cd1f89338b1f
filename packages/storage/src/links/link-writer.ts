import { LINK_KINDS, LINK_STATES, type LinkState, linkState, type NewLink } from '../documents/derived.js';
import { type Handle, Statements } from '../library/statements.js';
import { resourceKey } from './link-key.js';
import { LinkResolver, type Resolution, type ResolvableLink } from './link-resolver.js';

/** Stored link that changes of notes or attachments may resolve differently. */
export interface StoredLink extends ResolvableLink {
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
/** Selects links to notes; `?` is a JSON array of note keys. */
const NAMING = `
  WITH named (pk) AS (SELECT value FROM json_each(?)),
    names (key) AS (
      SELECT d.title_key FROM named CROSS JOIN documents d ON d.pk = named.pk
      UNION ALL SELECT n.key FROM named CROSS JOIN document_names n ON n.document_pk = named.pk)
  ${STORED} WHERE l.target_key IN (
    SELECT key FROM names UNION ALL SELECT './' || key FROM names
    UNION ALL SELECT '/' || d.id FROM named CROSS JOIN documents d ON d.pk = named.pk)`;
const BY_PATH = `l.target_key >= './' AND l.target_key < '.0'`;
/** Selects links by name. Keys of notes begin with `/`, those of attachments with `@/`, and names contain no slash. */
const BY_NAME = `NOT (l.target_key >= '/' AND l.target_key < '0') AND NOT (l.target_key >= '@/' AND l.target_key < '@0')`;
const LEAVING = `${STORED} WHERE l.source_pk IN (SELECT value FROM json_each(?)) AND l.target_key IS NOT NULL AND ${BY_NAME}`;
const MOVED = `
  WITH RECURSIVE below (pk) AS (VALUES (?) UNION
      SELECT n.pk FROM below CROSS JOIN notebooks n ON coalesce(n.parent_pk, 0) = below.pk),
    moved (pk, title_key) AS (SELECT pk, title_key FROM documents WHERE notebook_pk IN below),
    names (key) AS (SELECT title_key FROM moved
      UNION SELECT n.key FROM moved CROSS JOIN document_names n ON n.document_pk = moved.pk)`;
/**
 * Selects links by path around a notebook. Starts from the links that depend on notebooks, of which many libraries have
 * none.
 */
const AROUND = `${MOVED}
  ${STORED} WHERE ${BY_PATH} AND (+l.source_pk IN (SELECT pk FROM moved) OR substr(l.target_key, 3) IN (SELECT key FROM names))`;
/** Counts the active notes with a name, up to two of each kind. */
const countNamed = (key: string) => `(
  (SELECT count(*) FROM (SELECT 1 FROM documents d WHERE d.title_key = ${key} AND d.deleted_at IS NULL LIMIT 2))
  + (SELECT count(*) FROM (SELECT 1 FROM document_names n CROSS JOIN documents d ON d.pk = n.document_pk
    WHERE n.key = ${key} AND d.deleted_at IS NULL LIMIT 2)))`;
/** Selects links by a plain name that several notes share: the location of the linking note decides between them. */
const SHARED_NAMES = `${MOVED},
    shared (source_pk, n) AS (
      SELECT l.source_pk, l.n FROM moved CROSS JOIN links l ON l.source_pk = moved.pk
      UNION SELECT l.source_pk, l.n FROM names CROSS JOIN links l ON l.target_key = names.key)
  ${STORED} JOIN shared ON shared.source_pk = l.source_pk AND shared.n = l.n
  WHERE l.target_key IS NOT NULL AND ${BY_NAME} AND NOT (${BY_PATH}) AND ${countNamed('l.target_key')} > 1`;
/** Number of links read per page. */
const PAGE_SIZE = 5_000;
/** Pages of links by name that may resolve differently under another rule. */
const POSSIBLY_CHANGED = `${STORED}
  WHERE (l.source_pk, l.n) > (?, ?) AND l.target_key IS NOT NULL AND ${BY_NAME}
    AND ${countNamed(`iif(${BY_PATH}, substr(l.target_key, 3), l.target_key)`)} > (l.state = ${linkState('resolved')})
  ORDER BY l.source_pk, l.n LIMIT ${PAGE_SIZE}`;
const BY_KEY = `${STORED} WHERE l.target_key = ?`;
/** Columns of a link that are in no index. */
const TEXT = 'kind line column_no start_byte end_byte target title anchor text state'.split(' ');
const RESOLUTION = ['target_key', 'target_pk'];
const COLUMNS = [...TEXT, ...RESOLUTION];
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

/** Writes the links of notes, and keeps all links resolved when notes are created, deleted, renamed and moved. */
export class LinkWriter {
  readonly #sql: Statements;
  readonly #resolver: LinkResolver;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
    this.#resolver = new LinkResolver(handle.raw);
  }

  /**
   * Replaces the links of a note. Most edits only move links. Such an edit updates no index, in which each link would
   * be on a different page.
   */
  replace(sourcePk: number, notebookPk: number, links: readonly NewLink[]): void {
    const storedRows = this.#sql.rows<[...Row]>(ROWS, sourcePk);
    const rows = this.#makeRows(sourcePk, notebookPk, links);
    rows.forEach((row, n) => {
      const old = storedRows[n];
      if (old === undefined) this.#sql.run(INSERT, ...row, sourcePk, n);
      else if (differs(row, old, TEXT.length, COLUMNS.length)) this.#sql.run(UPDATE, ...row, sourcePk, n);
      else if (differs(row, old, 0, TEXT.length)) this.#sql.run(UPDATE_TEXT, ...row.slice(0, TEXT.length), sourcePk, n);
    });
    if (storedRows.length > rows.length)
      this.#sql.run('DELETE FROM links WHERE source_pk = ? AND n >= ?', sourcePk, rows.length);
  }

  remove(sourcePk: number): void {
    this.#sql.run('DELETE FROM links WHERE source_pk = ?', sourcePk);
  }

  /** Links that may refer to a note by its current name and location. Changes of the note affect no other links. */
  findLinksTo(documentPk: number): StoredLink[] {
    return this.#resolver.filterLinksTo(documentPk, this.findLinksToAny([documentPk]));
  }

  /** Links with a name or the id of one of these notes, resolved or not. */
  findLinksToAny(documentPks: readonly number[]): StoredLink[] {
    return this.#readStoredLinks(NAMING, JSON.stringify(documentPks));
  }

  /** Links by name from these notes: the notebook of the linking note decides between notes of the same name. */
  findLinksFrom(documentPks: readonly number[]): StoredLink[] {
    return this.#readStoredLinks(LEAVING, JSON.stringify(documentPks));
  }

  /**
   * Links whose target depends on the path of a notebook.
   *
   * @param moved true when the notebook has a new parent: links by a name that several notes share then depend on it
   *   too
   */
  findLinksByPath(notebookPk: number, { moved }: { readonly moved: boolean }): StoredLink[] {
    const byPath = this.#readStoredLinks(AROUND, notebookPk);
    return moved ? [...byPath, ...this.#readStoredLinks(SHARED_NAMES, notebookPk)] : byPath;
  }

  /** Resolves all links of the library again that an earlier program version may have resolved differently. */
  refreshAll(): void {
    let at: Pick<StoredLink, 'sourcePk' | 'n'> | undefined = { sourcePk: 0, n: -1 };
    while (at !== undefined) {
      const links: StoredLink[] = this.#sql.rows<StoredColumns>(POSSIBLY_CHANGED, at.sourcePk, at.n).map(toStoredLink);
      this.refresh(links);
      at = links.length < PAGE_SIZE ? undefined : links.at(-1);
    }
  }

  /** Links to an attachment, which may be missing. */
  findLinksToResource(id: string): StoredLink[] {
    return this.#readStoredLinks(BY_KEY, resourceKey(id));
  }

  /** Resolves links again and records the notes whose links changed in the journal. */
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

  #makeRows(sourcePk: number, notebookPk: number, links: readonly NewLink[]): Row[] {
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

  #readStoredLinks(statement: string, parameter: string | number): StoredLink[] {
    return this.#sql.rows<StoredColumns>(statement, parameter).map(toStoredLink);
  }
}

const differs = (row: Row, old: Row, from: number, to: number) =>
  row.slice(from, to).some((value, n) => value !== old[from + n]);

function toStoredLink([sourcePk, n, key, title, state, targetPk, notebookPk]: StoredColumns): StoredLink {
  return { sourcePk, n, key, title, state: LINK_STATES[state] as LinkState, targetPk, notebookPk };
}
