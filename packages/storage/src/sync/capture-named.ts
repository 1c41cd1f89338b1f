import { nameKey } from '@notes/query-language';
import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, type Parameters, rows, toHex } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documentResources, resources, searchNotebooks, sourceBundles, syncStates, tags } from '../schema.js';
import { hasNameConflict } from './capture-notebook.js';
import type { OperationLog } from './op-log.js';
import type { BundleState, EntityStates, ResourceState, SearchState, TagState } from './states.js';

/** Condition for the states of tags: in ASCII, `_` is followed by a back-tick. */
const isTagState = sql`${syncStates.id} >= 'tag_' AND ${syncStates.id} < 'tag\`'`;
const countTagsWithKey = defineQuery(({ key }: Parameters<{ key: string }>) =>
  build
    .select({ n: sql<number>`count(*)` })
    .from(syncStates)
    .where(sql`${isTagState} AND ${syncStates.state} ->> 'key' = ${key}`),
);
const selectAliases = defineQuery(({ tag }: Parameters<{ tag: string }>) =>
  build
    .select({ id: syncStates.id })
    .from(syncStates)
    .where(sql`${isTagState} AND ${syncStates.state} ->> 'as' = ${tag}`),
);
const s = alias(syncStates, 's');
const r = alias(resources, 'r');
const dr = alias(documentResources, 'dr');
/** Selects attachments that were deleted while in use, and that no note uses any more. */
const selectUnusedCondemned = defineQuery(() =>
  rows(
    { id: s.id },
    (list) => sql`SELECT ${list} FROM ${syncStates} ${s} JOIN ${resources} ${r} ON ${r.id} = ${s.id}
      WHERE ${s.state} ->> 'condemned'
        AND NOT EXISTS (SELECT 1 FROM ${documentResources} ${dr} WHERE ${dr.resourcePk} = ${r.pk})`,
  ),
);
const selectBundle = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build
    .select({
      sha256: toHex(sourceBundles.sha256),
      size: sourceBundles.sizeBytes,
      kind: sourceBundles.kind,
      created: sourceBundles.createdAt,
    })
    .from(sourceBundles)
    .where(eq(sourceBundles.id, id)),
);
const selectTag = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select({ name: tags.name, createdAt: tags.createdAt }).from(tags).where(eq(tags.id, id)),
);
const selectSearch = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build
    .select({
      name: searchNotebooks.name,
      query: searchNotebooks.query,
      icon: searchNotebooks.iconEmoji,
      builtin: searchNotebooks.builtin,
      createdAt: searchNotebooks.createdAt,
    })
    .from(searchNotebooks)
    .where(eq(searchNotebooks.id, id)),
);
const selectResource = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build
    .select({
      sha256: toHex(resources.sha256),
      size: resources.sizeBytes,
      mime: resources.mimeType,
      filename: resources.filename,
      created: resources.createdAt,
    })
    .from(resources)
    .where(eq(resources.id, id)),
);

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
    const row = this.#sql.get(selectTag, { id: tag });
    if (row === undefined) return;
    const { name, createdAt: created } = row;
    const state = this.#states.get<TagState>(tag);
    if (state?.name === name) return;
    const key = nameKey(name);
    if (state === undefined) this.#log.append({ op: 'tag.create', tag, name, created }, created);
    else for (const id of [tag, ...this.#aliases(tag)]) this.#log.append({ op: 'tag.name', tag: id, name }, Date.now());
    this.#states.set(tag, { name, key, as: null });
    if (this.#sql.count(countTagsWithKey, { key }) > 1 || this.#aliases(tag).length > 0) this.#tags = true;
  }

  /** Captures a tag that is not in the log yet; renames are captured by `compareTag`. */
  introduceTag(tag: string): void {
    if (!this.#states.has(tag)) this.compareTag(tag);
  }

  /** Returns the canonical one among tags with the same name. */
  getCanonicalTag(tag: string): string {
    return this.#states.get<TagState>(tag)?.as ?? tag;
  }

  /** Forgets what a capture that failed has noted. */
  clear(): void {
    this.#tags = false;
    this.#searches = false;
  }

  /** Returns true when tags may have been unified by name or separated, and clears the mark. */
  areTagsAffected(): boolean {
    const areAffected = this.#tags;
    this.#tags = false;
    return areAffected;
  }

  areSearchesAffected(): boolean {
    const changed = this.#searches;
    this.#searches = false;
    return changed && this.#sql.count(hasNameConflict) === 1;
  }

  /** Ids of attachments that were deleted while in use, and that no note uses any more. */
  listAffectedResources(): ReadonlySet<string> {
    return new Set(this.#sql.all(selectUnusedCondemned).map(({ id }) => id));
  }

  #aliases(tag: string): string[] {
    return this.#sql.all(selectAliases, { tag }).map(({ id }) => id);
  }

  /** Captures a saved search, which can be created and deleted, but not changed. */
  compareSearch(search: string): void {
    this.#searches = true;
    const row = this.#sql.get(selectSearch, { id: search });
    const state = this.#states.get<SearchState>(search);
    if (row === undefined) {
      if (state === undefined) return;
      this.#log.append({ op: 'sn.delete', search, seen: state.dots }, Date.now());
      this.#states.delete(search);
    } else if (state === undefined && !row.builtin) {
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
    const row = this.#sql.get(selectResource, { id: resource });
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
    const row = this.#sql.get(selectBundle, { id: bundle });
    if (row === undefined || this.#states.get<BundleState>(bundle)?.sha256 === row.sha256) return;
    this.#log.append({ op: 'src.bundle', bundle, ...row }, row.created);
    this.#states.set(bundle, { sha256: row.sha256 });
  }
}
