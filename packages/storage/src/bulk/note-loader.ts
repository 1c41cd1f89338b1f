import { eq } from 'drizzle-orm';
import type { Content } from '../documents/content.js';
import type { Connection } from '../library/connection.js';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { LinkLoader } from '../links/link-writer.js';
import { listReferenced, type ResourceWriter } from '../resources/resource-writer.js';
import { documents } from '../schema.js';
import { countTasks, TaskWriter } from '../tasks/task-writer.js';
import { dropDeferredIndexes } from './deferred-indexes.js';
import { FullTextLoad } from './full-text-load.js';

/** Stored note and its current revision, with the content derived from the text. */
export interface LoadedNote {
  readonly pk: number;
  readonly notebookPk: number;
  readonly revisionPk: number;
  readonly content: Content;
}

type Current = Pick<
  typeof documents.$inferSelect,
  'pk' | 'revisionPk' | 'excerpt' | 'sizeBytes' | 'features' | 'openTasks' | 'doneTasks'
>;
const updateCurrent = defineQuery((current: Parameters<Current>) =>
  build
    .update(documents)
    .set({
      revisionPk: current.revisionPk,
      excerpt: current.excerpt,
      sizeBytes: current.sizeBytes,
      features: current.features,
      openTasks: current.openTasks,
      doneTasks: current.doneTasks,
    })
    .where(eq(documents.pk, current.pk)),
);

/**
 * Writes what follows from the texts of many notes: links, tasks, embedded attachments, and the full-text index. Several
 * times as fast as `DocumentWriter`, with equal rows.
 *
 * Needs: an open transaction that lasts until {@link finish}. Before the first {@link load}, all notes with their names
 * (`NameWriter`), notebooks and attachments are inserted, and nothing of them changes before the last. Each note is
 * loaded once, in ascending order of `pk`, and has no links, tasks, embedded attachments or index entry yet. Notes that
 * were in the library before are allowed, but their links are not resolved again: load into a library without links to
 * new notes.
 *
 * Guarantees: the same rows as single writes of the same notes, except for the order of entries within the full-text
 * index and the change journal, to which it adds nothing of notes. From the constructor to {@link finish} most indexes
 * of `documents` and `links` are missing, so other queries are slow, and a rollback restores them.
 */
export class NoteLoader {
  readonly #raw: Connection;
  readonly #sql: Statements;
  readonly #links: LinkLoader;
  readonly #tasks: TaskWriter;
  readonly #fullText: FullTextLoad;
  readonly #resources: ResourceWriter;
  /** Statements that create the indexes built at the end. */
  readonly #indexes: readonly string[];

  /** Drops the indexes that {@link finish} creates. */
  constructor(handle: Handle, resources: ResourceWriter) {
    this.#raw = handle.raw;
    this.#sql = new Statements(handle.raw);
    this.#links = new LinkLoader(handle);
    this.#tasks = new TaskWriter(handle);
    this.#fullText = new FullTextLoad(handle.raw);
    this.#resources = resources;
    this.#indexes = dropDeferredIndexes(handle.raw);
  }

  /** Loads notes, about a megabyte of text at a time. Their index entries are written later. */
  load(notes: readonly LoadedNote[]): void {
    for (const note of notes) this.#loadDerived(note);
    for (const { pk, content } of notes) this.#fullText.add(pk, content);
  }

  /** Writes the remaining index entries, and builds the missing indexes, each in one pass. */
  finish(): void {
    this.#fullText.flush();
    for (const statement of this.#indexes) this.#raw.exec(statement);
  }

  #loadDerived({ pk, notebookPk, revisionPk, content }: LoadedNote): void {
    const { excerpt, sizeBytes, derived } = content;
    const { features } = derived;
    const { open: openTasks, done: doneTasks } = countTasks(derived);
    this.#sql.run(updateCurrent, { pk, revisionPk, excerpt, sizeBytes, features, openTasks, doneTasks });
    this.#links.insert(pk, notebookPk, derived.links);
    this.#tasks.insert(pk, derived.tasks);
    if (listReferenced(derived).length > 0) this.#resources.embed(pk, derived, 0);
  }
}
