import type { Output } from '@notes/contract';
import { ApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { recordOffline } from '../kernel/connection.js';
import { removeCopies, storeCopy } from '../offline/note-copies.js';
import { type NoteText, sameText } from './note-text.js';
import type { Outcome, Remote, RemoteNote } from './remote.js';

/** Timeout of a request. */
const ANSWER_MS = 20_000;
/** Maximum assumed difference between the clocks of browser and server. */
const CLOCK_SKEW_MS = 60_000;
const DEFAULT_NOTEBOOK = 'nb_notes';

/** Temporary faults of the server. */
const TEMPORARY_ERRORS: ReadonlySet<string> = new Set(['internal_error', 'storage_unavailable', 'request_timeout']);

/** Operations of the server used for saving. */
export const remoteService: Remote = {
  read: (document_id) => requestNote((signal) => call('getDocument', { document_id }, signal), document_id),
  replace: (document_id, text, base_revision_id) =>
    requestNote((signal) => call('replaceDocument', { document_id, ...text, base_revision_id }, signal), document_id),
  create: (text, notebook_id) => requestNote((signal) => call('createDocument', { ...text, notebook_id }, signal)),
  async findCreated(texts, notebookId, since) {
    const newest = await request((signal) =>
      call('listNotebookDocuments', { notebook_id: notebookId ?? DEFAULT_NOTEBOOK, limit: 50 }, signal),
    );
    if (newest.kind !== 'done') return newest;
    const recent = newest.value.documents.filter(
      ({ title, created_at }) =>
        Date.parse(created_at) >= since - CLOCK_SKEW_MS && texts.some((text) => text.title === title),
    );
    for (const { id } of recent) {
      const found = await remoteService.read(id);
      if (found.kind !== 'done' || texts.some((text) => sameText(text, found.note))) return found;
    }
    return undefined;
  },
};

/**
 * Returns true when the server has the note unchanged, checked without reading its text. Returns false when that is
 * unknown, as for a note in Trash.
 */
export async function isCurrent({ id, revisionId, notebookId, deletedAt }: RemoteNote): Promise<boolean> {
  const answer = await request((signal) => call('searchDocuments', { query: `id:${id}`, limit: 1 }, signal));
  const found = answer.kind === 'done' ? answer.value.results[0] : undefined;
  return deletedAt === undefined && found?.current_revision_id === revisionId && found.notebook_id === notebookId;
}

/**
 * Reads the text of a revision.
 *
 * @returns null when the server does not have it, undefined when it does not respond
 */
export async function readRevision(document_id: string, revision_id: string): Promise<NoteText | null | undefined> {
  const answer = await request((signal) => call('getRevision', { document_id, revision_id }, signal));
  if (answer.kind === 'done') return { title: answer.value.title, body: answer.value.body };
  return answer.kind === 'refused' && answer.code === 'not_found' ? null : undefined;
}

type Answer<T> = { readonly kind: 'done'; readonly value: T } | Exclude<Outcome, { kind: 'done' }>;

/** Requests a note, and keeps its copy in this browser in step with the answer. */
async function requestNote(
  ask: (signal: AbortSignal) => Promise<Output<'getDocument'>>,
  documentId?: string,
): Promise<Outcome> {
  const answer = await request(ask);
  if (answer.kind === 'refused' && answer.code === 'not_found' && documentId !== undefined)
    void removeCopies([documentId]);
  if (answer.kind !== 'done') return answer;
  const note = remoteNote(answer.value);
  void storeCopy(note);
  return { kind: 'done', note };
}

async function request<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: 'done', value: await ask(AbortSignal.timeout(ANSWER_MS)) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'revision_conflict') return { kind: 'stale' };
    if (error instanceof ApiError && error.code !== 'offline') {
      return {
        kind: 'refused',
        code: error.code,
        message: error.message,
        isTemporary: TEMPORARY_ERRORS.has(error.code),
      };
    }
    recordOffline();
    return { kind: 'offline' };
  }
}

const remoteNote = (document: Output<'getDocument'>): RemoteNote => ({
  id: document.id,
  title: document.title,
  body: document.body,
  revisionId: document.current_revision_id,
  notebookId: document.notebook_id,
  editable: document.editable,
  deletedAt: document.deleted_at,
  updatedAt: Date.parse(document.updated_at),
});
