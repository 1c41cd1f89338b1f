import { fileKey, referenceKey, resolveTitle, type TitleCandidate, titleReference } from '@notes/link-graph';
import { nameKey } from '@notes/query-language';
import type { LinkReference, LinkState } from '../documents/derived.js';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
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

interface Candidate extends TitleCandidate {
  readonly pk: number;
}

const BY_ID = 'SELECT d.id, d.pk FROM json_each(?) k JOIN documents d ON d.id = k.value WHERE d.deleted_at IS NULL';
const RESOURCES = 'SELECT id FROM resources WHERE id IN (SELECT value FROM json_each(?))';
/**
 * Selects the first and last note with a title in each notebook: two suffice to know that the title is ambiguous there.
 * Steps through the notebooks of a title in the index, so that the cost grows with the notebooks and not with the
 * notes.
 */
const BY_TITLE = `
  WITH RECURSIVE held (key, notebook_pk) AS (
    SELECT k.value, (SELECT min(d.notebook_pk) FROM documents d WHERE d.title_key = k.value AND d.deleted_at IS NULL)
    FROM json_each(?) k
    UNION ALL
    SELECT held.key, (SELECT min(d.notebook_pk) FROM documents d
      WHERE d.title_key = held.key AND d.deleted_at IS NULL AND d.notebook_pk > held.notebook_pk)
    FROM held WHERE held.notebook_pk IS NOT NULL)
  SELECT key, notebook_pk, ${selectEnd('ASC')}, ${selectEnd('DESC')} FROM held WHERE notebook_pk IS NOT NULL`;
const COLUMNS = 'k.value, d.pk, d.title_key, d.file_name, d.notebook_pk';
const BY_OTHER_NAME = `SELECT ${COLUMNS} FROM json_each(?) k CROSS JOIN document_names n ON n.key = k.value
  CROSS JOIN documents d ON d.pk = n.document_pk WHERE d.deleted_at IS NULL`;
const BY_PK = 'SELECT d.title_key, d.pk, d.title_key, d.file_name, d.notebook_pk FROM documents d WHERE d.pk = ?';
/** Selects all notes with a name. */
const BY_NAME = `
  SELECT ${COLUMNS} FROM json_each(?) k CROSS JOIN documents d ON d.title_key = k.value WHERE d.deleted_at IS NULL
  UNION ALL ${BY_OTHER_NAME}`;
const NOTEBOOK_PATH = `
  WITH RECURSIVE up (parent_pk, key, level) AS (
    SELECT parent_pk, name_key, 0 FROM notebooks WHERE pk = ?
    UNION ALL SELECT n.parent_pk, n.name_key, level + 1 FROM up JOIN notebooks n ON n.pk = up.parent_pk)
  SELECT key FROM up ORDER BY level DESC`;

const UNRESOLVED: Resolution = { state: 'unresolved', targetPk: null };
const AMBIGUOUS: Resolution = { state: 'ambiguous', targetPk: null };
const makeResolution = (targetPk: number | null): Resolution => ({ state: 'resolved', targetPk });

/** Resolves links to active notes and attachments in the current library. */
export class LinkResolver {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Resolves the references of a text, and returns the storage key of each. */
  read(
    references: readonly LinkReference[],
    { sourcePk, notebookPk }: LinkSource,
  ): (Resolution & { key: string | null })[] {
    const keys = references.map(linkKey);
    const naming = references.flatMap((reference, n) => {
      const key = keys[n];
      if (key === null || key === undefined) return [];
      return { key, title: reference.type === 'title' ? reference.title : '', notebookPk };
    });
    const resolved = this.resolve(naming).values();
    return references.map(({ type }, n) => {
      const key = keys[n] ?? null;
      if (key !== null) return { key, ...(resolved.next().value as Resolution) };
      if (type === 'self') return { key, state: 'resolved', targetPk: sourcePk };
      return { key, state: type === 'external' || type === 'invalid' ? type : 'unresolved', targetPk: null };
    });
  }

  /** Selects the links that would refer to this note, active or not, if no other note had its name. */
  filterLinksTo<Link extends ResolvableLink>(documentPk: number, links: readonly Link[]): Link[] {
    if (!links.some(({ key }) => isByPath(key))) return [...links];
    const pathOf = this.#paths();
    const note = toCandidate(this.#sql.row<CandidateColumns>(BY_PK, documentPk) as CandidateColumns, pathOf);
    return links.filter((link) => !isByPath(link.key) || chooseCandidate(link, [note], pathOf) !== UNRESOLVED);
  }

  /** Returns a resolution for each link. */
  resolve(links: readonly ResolvableLink[]): Resolution[] {
    const pathOf = this.#paths();
    const keys = new Set(links.map(({ key }) => key));
    const byId = this.#byId([...keys].filter(isById));
    const resources = this.#resources([...keys].filter(isOfResource));
    const byName = this.#candidates([...keys].filter(isByName), pathOf);
    const known = new Map<string, Resolution>();
    return links.map((link) => {
      const { key, title, notebookPk } = link;
      const same = isByName(key) ? `${notebookPk}/${title}` : key;
      let resolution = known.get(same);
      if (resolution === undefined) {
        resolution = isByName(key)
          ? chooseCandidate(link, byName.get(key) ?? [], pathOf)
          : (byId.get(key) ?? resources.get(key) ?? UNRESOLVED);
        known.set(same, resolution);
      }
      return resolution;
    });
  }

  /** Keys of the notes that a link by an ambiguous title may refer to, at most `limit`. */
  findCandidates(title: string, notebookPk: number | null, limit: number): number[] {
    const pathOf = this.#paths();
    const reference = titleReference(title, nameKey);
    const names = JSON.stringify([referenceKey(reference)]);
    const rows = this.#sql.rows<CandidateColumns>(BY_NAME, names, names);
    const candidates = rows.map((row) => toCandidate(row, pathOf));
    const path = notebookPk === null ? [] : pathOf(notebookPk);
    const resolution = resolveTitle(reference, candidates, path);
    return resolution.status === 'ambiguous' ? resolution.targets.slice(0, limit).map(({ pk }) => pk) : [];
  }

  #byId(keys: readonly string[]): Map<string, Resolution> {
    if (keys.length === 0) return new Map();
    const rows = this.#sql.rows<[string, number]>(BY_ID, JSON.stringify(keys.map(bareKey)));
    return new Map(rows.map(([id, pk]) => [idKey(id), makeResolution(pk)]));
  }

  #resources(keys: readonly string[]): Map<string, Resolution> {
    if (keys.length === 0) return new Map();
    const rows = this.#sql.rows<[string]>(RESOURCES, JSON.stringify(keys.map(bareKey)));
    return new Map(rows.map(([id]) => [resourceKey(id), makeResolution(null)]));
  }

  /** Candidates for each key; at most two per notebook for a title. */
  #candidates(keys: readonly string[], pathOf: PathOf): Map<string, Candidate[]> {
    const byName = new Map<string, Candidate[]>(keys.map((key) => [getName(key), []]));
    const names = JSON.stringify([...byName.keys()]);
    for (const [name, notebookPk, first, last] of this.#sql.rows<TitledColumns>(BY_TITLE, names))
      for (const pk of new Set([first, last]))
        byName.get(name)?.push(toCandidate([name, pk, name, null, notebookPk], pathOf));
    for (const row of this.#sql.rows<CandidateColumns>(BY_OTHER_NAME, names))
      byName.get(row[0])?.push(toCandidate(row, pathOf));
    return new Map(keys.map((key) => [key, byName.get(getName(key)) ?? []]));
  }

  /**
   * Returns a cached lookup of notebook paths: folded names of the ancestors and of the notebook itself, outermost
   * first.
   */
  #paths(): PathOf {
    const known = new Map<number, string[]>();
    return (notebookPk) => {
      let path = known.get(notebookPk);
      if (path === undefined) {
        path = this.#sql.rows<[string]>(NOTEBOOK_PATH, notebookPk).map(([key]) => key);
        known.set(notebookPk, path);
      }
      return path;
    };
  }
}

/** Builds the query for the key of the first or last active note with a title in a notebook. */
function selectEnd(order: 'ASC' | 'DESC'): string {
  return `(SELECT d.pk FROM documents d WHERE d.title_key = held.key AND d.notebook_pk = held.notebook_pk
    AND d.deleted_at IS NULL ORDER BY d.pk ${order} LIMIT 1)`;
}

/** Returns the name in the key of a link by name. */
const getName = (key: string) => (isByPath(key) ? bareKey(key) : key);

type PathOf = (notebookPk: number) => readonly string[];
type TitledColumns = [name: string, notebookPk: number, firstPk: number, lastPk: number];
type CandidateColumns = [key: string, pk: number, titleKey: string, fileName: string | null, notebookPk: number];

function toCandidate([, pk, titleKey, fileName, notebookPk]: CandidateColumns, pathOf: PathOf): Candidate {
  return {
    pk,
    titleKey: titleKey.trim(),
    fileKey: fileName === null ? null : fileKey(fileName, nameKey),
    // Read lazily: only links with several candidates, and links with a notebook path, need it.
    get notebookPath() {
      return pathOf(notebookPk);
    },
  };
}

function chooseCandidate(
  { key, title, notebookPk }: ResolvableLink,
  candidates: readonly Candidate[],
  pathOf: PathOf,
): Resolution {
  const needsPath = notebookPk !== null && (isByPath(key) || candidates.length > 1);
  const path = needsPath ? pathOf(notebookPk) : [];
  const resolution = resolveTitle(titleReference(title, nameKey), candidates, path);
  if (resolution.status === 'resolved') return makeResolution(resolution.target.pk);
  return resolution.status === 'ambiguous' ? AMBIGUOUS : UNRESOLVED;
}
