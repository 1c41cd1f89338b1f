import { getDot, type LoggedOperation, type OperationOf } from '@notes/sync-protocol';
import {
  computeLineageView,
  computeProvenance,
  DEFAULT_NOTEBOOK,
  Lineage,
  type LineageView,
  type NoteState as NoteTarget,
} from '@notes/sync-protocol/merge';
import { sql } from 'drizzle-orm';
import type { OldRevision } from '../documents/content.js';
import type { DocumentKeys } from '../documents/document-writer.js';
import type { DocumentRecord } from '../documents/documents.js';
import { defineQuery, type Parameters, rows } from '../library/query.js';
import type { NotebookRow } from '../notebooks/notebooks.js';
import { documents, syncLineages, syncOps } from '../schema.js';
import { listActiveAdditions, listActiveTrash } from './active-operations.js';
import { selectReceivedText } from './contents.js';
import { listFormerTitles, type Write } from './former-titles.js';
import { type AppliedChanges, buildNoteState, isRevision, toNewRevision } from './materialize-notes.js';
import { NoteStates, serializeNoteState } from './note-states.js';
import { getSubjectId } from './op-log.js';
import { PartMaterializer } from './part-materializer.js';
import type { Dot, TagState } from './states.js';

/** Operations of notes by the id of the note, in the order of the log, with their texts. */
export type ReceivedNotes = ReadonlyMap<string, readonly LoggedOperation[]>;

/** Record for changes without new notes. */
export const NO_NOTES: ReceivedNotes = new Map();

/** Selects the notes of which the library or the log has something. A purge stays in the log. */
const selectKnown = defineQuery(({ ids }: Parameters<{ ids: string }>) =>
  rows(
    { id: sql<string>`k.value` },
    (list) => sql`SELECT ${list} FROM json_each(${ids}) k
      WHERE EXISTS (SELECT 1 FROM ${documents} WHERE ${documents.id} = k.value)
        OR EXISTS (SELECT 1 FROM ${syncOps} WHERE ${syncOps.entity} = k.value AND ${syncOps.indexed} = 1)
        OR EXISTS (SELECT 1 FROM ${syncLineages} WHERE ${syncLineages.id} = k.value)`,
  ),
);

interface CreatedNote {
  readonly target: NoteTarget;
  readonly own: readonly LoggedOperation[];
  readonly view: LineageView;
  /** Time of the last change in milliseconds since the Unix epoch. */
  readonly at: number;
}

/**
 * Materializes notes that the library does not have, all notes of a write together: from the received operations, not
 * from the log, and with all links resolved at once. The result is that of `NoteMaterializer` for each note.
 */
export class NewNoteMaterializer extends PartMaterializer {
  readonly #notes = new NoteStates(this.writers.raw);

  /**
   * Groups the operations of notes of which neither the library nor the log has anything. Must be called before the
   * operations are stored.
   *
   * @returns no notes when an operation is a purge, which affects other notes of its lineage
   */
  findNew(operations: readonly LoggedOperation[]): ReceivedNotes {
    const byNote = new Map<string, LoggedOperation[]>();
    for (const logged of operations) {
      if (logged.operation.op === 'doc.purge') return NO_NOTES;
      const id = getSubjectId(logged.operation);
      if (!id.startsWith('doc_')) continue;
      const own = byNote.get(id);
      if (own === undefined) byNote.set(id, [logged]);
      else own.push(logged);
    }
    for (const { id } of this.sql.all(selectKnown, { ids: JSON.stringify([...byNote.keys()]) })) byNote.delete(id);
    return byNote;
  }

  /**
   * Materializes the notes.
   *
   * @param notes result of {@link findNew}
   */
  materialize(notes: ReceivedNotes, changes: AppliedChanges): void {
    if (notes.size === 0) return;
    const { documents } = this.writers;
    const databaseId = this.databaseId();
    const findHome = this.#cacheHomes();
    const findTag = this.#cacheTags();
    const created = [...notes].flatMap(([id, own]) => this.#compute(id, own, changes));
    for (const { target } of created) this.resources.restoreReferenced(target);
    const keys = documents.insertAll(
      created.map(({ target, own, at }) => {
        const { id, createdAt, fileName } = target;
        const revision = toNewRevision(this.writers, target, databaseId);
        const { pk: notebookPk } = findHome(target);
        const document = { ...revision, id, createdAt, updatedAt: at, fileName, notebookPk };
        const { writes } = new Lineage([id], own).graph;
        return { document, older: this.#listOlder(target, writes), formerTitles: listFormerTitles(writes) };
      }),
    );
    created.forEach(({ target, own, view, at }, n) => {
      const { pk, revisionPk } = keys[n] as DocumentKeys;
      const { id, trashedAt } = target;
      const dots = {
        tags: this.#addTags(pk, own, at, findTag),
        attached: this.#addAttachments(pk, own),
        trash: listActiveTrash(own),
      };
      for (const { sourceKind: kind, sourceId, contentSha256, importedAt } of computeProvenance(own))
        this.writers.provenance.record({ pk, id }, { kind, id: sourceId }, contentSha256 ?? '', importedAt ?? at);
      if (trashedAt !== null) this.#trash(target, trashedAt, at);
      const row = { revisionPk, notebookId: findHome(target).id, deletedAt: trashedAt };
      this.#notes.put(pk, serializeNoteState(buildNoteState(row, target, dots)));
      if (view.conflicts.length > 0) this.conflicts.update([id], view, own);
    });
  }

  /** Returns the note of the operations; none when they have no text. */
  #compute(id: string, own: readonly LoggedOperation[], { changedAt }: AppliedChanges): CreatedNote[] {
    const view = computeLineageView(id, own, { readBody: this.#readBody });
    return view.notes.map((target) => {
      return { target, own, view, at: Math.max(target.updatedAt, changedAt.get(id) ?? 0) };
    });
  }

  /** Revisions of the note beside the current one, oldest first. */
  #listOlder({ revisionId }: NoteTarget, writes: readonly Write[]): OldRevision[] {
    return writes.flatMap(({ operation }) => {
      const { rev, title, w } = operation;
      if (rev === revisionId || this.sql.count(isRevision, { rev }) === 1) return [];
      const body = this.#readBody(operation);
      return { revisionId: rev, origin: 'sync', at: w, title, body, sizeBytes: Buffer.byteLength(body) };
    });
  }

  readonly #readBody = ({ body, body_ref }: OperationOf<'doc.write'>): string =>
    body ?? this.sql.value(selectReceivedText, { sha256: body_ref?.sha256 ?? '' }) ?? '';

  /** Returns a cached lookup of the notebook that contains a note. */
  #cacheHomes(): (target: NoteTarget) => Pick<NotebookRow, 'pk' | 'id'> {
    const { notebooks } = this.writers;
    const known = new Map<string | null, NotebookRow>();
    return ({ home }) => {
      let found = known.get(home);
      if (found === undefined) {
        found = (home === null ? undefined : notebooks.get(home)) ?? (notebooks.get(DEFAULT_NOTEBOOK) as NotebookRow);
        known.set(home, found);
      }
      return found;
    };
  }

  /** Returns a cached lookup of the states of tags. */
  #cacheTags(): (tag: string) => TagState | undefined {
    const known = new Map<string, TagState | undefined>();
    return (tag) => {
      if (!known.has(tag)) known.set(tag, this.states.get<TagState>(tag));
      return known.get(tag);
    };
  }

  /** Adds the tags of a note. Returns them, each with the operations that added it. */
  #addTags(
    pk: number,
    own: readonly LoggedOperation[],
    at: number,
    findTag: (tag: string) => TagState | undefined,
  ): Record<string, Dot[]> {
    const { tags } = this.writers;
    const added: Record<string, Dot[]> = {};
    for (const logged of listActiveAdditions(own, 'doc.tag_add', 'doc.tag_remove')) {
      const state = findTag(logged.operation.tag);
      if (state === undefined) continue;
      const id = state.as ?? logged.operation.tag;
      const dots = added[id];
      if (dots === undefined) added[id] = [getDot(logged)];
      else dots.push(getDot(logged));
    }
    for (const id of Object.keys(added)) tags.attach(pk, tags.ensureWithId(id, (findTag(id) as TagState).name, at).pk);
    return added;
  }

  /** Adds the attachments of a note. Returns the relations, each with the operations that added it. */
  #addAttachments(pk: number, own: readonly LoggedOperation[]): Record<string, Dot[]> {
    const { resources } = this.writers;
    const added: Record<string, Dot[]> = {};
    for (const logged of listActiveAdditions(own, 'doc.attach', 'doc.detach')) {
      const { resource, relation_type: relation } = logged.operation;
      const found = resources.get(resource);
      if (found === undefined) continue;
      const key = `${resource} ${relation}`;
      const dots = added[key];
      if (dots !== undefined) dots.push(getDot(logged));
      else {
        added[key] = [getDot(logged)];
        resources.attach(pk, found.pk, relation);
      }
    }
    return added;
  }

  #trash({ id, createdAt }: NoteTarget, trashedAt: number, at: number): void {
    const { documents } = this.writers;
    const document = documents.get(id) as DocumentRecord;
    documents.trash(document, trashedAt);
    documents.setTimes(document, createdAt, at);
  }
}
