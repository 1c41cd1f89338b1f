import type { Output } from '@notes/contract';
import { call } from '../api/client.js';
import { ApiError } from '../api/refusal.js';
import { noteOffline } from '../app/connection.js';
import { sameText } from './note-text.js';
import type { Outcome, Remote, RemoteNote } from './remote.js';

/** An attempt that takes longer counts as one without an answer. */
const ANSWER_MS = 20_000;
/** How far the clocks of browser and server may be apart. */
const CLOCK_SKEW_MS = 60_000;
const DEFAULT_NOTEBOOK = 'nb_notes';

/** Faults of the server that pass. */
const PASSING: ReadonlySet<string> = new Set(['internal_error', 'storage_unavailable', 'request_timeout']);

/** The server, as saving sees it. */
export const service: Remote = {
  read: (document_id) => outcomeOf((signal) => call('getDocument', { document_id }, signal)),
  replace: (document_id, text, base_revision_id) =>
    outcomeOf((signal) => call('replaceDocument', { document_id, ...text, base_revision_id }, signal)),
  create: (text, notebook_id) => outcomeOf((signal) => call('createDocument', { ...text, notebook_id }, signal)),
  async findCreated(texts, notebookId, since) {
    const newest = await answerOf((signal) =>
      call('listNotebookDocuments', { notebook_id: notebookId ?? DEFAULT_NOTEBOOK, limit: 50 }, signal),
    );
    if (newest.kind !== 'done') return newest;
    const recent = newest.value.documents.filter(
      ({ title, created_at }) =>
        Date.parse(created_at) >= since - CLOCK_SKEW_MS && texts.some((text) => text.title === title),
    );
    for (const { id } of recent) {
      const found = await service.read(id);
      if (found.kind !== 'done' || texts.some((text) => sameText(text, found.note))) return found;
    }
    return undefined;
  },
};

/**
 * Whether the server has a note as it was read, which it tells without its text; false where that is not known, as of
 * one in Trash.
 */
export async function isCurrent({ id, revisionId, notebookId, deletedAt }: RemoteNote): Promise<boolean> {
  const answer = await answerOf((signal) => call('searchDocuments', { query: `id:${id}`, limit: 1 }, signal));
  const found = answer.kind === 'done' ? answer.value.results[0] : undefined;
  return deletedAt === undefined && found?.current_revision_id === revisionId && found.notebook_id === notebookId;
}

type Answer<T> = { readonly kind: 'done'; readonly value: T } | Exclude<Outcome, { kind: 'done' }>;

async function outcomeOf(ask: (signal: AbortSignal) => Promise<Output<'getDocument'>>): Promise<Outcome> {
  const answer = await answerOf(ask);
  return answer.kind === 'done' ? { kind: 'done', note: remoteNote(answer.value) } : answer;
}

async function answerOf<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: 'done', value: await ask(AbortSignal.timeout(ANSWER_MS)) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'revision_conflict') return { kind: 'stale' };
    if (error instanceof ApiError && error.code !== 'offline') {
      return { kind: 'refused', code: error.code, message: error.message, isPassing: PASSING.has(error.code) };
    }
    noteOffline();
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
