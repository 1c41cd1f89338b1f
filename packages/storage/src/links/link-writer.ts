import { titleKeys } from '@notes/link-graph';
import { nameKey } from '@notes/query-language';
import { and, asc, eq, gte, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { LINK_KINDS, LINK_STATES, type LinkState, linkState, type NewLink } from '../documents/derived.js';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, literal, names, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { changeJournal, documentNames, documents, links, notebooks } from '../schema.js';
import { idKey, pathKey, resourceKey } from './link-key.js';
import { getSubject, LinkResolver, type Resolution } from './link-resolver.js';
import { TitleMap } from './title-map.js';

const l = alias(links, 'l');
const s = alias(documents, 's');
const d = alias(documents, 'd');
const dn = alias(documentNames, 'dn');
const nb = alias(notebooks, 'nb');

const stored = {
  sourcePk: l.sourcePk,
  n: l.n,
  key: sql<string>`${l.targetKey}`,
  title: sql<string>`coalesce(${l.title}, ${l.target})`,
  state: l.state,
  targetPk: l.targetPk,
  notebookPk: s.notebookPk,
};
/** Stored link that changes of notes or attachments may resolve differently; its state is a number. */
type StoredLink = Row<typeof stored>;
const FROM_STORED = sql`FROM ${links} ${l} CROSS JOIN ${documents} ${s} ON ${s.pk} = ${l.sourcePk}`;
const BY_PATH = sql`${l.targetKey} >= './' AND ${l.targetKey} < '.0'`;
/** Condition for links by name. Keys of notes begin with `/`, those of attachments with `@/`; names contain no slash. */
const BY_NAME = sql`NOT (${l.targetKey} >= '/' AND ${l.targetKey} < '0')
  AND NOT (${l.targetKey} >= '@/' AND ${l.targetKey} < '@0')`;

/** Selects links to notes; `documentPks` is a JSON array of note keys. */
const selectNaming = defineQuery(({ documentPks }: Parameters<{ documentPks: string }>) =>
  rows(
    stored,
    (list) => sql`WITH named (pk) AS (SELECT value FROM json_each(${documentPks})),
        names (key) AS (
          SELECT ${d.titleKey} FROM named CROSS JOIN ${documents} ${d} ON ${d.pk} = named.pk
          UNION ALL SELECT ${dn.key} FROM named CROSS JOIN ${documentNames} ${dn} ON ${dn.documentPk} = named.pk)
      SELECT ${list} ${FROM_STORED} WHERE ${l.targetKey} IN (
        SELECT key FROM names UNION ALL SELECT './' || key FROM names
        UNION ALL SELECT '/' || ${d.id} FROM named CROSS JOIN ${documents} ${d} ON ${d.pk} = named.pk)`,
  ),
);
const selectLeaving = defineQuery(({ documentPks }: Parameters<{ documentPks: string }>) =>
  rows(
    stored,
    (list) => sql`SELECT ${list} ${FROM_STORED}
      WHERE ${l.sourcePk} IN (SELECT value FROM json_each(${documentPks})) AND ${l.targetKey} IS NOT NULL AND ${BY_NAME}`,
  ),
);
/** Defines the notes below a notebook as `moved`, and their names as `names`. */
const withMoved = (notebookPk: SQL<number>) => sql`WITH RECURSIVE
  below (pk) AS (VALUES (${notebookPk}) UNION
    SELECT ${nb.pk} FROM below CROSS JOIN ${notebooks} ${nb} ON coalesce(${nb.parentPk}, 0) = below.pk),
  moved (pk, title_key) AS (SELECT ${d.pk}, ${d.titleKey} FROM ${documents} ${d} WHERE ${d.notebookPk} IN below),
  names (key) AS (SELECT title_key FROM moved
    UNION SELECT ${dn.key} FROM moved CROSS JOIN ${documentNames} ${dn} ON ${dn.documentPk} = moved.pk)`;
/**
 * Selects links by path around a notebook. Starts from the links that depend on notebooks, of which many libraries have
 * none.
 */
const selectAround = defineQuery(({ notebookPk }: Parameters<{ notebookPk: number }>) =>
  rows(
    stored,
    (list) => sql`${withMoved(notebookPk)}
      SELECT ${list} ${FROM_STORED} WHERE ${BY_PATH}
        AND (+${l.sourcePk} IN (SELECT pk FROM moved) OR substr(${l.targetKey}, 3) IN (SELECT key FROM names))`,
  ),
);
/** Counts the active notes with a name, up to two of each kind. */
const countNamed = (key: SQLWrapper) => sql`(
  (SELECT count(*) FROM (SELECT 1 FROM ${documents} ${d} WHERE ${d.titleKey} = ${key} AND ${d.deletedAt} IS NULL LIMIT 2))
  + (SELECT count(*) FROM (SELECT 1 FROM ${documentNames} ${dn} CROSS JOIN ${documents} ${d} ON ${d.pk} = ${dn.documentPk}
    WHERE ${dn.key} = ${key} AND ${d.deletedAt} IS NULL LIMIT 2)))`;
/** Selects links by a plain name that several notes share: the location of the linking note decides between them. */
const selectSharedNames = defineQuery(({ notebookPk }: Parameters<{ notebookPk: number }>) =>
  rows(
    stored,
    (list) => sql`${withMoved(notebookPk)},
        shared (source_pk, n) AS (
          SELECT ${l.sourcePk}, ${l.n} FROM moved CROSS JOIN ${links} ${l} ON ${l.sourcePk} = moved.pk
          UNION SELECT ${l.sourcePk}, ${l.n} FROM names CROSS JOIN ${links} ${l} ON ${l.targetKey} = names.key)
      SELECT ${list} ${FROM_STORED} JOIN shared ON shared.source_pk = ${l.sourcePk} AND shared.n = ${l.n}
      WHERE ${l.targetKey} IS NOT NULL AND ${BY_NAME} AND NOT (${BY_PATH}) AND ${countNamed(l.targetKey)} > 1`,
  ),
);
/** Number of links read per page. */
const PAGE_SIZE = 5_000;
/** Selects a page of the links by name that may resolve differently under another rule. */
const selectPossiblyChanged = defineQuery(({ sourcePk, n }: Parameters<{ sourcePk: number; n: number }>) =>
  rows(
    stored,
    (list) => sql`SELECT ${list} ${FROM_STORED}
      WHERE (${l.sourcePk}, ${l.n}) > (${sourcePk}, ${n}) AND ${l.targetKey} IS NOT NULL AND ${BY_NAME}
        AND ${countNamed(sql`iif(${BY_PATH}, substr(${l.targetKey}, 3), ${l.targetKey})`)}
          > (${l.state} = ${literal(linkState('resolved'))})
      ORDER BY ${l.sourcePk}, ${l.n} LIMIT ${literal(PAGE_SIZE)}`,
  ),
);
const selectByKey = defineQuery(({ key }: Parameters<{ key: string }>) =>
  rows(stored, (list) => sql`SELECT ${list} ${FROM_STORED} WHERE ${l.targetKey} = ${key}`),
);

/** Selects links by key; `keys` is a JSON array. */
const selectByKeys = defineQuery(({ keys }: Parameters<{ keys: string }>) =>
  rows(
    stored,
    (list) => sql`SELECT ${list} FROM json_each(${keys}) k CROSS JOIN ${links} ${l} ON ${l.targetKey} = k.value
      CROSS JOIN ${documents} ${s} ON ${s.pk} = ${l.sourcePk}`,
  ),
);

/** Note that is being created, with the parts that links name it by. */
type NewlyNamed = Pick<typeof documents.$inferSelect, 'pk' | 'id' | 'title' | 'fileName'>;

/** Columns of a link that are in no index. */
const text = {
  kind: links.kind,
  line: links.line,
  column: links.column,
  startByte: links.startByte,
  endByte: links.endByte,
  target: links.target,
  title: links.title,
  anchor: links.anchor,
  text: links.text,
  state: links.state,
};
const resolution = { targetKey: links.targetKey, targetPk: links.targetPk };
const columns = { ...text, ...resolution };
const TEXT = Object.keys(text) as (keyof typeof text)[];
const RESOLUTION = Object.keys(resolution) as (keyof typeof resolution)[];
type LinkRow = Row<typeof columns>;
/** Key of a link: its note, and its number in the text. */
type LinkKey = Pick<StoredLink, 'sourcePk' | 'n'>;

const getText = (row: Parameters<Row<typeof text>>) => ({
  kind: row.kind,
  line: row.line,
  column: row.column,
  startByte: row.startByte,
  endByte: row.endByte,
  target: row.target,
  title: row.title,
  anchor: row.anchor,
  text: row.text,
  state: row.state,
});
const getResolution = ({ targetKey, targetPk }: Parameters<Row<typeof resolution>>) => ({ targetKey, targetPk });
const isLink = ({ sourcePk, n }: Parameters<LinkKey>) => and(eq(links.sourcePk, sourcePk), eq(links.n, n));

const selectRows = defineQuery(({ sourcePk }: Parameters<{ sourcePk: number }>) =>
  build.select(columns).from(links).where(eq(links.sourcePk, sourcePk)).orderBy(asc(links.n)),
);
const insertLink = defineQuery((link: Parameters<LinkRow & LinkKey>) =>
  build.insert(links).values({ sourcePk: link.sourcePk, n: link.n, ...getText(link), ...getResolution(link) }),
);
const updateLink = defineQuery((link: Parameters<LinkRow & LinkKey>) =>
  build
    .update(links)
    .set({ ...getText(link), ...getResolution(link) })
    .where(isLink(link)),
);
const updateText = defineQuery((link: Parameters<Row<typeof text> & LinkKey>) =>
  build.update(links).set(getText(link)).where(isLink(link)),
);
const updateResolution = defineQuery((link: Parameters<{ state: number; targetPk: number | null } & LinkKey>) =>
  build.update(links).set({ state: link.state, targetPk: link.targetPk }).where(isLink(link)),
);
/** Deletes the links of a note from a number on. */
const deleteFrom = defineQuery(({ sourcePk, n }: Parameters<LinkKey>) =>
  build.delete(links).where(and(eq(links.sourcePk, sourcePk), gte(links.n, n))),
);
const deleteAll = defineQuery(({ sourcePk }: Parameters<{ sourcePk: number }>) =>
  build.delete(links).where(eq(links.sourcePk, sourcePk)),
);
const insertJournal = defineQuery(
  ({ documentPks }: Parameters<{ documentPks: string }>) => sql`
    INSERT INTO ${changeJournal} (${names(changeJournal.entity, changeJournal.entityId, changeJournal.kind)})
    SELECT 'document', ${d.id}, 'links' FROM json_each(${documentPks}) k JOIN ${documents} ${d} ON ${d.pk} = k.value`,
);

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
   * be on a different page, and resolves no link: the stored ones are always resolved.
   */
  replace(sourcePk: number, notebookPk: number, newLinks: readonly NewLink[]): void {
    const storedRows = this.#sql.all(selectRows, { sourcePk });
    const newRows = this.#makeRows(sourcePk, notebookPk, newLinks, readResolutions(storedRows, notebookPk));
    newRows.forEach((row, n) => {
      const old = storedRows[n];
      if (old === undefined) this.#sql.run(insertLink, row);
      else if (differs(row, old, RESOLUTION)) this.#sql.run(updateLink, row);
      else if (differs(row, old, TEXT)) this.#sql.run(updateText, row);
    });
    if (storedRows.length > newRows.length) this.#sql.run(deleteFrom, { sourcePk, n: newRows.length });
  }

  /** Stores the links of a new note. */
  insert(sourcePk: number, notebookPk: number, newLinks: readonly NewLink[]): void {
    if (newLinks.length === 0) return;
    for (const row of this.#makeRows(sourcePk, notebookPk, newLinks)) this.#sql.run(insertLink, row);
  }

  remove(sourcePk: number): void {
    this.#sql.run(deleteAll, { sourcePk });
  }

  /** Links that may refer to a note by its current name and location. Changes of the note affect no other links. */
  findLinksTo(documentPk: number): StoredLink[] {
    return this.#resolver.filterLinksTo(documentPk, this.findLinksToAny([documentPk]));
  }

  /** Links that refer to a new note: written before it existed, or by a name that another note has too. */
  findLinksToNew({ pk, id, title, fileName }: NewlyNamed): StoredLink[] {
    const names = titleKeys(title, fileName, nameKey);
    const keys = [...names, ...names.map(pathKey), idKey(id)];
    const found = this.#sql.all(selectByKeys, { keys: JSON.stringify(keys) });
    return found.length === 0 ? [] : this.#resolver.filterLinksTo(pk, found);
  }

  /** Links with a name or the id of one of these notes, resolved or not. */
  findLinksToAny(documentPks: readonly number[]): StoredLink[] {
    return this.#sql.all(selectNaming, { documentPks: JSON.stringify(documentPks) });
  }

  /** Links by name from these notes: the notebook of the linking note decides between notes of the same name. */
  findLinksFrom(documentPks: readonly number[]): StoredLink[] {
    return this.#sql.all(selectLeaving, { documentPks: JSON.stringify(documentPks) });
  }

  /**
   * Links whose target depends on the path of a notebook.
   *
   * @param moved true when the notebook has a new parent: links by a name that several notes share then depend on it
   *   too
   */
  findLinksByPath(notebookPk: number, { moved }: { readonly moved: boolean }): StoredLink[] {
    const byPath = this.#sql.all(selectAround, { notebookPk });
    const found = moved ? [...byPath, ...this.#sql.all(selectSharedNames, { notebookPk })] : byPath;
    return found;
  }

  /** Resolves all links of the library again that an earlier program version may have resolved differently. */
  refreshAll(): void {
    let at: LinkKey | undefined = { sourcePk: 0, n: -1 };
    while (at !== undefined) {
      const page: StoredLink[] = this.#sql.all(selectPossiblyChanged, at);
      this.refresh(page);
      at = page.length < PAGE_SIZE ? undefined : page.at(-1);
    }
  }

  /** Links to an attachment, which may be missing. */
  findLinksToResource(id: string): StoredLink[] {
    return this.#sql.all(selectByKey, { key: resourceKey(id) });
  }

  /** Resolves links again and records the notes whose links changed in the journal. */
  refresh(storedLinks: readonly StoredLink[]): void {
    if (storedLinks.length === 0) return;
    const resolutions = this.#resolver.resolve(storedLinks);
    const changed = new Set<number>();
    storedLinks.forEach((link, index) => {
      const { state: newState, targetPk } = resolutions[index] as Resolution;
      const state = linkState(newState);
      if (state === link.state && targetPk === link.targetPk) return;
      const { sourcePk, n } = link;
      this.#sql.run(updateResolution, { sourcePk, n, state, targetPk });
      changed.add(sourcePk);
    });
    if (changed.size > 0) this.#sql.run(insertJournal, { documentPks: JSON.stringify([...changed]) });
  }

  #makeRows(
    sourcePk: number,
    notebookPk: number,
    newLinks: readonly NewLink[],
    known?: ReadonlyMap<string, Resolution>,
  ): (LinkRow & LinkKey)[] {
    const references = newLinks.map(({ reference }) => reference);
    const read = this.#resolver.read(references, { sourcePk, notebookPk }, known);
    return newLinks.map((link, n) => makeRow(link, read[n] as ReadLink, { sourcePk, n }));
  }
}

/**
 * Inserts the links of many notes that have none yet, after all notes and attachments are inserted. Resolves each title
 * once: no note or notebook may change its name or location between the calls.
 */
export class LinkLoader {
  readonly #sql: Statements;
  readonly #titles: TitleMap;

  constructor(handle: Handle) {
    this.#sql = new Statements(handle.raw);
    this.#titles = new TitleMap(handle.raw);
  }

  /**
   * Inserts the links of some notes, and looks up their titles together. Names and locations may have changed since the
   * last call.
   */
  insertAll(notes: readonly LinkingNote[]): void {
    this.#titles.clear();
    this.#titles.learn(notes.flatMap(({ links: own }) => own.map(({ reference }) => reference)));
    for (const { pk, notebookPk, links: own } of notes) this.insert(pk, notebookPk, own);
  }

  insert(sourcePk: number, notebookPk: number, newLinks: readonly NewLink[]): void {
    if (newLinks.length === 0) return;
    const references = newLinks.map(({ reference }) => reference);
    const read = this.#titles.read(references, { sourcePk, notebookPk });
    newLinks.forEach((link, n) => {
      this.#sql.run(insertLink, makeRow(link, read[n] as ReadLink, { sourcePk, n }));
    });
  }
}

/** New note with the links of its text, in text order. */
export interface LinkingNote {
  readonly pk: number;
  readonly notebookPk: number;
  readonly links: readonly NewLink[];
}

/** Resolution of a link, and its storage key. */
type ReadLink = Resolution & { readonly key: string | null };

const makeRow = (
  { kind, line, column, startByte, endByte, target, anchor, text, reference }: NewLink,
  { key, state, targetPk }: ReadLink,
  { sourcePk, n }: LinkKey,
): LinkRow & LinkKey => ({
  sourcePk,
  n,
  kind: LINK_KINDS.indexOf(kind),
  line,
  column,
  startByte,
  endByte,
  target,
  title: reference.type === 'title' && reference.title !== target ? reference.title : null,
  anchor,
  text: text === target ? null : text,
  state: linkState(state),
  targetKey: key,
  targetPk,
});

/** Returns the resolutions of stored links from a note in a notebook, by subject. */
function readResolutions(storedRows: readonly LinkRow[], notebookPk: number): Map<string, Resolution> {
  const known = new Map<string, Resolution>();
  for (const { targetKey: key, title, target, state, targetPk } of storedRows)
    if (key !== null)
      known.set(getSubject({ key, title: title ?? target, notebookPk }), {
        state: LINK_STATES[state] as LinkState,
        targetPk,
      });
  return known;
}

const differs = (row: LinkRow, old: LinkRow, fields: readonly (keyof LinkRow)[]) =>
  fields.some((field) => row[field] !== old[field]);
