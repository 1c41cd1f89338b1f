import { fileKey, referenceKey, resolveTitle, type TitleCandidate, titleReference } from '@notes/link-graph';
import { nameKey } from '@notes/query-language';
import type { Connection } from '../connection.js';
import type { LinkReference, LinkState } from '../derived.js';
import { Statements } from '../statements.js';
import {
  bareKey,
  idKey,
  isById,
  isByName,
  isByPlace,
  isOfResource,
  linkKey,
  placeKey,
  resourceKey,
} from './link-key.js';

/** A link that names a note or an attachment. */
export interface NamingLink {
  readonly key: string;
  /** The title it means; of no account in a link by id or to an attachment. */
  readonly title: string;
  /** Where its own note is; null: at the top. */
  readonly notebookPk: number | null;
}

export interface Resolution {
  readonly state: LinkState;
  /** The note it means; null also where it means an attachment. */
  readonly targetPk: number | null;
}

/** Where links stand; null: in a note that is not stored, or in no notebook. */
export interface Standing {
  readonly sourcePk: number | null;
  readonly notebookPk: number | null;
}

interface Candidate extends TitleCandidate {
  readonly pk: number;
}

const BY_ID = 'SELECT d.id, d.pk FROM json_each(?) k JOIN documents d ON d.id = k.value WHERE d.deleted_at IS NULL';
const RESOURCES = 'SELECT id FROM resources WHERE id IN (SELECT value FROM json_each(?))';
/** Of the notes with just this title two say enough: a plain name means the only one. */
const BY_TITLE = `SELECT k.value, ${endOf('ASC')}, ${endOf('DESC')} FROM json_each(?) k`;
const COLUMNS = 'k.value, d.pk, d.title_key, d.file_name, d.notebook_pk';
const BY_OTHER_NAME = `SELECT ${COLUMNS} FROM json_each(?) k CROSS JOIN document_names n ON n.key = k.value
  CROSS JOIN documents d ON d.pk = n.document_pk WHERE d.deleted_at IS NULL`;
const BY_PK = 'SELECT d.title_key, d.pk, d.title_key, d.file_name, d.notebook_pk FROM documents d WHERE d.pk = ?';
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
const resolvedTo = (targetPk: number | null): Resolution => ({ state: 'resolved', targetPk });

/** Says which active note or attachment a link means, as the library is now. */
export class LinkResolver {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** What references in a text mean, each with the key it is stored by. */
  read(
    references: readonly LinkReference[],
    { sourcePk, notebookPk }: Standing,
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

  /** Those of the links that would mean this note, active or not, if there were no other of its name. */
  naming<Link extends NamingLink>(documentPk: number, links: readonly Link[]): Link[] {
    if (!links.some(({ key }) => isByPlace(key))) return [...links];
    const pathOf = this.#paths();
    const note = candidate(this.#sql.row<CandidateColumns>(BY_PK, documentPk) as CandidateColumns, pathOf);
    return links.filter((link) => !isByPlace(link.key) || choose(link, [note], pathOf) !== UNRESOLVED);
  }

  /** A resolution for each of the links. */
  resolve(links: readonly NamingLink[]): Resolution[] {
    const pathOf = this.#paths();
    const keys = new Set(links.map(({ key }) => key));
    const byId = this.#byId([...keys].filter(isById));
    const resources = this.#resources([...keys].filter(isOfResource));
    const byName = this.#candidates([...keys].filter(isByName), pathOf);
    const known = new Map<string, Resolution>();
    return links.map((link) => {
      const { key, title, notebookPk } = link;
      const same = isByPlace(key) ? `./${notebookPk}/${title}` : key;
      let resolution = known.get(same);
      if (resolution === undefined) {
        resolution = isByName(key)
          ? choose(link, byName.get(key) ?? [], pathOf)
          : (byId.get(key) ?? resources.get(key) ?? UNRESOLVED);
        known.set(same, resolution);
      }
      return resolution;
    });
  }

  /** The notes that a link by an ambiguous title may mean, at most `limit`. */
  meanings(title: string, notebookPk: number | null, limit: number): number[] {
    const pathOf = this.#paths();
    const reference = titleReference(title, nameKey);
    const names = JSON.stringify([referenceKey(reference)]);
    const rows = this.#sql.rows<CandidateColumns>(BY_NAME, names, names);
    const candidates = rows.map((row) => candidate(row, pathOf));
    const path = notebookPk === null ? [] : pathOf(notebookPk);
    const resolution = resolveTitle(reference, candidates, path);
    return resolution.status === 'ambiguous' ? resolution.targets.slice(0, limit).map(({ pk }) => pk) : [];
  }

  #byId(keys: readonly string[]): Map<string, Resolution> {
    if (keys.length === 0) return new Map();
    const rows = this.#sql.rows<[string, number]>(BY_ID, JSON.stringify(keys.map(bareKey)));
    return new Map(rows.map(([id, pk]) => [idKey(id), resolvedTo(pk)]));
  }

  #resources(keys: readonly string[]): Map<string, Resolution> {
    if (keys.length === 0) return new Map();
    const rows = this.#sql.rows<[string]>(RESOURCES, JSON.stringify(keys.map(bareKey)));
    return new Map(rows.map(([id]) => [resourceKey(id), resolvedTo(null)]));
  }

  /** The notes each key may mean. */
  #candidates(keys: readonly string[], pathOf: PathOf): Map<string, Candidate[]> {
    const found = new Map<string, Candidate[]>(keys.map((key) => [key, []]));
    const plain = JSON.stringify(keys.filter((key) => !isByPlace(key)));
    for (const [key, first, last] of this.#sql.rows<[string, number | null, number | null]>(BY_TITLE, plain))
      for (const pk of new Set([first, last]))
        if (pk !== null) found.get(key)?.push({ pk, titleKey: key, fileKey: null, notebookPath: [] });
    for (const row of this.#sql.rows<CandidateColumns>(BY_OTHER_NAME, plain))
      found.get(row[0])?.push(candidate(row, pathOf));
    const names = JSON.stringify(keys.filter(isByPlace).map(bareKey));
    for (const row of this.#sql.rows<CandidateColumns>(BY_NAME, names, names))
      found.get(placeKey(row[0]))?.push(candidate(row, pathOf));
    return found;
  }

  /** Folded names of the notebooks above and of a notebook itself, outermost first, each looked up once. */
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

/** The key of the first or the last active note with just this title: it is in the index. */
function endOf(order: 'ASC' | 'DESC'): string {
  return `(SELECT d.pk FROM documents d WHERE d.title_key = k.value AND d.deleted_at IS NULL ORDER BY d.pk ${order} LIMIT 1)`;
}

type PathOf = (notebookPk: number) => readonly string[];
type CandidateColumns = [key: string, pk: number, titleKey: string, fileName: string | null, notebookPk: number];

function candidate([, pk, titleKey, fileName, notebookPk]: CandidateColumns, pathOf: PathOf): Candidate {
  return {
    pk,
    titleKey: titleKey.trim(),
    fileKey: fileName === null ? null : fileKey(fileName, nameKey),
    // Most links name no notebook, so none is looked up for them.
    get notebookPath() {
      return pathOf(notebookPk);
    },
  };
}

function choose({ key, title, notebookPk }: NamingLink, candidates: readonly Candidate[], pathOf: PathOf): Resolution {
  const path = isByPlace(key) && notebookPk !== null ? pathOf(notebookPk) : [];
  const resolution = resolveTitle(titleReference(title, nameKey), candidates, path);
  if (resolution.status === 'resolved') return resolvedTo(resolution.target.pk);
  return resolution.status === 'ambiguous' ? AMBIGUOUS : UNRESOLVED;
}
