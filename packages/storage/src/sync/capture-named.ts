import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';
import type { OperationLog } from './op-log.js';
import type { BundleState, ResourceState, SearchState, States, TagState } from './states.js';

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

const BUNDLE = `SELECT lower(hex(sha256)) AS sha256, size_bytes AS size, kind, created_at AS created
  FROM source_bundles WHERE id = ?`;
const TAG = 'SELECT name, created_at AS createdAt FROM tags WHERE id = ?';
const SEARCH =
  'SELECT name, query, icon_emoji AS icon, builtin, created_at AS createdAt FROM search_notebooks WHERE id = ?';
const RESOURCE = `SELECT lower(hex(sha256)) AS sha256, size_bytes AS size, mime_type AS mime, filename,
  created_at AS created FROM resources WHERE id = ?`;

/** Tags, saved searches and attachments. */
export class NamedCapture {
  readonly #sql: Statements;
  readonly #log: OperationLog;
  readonly #states: States;

  constructor(raw: Connection, log: OperationLog, states: States) {
    this.#sql = new Statements(raw);
    this.#log = log;
    this.#states = states;
  }

  /** A tag that goes, goes with the last note that has it, which says so. */
  compareTag(tag: string): void {
    const row = this.#sql.get<Tag>(TAG, tag);
    if (row === undefined) return;
    const { name, createdAt: created } = row;
    const state = this.#states.get<TagState>(tag);
    if (state?.name === name) return;
    if (state === undefined) this.#log.append(tag, { op: 'tag.create', tag, name, created }, created);
    else this.#log.append(tag, { op: 'tag.name', tag, name }, Date.now());
    this.#states.set(tag, { name });
  }

  /** A saved search is made and deleted, and never changed. */
  compareSearch(search: string): void {
    const row = this.#sql.get<Search>(SEARCH, search);
    const state = this.#states.get<SearchState>(search);
    if (row === undefined) {
      if (state === undefined) return;
      this.#log.append(search, { op: 'sn.delete', search, seen: state.dots }, Date.now());
      this.#states.delete(search);
    } else if (state === undefined && row.builtin === 0) {
      const { name, query, icon, createdAt: created } = row;
      const fields = { name, query, icon_emoji: icon, created };
      const dot = this.#log.append(search, { op: 'sn.create', search, ...fields }, created);
      this.#states.set(search, { name, query, icon, dots: [dot] });
    }
  }

  /** Likewise an attachment. */
  compareResource(resource: string): void {
    const row = this.#sql.get<Resource>(RESOURCE, resource);
    const state = this.#states.get<ResourceState>(resource);
    if (row === undefined) {
      if (state === undefined) return;
      this.#log.append(resource, { op: 'res.delete', resource, seen: state.dots }, Date.now());
      this.#states.delete(resource);
    } else if (state === undefined) {
      const dot = this.#log.append(resource, { op: 'res.create', resource, ...row }, row.created);
      this.#states.set(resource, { filename: row.filename, dots: [dot] });
    }
  }

  /** What a source was is never deleted. */
  compareBundle(bundle: string): void {
    const row = this.#sql.get<Bundle>(BUNDLE, bundle);
    if (row === undefined || this.#states.get<BundleState>(bundle)?.sha256 === row.sha256) return;
    this.#log.append(bundle, { op: 'src.bundle', bundle, ...row }, row.created);
    this.#states.set(bundle, { sha256: row.sha256 });
  }
}
