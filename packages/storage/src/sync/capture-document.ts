import { parseDot } from '@notes/sync-protocol';
import type { Resolution } from '@notes/sync-protocol/merge';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { EMBEDDED } from '../resources/resources.js';
import type { NamedCapture } from './capture-named.js';
import { type NoteState, type NoteStates, parseNoteState, type StoredNote, serializeNoteState } from './note-states.js';
import { BY_ENTITY, IS_PURGED, indexOwn, type OperationLog } from './op-log.js';
import type { Dot } from './states.js';

interface Row {
  readonly pk: number;
  readonly synced: string | null;
  readonly revisionPk: number;
  readonly revision: string;
  readonly title: string;
  readonly writtenAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  readonly fileName: string | null;
  readonly notebook: string;
  readonly readOnly: number;
  /** JSON array, like `attached`. */
  readonly tags: string;
  readonly attached: string;
}
interface Revision {
  readonly pk: number;
  readonly id: string;
  readonly title: string;
  readonly at: number;
}
/** Resolved conflict; `doc` is null when the conflict is about a name. */
export interface Resolved {
  readonly conflict: string;
  readonly doc: string | null;
  readonly resolution: Resolution;
}

interface Provenance {
  readonly source_kind: string;
  readonly source_id: string;
  readonly content_sha256: string | null;
  readonly imported: number;
}

const ROW = `SELECT d.pk, d.synced, d.revision_pk AS revisionPk, v.id AS revision, v.title, v.created_at AS writtenAt,
    d.created_at AS createdAt, d.updated_at AS updatedAt, d.deleted_at AS deletedAt, d.file_name AS fileName,
    n.id AS notebook, n.read_only AS readOnly,
    (SELECT json_group_array(t.id) FROM document_tags dt JOIN tags t ON t.pk = dt.tag_pk WHERE dt.document_pk = d.pk) AS tags,
    (SELECT json_group_array(r.id || ' ' || dr.relation_type) FROM document_resources dr
      JOIN resources r ON r.pk = dr.resource_pk
      WHERE dr.document_pk = d.pk AND dr.relation_type <> '${EMBEDDED}') AS attached
  FROM documents d JOIN notebooks n ON n.pk = d.notebook_pk JOIN revisions v ON v.pk = d.revision_pk WHERE d.id = ?`;
/** Revisions after a given one, up to the current one; the current one alone when the given one is gone. */
const REVISIONS = `SELECT v.pk, v.id, v.title, v.created_at AS at
  FROM documents d JOIN revisions v ON v.document_pk = d.pk AND v.pk <= d.revision_pk
  WHERE d.pk = ? AND v.pk > coalesce(?, d.revision_pk - 1) ORDER BY v.pk`;
const SOURCES = `SELECT source_kind, source_id, content_sha256, imported_at AS imported
    FROM provenance WHERE document_pk = (SELECT pk FROM documents WHERE id = @id)
  UNION ALL SELECT source_kind, source_id, NULL, imported_at
    FROM resource_provenance WHERE resource_pk = (SELECT pk FROM resources WHERE id = @id)`;
const IS_IN_LOG = `SELECT EXISTS (SELECT 1 FROM documents WHERE id = @id AND synced IS NOT NULL)
  OR EXISTS (SELECT 1 FROM sync_states WHERE id = @id)`;
const KNOWN_SOURCES = `SELECT operation FROM ${BY_ENTITY} WHERE entity = ? AND operation ->> 'op' = 'src.provenance'`;
/** Erases the titles of a purged note from the log. All operations of the note are indexed by then. */
const ERASE_TITLES = `UPDATE sync_ops SET operation = json_set(operation, '$.title', '')
  WHERE entity = ? AND indexed = 1 AND operation ->> 'op' = 'doc.write'`;
const ERASE_BODIES = `DELETE FROM sync_bodies WHERE revision_id IN (
  SELECT operation ->> 'rev' FROM sync_ops WHERE entity = ? AND indexed = 1 AND operation ->> 'op' = 'doc.write')`;

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
  #unsettled = new Set<string>();
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
    const row = this.#sql.get<Row>(ROW, doc);
    const before = row?.synced ?? this.#states.findDeleted(doc);
    if (row === undefined) {
      if (before !== undefined) this.#capturePurge(doc, parseNoteState(before));
      return;
    }
    if (row.readOnly === 1) return;
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
    if (losers.length > 0) this.#unsettled.add(doc);
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
      if (doc !== null) this.#unsettled.add(doc);
    }
    this.#lastWrites.clear();
  }

  /** Returns the notes to materialize again after the captured changes, and clears the set. */
  takeAffectedNotes(): ReadonlySet<string> {
    const unsettled = this.#unsettled;
    this.#unsettled = new Set();
    return unsettled;
  }

  /** Records the import sources of a note or attachment that are not in the log yet. */
  compareSources(target: string): void {
    const sources = this.#sql.all<Provenance>(SOURCES, { id: target });
    if (sources.length === 0 || this.#sql.count(IS_IN_LOG, { id: target }) === 0) return;
    const known = new Set(this.#sql.rows<[string]>(KNOWN_SOURCES, target).map(([operation]) => operation));
    for (const source of sources) {
      const saying = { op: 'src.provenance', target, ...source } as const;
      if (!known.has(JSON.stringify(saying))) this.#log.append(saying, source.imported);
    }
  }

  /** Records a new note, with its current revision alone. */
  #captureCreation(doc: string, row: Row, state: NoteState): void {
    const { createdAt: created, fileName } = row;
    const file_name = fileName === null || CONTROL.test(fileName) ? null : fileName;
    // A note with this id may have been purged.
    if (this.#sql.count(`SELECT ${IS_PURGED}`, { doc }) === 1) this.#unsettled.add(doc);
    this.#log.append({ op: 'doc.create', doc, created, file_name }, created);
    this.#write(doc, { pk: row.revisionPk, id: row.revision, title: row.title, at: row.writtenAt }, state);
  }

  #captureRevisions(doc: string, pk: number, state: NoteState): void {
    for (const revision of this.#sql.all<Revision>(REVISIONS, pk, state.revisionPk)) this.#write(doc, revision, state);
  }

  #write(doc: string, { pk, id: rev, title, at }: Revision, state: NoteState): void {
    const dot = this.#log.append({ op: 'doc.write', doc, rev, parents: state.heads, title }, at);
    this.#lastWrites.set(doc, parseDot(dot).seq);
    state.heads = [rev];
    state.revisionPk = pk;
  }

  #captureMove(doc: string, { notebook, updatedAt }: Row, state: NoteState): void {
    if (notebook === state.notebook) return;
    this.#log.append({ op: 'doc.home', doc, notebook }, updatedAt);
    state.notebook = notebook;
    state.home = notebook;
  }

  #captureTags(doc: string, { tags, updatedAt }: Row, state: NoteState): void {
    const gone = captureDifferences(tags, state.tags, (tag) => {
      this.#named.introduceTag(tag);
      state.given = [...state.given, tag].sort();
      return this.#log.append({ op: 'doc.tag_add', doc, tag }, updatedAt);
    });
    for (const dots of gone) this.#log.append({ op: 'doc.tag_remove', doc, dots }, updatedAt);
    if (gone.length > 0)
      state.given = state.given.filter((tag) => state.tags[this.#named.getCanonicalTag(tag)] !== undefined);
  }

  #captureAttachments(doc: string, { attached, updatedAt }: Row, state: NoteState): void {
    const gone = captureDifferences(attached, state.attached, (key) => {
      const [resource, relation_type] = key.split(' ') as [string, string];
      this.#named.introduceResource(resource);
      return this.#log.append({ op: 'doc.attach', doc, resource, relation_type }, updatedAt);
    });
    for (const dots of gone) this.#log.append({ op: 'doc.detach', doc, dots }, updatedAt);
  }

  #captureTrash(doc: string, { deletedAt, updatedAt }: Row, state: NoteState): void {
    const trashed = deletedAt !== null;
    if (trashed === state.trashed) return;
    if (trashed)
      state.trash.push(this.#log.append({ op: 'doc.trash', doc, seen: listSeenRevisions(state) }, updatedAt));
    else this.#log.append({ op: 'doc.restore', doc, undo: state.trash.splice(0) }, updatedAt);
    state.trashed = trashed;
  }

  #capturePurge(doc: string, state: NoteState): void {
    this.#log.append({ op: 'doc.purge', doc, seen: listSeenRevisions(state) }, Date.now());
    indexOwn(this.#sql);
    this.#sql.run(ERASE_BODIES, doc);
    this.#sql.run(ERASE_TITLES, doc);
    this.#states.dropDeleted(doc);
    // The lineage must be materialized again, for conflicts and notes recovered from it.
    this.#unsettled.add(doc);
  }
}

const listSeenRevisions = ({ heads, losers }: NoteState) => [...heads, ...losers];

/**
 * Updates `known` to the entries of a row; `add` records each new entry.
 *
 * @returns the dots of removed entries, in batches of at most `MOST_DOTS`
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
