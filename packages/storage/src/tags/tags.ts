import { nameKey } from '@notes/query-language';
import { and, asc, countDistinct, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../library/handle.js';
import { recordTagRename } from '../library/meta.js';
import { build, defineQuery, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { documents, documentTags, syncStates, tags } from '../schema.js';
import { isTagOrBelow } from './tag-branch.js';

export interface TagRow {
  readonly pk: number;
  readonly id: string;
  readonly name: string;
}
export interface TagWithCount extends TagRow {
  readonly noteCount: number;
}

const columns = { pk: tags.pk, id: tags.id, name: tags.name };
const t = alias(tags, 't');
const dt = alias(documentTags, 'dt');
const d = alias(documents, 'd');

/** Subtracts trashed notes, which are few: no note is looked up for each of its tags. */
const selectWithCounts = defineQuery(() =>
  rows(
    { pk: t.pk, id: t.id, name: t.name, noteCount: sql<number>`coalesce(used.n, 0) - coalesce(trashed.n, 0)` },
    (list) => sql`
      WITH used (pk, n) AS (SELECT ${dt.tagPk}, count(*) FROM ${documentTags} ${dt} GROUP BY ${dt.tagPk}),
        trashed (pk, n) AS (
          SELECT ${dt.tagPk}, count(*) FROM ${documents} ${d} INDEXED BY documents_trashed
            CROSS JOIN ${documentTags} ${dt} ON ${dt.documentPk} = ${d.pk}
          WHERE ${d.deletedAt} IS NOT NULL GROUP BY ${dt.tagPk})
      SELECT ${list} FROM ${tags} ${t} LEFT JOIN used ON used.pk = ${t.pk} LEFT JOIN trashed ON trashed.pk = ${t.pk}
      ORDER BY ${t.nameKey}`,
  ),
);
const selectOfDocument = defineQuery(({ documentPk }: Parameters<{ documentPk: number }>) =>
  build
    .select(columns)
    .from(documentTags)
    .innerJoin(tags, eq(tags.pk, documentTags.tagPk))
    .where(eq(documentTags.documentPk, documentPk))
    .orderBy(asc(tags.nameKey)),
);
const selectBranch = defineQuery(({ key, limit }: Parameters<{ key: string; limit: number }>) =>
  rows(
    { pk: t.pk, id: t.id, name: t.name },
    (
      list,
    ) => sql`SELECT ${list} FROM (SELECT ${key} AS value) k CROSS JOIN ${tags} ${t} ON ${isTagOrBelow(sql`k.value`)}
      ORDER BY ${t.nameKey} LIMIT ${limit}`,
  ),
);
const countNotesWithAny = defineQuery(({ tagPks }: Parameters<{ tagPks: string }>) =>
  build
    .select({ n: countDistinct(documentTags.documentPk) })
    .from(documentTags)
    .where(sql`${documentTags.tagPk} IN (SELECT value FROM json_each(${tagPks}))`),
);
const selectByKey = defineQuery(({ key }: Parameters<{ key: string }>) =>
  build.select(columns).from(tags).where(eq(tags.nameKey, key)),
);

/** Reads tags. */
export class TagReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  /** Tags with their numbers of active notes, ordered by name. */
  allWithCounts(): TagWithCount[] {
    return this.sql.all(selectWithCounts);
  }

  listForDocument(documentPk: number): TagRow[] {
    return this.sql.all(selectOfDocument, { documentPk });
  }

  /** Returns a tag, and with `below` its descendants, at most `limit`, ordered by name. */
  branch(name: string, below: boolean, limit: number): TagRow[] {
    return below ? this.sql.all(selectBranch, { key: nameKey(name), limit }) : [this.find(name) ?? []].flat();
  }

  /** Number of notes with any of these tags, trashed ones included. */
  countNotes(tagPks: readonly number[]): number {
    return this.sql.count(countNotesWithAny, { tagPks: JSON.stringify(tagPks) });
  }

  find(name: string): TagRow | undefined {
    return this.sql.get(selectByKey, { key: nameKey(name) });
  }
}

/** Outcome of renaming a tag. */
export type TagRename =
  | { readonly action: 'rename'; readonly notes: number }
  | { readonly action: 'merge'; readonly notes: number; readonly into: TagRow; readonly notesGained: number };

/** Finds a tag without notes, which still exists for other replicas. */
const selectFormer = defineQuery(({ key }: Parameters<{ key: string }>) =>
  build
    .select({ id: syncStates.id, name: sql<string>`${syncStates.state} ->> 'name'` })
    .from(syncStates)
    .where(
      sql`${syncStates.id} >= 'tag_' AND ${syncStates.id} < 'tag\`' AND ${syncStates.state} ->> 'key' = ${key}
        AND ${syncStates.state} ->> 'as' IS NULL`,
    ),
);
const selectAll = defineQuery(() => build.select(columns).from(tags));
const selectById = defineQuery(({ id }: Parameters<{ id: string }>) =>
  build.select(columns).from(tags).where(eq(tags.id, id)),
);
const insertTag = defineQuery(
  ({ id, name, key, createdAt }: Parameters<{ id: string; name: string; key: string; createdAt: number }>) =>
    build.insert(tags).values({ id, name, nameKey: key, createdAt }).returning(columns),
);
const updateIdentity = defineQuery(
  ({ pk, id, name, key }: Parameters<{ pk: number; id: string; name: string; key: string }>) =>
    build.update(tags).set({ id, name, nameKey: key }).where(eq(tags.pk, pk)),
);
const updateName = defineQuery(({ pk, name, key }: Parameters<{ pk: number; name: string; key: string }>) =>
  build.update(tags).set({ name, nameKey: key }).where(eq(tags.pk, pk)),
);
const deleteTag = defineQuery(({ pk }: Parameters<{ pk: number }>) => build.delete(tags).where(eq(tags.pk, pk)));
const insertDocumentTag = defineQuery(({ documentPk, tagPk }: Parameters<{ documentPk: number; tagPk: number }>) =>
  build.insert(documentTags).values({ documentPk, tagPk }).onConflictDoNothing(),
);
const deleteDocumentTag = defineQuery(({ documentPk, tagPk }: Parameters<{ documentPk: number; tagPk: number }>) =>
  build.delete(documentTags).where(and(eq(documentTags.documentPk, documentPk), eq(documentTags.tagPk, tagPk))),
);
const countUses = defineQuery(({ tagPk }: Parameters<{ tagPk: number }>) =>
  build.select({ n: sql<number>`1` }).from(documentTags).where(eq(documentTags.tagPk, tagPk)).limit(1),
);
const selectTaggedIds = defineQuery(({ tagPk }: Parameters<{ tagPk: number }>) =>
  build
    .select({ id: documents.id })
    .from(documentTags)
    .innerJoin(documents, eq(documents.pk, documentTags.documentPk))
    .where(eq(documentTags.tagPk, tagPk)),
);
const copyDocumentTags = defineQuery(({ from, to }: Parameters<{ from: number; to: number }>) =>
  build
    .insert(documentTags)
    .select(
      build
        .select({ documentPk: documentTags.documentPk, tagPk: sql<number>`${to}`.as('tag_pk') })
        .from(documentTags)
        .where(eq(documentTags.tagPk, from)),
    )
    .onConflictDoNothing(),
);
const deleteTagFromAll = defineQuery(({ tagPk }: Parameters<{ tagPk: number }>) =>
  build.delete(documentTags).where(eq(documentTags.tagPk, tagPk)),
);

export class TagWriter extends TagReader {
  /** Returns the tag with a name; creates it with `newId` when it is missing. The first spelling stays. */
  ensure(name: string, newId: () => string, at: number): TagRow {
    const found = this.find(name);
    if (found !== undefined) return found;
    const former = this.sql.get(selectFormer, { key: nameKey(name) });
    return this.#insert(former?.id ?? newId(), former?.name ?? name, at);
  }

  #insert(id: string, name: string, at: number): TagRow {
    const row = this.sql.get(insertTag, { id, name, key: nameKey(name), createdAt: at }) as TagRow;
    this.handle.journal('tag', row.id, 'create');
    return row;
  }

  /** Returns the tag with an id; creates it with `name` when it is missing. */
  ensureWithId(id: string, name: string, at: number): TagRow {
    const found = this.sql.get(selectById, { id });
    return found ?? this.#insert(id, name, at);
  }

  /**
   * Changes the ids and names of all tags at once, as `wanted` returns them by current id. Tags with the same new id
   * are merged.
   */
  rewrite(wanted: (id: string) => { readonly id: string; readonly name: string } | undefined): void {
    const rows = this.sql.all(selectAll);
    const changing = rows.flatMap((tag) => {
      const to = wanted(tag.id);
      return to === undefined || (to.id === tag.id && to.name === tag.name) ? [] : { tag, to };
    });
    for (const { tag } of changing) this.#setName(tag, tag.name, `\u0001${tag.pk}`);
    // Tags that keep their id come first: others are merged into them.
    for (const { tag, to } of changing.sort((a, b) => Number(a.to.id !== a.tag.id) - Number(b.to.id !== b.tag.id))) {
      const into = this.sql.get(selectById, { id: to.id });
      if (into !== undefined && into.pk !== tag.pk) this.#merge(tag, into);
      else this.#setIdentity(tag, to.id, to.name);
    }
  }

  #setIdentity(tag: TagRow, id: string, name: string): void {
    if (id !== tag.id) this.#journalNotes(tag);
    this.sql.run(recordTagRename);
    this.sql.run(updateIdentity, { pk: tag.pk, id, name, key: nameKey(name) });
    this.handle.journal('tag', id, 'rename');
  }

  /** Adds a tag to a note. Returns false when the note has the tag already. */
  attach(documentPk: number, tagPk: number): boolean {
    return this.sql.run(insertDocumentTag, { documentPk, tagPk }).changes === 1;
  }

  /**
   * Removes a tag from a note, and deletes the tag with its last note, trashed notes included. Returns false when the
   * note does not have the tag.
   */
  detach(documentPk: number, tag: TagRow): boolean {
    const removed = this.sql.run(deleteDocumentTag, { documentPk, tagPk: tag.pk });
    if (removed.changes === 0) return false;
    const used = this.sql.count(countUses, { tagPk: tag.pk });
    if (used === 0) this.#delete(tag);
    return true;
  }

  /**
   * Renames tags, all at once: a name that one of them gives up is free for another. A tag is merged into a tag that
   * keeps its new name.
   */
  rename(renames: readonly { tag: TagRow; name: string }[]): TagRename[] {
    const moving = new Set(renames.map(({ tag }) => tag.pk));
    const targets = renames
      .map(({ name }) => this.find(name))
      .map((row) => (moving.has(row?.pk ?? 0) ? undefined : row));
    // Avoids collisions among the renamed tags: keys of names contain no control characters.
    for (const { tag } of renames) this.#setName(tag, tag.name, `\u0001${tag.pk}`);
    return renames.map(({ tag, name }, index) => {
      const into = targets[index];
      return into === undefined ? this.#rename(tag, name) : this.#merge(tag, into);
    });
  }

  #rename(tag: TagRow, name: string): TagRename {
    this.#setName(tag, name, nameKey(name));
    this.sql.run(recordTagRename);
    this.handle.journal('tag', tag.id, 'rename');
    return { action: 'rename', notes: this.countNotes([tag.pk]) };
  }

  #merge(tag: TagRow, into: TagRow): TagRename {
    const notes = this.countNotes([tag.pk]);
    this.#journalNotes(tag);
    this.sql.run(recordTagRename);
    const notesGained = this.sql.run(copyDocumentTags, { from: tag.pk, to: into.pk }).changes;
    this.sql.run(deleteTagFromAll, { tagPk: tag.pk });
    this.#delete(tag);
    return { action: 'merge', notes, into, notesGained };
  }

  #journalNotes({ pk }: TagRow): void {
    for (const { id } of this.sql.all(selectTaggedIds, { tagPk: pk })) this.handle.journal('document', id, 'tag');
  }

  #setName({ pk }: TagRow, name: string, key: string): void {
    this.sql.run(updateName, { pk, name, key });
  }

  #delete(tag: TagRow): void {
    this.sql.run(deleteTag, { pk: tag.pk });
    this.handle.journal('tag', tag.id, 'delete');
  }
}
