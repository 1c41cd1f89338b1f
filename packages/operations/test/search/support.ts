import type { Input, Output } from '@notes/contract';
import type { CandidateQuery, Candidates, SearchEngine } from '@notes/search-engine';
import { MemoryEngine } from '@notes/search-engine/testing';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

export type Page = Output<'searchDocuments'>;
export type Hit = Page['results'][number];

export interface SearchedLibrary extends OpenedLibrary {
  readonly addNote: (title: string, body?: string, tags?: readonly string[]) => Promise<string>;
  readonly search: (query: string, input?: Partial<Input<'searchDocuments'>>) => Promise<Page>;
  /** Sends all notes to an engine, as the feed does. */
  readonly feed: (engine: SearchEngine) => Promise<void>;
}

/** Opens a library that searches with an engine. */
export async function openSearchedLibrary(engine: SearchEngine = new MemoryEngine()): Promise<SearchedLibrary> {
  const opened = await openTestLibrary();
  Object.assign(opened.library, { sidecar: { engine } });
  const ids: string[] = [];
  return {
    ...opened,
    addNote: async (title, body = '', tags = []) => {
      const { id } = await opened.call('createDocument', { title, body, tags: [...tags] });
      ids.push(id);
      return id;
    },
    search: (query, input = {}) => opened.call('searchDocuments', { query, ...input }),
    feed: async (engine) => {
      const upserts = await Promise.all(
        ids.map(async (document_id) => {
          const note = await opened.call('getDocument', { document_id });
          return { id: note.id, version: note.current_revision_id, title: note.title, body: note.body };
        }),
      );
      await engine.apply({ from: 0, to: 1, upserts, deletes: [] });
    },
  };
}

/** Engine that answers every question in the same way. */
export function makeEngine(answer: (query: CandidateQuery) => unknown): SearchEngine {
  const engine = new MemoryEngine();
  return Object.assign(engine, { candidates: async (query: CandidateQuery) => answer(query) as Candidates });
}
