import { nameKey } from '@notes/query-language';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ChangeKind, Handle } from '../library/handle.js';
import { requestScrub } from '../library/meta.js';
import { NameWriter } from '../library/names.js';
import { build, defineQuery, getExcludedValue, type Parameters } from '../library/query.js';
import { LinkLoader, LinkWriter } from '../links/link-writer.js';
import type { ResourceWriter } from '../resources/resource-writer.js';
import { documents, provenance, syncStates } from '../schema.js';
import { countTasks, TaskWriter } from '../tasks/task-writer.js';
import type { NewDocument, NewRevision, OldRevision } from './content.js';
import { AMENDED } from './derived.js';
import { DocumentReader, type DocumentRecord, type DocumentWithBody } from './documents.js';
import { AMENDED_FEATURES } from './feature-conditions.js';
import { FullTextEntries } from './full-text-entries.js';
import { RevisionRows } from './revision-rows.js';

type DocumentRow = typeof documents.$inferSelect;

const insertDocument = defineQuery((document: Parameters<Omit<DocumentRow, 'pk' | 'deletedAt' | 'synced'>>) => {
  const { id, notebookPk, revisionPk, title, titleKey, excerpt, sizeBytes, createdAt, updatedAt } = document;
  const { features, openTasks, doneTasks, fileName } = document;
  const text = { revisionPk, title, titleKey, excerpt, sizeBytes, features, openTasks, doneTasks };
  return build.insert(documents).values({ id, notebookPk, ...text, createdAt, updatedAt, fileName });
});
/** Columns of a note that follow from its current revision, apart from the title. */
type ContentRow = Pick<
  DocumentRow,
  'pk' | 'revisionPk' | 'excerpt' | 'sizeBytes' | 'updatedAt' | 'features' | 'openTasks' | 'doneTasks'
>;
const getContent = (row: Parameters<ContentRow>) => {
  const { revisionPk, excerpt, sizeBytes, updatedAt, features, openTasks, doneTasks } = row;
  return { revisionPk, excerpt, sizeBytes, updatedAt, features, openTasks, doneTasks };
};
/** Updates a note that keeps its title. SQLite writes each index of a column that is set, even to the same value. */
const updateContent = defineQuery((row: Parameters<ContentRow>) =>
  build.update(documents).set(getContent(row)).where(eq(documents.pk, row.pk)),
);
const updateTitleAndContent = defineQuery((row: Parameters<ContentRow & Pick<DocumentRow, 'title' | 'titleKey'>>) =>
  build
    .update(documents)
    .set({ title: row.title, titleKey: row.titleKey, ...getContent(row) })
    .where(eq(documents.pk, row.pk)),
);
const selectNames = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build
    .select({ title: documents.title, fileName: documents.fileName, notebookPk: documents.notebookPk })
    .from(documents)
    .where(eq(documents.pk, pk)),
);
const selectInside = defineQuery(({ notebookPk }: Parameters<{ notebookPk: number }>) =>
  build
    .select({ pk: documents.pk, id: documents.id, deletedAt: documents.deletedAt })
    .from(documents)
    .where(eq(documents.notebookPk, notebookPk)),
);
const updateNotebook = defineQuery(
  ({ pk, notebookPk, updatedAt }: Parameters<{ pk: number; notebookPk: number; updatedAt: number }>) =>
    build.update(documents).set({ notebookPk, updatedAt, features: AMENDED_FEATURES }).where(eq(documents.pk, pk)),
);
const updateDeletion = defineQuery(
  ({ pk, deletedAt, updatedAt }: Parameters<{ pk: number; deletedAt: number | null; updatedAt: number }>) =>
    build.update(documents).set({ deletedAt, updatedAt, features: AMENDED_FEATURES }).where(eq(documents.pk, pk)),
);
const updateTimes = defineQuery(
  ({ pk, createdAt, updatedAt }: Parameters<{ pk: number; createdAt: number; updatedAt: number }>) =>
    build
      .update(documents)
      .set({
        createdAt,
        updatedAt,
        features: sql`CASE WHEN ${documents.createdAt} = ${createdAt} AND ${documents.updatedAt} = ${updatedAt}
          THEN ${documents.features} ELSE ${AMENDED_FEATURES} END`,
      })
      .where(eq(documents.pk, pk)),
);
const updateTime = defineQuery(({ pk, updatedAt }: Parameters<{ pk: number; updatedAt: number }>) =>
  build.update(documents).set({ updatedAt, features: AMENDED_FEATURES }).where(eq(documents.pk, pk)),
);
const trashInside = defineQuery(
  ({ notebookPk, homePk, at }: Parameters<{ notebookPk: number; homePk: number; at: number }>) =>
    build
      .update(documents)
      .set({ notebookPk: homePk, deletedAt: at, updatedAt: at })
      .where(and(eq(documents.notebookPk, notebookPk), isNull(documents.deletedAt))),
);
const moveInside = defineQuery(({ notebookPk, homePk }: Parameters<{ notebookPk: number; homePk: number }>) =>
  build.update(documents).set({ notebookPk: homePk }).where(eq(documents.notebookPk, notebookPk)),
);
const deleteDocument = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.delete(documents).where(eq(documents.pk, pk)),
);
const deleteProvenance = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build.delete(provenance).where(eq(provenance.documentPk, pk)),
);
/** Keeps the published state of a purged note, whose deletion is not in the operation log yet. */
const keepPublishedState = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build
    .insert(syncStates)
    .select(
      build
        .select({ id: documents.id, state: sql<string>`${documents.synced}`.as('state') })
        .from(documents)
        .where(and(eq(documents.pk, pk), isNotNull(documents.synced))),
    )
    .onConflictDoUpdate({ target: syncStates.id, set: { state: getExcludedValue(syncStates.state) } }),
);

/** Stored names and location of a note. */
type Names = Pick<DocumentRow, 'title' | 'fileName' | 'notebookPk'>;

/** New note with its older revisions, oldest first. */
export interface DocumentWithHistory {
  readonly document: NewDocument;
  readonly older: readonly OldRevision[];
  /** Titles that the note gave up, oldest first. */
  readonly formerTitles: readonly string[];
}

/** Stored note without its entry in the full-text index. */
interface Unindexed {
  readonly pk: number;
  readonly document: NewDocument;
}

/** Keys of a stored note and of its current revision. */
export interface DocumentKeys {
  readonly pk: number;
  readonly revisionPk: number;
}

/** Writes notes: revision, row, search index and derived data in one transaction. */
export class DocumentWriter extends DocumentReader {
  readonly #links: LinkWriter;
  readonly #linkLoader: LinkLoader;
  readonly #tasks: TaskWriter;
  readonly #revisions: RevisionRows;
  readonly #index: FullTextEntries;
  readonly #names: NameWriter;
  readonly #resources: ResourceWriter;
  /** Notes whose index entries {@link deferIndex} inserts at its end; undefined outside of it. */
  #unindexed: Unindexed[] | undefined;

  constructor(handle: Handle, resources: ResourceWriter) {
    super(handle);
    this.#resources = resources;
    this.#links = new LinkWriter(handle);
    this.#linkLoader = new LinkLoader(handle);
    this.#tasks = new TaskWriter(handle);
    this.#revisions = new RevisionRows(this.sql);
    this.#index = new FullTextEntries(this.sql);
    this.#names = new NameWriter(handle);
  }

  /**
   * Runs work that calls {@link insertAll} several times, and inserts the index entries of all these notes at its end:
   * FTS5 ends a segment when a statement that may be undone, such as an insert of several rows, comes in between.
   */
  deferIndex<T>(work: () => T): T {
    this.#unindexed = [];
    try {
      const answer = work();
      this.#insertDeferred();
      return answer;
    } finally {
      this.#unindexed = undefined;
    }
  }

  /** Inserts the deferred entries. Must be called before an entry that may be one of them is replaced or removed. */
  #insertDeferred(): void {
    for (const { pk, document } of this.#unindexed?.splice(0) ?? []) this.#index.insert(pk, document);
  }

  /**
   * Stores a new note with its older revisions.
   *
   * @returns the key of the note
   */
  insert(document: NewDocument, older: readonly OldRevision[] = []): number {
    const { id, notebookPk, title, derived, fileName = null } = document;
    const { pk } = this.#insertRows(document, older);
    this.#index.insert(pk, document);
    this.#links.insert(pk, notebookPk, derived.links);
    this.#resources.embedFirst(pk, derived);
    this.#links.refresh(this.#links.findLinksToNew({ pk, id, title, fileName }));
    return pk;
  }

  /**
   * Stores new notes with their older revisions, and resolves all of their links together. The result is that of
   * {@link insert} for each note, except that the journal has no entries for links between these notes.
   *
   * @returns the keys of the notes and of their current revisions, in the order of the notes
   */
  insertAll(documents: readonly DocumentWithHistory[]): DocumentKeys[] {
    const keys = documents.map(({ document, older, formerTitles }) => {
      const { pk, revisionPk } = this.#insertRows(document, older);
      this.addFormerTitles(pk, formerTitles);
      return { pk, revisionPk };
    });
    const pks = keys.map(({ pk }) => pk);
    const affected = this.#links.findLinksToAny(pks);
    const each = documents.map(({ document }, at) => ({ document, pk: pks[at] as number }));
    this.#linkLoader.insertAll(
      each.map(({ pk, document: { notebookPk, derived } }) => ({ pk, notebookPk, links: derived.links })),
    );
    for (const { pk, document } of each) this.#resources.embedFirst(pk, document.derived);
    this.#links.refresh(affected);
    if (this.#unindexed === undefined) for (const { pk, document } of each) this.#index.insert(pk, document);
    else this.#unindexed.push(...each);
    return keys;
  }

  /** Stores a new note without its links, attachments and entry in the full-text index. */
  #insertRows(document: NewDocument, older: readonly OldRevision[]): DocumentKeys {
    const { id, notebookPk, title, excerpt, sizeBytes, createdAt, updatedAt, derived, fileName = null } = document;
    const revisionPk = this.#revisions.nextPk() + older.length;
    const tasks = countTasks(derived);
    const { lastInsertRowid: pk } = this.sql.run(insertDocument, {
      id,
      notebookPk,
      revisionPk,
      title,
      titleKey: nameKey(title),
      excerpt,
      sizeBytes,
      createdAt,
      updatedAt,
      features: derived.features,
      openTasks: tasks.open,
      doneTasks: tasks.done,
      fileName,
    });
    older.forEach((each, n) => {
      this.#revisions.insert(revisionPk - older.length + n, pk, each);
    });
    this.#revisions.insert(revisionPk, pk, document);
    this.#names.insert(pk, title, fileName);
    this.#tasks.insert(pk, derived.tasks);
    this.handle.journal('document', id, 'create');
    return { pk, revisionPk };
  }

  /**
   * Adds a revision to a note and makes it current.
   *
   * @returns the note with the revision
   */
  revise(document: DocumentRecord, revision: NewRevision): DocumentWithBody {
    const revisionPk = this.#revisions.nextPk();
    this.#revisions.insert(revisionPk, document.pk, revision);
    this.#applyRevision(document, revisionPk, revision);
    const { revisionId, title, excerpt, sizeBytes, at: updatedAt, body } = revision;
    return { ...document, revisionPk, revisionId, title, excerpt, sizeBytes, updatedAt, body };
  }

  /** Makes a revision current; stores it first unless the note has it already. */
  makeCurrent(document: DocumentRecord, revision: NewRevision): void {
    const known = this.#revisions.findPk(document.pk, revision.revisionId);
    if (known === undefined) this.revise(document, revision);
    else {
      // The note may have had other tags, times or another notebook when this revision was current before.
      const derived = { ...revision.derived, features: revision.derived.features | AMENDED };
      this.#applyRevision(document, known, { ...revision, derived });
    }
  }

  /** Records titles that a note gave up, oldest first, after it has its current one. */
  addFormerTitles(pk: number, titles: readonly string[]): void {
    for (const title of titles) this.#names.addFormerTitle(pk, title);
  }

  /** Adds a revision to a note without making it current. */
  addRevision({ pk, id }: { pk: number; id: string }, revision: OldRevision): void {
    this.#revisions.insert(this.#revisions.nextPk(), pk, revision);
    this.handle.journal('document', id, 'amend');
  }

  #applyRevision(document: DocumentRecord, revisionPk: number, revision: NewRevision): void {
    const { pk } = document;
    this.#insertDeferred();
    this.#index.replace(pk, revision);
    const { title, fileName, notebookPk } = this.sql.get(selectNames, { pk }) as Names;
    this.#links.replace(pk, notebookPk, revision.derived.links);
    this.#tasks.replace(pk, revision.derived.tasks);
    this.#resources.embed(pk, revision.derived, revision.at);
    this.handle.journal('document', document.id, 'update');
    const renamed = nameKey(title) !== nameKey(revision.title);
    const affected = renamed ? this.#links.findLinksTo(pk) : [];
    this.#updateContent(pk, revisionPk, revision, title);
    if (!renamed) return;
    this.#names.rename(pk, title, revision.title, fileName);
    this.#links.refresh([...affected, ...this.#links.findLinksTo(pk)]);
  }

  #updateContent(pk: number, revisionPk: number, revision: NewRevision, formerTitle: string): void {
    const { title, excerpt, sizeBytes, at: updatedAt, derived } = revision;
    const { open: openTasks, done: doneTasks } = countTasks(derived);
    const row = { pk, revisionPk, excerpt, sizeBytes, updatedAt, features: derived.features, openTasks, doneTasks };
    if (title === formerTitle) this.sql.run(updateContent, row);
    else this.sql.run(updateTitleAndContent, { ...row, title, titleKey: nameKey(title) });
  }

  move(document: DocumentRecord, notebookPk: number, at: number): void {
    const { pk, id } = document;
    // Links from the note itself are resolved below, after the move.
    const affected = this.#links.findLinksTo(pk).filter(({ sourcePk }) => sourcePk !== pk);
    this.sql.run(updateNotebook, { pk, notebookPk, updatedAt: at });
    this.handle.journal('document', id, 'move');
    this.#links.refresh([...affected, ...this.#links.findLinksTo(pk), ...this.#links.findLinksFrom([pk])]);
  }

  /** Records a change of the note's tags. */
  touchTags(document: DocumentRecord, at: number): void {
    this.#touch(document, 'tag', at);
  }

  /** Records that an attachment was added to the note or removed from it. */
  touchResources(document: DocumentRecord, at: number): void {
    this.#touch(document, 'attach', at);
  }

  trash(document: DocumentRecord, at: number): void {
    this.sql.run(updateDeletion, { pk: document.pk, deletedAt: at, updatedAt: at });
    this.handle.journal('document', document.id, 'trash');
    this.#links.refresh(this.#links.findLinksTo(document.pk));
  }

  restore(document: DocumentRecord, at: number): void {
    this.sql.run(updateDeletion, { pk: document.pk, deletedAt: null, updatedAt: at });
    this.handle.journal('document', document.id, 'restore');
    this.#links.refresh(this.#links.findLinksTo(document.pk));
  }

  /** Sets the times from an import source or from the sync log, in milliseconds since the Unix epoch. */
  setTimes({ pk, id }: { pk: number; id: string }, createdAt: number, updatedAt: number): void {
    this.sql.run(updateTimes, { pk, createdAt, updatedAt });
    this.handle.journal('document', id, 'amend');
  }

  /**
   * Moves every note of a notebook, trashed ones too, to another notebook and trashes it.
   *
   * @returns the number of notes that were active
   */
  emptyNotebook(notebookPk: number, homePk: number, at: number): number {
    const inside = this.sql.all(selectInside, { notebookPk });
    for (const { id, deletedAt } of inside) this.handle.journal('document', id, deletedAt === null ? 'trash' : 'move');
    const trashed = this.sql.run(trashInside, { notebookPk, homePk, at });
    this.sql.run(moveInside, { notebookPk, homePk });
    const moved = inside.map(({ pk }) => pk);
    this.#links.refresh([...this.#links.findLinksToAny(moved), ...this.#links.findLinksFrom(moved)]);
    return trashed.changes;
  }

  /**
   * Permanently deletes a note, its revisions and the data derived from them. Freed pages are overwritten later, by the
   * scrub. Remove the tags first.
   */
  purge(document: DocumentRecord, at: number): void {
    const { pk, id } = document;
    const { title } = this.sql.get(selectNames, { pk }) as Names;
    this.#links.remove(pk);
    this.#tasks.remove(pk);
    this.#resources.release(pk, at);
    const affected = this.#links.findLinksTo(pk);
    this.#names.purge(pk, title);
    this.#insertDeferred();
    this.#index.remove(pk);
    this.sql.run(deleteProvenance, { pk });
    this.#revisions.removeAll(pk);
    this.sql.run(keepPublishedState, { pk });
    this.sql.run(deleteDocument, { pk });
    this.sql.run(requestScrub);
    this.handle.journal('document', id, 'purge');
    this.#links.refresh(affected);
  }

  #touch({ pk, id }: DocumentRecord, kind: ChangeKind, at: number): void {
    this.sql.run(updateTime, { pk, updatedAt: at });
    this.handle.journal('document', id, kind);
  }
}
