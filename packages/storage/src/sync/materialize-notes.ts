import { getDot, type LoggedOperation } from '@notes/sync-protocol';
import {
  computeLineageView,
  computeProvenance,
  DEFAULT_NOTEBOOK,
  Lineage,
  listLineageIds,
  type NoteState as NoteTarget,
} from '@notes/sync-protocol/merge';
import { eq, max, sql } from 'drizzle-orm';
import type { NewRevision, OldRevision } from '../documents/content.js';
import type { DocumentRecord } from '../documents/documents.js';
import { requestScrub } from '../library/meta.js';
import { build, defineQuery, evaluate, names, type Parameters } from '../library/query.js';
import { EMBEDDED } from '../resources/resources.js';
import { revisions, syncBodies, syncLineages, syncOps } from '../schema.js';
import { listActiveAdditions, listActiveTrash } from './active-operations.js';
import { listFormerTitles, type Write } from './former-titles.js';
import type { MaterializerWriters } from './materializer-writers.js';
import { type NoteState, NoteStates, parseNoteState, serializeNoteState } from './note-states.js';
import { buildOperationKey, deleteBody, findReplicaPk } from './op-log.js';
import { PartMaterializer } from './part-materializer.js';
import type { Dot, TagState } from './states.js';

/**
 * New information in applied operations: revision ids, and the last change of each entity in milliseconds since the
 * Unix epoch.
 */
export interface AppliedChanges {
  readonly revisions: ReadonlySet<string>;
  readonly changedAt: ReadonlyMap<string, number>;
}

/** Empty record, for changes without remote operations. */
export const NO_CHANGES: AppliedChanges = { revisions: new Set(), changedAt: new Map() };

const keepBodies = defineQuery(
  ({ documentPk, revisions: ids }: Parameters<{ documentPk: number; revisions: string }>) =>
    sql`INSERT OR IGNORE INTO ${syncBodies} (${names(syncBodies.revisionId, syncBodies.body)})
      SELECT ${revisions.id}, ${revisions.body} FROM ${revisions}
      WHERE ${revisions.documentPk} = ${documentPk} AND ${revisions.id} IN (SELECT value FROM json_each(${ids}))`,
);
export const isRevision = defineQuery(({ rev }: Parameters<{ rev: string }>) =>
  evaluate(sql`EXISTS (SELECT 1 FROM ${revisions} WHERE ${revisions.id} = ${rev})`),
);
const selectLastRevision = defineQuery(({ documentPk }: Parameters<{ documentPk: number }>) =>
  build
    .select({ pk: max(revisions.pk) })
    .from(revisions)
    .where(eq(revisions.documentPk, documentPk)),
);
const eraseTitle = defineQuery(({ replica, seq }: Parameters<{ replica: string; seq: number }>) =>
  build
    .update(syncOps)
    .set({ operation: sql`json_set(${syncOps.operation}, '$.title', '')` })
    .where(
      sql`${syncOps.pk} = ${buildOperationKey(findReplicaPk(replica), seq)} AND ${syncOps.operation} ->> 'title' <> ''`,
    ),
);
const insertLineage = defineQuery(({ id, root }: Parameters<{ id: string; root: string }>) =>
  build.insert(syncLineages).values({ id, root }).onConflictDoNothing(),
);
const ORIGIN = 'sync';

/** Materializes notes from the log. */
export class NoteMaterializer extends PartMaterializer {
  readonly #notes = new NoteStates(this.writers.raw);

  /** Returns the root of a note's lineage: the note itself, unless it was recovered from another. */
  findRoot(id: string): string {
    return this.log.findRoot(id);
  }

  /**
   * Updates the stored state of a pending note to its current notebook and tags, which are materialized already.
   * Differences that are captured before the note itself is materialized are then edits by the user.
   */
  updatePendingState(id: string): void {
    const document = this.writers.documents.get(id);
    const stored = this.#notes.find(id);
    if (document === undefined || stored === undefined) return;
    const state = parseNoteState(stored.text);
    const tags: NoteState['tags'] = {};
    for (const [tag, dots] of Object.entries(state.tags)) {
      const stands = this.states.get<TagState>(tag)?.as ?? tag;
      tags[stands] = [...(tags[stands] ?? []), ...dots];
    }
    this.#notes.put(document.pk, serializeNoteState({ ...state, notebook: document.notebookId, tags }));
  }

  /** Materializes a note and the notes recovered from it. */
  materialize(root: string, changes: AppliedChanges): void {
    const operations = this.log.listByLineage(root);
    const isPurged = (id: string) =>
      operations.some(({ operation }) => operation.op === 'doc.purge' && operation.doc === id);
    const ids = listLineageIds(root, isPurged);
    for (const id of ids.slice(1)) this.sql.run(insertLineage, { id, root });
    const view = computeLineageView(root, operations, { readBody: this.log.readBody });
    const lineage = new Lineage(ids, operations);
    const targets = new Map(view.notes.map((note) => [note.id, note]));
    for (const id of ids) if (!targets.has(id)) this.#purge(id, lineage, changes);
    ids.forEach((id, number) => {
      const target = targets.get(id);
      if (target === undefined) return;
      const own = operations.filter(({ operation }) => 'doc' in operation && operation.doc === id);
      const writes = lineage.getGraph(number).writes;
      this.#materializeNote(target, own, writes, changes);
    });
    this.#erase(lineage, operations);
    this.conflicts.update(ids, view, operations);
  }

  /**
   * Materializes only the import sources of a note, which nothing else in it depends on. A note that the library does
   * not have is left out.
   */
  materializeSources(id: string): void {
    const document = this.writers.documents.get(id);
    if (document !== undefined) this.#recordSources(document, document.updatedAt);
  }

  /** Deletes a note permanently, but keeps revisions that the purge had not seen. */
  #purge(id: string, lineage: Lineage, { changedAt }: AppliedChanges): void {
    const { documents, tags } = this.writers;
    const document = documents.get(id);
    if (document === undefined) return;
    const erased = new Set(lineage.listErased().map(({ operation }) => operation.rev));
    const left = lineage.graph.writes.map(({ operation }) => operation.rev).filter((rev) => !erased.has(rev));
    this.sql.run(keepBodies, { documentPk: document.pk, revisions: JSON.stringify(left) });
    for (const tag of tags.listForDocument(document.pk)) tags.detach(document.pk, tag);
    documents.purge(document, changedAt.get(id) ?? Date.now());
    this.#notes.dropDeleted(id);
  }

  /**
   * Erases purged texts from the log. A replica that was restored and continued under a new id may have re-authored a
   * revision.
   */
  #erase(lineage: Lineage, operations: readonly LoggedOperation[]): void {
    const erased = new Set(lineage.listErased().map(({ operation }) => operation.rev));
    let changes = 0;
    for (const { replica, operation } of operations) {
      if (operation.op !== 'doc.write' || !erased.has(operation.rev)) continue;
      changes += this.sql.run(eraseTitle, { replica, seq: operation.s }).changes;
      changes += this.sql.run(deleteBody, { revision: operation.rev }).changes;
    }
    if (changes > 0) this.sql.run(requestScrub);
  }

  #materializeNote(
    target: NoteTarget,
    own: readonly LoggedOperation[],
    writes: readonly Write[],
    changes: AppliedChanges,
  ): void {
    const { documents } = this.writers;
    this.resources.restoreReferenced(target);
    const stored = documents.get(target.id);
    const missing = this.#missing(target, writes, stored, changes);
    const at = Math.max(stored?.updatedAt ?? 0, target.updatedAt, changes.changedAt.get(target.id) ?? 0);
    if (stored === undefined) this.#insert(target, missing);
    else {
      for (const revision of missing) documents.addRevision(stored, revision);
      if (stored.revisionId !== target.revisionId) documents.makeCurrent(stored, this.#revision(target));
    }
    const document = documents.get(target.id) as DocumentRecord;
    // A rename of a stored note records the title of its current revision alone.
    if (stored === undefined || missing.length > 0) documents.addFormerTitles(document.pk, listFormerTitles(writes));
    this.#moveToNotebook(document, target);
    const tags = this.#tag(document, own, at);
    const attached = this.#attach(document, own, at);
    this.#trash(document, target);
    this.#recordSources(document, at);
    const now = documents.get(target.id) as DocumentRecord;
    if (now.updatedAt !== at || now.createdAt !== target.createdAt) documents.setTimes(now, target.createdAt, at);
    const dots = { tags, attached, trash: listActiveTrash(own) };
    const revisionPk = this.sql.count(selectLastRevision, { documentPk: now.pk });
    this.#notes.put(now.pk, serializeNoteState(buildNoteState({ ...now, revisionPk }, target, dots)));
  }

  /** Revisions that the note lacks beside the current one, oldest first. */
  #missing(
    target: NoteTarget,
    writes: readonly Write[],
    stored: DocumentRecord | undefined,
    { revisions }: AppliedChanges,
  ): OldRevision[] {
    const wanted = new Set([...target.heads, ...target.losers.map(({ revisionId }) => revisionId)]);
    return writes.flatMap((write) => {
      const { rev, title, w } = write.operation;
      if (rev === target.revisionId || !(revisions.has(rev) || (stored === undefined && wanted.has(rev)))) return [];
      if (this.sql.count(isRevision, { rev }) === 1) return [];
      const body = this.log.readBody(write.operation);
      return { revisionId: rev, origin: ORIGIN, at: w, title, body, sizeBytes: Buffer.byteLength(body) };
    });
  }

  #revision(target: NoteTarget): NewRevision {
    return toNewRevision(this.writers, target, this.databaseId());
  }

  #insert(target: NoteTarget, older: readonly OldRevision[]): void {
    const { id, createdAt, updatedAt, fileName } = target;
    const notebookPk = this.#notebookPk(target);
    this.writers.documents.insert({ ...this.#revision(target), id, createdAt, updatedAt, fileName, notebookPk }, older);
  }

  #notebookPk({ home }: NoteTarget): number {
    const { notebooks } = this.writers;
    const row = (home === null ? undefined : notebooks.get(home)) ?? notebooks.get(DEFAULT_NOTEBOOK);
    return (row as { pk: number }).pk;
  }

  #moveToNotebook(document: DocumentRecord, target: NoteTarget): void {
    const notebookPk = this.#notebookPk(target);
    if (document.notebookPk !== notebookPk) this.writers.documents.move(document, notebookPk, document.updatedAt);
  }

  #trash(document: DocumentRecord, { trashedAt }: NoteTarget): void {
    const { documents } = this.writers;
    if (trashedAt !== null && document.deletedAt !== trashedAt) documents.trash(document, trashedAt);
    if (trashedAt === null && document.deletedAt !== null) documents.restore(document, document.updatedAt);
  }

  /**
   * Materializes the tags of a note.
   *
   * @returns the tags, each with the operations that added it
   */
  #tag(document: DocumentRecord, own: readonly LoggedOperation[], at: number): Record<string, Dot[]> {
    const { tags, documents } = this.writers;
    const wanted: Record<string, Dot[]> = {};
    for (const logged of listActiveAdditions(own, 'doc.tag_add', 'doc.tag_remove')) {
      const state = this.states.get<TagState>(logged.operation.tag);
      if (state === undefined) continue;
      const id = state.as ?? logged.operation.tag;
      wanted[id] = [...(wanted[id] ?? []), getDot(logged)];
    }
    const stored = tags.listForDocument(document.pk);
    const gone = stored.filter(({ id }) => wanted[id] === undefined);
    const had = new Set(stored.map(({ id }) => id));
    const fresh = Object.keys(wanted).filter((id) => !had.has(id));
    for (const id of fresh) {
      const { name } = this.states.get<TagState>(id) as TagState;
      tags.attach(document.pk, tags.ensureWithId(id, name, at).pk);
    }
    for (const tag of gone) tags.detach(document.pk, tag);
    if (fresh.length + gone.length > 0) documents.touchTags(document, at);
    return wanted;
  }

  /**
   * Materializes the attachments of a note.
   *
   * @returns the relations, each with the operations that added it
   */
  #attach(document: DocumentRecord, own: readonly LoggedOperation[], at: number): Record<string, Dot[]> {
    const { resources, documents } = this.writers;
    const wanted: Record<string, Dot[]> = {};
    for (const logged of listActiveAdditions(own, 'doc.attach', 'doc.detach')) {
      const { resource, relation_type: relation } = logged.operation;
      if (resources.get(resource) === undefined) continue;
      const key = `${resource} ${relation}`;
      wanted[key] = [...(wanted[key] ?? []), getDot(logged)];
    }
    const stored = resources.listForDocument(document.pk).filter(({ relationType }) => relationType !== EMBEDDED);
    const had = new Set(stored.map(({ id, relationType }) => `${id} ${relationType}`));
    const gone = stored.filter(({ id, relationType }) => wanted[`${id} ${relationType}`] === undefined);
    const fresh = Object.keys(wanted).filter((key) => !had.has(key));
    for (const key of fresh) {
      const [id, relation] = key.split(' ') as [string, string];
      resources.attach(document.pk, (resources.get(id) as { pk: number }).pk, relation);
    }
    for (const { pk, relationType } of gone) resources.detachAs(document.pk, pk, relationType, at);
    if (fresh.length + gone.length > 0) documents.touchResources(document, at);
    return wanted;
  }

  /** Records the import sources of a note from the log. */
  #recordSources(document: DocumentRecord, at: number): void {
    const sources = computeProvenance(this.log.listByEntity(document.id));
    for (const { sourceKind: kind, sourceId: id, contentSha256, importedAt } of sources)
      this.writers.provenance.recordIfChanged(document, { kind, id }, contentSha256 ?? '', importedAt ?? at);
  }
}

/** Derives the current revision of a note. */
export function toNewRevision(
  { readText }: Pick<MaterializerWriters, 'readText'>,
  { title, body, revisionId, updatedAt: at }: NoteTarget,
  databaseId: string,
): NewRevision {
  return { ...readText({ title, body }, databaseId), revisionId, origin: ORIGIN, at };
}

/**
 * Builds the state of a materialized note to be stored.
 *
 * @param row `revisionPk`: key of the newest revision of the note
 */
export const buildNoteState = (
  {
    revisionPk,
    notebookId,
    deletedAt,
  }: Pick<DocumentRecord, 'notebookId' | 'deletedAt'> & Pick<NoteState, 'revisionPk'>,
  { heads, losers, home, tagIds }: NoteTarget,
  dots: Pick<NoteState, 'tags' | 'attached' | 'trash'>,
): NoteState => ({
  revisionPk,
  heads: [...heads],
  losers: losers.map(({ revisionId }) => revisionId),
  notebook: notebookId,
  home,
  given: [...tagIds],
  trashed: deletedAt !== null,
  ...dots,
});
