import {
  assignSides,
  computeLineageView,
  type DocumentConflict,
  type NoteState as NoteTarget,
  type NoteText,
  type Resolution,
  resolveDocumentConflict,
} from '@notes/sync-protocol/merge';
import type { DocumentRecord } from '../documents/documents.js';
import { Statements } from '../library/statements.js';
import type { Capture } from './capture.js';
import type { ConflictReader } from './conflicts.js';
import { LogReader } from './log-reader.js';
import type { MaterializerWriters } from './materializer-writers.js';
import { NoteStates, parseNoteState, serializeNoteState } from './note-states.js';
import { selectOwnId } from './op-log.js';
import { selectDatabaseId } from './part-materializer.js';

/** Chosen resolution of a conflict; `merged` includes the text. */
export type ResolutionChoice =
  | { readonly resolution: Exclude<Resolution, 'merged'> }
  | ({ readonly resolution: 'merged' } & NoteText);

/** Conditions and values for resolving a conflict. */
export interface ResolutionTerms {
  /** Revisions that were shown to the user; ignored for a conflict without revisions. */
  readonly expected: { readonly local: string; readonly remote: string };
  /** Ids for the new revision, and for the revision of a copy. */
  readonly revisionIds: readonly [write: string, copy: string];
  readonly origin: string;
  readonly at: number;
}

/**
 * Outcome of a resolution. `stale`: the conflict is between other revisions now. `closed`: no such conflict is open.
 */
export type ResolutionOutcome =
  | { readonly result: 'stale' | 'closed' }
  | { readonly result: 'settled'; readonly documentId: string | null; readonly copyId: string | null };

/** Resolves conflicts by own operations, as a user chose. */
export class ConflictResolver {
  readonly #writers: MaterializerWriters;
  readonly #conflicts: ConflictReader;
  readonly #capture: Capture;
  readonly #sql: Statements;
  readonly #log: LogReader;
  readonly #states: NoteStates;

  constructor(writers: MaterializerWriters, conflicts: ConflictReader, capture: Capture) {
    this.#writers = writers;
    this.#conflicts = conflicts;
    this.#capture = capture;
    this.#sql = new Statements(writers.raw);
    this.#log = new LogReader(writers.raw);
    this.#states = new NoteStates(writers.raw);
  }

  resolve(id: string, choice: ResolutionChoice, terms: ResolutionTerms): ResolutionOutcome {
    const row = this.#conflicts.get(id);
    if (row === undefined || row.closedAt !== null) return { result: 'closed' };
    const { resolution } = choice;
    if (row.kind === 'document_content' || row.kind === 'document_title')
      return this.#resolveNote(id, row.subject, choice, terms);
    const doc = row.kind === 'purge_vs_edit' ? row.subject : null;
    this.#capture.resolve({ conflict: id, doc, resolution });
    return { result: 'settled', documentId: doc, copyId: null };
  }

  #resolveNote(id: string, documentId: string, choice: ResolutionChoice, terms: ResolutionTerms): ResolutionOutcome {
    const found = this.#find(id, documentId);
    const document = this.#writers.documents.get(documentId);
    const stored = this.#states.find(documentId);
    if (found === undefined || document === undefined || stored === undefined) return { result: 'closed' };
    const { note, conflict, replica } = found;
    const { local, remote } = assignSides(conflict, replica);
    if (local.revisionId !== terms.expected.local || remote.revisionId !== terms.expected.remote)
      return { result: 'stale' };
    const { write, copy } = resolveDocumentConflict(note, conflict, replica, choice);
    // The next revision has both sides as parents.
    const state = parseNoteState(stored.text);
    const losers = state.losers.filter((loser) => loser !== conflict.other.revisionId);
    this.#states.put(document.pk, serializeNoteState({ ...state, heads: [...write.parents], losers }));
    const [revisionId, copyRevisionId] = terms.revisionIds;
    this.#writers.documents.revise(document, this.#revision(write, revisionId, terms));
    if (copy !== null) this.#copy(copy, document, copyRevisionId, terms);
    this.#capture.resolve({ conflict: id, doc: documentId, resolution: choice.resolution });
    return { result: 'settled', documentId, copyId: copy?.doc ?? null };
  }

  #find(id: string, documentId: string) {
    const root = this.#log.findRoot(documentId);
    const operations = [
      ...this.#log.listByEntity(root),
      ...(root === documentId ? [] : this.#log.listByEntity(documentId)),
    ];
    const { notes, conflicts } = computeLineageView(root, operations, { readBody: this.#log.readBody });
    const note = notes.find((each): each is NoteTarget => each.id === documentId);
    const conflict = conflicts.find((each): each is DocumentConflict => each.conflictId === id && 'other' in each);
    const replica = this.#sql.value(selectOwnId);
    return note && conflict && replica !== undefined ? { note, conflict, replica } : undefined;
  }

  /** Creates the copy unless it exists: its id is the same on every replica. */
  #copy(
    copy: NoteText & { readonly doc: string },
    of: DocumentRecord,
    revisionId: string,
    terms: ResolutionTerms,
  ): void {
    const { documents } = this.#writers;
    if (documents.get(copy.doc) !== undefined) return;
    const times = { createdAt: terms.at, updatedAt: terms.at };
    const revision = this.#revision(copy, revisionId, terms);
    documents.insert({ ...revision, ...times, id: copy.doc, notebookPk: of.notebookPk });
  }

  #revision({ title, body }: NoteText, revisionId: string, { origin, at }: ResolutionTerms) {
    const databaseId = this.#sql.value(selectDatabaseId) ?? '';
    return { ...this.#writers.readText({ title, body }, databaseId), revisionId, origin, at };
  }
}
