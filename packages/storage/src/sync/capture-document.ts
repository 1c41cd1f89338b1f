import { parseDot } from '@notes/sync-protocol';
import { findEmbeddedResources, type Resolution } from '@notes/sync-protocol/merge';
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, evaluate, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { EMBEDDED } from '../resources/resources.js';
import {
  documentResources,
  documents,
  documentTags,
  notebooks,
  resources,
  revisions,
  syncBodies,
  syncOps,
  tags,
} from '../schema.js';
import type { NamedCapture } from './capture-named.js';
import { captureSources } from './capture-sources.js';
import { type NoteState, type NoteStates, parseNoteState, type StoredNote, serializeNoteState } from './note-states.js';
import { buildIsPurged, indexOwn, logByEntity, type OperationLog } from './op-log.js';
import type { Dot } from './states.js';

/** Resolved conflict; `doc` is null when the conflict is about a name. */
export interface Resolved {
  readonly conflict: string;
  readonly doc: string | null;
  readonly resolution: Resolution;
}

const d = alias(documents, 'd');
const v = alias(revisions, 'v');
const n = alias(notebooks, 'n');
const t = alias(tags, 't');
const dt = alias(documentTags, 'dt');
const res = alias(resources, 'r');
const dr = alias(documentResources, 'dr');
const o = alias(syncOps, 'o');

/** Time of the current revision. An import dates a note by its source, and so before the revision that it makes. */
const writtenAt = sql<number>`min(${v.createdAt}, ${d.updatedAt})`;
const noteFields = {
  pk: d.pk,
  synced: d.synced,
  revisionPk: d.revisionPk,
  revision: v.id,
  title: v.title,
  writtenAt,
  createdAt: d.createdAt,
  updatedAt: d.updatedAt,
  deletedAt: d.deletedAt,
  fileName: d.fileName,
  notebook: n.id,
  readOnly: n.readOnly,
  /** JSON array, like `attached`. */
  tags: sql<string>`(SELECT json_group_array(${t.id}) FROM ${documentTags} ${dt} JOIN ${tags} ${t} ON ${t.pk} = ${dt.tagPk}
    WHERE ${dt.documentPk} = ${d.pk})`,
  attached: sql<string>`(SELECT json_group_array(${res.id} || ' ' || ${dr.relationType}) FROM ${documentResources} ${dr}
    JOIN ${resources} ${res} ON ${res.pk} = ${dr.resourcePk}
    WHERE ${dr.documentPk} = ${d.pk} AND ${dr.relationType} <> ${EMBEDDED})`,
};
type NoteRow = Row<typeof noteFields>;
const selectNote = defineQuery(({ id }: Parameters<{ id: string }>) =>
  rows(
    noteFields,
    (list) => sql`SELECT ${list} FROM ${documents} ${d} JOIN ${notebooks} ${n} ON ${n.pk} = ${d.notebookPk}
      JOIN ${revisions} ${v} ON ${v.pk} = ${d.revisionPk} WHERE ${d.id} = ${id}`,
  ),
);

const revisionFields = {
  pk: v.pk,
  id: v.id,
  title: v.title,
  at: sql<number>`iif(${v.pk} = ${d.revisionPk}, ${writtenAt}, ${v.createdAt})`,
};
type Revision = Row<typeof revisionFields>;
/** Selects revisions after a given one, up to the current one; the current one alone when the given one is gone. */
const selectRevisionsAfter = defineQuery(
  ({ documentPk, after }: Parameters<{ documentPk: number; after: number | null }>) =>
    rows(
      revisionFields,
      (list) => sql`SELECT ${list} FROM ${documents} ${d}
        JOIN ${revisions} ${v} ON ${v.documentPk} = ${d.pk} AND ${v.pk} <= ${d.revisionPk}
        WHERE ${d.pk} = ${documentPk} AND ${v.pk} > coalesce(${after}, ${d.revisionPk} - 1) ORDER BY ${v.pk}`,
    ),
);
/** Selects the text of a revision that may embed attachments. */
const selectEmbeddingText = defineQuery(({ pk }: Parameters<{ pk: number }>) =>
  build
    .select({ body: v.body })
    .from(v)
    .where(sql`${v.pk} = ${pk} AND instr(${v.body}, 'resource://default/resources/') > 0`),
);
/** Checks for an attachment that the log has and the library does not. */
const isDeletedResource = defineQuery(({ id }: Parameters<{ id: string }>) =>
  evaluate(
    sql`NOT EXISTS (SELECT 1 FROM ${resources} WHERE ${resources.id} = ${id})
      AND EXISTS (SELECT 1 FROM ${logByEntity} ${o} WHERE ${o.entity} = ${id})`,
  ),
);
const isPurged = defineQuery(({ doc }: Parameters<{ doc: string }>) => evaluate(buildIsPurged(doc)));
/** Condition for the revisions of a note in the log. All operations of the note are indexed by then. */
const buildIsWrite = (doc: SQL) =>
  sql`${syncOps.entity} = ${doc} AND ${syncOps.indexed} = 1 AND ${syncOps.operation} ->> 'op' = 'doc.write'`;
const eraseTitles = defineQuery(({ doc }: Parameters<{ doc: string }>) =>
  build
    .update(syncOps)
    .set({ operation: sql`json_set(${syncOps.operation}, '$.title', '')` })
    .where(buildIsWrite(doc)),
);
const deleteBodies = defineQuery(({ doc }: Parameters<{ doc: string }>) =>
  build
    .delete(syncBodies)
    .where(
      sql`${syncBodies.revisionId} IN (SELECT ${syncOps.operation} ->> 'rev' FROM ${syncOps} WHERE ${buildIsWrite(doc)})`,
    ),
);

const HOME = 'nb_notes';
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const MAX_DOTS_PER_OPERATION = 1_000;

const createEmptyState = (): NoteState => ({
  revisionPk: null,
  heads: [],
  losers: [],
  notebook: HOME,
  home: null,
  given: [],
  trashed: false,
  trash: [],
  tags: {},
  attached: {},
});

/** Captures changes of notes and of import sources. */
export class DocumentCapture {
  readonly #sql: Statements;
  readonly #log: OperationLog;
  readonly #states: NoteStates;
  readonly #named: NamedCapture;
  #affectedNotes = new Set<string>();
  /** Number of the last operation that wrote each note in this transaction. */
  #lastWrites = new Map<string, number>();

  constructor(raw: Connection, log: OperationLog, states: NoteStates, named: NamedCapture) {
    this.#sql = new Statements(raw);
    this.#log = log;
    this.#states = states;
    this.#named = named;
  }

  /**
   * Captures the changes of a note.
   *
   * @param isText true when only the text can have changed; a note that is not in the log yet is captured completely
   */
  compare(doc: string, isText: boolean): void {
    const known = isText ? this.#states.find(doc) : undefined;
    if (known === undefined) this.#compareAll(doc);
    else this.#compareText(doc, known);
  }

  #compareText(doc: string, { pk, text }: StoredNote): void {
    const state = parseNoteState(text);
    this.#noteLosers(doc, state);
    this.#captureRevisions(doc, pk, state);
    this.#store(pk, state, text);
  }

  #compareAll(doc: string): void {
    const row = this.#sql.get(selectNote, { id: doc });
    const before = row?.synced ?? this.#states.findDeleted(doc);
    if (row === undefined) {
      if (before !== undefined) this.#capturePurge(doc, parseNoteState(before));
      return;
    }
    if (row.readOnly) return;
    const state = before === undefined ? createEmptyState() : parseNoteState(before);
    this.#noteLosers(doc, state);
    if (before === undefined) this.#captureCreation(doc, row, state);
    else if (row.revisionPk !== state.revisionPk) this.#captureRevisions(doc, row.pk, state);
    this.#captureMove(doc, row, state);
    this.#captureTags(doc, row, state);
    this.#captureAttachments(doc, row, state);
    this.#captureTrash(doc, row, state);
    this.#store(row.pk, state, row.synced);
  }

  /** Schedules a note with losing revisions, which may merge with its new text. */
  #noteLosers(doc: string, { losers }: NoteState): void {
    if (losers.length > 0) this.#affectedNotes.add(doc);
  }

  #store(pk: number, state: NoteState, before: string | null): void {
    const text = serializeNoteState(state);
    if (text !== before) this.#states.put(pk, text);
  }

  /** Records resolved conflicts, after the revisions that resolve them. */
  recordResolutions(resolved: readonly Resolved[]): void {
    for (const { conflict, doc, resolution } of resolved) {
      const write = doc === null ? null : (this.#lastWrites.get(doc) ?? null);
      this.#log.append({ op: 'conflict.resolve', conflict, doc, resolution, write }, Date.now());
      if (doc !== null) this.#affectedNotes.add(doc);
    }
    this.#lastWrites.clear();
  }

  /** Forgets what a capture that failed has noted. */
  clear(): void {
    this.#lastWrites.clear();
    this.#affectedNotes.clear();
  }

  /** Returns the notes to materialize again after the captured changes, and clears the set. */
  takeAffectedNotes(): ReadonlySet<string> {
    const affectedNotes = this.#affectedNotes;
    this.#affectedNotes = new Set();
    return affectedNotes;
  }

  /** Records the import sources of a note or attachment that are not in the log yet. */
  compareSources(target: string): void {
    captureSources(this.#sql, this.#log, target);
  }

  /** Records a new note, with its current revision alone. */
  #captureCreation(doc: string, row: NoteRow, state: NoteState): void {
    const { createdAt: created, fileName } = row;
    const file_name = fileName === null || CONTROL.test(fileName) ? null : fileName;
    // A note with this id may have been purged.
    if (this.#sql.count(isPurged, { doc }) === 1) this.#affectedNotes.add(doc);
    this.#log.append({ op: 'doc.create', doc, created, file_name }, created);
    this.#write(doc, { pk: row.revisionPk, id: row.revision, title: row.title, at: row.writtenAt }, state);
  }

  #captureRevisions(doc: string, pk: number, state: NoteState): void {
    for (const revision of this.#sql.all(selectRevisionsAfter, { documentPk: pk, after: state.revisionPk }))
      this.#write(doc, revision, state);
  }

  #write(doc: string, { pk, id: rev, title, at }: Revision, state: NoteState): void {
    const dot = this.#log.append({ op: 'doc.write', doc, rev, parents: state.heads, title }, at);
    this.#lastWrites.set(doc, parseDot(dot).seq);
    state.heads = [rev];
    state.revisionPk = pk;
    if (this.#embedsDeleted(pk)) this.#affectedNotes.add(doc);
  }

  /** Returns true when a text embeds a deleted attachment, which the note restores. */
  #embedsDeleted(pk: number): boolean {
    const body = this.#sql.value(selectEmbeddingText, { pk });
    if (body === undefined) return false;
    return [...findEmbeddedResources(body)].some((id) => this.#sql.count(isDeletedResource, { id }) === 1);
  }

  #captureMove(doc: string, { notebook, updatedAt }: NoteRow, state: NoteState): void {
    if (notebook === state.notebook) return;
    this.#log.append({ op: 'doc.home', doc, notebook }, updatedAt);
    state.notebook = notebook;
    state.home = notebook;
  }

  #captureTags(doc: string, { tags, updatedAt }: NoteRow, state: NoteState): void {
    const gone = captureDifferences(tags, state.tags, (tag) => {
      this.#named.introduceTag(tag);
      state.given = [...state.given, tag].sort();
      return this.#log.append({ op: 'doc.tag_add', doc, tag }, updatedAt);
    });
    for (const dots of gone) this.#log.append({ op: 'doc.tag_remove', doc, dots }, updatedAt);
    if (gone.length > 0)
      state.given = state.given.filter((tag) => state.tags[this.#named.getCanonicalTag(tag)] !== undefined);
  }

  #captureAttachments(doc: string, { attached, updatedAt }: NoteRow, state: NoteState): void {
    const gone = captureDifferences(attached, state.attached, (key) => {
      const [resource, relation_type] = key.split(' ') as [string, string];
      this.#named.introduceResource(resource);
      return this.#log.append({ op: 'doc.attach', doc, resource, relation_type }, updatedAt);
    });
    for (const dots of gone) this.#log.append({ op: 'doc.detach', doc, dots }, updatedAt);
  }

  #captureTrash(doc: string, { deletedAt, updatedAt }: NoteRow, state: NoteState): void {
    const trashed = deletedAt !== null;
    if (trashed === state.trashed) return;
    if (trashed)
      state.trash.push(this.#log.append({ op: 'doc.trash', doc, seen: listSeenRevisions(state) }, deletedAt));
    else this.#log.append({ op: 'doc.restore', doc, undo: state.trash.splice(0) }, updatedAt);
    state.trashed = trashed;
  }

  #capturePurge(doc: string, state: NoteState): void {
    this.#log.append({ op: 'doc.purge', doc, seen: listSeenRevisions(state) }, Date.now());
    indexOwn(this.#sql);
    this.#sql.run(deleteBodies, { doc });
    this.#sql.run(eraseTitles, { doc });
    this.#states.dropDeleted(doc);
    // The lineage must be materialized again, for conflicts and notes recovered from it.
    this.#affectedNotes.add(doc);
  }
}

const listSeenRevisions = ({ heads, losers }: NoteState) => [...heads, ...losers];

/**
 * Updates `known` to the entries of a row; `add` records each new entry.
 *
 * @returns the dots of removed entries, in batches of at most `MAX_DOTS_PER_OPERATION`
 */
function captureDifferences(row: string, known: Record<string, Dot[]>, add: (key: string) => Dot): Dot[][] {
  if (row === '[]' && Object.keys(known).length === 0) return [];
  const has = new Set(JSON.parse(row) as string[]);
  const gone = Object.keys(known).filter((key) => !has.has(key));
  for (const key of has) if (known[key] === undefined) known[key] = [add(key)];
  const dots = gone.flatMap((key) => known[key] as Dot[]);
  for (const key of gone) delete known[key];
  return Array.from({ length: Math.ceil(dots.length / MAX_DOTS_PER_OPERATION) }, (_, n) =>
    dots.slice(n * MAX_DOTS_PER_OPERATION, (n + 1) * MAX_DOTS_PER_OPERATION),
  );
}
