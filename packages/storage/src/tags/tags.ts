import { nameKey } from '@notes/query-language';
import { eq } from 'drizzle-orm';
import { type Handle, Statements } from '../library/statements.js';
import { tags } from '../schema.js';
import { TAG_OR_BELOW } from './tag-branch.js';

export interface TagRow {
  readonly pk: number;
  readonly id: string;
  readonly name: string;
}
export interface TagWithCount extends TagRow {
  readonly noteCount: number;
}

/** Subtracts trashed notes, which are few: no note is looked up for each of its tags. */
const ALL_WITH_COUNTS = `
  WITH used (pk, n) AS (SELECT tag_pk, count(*) FROM document_tags GROUP BY tag_pk),
    trashed (pk, n) AS (
      SELECT dt.tag_pk, count(*) FROM documents d INDEXED BY documents_trashed CROSS JOIN document_tags dt ON dt.document_pk = d.pk
      WHERE d.deleted_at IS NOT NULL GROUP BY dt.tag_pk)
  SELECT t.pk, t.id, t.name, coalesce(used.n, 0) - coalesce(trashed.n, 0) AS noteCount
  FROM tags t LEFT JOIN used ON used.pk = t.pk LEFT JOIN trashed ON trashed.pk = t.pk ORDER BY t.name_key`;

const BRANCH = `SELECT t.pk, t.id, t.name FROM (SELECT ? AS value) k CROSS JOIN tags t ON ${TAG_OR_BELOW}
  ORDER BY t.name_key LIMIT ?`;

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
    return this.sql.all<TagWithCount>(ALL_WITH_COUNTS);
  }

  listForDocument(documentPk: number): TagRow[] {
    return this.sql.all<TagRow>(
      `SELECT t.pk, t.id, t.name FROM document_tags dt JOIN tags t ON t.pk = dt.tag_pk
       WHERE dt.document_pk = ? ORDER BY t.name_key`,
      documentPk,
    );
  }

  /** Returns a tag, and with `below` its descendants, at most `limit`, ordered by name. */
  branch(name: string, below: boolean, limit: number): TagRow[] {
    return below ? this.sql.all<TagRow>(BRANCH, nameKey(name), limit) : [this.find(name) ?? []].flat();
  }

  /** Number of notes with any of these tags, trashed ones included. */
  countNotes(tagPks: readonly number[]): number {
    return this.sql.count(
      'SELECT count(DISTINCT document_pk) FROM document_tags WHERE tag_pk IN (SELECT value FROM json_each(?))',
      JSON.stringify(tagPks),
    );
  }

  find(name: string): TagRow | undefined {
    return this.sql.get<TagRow>('SELECT pk, id, name FROM tags WHERE name_key = ?', nameKey(name));
  }
}

/** Outcome of renaming a tag. */
export type TagRename =
  | { readonly action: 'rename'; readonly notes: number }
  | { readonly action: 'merge'; readonly notes: number; readonly into: TagRow; readonly notesGained: number };

/** Finds a tag without notes, which still exists for other replicas. */
const FORMER = `SELECT id, state ->> 'name' AS name FROM sync_states
  WHERE id >= 'tag_' AND id < 'tag\`' AND state ->> 'key' = ? AND state ->> 'as' IS NULL`;
const TAGGED = 'SELECT d.id FROM document_tags dt JOIN documents d ON d.pk = dt.document_pk WHERE dt.tag_pk = ?';
const MERGE = 'INSERT OR IGNORE INTO document_tags SELECT document_pk, ? FROM document_tags WHERE tag_pk = ?';

export class TagWriter extends TagReader {
  /** Returns the tag with a name; creates it with `newId` when it is missing. The first spelling stays. */
  ensure(name: string, newId: () => string, at: number): TagRow {
    const found = this.find(name);
    if (found !== undefined) return found;
    const former = this.sql.get<Pick<TagRow, 'id' | 'name'>>(FORMER, nameKey(name));
    return this.#insert(former?.id ?? newId(), former?.name ?? name, at);
  }

  #insert(id: string, name: string, at: number): TagRow {
    const row = this.handle.orm
      .insert(tags)
      .values({ id, name, nameKey: nameKey(name), createdAt: at })
      .returning({ pk: tags.pk, id: tags.id, name: tags.name })
      .get();
    this.handle.journal('tag', row.id, 'create');
    return row;
  }

  /** Returns the tag with an id; creates it with `name` when it is missing. */
  ensureWithId(id: string, name: string, at: number): TagRow {
    const found = this.sql.get<TagRow>('SELECT pk, id, name FROM tags WHERE id = ?', id);
    return found ?? this.#insert(id, name, at);
  }

  /**
   * Changes the ids and names of all tags at once, as `wanted` returns them by current id. Tags with the same new id
   * are merged.
   */
  rewrite(wanted: (id: string) => { readonly id: string; readonly name: string } | undefined): void {
    const rows = this.sql.all<TagRow>('SELECT pk, id, name FROM tags');
    const changing = rows.flatMap((tag) => {
      const to = wanted(tag.id);
      return to === undefined || (to.id === tag.id && to.name === tag.name) ? [] : { tag, to };
    });
    for (const { tag } of changing) this.#setName(tag, tag.name, `\u0001${tag.pk}`);
    // Tags that keep their id come first: others are merged into them.
    for (const { tag, to } of changing.sort((a, b) => Number(a.to.id !== a.tag.id) - Number(b.to.id !== b.tag.id))) {
      const into = this.sql.get<TagRow>('SELECT pk, id, name FROM tags WHERE id = ?', to.id);
      if (into !== undefined && into.pk !== tag.pk) this.#merge(tag, into);
      else this.#setIdentity(tag, to.id, to.name);
    }
  }

  #setIdentity(tag: TagRow, id: string, name: string): void {
    if (id !== tag.id) this.#journalNotes(tag);
    this.sql.run('UPDATE tags SET id = ?, name = ?, name_key = ? WHERE pk = ?', id, name, nameKey(name), tag.pk);
    this.handle.journal('tag', id, 'rename');
  }

  /** Adds a tag to a note. Returns false when the note has the tag already. */
  attach(documentPk: number, tagPk: number): boolean {
    return this.sql.run('INSERT OR IGNORE INTO document_tags VALUES (?, ?)', documentPk, tagPk).changes === 1;
  }

  /**
   * Removes a tag from a note, and deletes the tag with its last note, trashed notes included. Returns false when the
   * note does not have the tag.
   */
  detach(documentPk: number, tag: TagRow): boolean {
    const removed = this.sql.run('DELETE FROM document_tags WHERE document_pk = ? AND tag_pk = ?', documentPk, tag.pk);
    if (removed.changes === 0) return false;
    const used = this.sql.count('SELECT EXISTS (SELECT 1 FROM document_tags WHERE tag_pk = ?)', tag.pk);
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
    this.handle.journal('tag', tag.id, 'rename');
    return { action: 'rename', notes: this.countNotes([tag.pk]) };
  }

  #merge(tag: TagRow, into: TagRow): TagRename {
    const notes = this.countNotes([tag.pk]);
    this.#journalNotes(tag);
    const notesGained = this.sql.run(MERGE, into.pk, tag.pk).changes;
    this.sql.run('DELETE FROM document_tags WHERE tag_pk = ?', tag.pk);
    this.#delete(tag);
    return { action: 'merge', notes, into, notesGained };
  }

  #journalNotes({ pk }: TagRow): void {
    for (const [id] of this.sql.rows<[string]>(TAGGED, pk)) this.handle.journal('document', id, 'tag');
  }

  #setName({ pk }: TagRow, name: string, key: string): void {
    this.sql.run('UPDATE tags SET name = ?, name_key = ? WHERE pk = ?', name, key, pk);
  }

  #delete(tag: TagRow): void {
    this.handle.orm.delete(tags).where(eq(tags.pk, tag.pk)).run();
    this.handle.journal('tag', tag.id, 'delete');
  }
}
