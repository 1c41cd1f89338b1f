import {
  fileKey,
  referenceKey,
  resolveTitle,
  type TitleCandidate,
  type TitleReference,
  titleReference,
} from '@notes/link-graph';
import { nameKey } from '@notes/query-language';
import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { LinkReference, LinkState } from '../documents/derived.js';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documentNames, documents, notebooks, resources } from '../schema.js';
import { bareKey, idKey, isById, isByName, isByPath, isOfResource, linkKey, resourceKey } from './link-key.js';

/** Link that refers to a note or an attachment. */
export interface ResolvableLink {
  readonly key: string;
  /** Target title; ignored for links by id and links to attachments. */
  readonly title: string;
  /** Key of the linking note's notebook; null for none. */
  readonly notebookPk: number | null;
}

/** State and target of a link. */
export interface Resolution {
  readonly state: LinkState;
  /** Key of the target note; null also for an attachment. */
  readonly targetPk: number | null;
}

/** Source of links; null keys for an unsaved note or for no notebook. */
export interface LinkSource {
  readonly sourcePk: number | null;
  readonly notebookPk: number | null;
}

/** Note that a link by name may refer to. */
export interface Candidate extends TitleCandidate {
  readonly pk: number;
}

const d = alias(documents, 'd');
const dn = alias(documentNames, 'dn');
const n = alias(notebooks, 'n');
const candidate = { pk: d.pk, titleKey: d.titleKey, fileName: d.fileName, notebookPk: d.notebookPk };
const named = { name: sql<string>`k.value`, ...candidate };
type CandidateRow = Row<typeof candidate>;

const selectByIds = defineQuery(({ ids }: Parameters<{ ids: string }>) =>
  rows(
    { id: d.id, pk: d.pk },
    (list) => sql`SELECT ${list} FROM json_each(${ids}) k JOIN ${documents} ${d} ON ${d.id} = k.value
      WHERE ${d.deletedAt} IS NULL`,
  ),
);
const selectResources = defineQuery(({ ids }: Parameters<{ ids: string }>) =>
  build
    .select({ id: resources.id })
    .from(resources)
    .where(sql`${resources.id} IN (SELECT value FROM json_each(${ids}))`),
);
/** Returns the key of the first or last active note with a title in a notebook. */
const selectEnd = (order: SQL) => sql<number>`(SELECT ${d.pk} FROM ${documents} ${d}
  WHERE ${d.titleKey} = held.key AND ${d.notebookPk} = held.notebook_pk AND ${d.deletedAt} IS NULL
  ORDER BY ${d.pk} ${order} LIMIT 1)`;
/**
 * Selects the first and last note with a title in each notebook: two suffice to know that the title is ambiguous there.
 * Steps through the notebooks of a title in the index, so that the cost grows with the notebooks and not with the
 * notes.
 */
const selectByTitles = defineQuery(({ names }: Parameters<{ names: string }>) =>
  rows(
    {
      name: sql<string>`held.key`,
      notebookPk: sql<number>`held.notebook_pk`,
      firstPk: selectEnd(sql`ASC`),
      lastPk: selectEnd(sql`DESC`),
    },
    (list) => sql`WITH RECURSIVE held (key, notebook_pk) AS (
        SELECT k.value, (SELECT min(${d.notebookPk}) FROM ${documents} ${d}
          WHERE ${d.titleKey} = k.value AND ${d.deletedAt} IS NULL)
        FROM json_each(${names}) k
        UNION ALL
        SELECT held.key, (SELECT min(${d.notebookPk}) FROM ${documents} ${d}
          WHERE ${d.titleKey} = held.key AND ${d.deletedAt} IS NULL AND ${d.notebookPk} > held.notebook_pk)
        FROM held WHERE held.notebook_pk IS NOT NULL)
      SELECT ${list} FROM held WHERE held.notebook_pk IS NOT NULL`,
  ),
);
/** Selects up to two active notes with a title. */
const selectTitled = defineQuery(({ name }: Parameters<{ name: string }>) =>
  rows(
    { pk: d.pk, notebookPk: d.notebookPk },
    (list) =>
      sql`SELECT ${list} FROM ${documents} ${d} WHERE ${d.titleKey} = ${name} AND ${d.deletedAt} IS NULL LIMIT 2`,
  ),
);
/** Returns the part of a query that finds notes by another name than their title. */
const fromOtherNames = (names: SQL<string>) => sql`FROM json_each(${names}) k
  CROSS JOIN ${documentNames} ${dn} ON ${dn.key} = k.value
  CROSS JOIN ${documents} ${d} ON ${d.pk} = ${dn.documentPk} WHERE ${d.deletedAt} IS NULL`;
const selectByOtherNames = defineQuery(({ names }: Parameters<{ names: string }>) =>
  rows(named, (list) => sql`SELECT ${list} ${fromOtherNames(names)}`),
);
/** Selects all notes with a name. */
const selectByNames = defineQuery(({ names }: Parameters<{ names: string }>) =>
  rows(
    named,
    (list) => sql`
      SELECT ${list} FROM json_each(${names}) k CROSS JOIN ${documents} ${d} ON ${d.titleKey} = k.value
      WHERE ${d.deletedAt} IS NULL
      UNION ALL SELECT ${list} ${fromOtherNames(names)}`,
  ),
);
const selectByPk = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.select(candidate).from(d).where(eq(d.pk, pk)),
);
const selectNotebookPath = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  rows(
    { key: sql<string>`up.key` },
    (list) => sql`WITH RECURSIVE up (parent_pk, key, level) AS (
        SELECT ${n.parentPk}, ${n.nameKey}, 0 FROM ${notebooks} ${n} WHERE ${n.pk} = ${pk}
        UNION ALL SELECT ${n.parentPk}, ${n.nameKey}, level + 1 FROM up JOIN ${notebooks} ${n} ON ${n.pk} = up.parent_pk)
      SELECT ${list} FROM up ORDER BY level DESC`,
  ),
);

const UNRESOLVED: Resolution = { state: 'unresolved', targetPk: null };
const AMBIGUOUS: Resolution = { state: 'ambiguous', targetPk: null };
const makeResolution = (targetPk: number | null): Resolution => ({ state: 'resolved', targetPk });

/** Resolves links to active notes and attachments in the current library. */
export class LinkResolver {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /**
   * Resolves the references of a text, and returns the storage key of each.
   *
   * @param known current resolutions by {@link getSubject}
   */
  read(
    references: readonly LinkReference[],
    { sourcePk, notebookPk }: LinkSource,
    known?: ReadonlyMap<string, Resolution>,
  ): (Resolution & { key: string | null })[] {
    const keys = references.map(linkKey);
    const naming = references.flatMap((reference, n) => {
      const key = keys[n];
      if (key === null || key === undefined) return [];
      return { key, title: reference.type === 'title' ? reference.title : '', notebookPk };
    });
    const resolved = this.resolve(naming, known).values();
    return references.map((reference, n) => {
      const key = keys[n] ?? null;
      const { state, targetPk } =
        key === null ? resolveWithoutKey(reference, sourcePk) : (resolved.next().value as Resolution);
      return { key, state, targetPk };
    });
  }

  /** Selects the links that would refer to this note, active or not, if no other note had its name. */
  filterLinksTo<Link extends ResolvableLink>(documentPk: number, links: readonly Link[]): Link[] {
    if (!links.some(({ key }) => isByPath(key))) return [...links];
    const pathOf = this.createPathLookup();
    const note = new StoredCandidate(this.#sql.get(selectByPk, { pk: documentPk }) as CandidateRow, pathOf);
    return links.filter((link) => !isByPath(link.key) || chooseCandidate(link, [note], pathOf) !== UNRESOLVED);
  }

  /**
   * Returns a resolution for each link.
   *
   * @param known current resolutions by {@link getSubject}, which are not determined again
   */
  resolve(links: readonly ResolvableLink[], known: ReadonlyMap<string, Resolution> = new Map()): Resolution[] {
    const pathOf = this.createPathLookup();
    const found = new Map(known);
    const open = known.size === 0 ? links : links.filter((link) => !known.has(getSubject(link)));
    const keys = new Set(open.map(({ key }) => key));
    const byId = this.#byId([...keys].filter(isById));
    const resources = this.#resources([...keys].filter(isOfResource));
    const byName = this.selectCandidates([...keys].filter(isByName), pathOf);
    return links.map((link) => {
      const { key } = link;
      const subject = getSubject(link);
      let resolution = found.get(subject);
      if (resolution === undefined) {
        resolution = isByName(key)
          ? chooseCandidate(link, byName.get(key) ?? [], pathOf)
          : (byId.get(key) ?? resources.get(key) ?? UNRESOLVED);
        found.set(subject, resolution);
      }
      return resolution;
    });
  }

  /** Keys of the notes that a link by an ambiguous title may refer to, at most `limit`. */
  findCandidates(title: string, notebookPk: number | null, limit: number): number[] {
    const pathOf = this.createPathLookup();
    const reference = titleReference(title, nameKey);
    const names = JSON.stringify([referenceKey(reference)]);
    const candidates = this.#sql.all(selectByNames, { names }).map((row) => new StoredCandidate(row, pathOf));
    const path = notebookPk === null ? [] : pathOf(notebookPk);
    const resolution = resolveTitle(reference, candidates, path);
    return resolution.status === 'ambiguous' ? resolution.targets.slice(0, limit).map(({ pk }) => pk) : [];
  }

  #byId(keys: readonly string[]): Map<string, Resolution> {
    if (keys.length === 0) return new Map();
    const found = this.#sql.all(selectByIds, { ids: JSON.stringify(keys.map(bareKey)) });
    return new Map(found.map(({ id, pk }) => [idKey(id), makeResolution(pk)]));
  }

  #resources(keys: readonly string[]): Map<string, Resolution> {
    if (keys.length === 0) return new Map();
    const found = this.#sql.all(selectResources, { ids: JSON.stringify(keys.map(bareKey)) });
    return new Map(found.map(({ id }) => [resourceKey(id), makeResolution(null)]));
  }

  /** Returns the active notes that each key of a link by name may refer to; at most two per notebook for a title. */
  selectCandidates(keys: readonly string[], pathOf: PathOf): Map<string, Candidate[]> {
    if (keys.length === 0) return new Map();
    const byName = new Map<string, Candidate[]>(keys.map((key) => [getName(key), []]));
    const shared: string[] = [];
    for (const [name, candidates] of byName) {
      const [first, second] = this.#sql.all(selectTitled, { name });
      if (second !== undefined) shared.push(name);
      else if (first !== undefined)
        candidates.push(new StoredCandidate({ ...first, titleKey: name, fileName: null }, pathOf));
    }
    if (shared.length > 0) this.#addShared(shared, byName, pathOf);
    for (const row of this.#sql.all(selectByOtherNames, { names: JSON.stringify([...byName.keys()]) }))
      byName.get(row.name)?.push(new StoredCandidate(row, pathOf));
    return new Map(keys.map((key) => [key, byName.get(getName(key)) ?? []]));
  }

  /** Adds the candidates of titles that several notes have. */
  #addShared(titles: readonly string[], byName: ReadonlyMap<string, Candidate[]>, pathOf: PathOf): void {
    for (const { name, notebookPk, firstPk, lastPk } of this.#sql.all(selectByTitles, {
      names: JSON.stringify(titles),
    }))
      for (const pk of new Set([firstPk, lastPk]))
        byName.get(name)?.push(new StoredCandidate({ pk, titleKey: name, fileName: null, notebookPk }, pathOf));
  }

  /**
   * Returns a cached lookup of notebook paths: folded names of the ancestors and of the notebook itself, outermost
   * first.
   */
  createPathLookup(): PathOf {
    const known = new Map<number, string[]>();
    return (notebookPk) => {
      let path = known.get(notebookPk);
      if (path === undefined) {
        path = this.#sql.all(selectNotebookPath, { pk: notebookPk }).map(({ key }) => key);
        known.set(notebookPk, path);
      }
      return path;
    };
  }
}

/** Returns what determines the resolution of a link in a library: links of the same subject have the same target. */
export const getSubject = ({ key, title, notebookPk }: ResolvableLink): string =>
  isByName(key) ? `${notebookPk}/${title}` : key;

/** Returns the name in the key of a link by name. */
const getName = (key: string) => (isByPath(key) ? bareKey(key) : key);

/** Looks up the path of a notebook: folded names, outermost first. */
export type PathOf = (notebookPk: number) => readonly string[];

/** Returns the resolution of a reference to neither a note nor an attachment. */
export function resolveWithoutKey({ type }: LinkReference, sourcePk: number | null): Resolution {
  if (type === 'self') return { state: 'resolved', targetPk: sourcePk };
  return type === 'external' || type === 'invalid' ? { state: type, targetPk: null } : UNRESOLVED;
}

/** Candidate whose path is read when it is needed: by links with a notebook path, or with several candidates. */
class StoredCandidate implements Candidate {
  readonly pk: number;
  readonly titleKey: string;
  readonly fileKey: string | null;
  readonly #notebookPk: number;
  readonly #pathOf: PathOf;

  constructor({ pk, titleKey, fileName, notebookPk }: CandidateRow, pathOf: PathOf) {
    this.pk = pk;
    this.titleKey = titleKey.trim();
    this.fileKey = fileName === null ? null : fileKey(fileName, nameKey);
    this.#notebookPk = notebookPk;
    this.#pathOf = pathOf;
  }

  get notebookPath(): readonly string[] {
    return this.#pathOf(this.#notebookPk);
  }
}

function chooseCandidate(
  { key, title, notebookPk }: ResolvableLink,
  candidates: readonly Candidate[],
  pathOf: PathOf,
): Resolution {
  const path = notebookPk !== null && needsPath(key, candidates) ? pathOf(notebookPk) : [];
  return chooseByTitle(titleReference(title, nameKey), candidates, path);
}

/** Returns true when the notebook of the linking note decides between the candidates. */
export const needsPath = (key: string, candidates: readonly Candidate[]) => isByPath(key) || candidates.length > 1;

/** Returns the resolution of a link by title from a note in the notebook at `path`. */
export function chooseByTitle(
  reference: TitleReference,
  candidates: readonly Candidate[],
  path: readonly string[],
): Resolution {
  const resolution = resolveTitle(reference, candidates, path);
  if (resolution.status === 'resolved') return makeResolution(resolution.target.pk);
  return resolution.status === 'ambiguous' ? AMBIGUOUS : UNRESOLVED;
}
