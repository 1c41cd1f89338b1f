import { tokenize } from '@notes/query-language';
import { countEdits } from '../../src/testing/edit-distance.js';
import { multiply, TextVectors } from '../../src/testing/text-vector.js';
import { SYNONYMS } from './memory-fixture.js';

export type Json = Record<string, unknown>;

/** Error of the API: an HTTP status, or a failed task, with the code that Meilisearch documents. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`Something is wrong with ${code}`);
  }
}

interface Settings {
  searchableAttributes: string[];
  filterableAttributes: string[];
  typoTolerance: { enabled: boolean; minWordSizeForTypos: { oneTypo: number; twoTypos: number } } & Json;
  pagination: { maxTotalHits: number };
  embedders: Record<string, Json>;
}

const DEFAULT_SETTINGS: Settings = {
  searchableAttributes: ['*'],
  filterableAttributes: [],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 },
    disableOnWords: [],
    disableOnAttributes: [],
  },
  pagination: { maxTotalHits: 1_000 },
  embedders: {},
};

const MAX_TYPO_WORDS = 10;
const vectors = new TextVectors(SYNONYMS);
const toTerms = (text: string) => tokenize(text).map(({ term }) => term);

/** Index of the stand-in for Meilisearch. */
export class StoredIndex {
  readonly createdAt = `${new Date().toISOString().slice(0, -1)}${Math.floor(Math.random() * 1e6)}Z`;
  settings = structuredClone(DEFAULT_SETTINGS);
  primaryKey: string | null = null;
  /** Documents in the order of their first insertion. */
  documents = new Map<string, Json>();

  changeSettings(changes: Json): void {
    for (const [name, value] of Object.entries(changes)) {
      if (!Object.hasOwn(this.settings, name)) throw new ApiError(400, 'bad_request');
      const isMerged = name === 'typoTolerance' || name === 'embedders';
      const current = (this.settings as unknown as Json)[name] as Json;
      Object.assign(this.settings, { [name]: isMerged ? { ...current, ...(value as Json) } : value });
    }
  }

  add(documents: readonly Json[], primaryKey: string | null): void {
    const key = this.primaryKey ?? primaryKey;
    if (key === null) throw new ApiError(400, 'index_primary_key_no_candidate_found');
    const added = new Map(this.documents);
    for (const document of documents) {
      const id = document[key];
      if (typeof id !== 'string') throw new ApiError(400, 'missing_document_id');
      if (!/^[A-Za-z0-9_-]{1,511}$/.test(id)) throw new ApiError(400, 'invalid_document_id');
      added.set(id, document);
    }
    this.primaryKey = key;
    this.documents = added;
  }

  filter(filter: unknown): Json[] {
    const [, attribute = '', from, to] = /^(\w+) >= (\d+) AND \1 < (\d+)$/.exec(String(filter)) ?? [];
    if (!this.settings.filterableAttributes.includes(attribute)) throw new ApiError(400, 'invalid_document_filter');
    return [...this.documents.values()].filter((document) => {
      const value = document[attribute];
      return typeof value === 'number' && value >= Number(from) && value < Number(to);
    });
  }

  /** Returns the documents with all words of a query in the syntax of Meilisearch, with scores, best first. */
  searchWords(q: string): [Json, number][] {
    const phrases = [...q.matchAll(/"([^"]*)"?/g)].map(([, phrase = '']) => toTerms(phrase));
    const parts = q.replaceAll(/"[^"]*"?/g, ' ').split(/\s+/);
    const negated = parts.filter((part) => part.startsWith('-')).flatMap(toTerms);
    const words = parts
      .filter((part) => !part.startsWith('-'))
      .flatMap(toTerms)
      .slice(0, MAX_TYPO_WORDS);
    const isPrefix = /[\p{L}\p{N}]$/u.test(q);
    return this.#rank((document) => {
      const terms = this.settings.searchableAttributes.map((name) => toTerms(String(document[name] ?? '')));
      const all = new Set(terms.flat());
      if (negated.some((word) => all.has(word))) return 0;
      if (phrases.some((phrase) => !terms.some((list) => ` ${list.join(' ')} `.includes(` ${phrase.join(' ')} `))))
        return 0;
      const scores = words.map((word, index) => this.#scoreWord(word, all, isPrefix && index === words.length - 1));
      return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 1) / (scores.length + 1);
    });
  }

  searchMeaning(q: string, embedder: string): [Json, number][] {
    if (!Object.hasOwn(this.settings.embedders, embedder)) throw new ApiError(400, 'invalid_search_embedder');
    const wanted = vectors.embed(toTerms(q));
    return this.#rank((document) => {
      const text = this.settings.searchableAttributes.map((name) => String(document[name] ?? '')).join(' ');
      return 0.5 + multiply(wanted, vectors.embed(toTerms(text))) / 2;
    });
  }

  #scoreWord(word: string, terms: ReadonlySet<string>, isPrefix: boolean): number {
    if (terms.has(word)) return 1;
    const { oneTypo, twoTypos } = this.settings.typoTolerance.minWordSizeForTypos;
    const typos = word.length >= twoTypos ? 2 : word.length >= oneTypo ? 1 : 0;
    let best = 0;
    for (const term of terms) {
      // A typo in the first character counts twice.
      const edits = countEdits(word, term, typos) + (term[0] === word[0] ? 0 : 1);
      if (edits <= typos) best = Math.max(best, 1 / (1 + edits));
      if (isPrefix && term.startsWith(word)) best = Math.max(best, 0.9);
    }
    return best;
  }

  #rank(score: (document: Json) => number): [Json, number][] {
    return [...this.documents.values()]
      .map((document): [Json, number] => [document, score(document)])
      .filter(([, value]) => value > 0)
      .sort(([, a], [, b]) => b - a)
      .slice(0, this.settings.pagination.maxTotalHits);
  }
}

export interface Task {
  readonly uid: number;
  readonly indexUid: string;
  readonly type: string;
  status: 'enqueued' | 'processing' | 'succeeded' | 'failed';
  error: Json | null;
  /** Changes the data; a task that throws has changed nothing. */
  readonly run: () => void;
}

/** Data that survives the death of the server: indexes, and the queue of tasks. */
export class MeilisearchData {
  readonly indexes = new Map<string, StoredIndex>();
  readonly tasks: Task[] = [];
  isDiskFull = false;

  enqueue(indexUid: string, type: string, run: Task['run']): Json {
    const task: Task = { uid: this.tasks.length, indexUid, type, status: 'enqueued', error: null, run };
    this.tasks.push(task);
    return { taskUid: task.uid, indexUid, status: 'enqueued', type, enqueuedAt: new Date().toISOString() };
  }

  findIndex(uid: string): StoredIndex {
    const index = this.indexes.get(uid);
    if (index === undefined) throw new ApiError(404, 'index_not_found');
    return index;
  }

  /** Returns an index, made when it does not exist. */
  makeIndex(uid: string): StoredIndex {
    const index = this.indexes.get(uid) ?? new StoredIndex();
    this.indexes.set(uid, index);
    return index;
  }

  finish(task: Task): void {
    try {
      if (this.isDiskFull) throw new ApiError(422, 'no_space_left_on_device');
      task.run();
      task.status = 'succeeded';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      task.status = 'failed';
      task.error = toErrorBody(error);
    }
  }
}

export const toErrorBody = ({ message, code }: ApiError): Json => ({
  message,
  code,
  type: 'invalid_request',
  link: `https://docs.meilisearch.com/errors#${code}`,
});
