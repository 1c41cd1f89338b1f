import { nameKey } from '@notes/query-language';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { IS_CONTESTED } from './capture-notebook.js';
import type { OperationLog } from './op-log.js';
import type { BundleState, EntityStates, ResourceState, SearchState, TagState } from './states.js';

interface Tag {
  readonly name: string;
  readonly createdAt: number;
}
interface Search {
  readonly name: string;
  readonly query: string;
  readonly icon: string | null;
  readonly builtin: number;
  readonly createdAt: number;
}
interface Bundle {
  readonly sha256: string;
  readonly size: number;
  readonly kind: string;
  readonly created: number;
}
interface Resource {
  readonly sha256: string;
  readonly size: number;
  readonly mime: string;
  readonly filename: string;
  readonly created: number;
}

const TAGS = "SELECT id FROM sync_states WHERE id >= 'tag_' AND id < 'tag`'";
const OF_KEY = `SELECT count(*) FROM (${TAGS} AND state ->> 'key' = ?)`;
const ALIASES = `${TAGS} AND state ->> 'as' = ?`;
const LOST = `SELECT s.id FROM sync_states s JOIN resources r ON r.id = s.id
  WHERE s.state ->> 'condemned' AND NOT EXISTS (SELECT 1 FROM document_resources dr WHERE dr.resource_pk = r.pk)`;
const BUNDLE = `SELECT lower(hex(sha256)) AS sha256, size_bytes AS size, kind, created_at AS created
  FROM source_bundles WHERE id = ?`;
const TAG = 'SELECT name, created_at AS createdAt FROM tags WHERE id = ?';
const SEARCH =
  'SELECT name, query, icon_emoji AS icon, builtin, created_at AS createdAt FROM search_notebooks WHERE id = ?';
const RESOURCE = `SELECT lower(hex(sha256)) AS sha256, size_bytes AS size, mime_type AS mime, filename,
  created_at AS created FROM resources WHERE id = ?`;

/** Captures changes of tags, saved searches, attachments and import sources. */
export class NamedCapture {
  readonly #sql: Statements;
  readonly #log: OperationLog;
  readonly #states: EntityStates;
  #tags = false;
  #searches = false;

  constructor(raw: Connection, log: OperationLog, states: EntityStates) {
    this.#sql = new Statements(raw);
    this.#log = log;
    this.#states = states;
  }

  /**
   * Captures a new or renamed tag. A deletion needs no operation: a tag disappears with its last note, whose change is
   * recorded.
   */
  compareTag(tag: string): void {
    const row = this.#sql.get<Tag>(TAG, tag);
    if (row === undefined) return;
    const { name, createdAt: created } = row;
    const state = this.#states.get<TagState>(tag);
    if (state?.name === name) return;
    const key = nameKey(name);
    if (state === undefined) this.#log.append({ op: 'tag.create', tag, name, created }, created);
    else for (const id of [tag, ...this.#aliases(tag)]) this.#log.append({ op: 'tag.name', tag: id, name }, Date.now());
    this.#states.set(tag, { name, key, as: null });
    if (this.#sql.count(OF_KEY, key) > 1 || this.#aliases(tag).length > 0) this.#tags = true;
  }

  /** Captures a tag that is not in the log yet; renames are captured by `compareTag`. */
  introduceTag(tag: string): void {
    if (!this.#states.has(tag)) this.compareTag(tag);
  }

  /** Returns the canonical one among tags with the same name. */
  getCanonicalTag(tag: string): string {
    return this.#states.get<TagState>(tag)?.as ?? tag;
  }

  /** Returns true when tags may have been unified by name or separated, and clears the mark. */
  areTagsAffected(): boolean {
    const unsettled = this.#tags;
    this.#tags = false;
    return unsettled;
  }

  areSearchesAffected(): boolean {
    const changed = this.#searches;
    this.#searches = false;
    return changed && this.#sql.count(IS_CONTESTED) === 1;
  }

  /** Ids of attachments that were deleted while in use, and that no note uses any more. */
  listAffectedResources(): ReadonlySet<string> {
    return new Set(this.#sql.rows<[string]>(LOST).map(([id]) => id));
  }

  #aliases(tag: string): string[] {
    return this.#sql.rows<[string]>(ALIASES, tag).map(([id]) => id);
  }

  /** Captures a saved search, which can be created and deleted, but not changed. */
  compareSearch(search: string): void {
    this.#searches = true;
    const row = this.#sql.get<Search>(SEARCH, search);
    const state = this.#states.get<SearchState>(search);
    if (row === undefined) {
      if (state === undefined) return;
      this.#log.append({ op: 'sn.delete', search, seen: state.dots }, Date.now());
      this.#states.delete(search);
    } else if (state === undefined && row.builtin === 0) {
      const { name, query, icon, createdAt: created } = row;
      const fields = { name, query, icon_emoji: icon, created };
      const dot = this.#log.append({ op: 'sn.create', search, ...fields }, created);
      this.#states.set(search, { name, query, icon, dots: [dot] });
    }
  }

  introduceResource(resource: string): void {
    if (!this.#states.has(resource)) this.compareResource(resource);
  }

  /** Captures an attachment, which can be created and deleted. */
  compareResource(resource: string): void {
    const row = this.#sql.get<Resource>(RESOURCE, resource);
    const state = this.#states.get<ResourceState>(resource);
    if (row === undefined) {
      if (state === undefined) return;
      this.#log.append({ op: 'res.delete', resource, seen: state.dots }, Date.now());
      this.#states.delete(resource);
    } else if (state === undefined) {
      const dot = this.#log.append({ op: 'res.create', resource, ...row }, row.created);
      this.#states.set(resource, { filename: row.filename, dots: [dot] });
    }
  }

  /** Captures an import source, which is never deleted. */
  compareBundle(bundle: string): void {
    const row = this.#sql.get<Bundle>(BUNDLE, bundle);
    if (row === undefined || this.#states.get<BundleState>(bundle)?.sha256 === row.sha256) return;
    this.#log.append({ op: 'src.bundle', bundle, ...row }, row.created);
    this.#states.set(bundle, { sha256: row.sha256 });
  }
}
