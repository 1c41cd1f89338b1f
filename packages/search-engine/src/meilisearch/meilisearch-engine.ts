import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BucketDigests } from '../digest.js';
import {
  BUCKETS,
  type BucketDigest,
  type BucketRange,
  type Candidate,
  type CandidateQuery,
  type Candidates,
  type Channel,
  type ChannelAnswer,
  type EngineBatch,
  type EngineDescription,
  type EngineEntry,
  EngineError,
  type EngineModel,
  type EngineReceipt,
  MAX_CANDIDATES,
  type SearchEngine,
} from '../port.js';
import { entriesSchema, type IndexState, STATE_ID, stateSchema, toDocuments, toIndexState } from './index-documents.js';
import { embeddersSchema, hasSettings, INDEX_SETTINGS, settingsSchema } from './index-settings.js';
import { MeilisearchApi } from './meilisearch-api.js';

/** Documents in one page of a listing. */
const PAGE_SIZE = 5_000;
/** Hits asked for beyond the limit: the state document and empty ones are left out. */
const EXTRA_HITS = 20;
const INDEX_NAME = /^[A-Za-z0-9_-]{1,200}$/;

const indexSchema = z.object({ createdAt: z.string() });
const hitsSchema = z.object({
  hits: z.array(z.object({ id: z.string(), version: z.string(), _rankingScore: z.number() })),
});

export interface MeilisearchOptions {
  /** Address of the server, `http:` or `https:`. */
  readonly url: string;
  /** Key with the actions named in the README of the package. Empty: the server needs none. */
  readonly apiKey: string;
  /** Embedder in the settings of the index. Empty: the channel `meaning` is off. */
  readonly embedder: string;
  /** Id of the library; its index is named after it. */
  readonly library: string;
}

/**
 * Search engine on a Meilisearch server, version 1.10 or newer. The state of the index is a document in it, written in
 * the same task as the records of a batch, so that a batch is applied as a whole.
 */
export class MeilisearchEngine implements SearchEngine {
  readonly #api: MeilisearchApi;
  readonly #embedder: string;
  readonly #name: string;
  #hasCheckedSettings = false;

  constructor({ url, apiKey, embedder, library }: MeilisearchOptions) {
    this.#api = new MeilisearchApi(url, apiKey);
    this.#embedder = embedder;
    const isName = INDEX_NAME.test(library);
    this.#name = `notes-${isName ? library : createHash('sha256').update(library).digest('hex')}`;
  }

  async describe(signal?: AbortSignal): Promise<EngineDescription> {
    const version = await this.#api.readVersion(signal);
    const [state, meaning] = await Promise.all([this.#readState(signal), this.#describeMeaning(signal)]);
    const page = state && (await this.#readEntries({ from: 0, to: BUCKETS }, 0, 1, signal));
    return {
      name: 'meilisearch',
      version,
      indexId: state?.indexId ?? null,
      sequence: state?.sequence ?? 0,
      records: page?.total ?? 0,
      channels: { typo: 'ready', meaning: meaning.state },
      model: meaning.model,
      problem: meaning.problem,
    };
  }

  async apply(batch: EngineBatch, signal?: AbortSignal): Promise<EngineReceipt> {
    const state = await this.#readState(signal);
    if ((state?.sequence ?? 0) < batch.from) throw new EngineError('gap', 'The index lacks changes before the batch');
    if (state === null) await this.#makeIndex(signal);
    else if (!this.#hasCheckedSettings) await this.#repairSettings(signal);
    const next = {
      indexId: state === null ? randomUUID() : readOwnId(state),
      sequence: Math.max(state?.sequence ?? 0, batch.to),
    };
    const { requests, deletes, rejected } = toDocuments(batch, next);
    const path = this.#path('/documents?primaryKey=id');
    for (const body of requests) await this.#api.change({ method: 'POST', path, body, signal });
    // The records are gone already: this frees the space of their empty documents, and needs no waiting.
    if (deletes.length > 0)
      await this.#api.enqueue({ method: 'POST', path: this.#path('/documents/delete-batch'), body: deletes, signal });
    return { rejected };
  }

  async candidates(query: CandidateQuery, signal?: AbortSignal): Promise<Candidates> {
    const answers = query.channels.map(
      async (channel): Promise<[Channel, ChannelAnswer]> => [channel, await this.#ask(channel, query, signal)],
    );
    return Object.fromEntries(await Promise.all(answers));
  }

  async digests(range: BucketRange, signal?: AbortSignal): Promise<readonly BucketDigest[]> {
    const digests = new BucketDigests();
    for await (const entry of this.#listEntries(range, signal)) digests.add(entry);
    return digests.list(range);
  }

  async entries(bucket: number, signal?: AbortSignal): Promise<readonly EngineEntry[]> {
    const entries: EngineEntry[] = [];
    for await (const entry of this.#listEntries({ from: bucket, to: bucket + 1 }, signal)) entries.push(entry);
    return entries;
  }

  async drop(signal?: AbortSignal): Promise<void> {
    const index = await this.#api.readIfPresent(indexSchema, { method: 'GET', path: this.#path(), signal });
    if (index === null) return;
    await this.#api.change({ method: 'DELETE', path: this.#path(), signal }, 'index_not_found');
  }

  #path(path = ''): string {
    return `/indexes/${this.#name}${path}`;
  }

  /**
   * Reads the state of the index. Its id is that of the state document with the time at which the server made the index:
   * a batch that is on its way when the index is deleted makes another one, with the old state document.
   */
  async #readState(signal: AbortSignal | undefined): Promise<IndexState | null> {
    const [document, index] = await Promise.all([
      this.#api.readIfPresent(stateSchema, { method: 'GET', path: this.#path(`/documents/${STATE_ID}`), signal }),
      this.#api.readIfPresent(indexSchema, { method: 'GET', path: this.#path(), signal }),
    ]);
    const state = document && toIndexState(document);
    return state && index && { ...state, indexId: `${state.indexId} ${index.createdAt}` };
  }

  async #makeIndex(signal: AbortSignal | undefined): Promise<void> {
    await this.#api.change({ method: 'PATCH', path: this.#path('/settings'), body: INDEX_SETTINGS, signal });
    await this.#api.change({ method: 'DELETE', path: this.#path('/documents'), signal });
    this.#hasCheckedSettings = true;
  }

  /** Restores settings that another version of this engine, or somebody else, changed. */
  async #repairSettings(signal: AbortSignal | undefined): Promise<void> {
    const path = this.#path('/settings');
    const settings = await this.#api.read(settingsSchema, { method: 'GET', path, signal });
    if (!hasSettings(settings)) await this.#api.change({ method: 'PATCH', path, body: INDEX_SETTINGS, signal });
    this.#hasCheckedSettings = true;
  }

  async #describeMeaning(signal: AbortSignal | undefined): Promise<{
    readonly state: EngineDescription['channels']['meaning'];
    readonly model: EngineModel | null;
    readonly problem: string | null;
  }> {
    if (this.#embedder === '') return { state: 'off', model: null, problem: null };
    const path = this.#path('/settings/embedders');
    const embedders = await this.#api.readIfPresent(embeddersSchema, { method: 'GET', path, signal });
    const found = embedders && Object.hasOwn(embedders, this.#embedder) ? embedders[this.#embedder] : undefined;
    if (!found) {
      const problem = `The Meilisearch index ${this.#name} has no embedder "${this.#embedder}". Add it to the settings of the index`;
      return { state: 'failed', model: null, problem };
    }
    const name = [this.#embedder, found.source, found.model].filter(Boolean).join(' ');
    return { state: 'ready', model: { name, digest: '', dimensions: found.dimensions ?? 0 }, problem: null };
  }

  /** Asks one channel. An error of the channel is its answer; errors of the server reject. */
  async #ask(channel: Channel, query: CandidateQuery, signal: AbortSignal | undefined): Promise<ChannelAnswer> {
    if (channel === 'meaning' && this.#embedder === '') return { state: 'off', message: 'No embedder is set' };
    const search = channel === 'typo' ? toTypoSearch(query) : toMeaningSearch(query, this.#embedder);
    if (search.q.trim() === '') return { state: 'answered', candidates: [] };
    const limit = Math.min(query.limit, MAX_CANDIDATES);
    try {
      return { state: 'answered', candidates: await this.#search(search, limit, signal) };
    } catch (error) {
      if (error instanceof EngineError && error.code === 'failed') return { state: 'failed', message: error.message };
      throw error;
    }
  }

  async #search(search: object, limit: number, signal: AbortSignal | undefined): Promise<Candidate[]> {
    const answer = await this.#api.readIfPresent(hitsSchema, {
      method: 'POST',
      path: this.#path('/search'),
      body: { ...search, limit: limit + EXTRA_HITS, attributesToRetrieve: ['id', 'version'], showRankingScore: true },
      signal,
    });
    return (answer?.hits ?? [])
      .filter(({ version }) => version !== '')
      .map(({ id, _rankingScore }) => ({ id, score: _rankingScore }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  }

  async *#listEntries(range: BucketRange, signal: AbortSignal | undefined): AsyncGenerator<EngineEntry> {
    // An index that only has settings of the user cannot be filtered yet.
    if ((await this.#readState(signal)) === null) return;
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const page = await this.#readEntries(range, offset, PAGE_SIZE, signal);
      yield* page?.results ?? [];
      if (page === null || page.results.length === 0 || offset + PAGE_SIZE >= page.total) return;
    }
  }

  /** Reads a page of the records in a range of buckets. Null: there is no index. */
  async #readEntries({ from, to }: BucketRange, offset: number, limit: number, signal: AbortSignal | undefined) {
    const path = this.#path('/documents/fetch');
    const filter = `bucket >= ${from} AND bucket < ${to}`;
    const body = { filter, fields: ['id', 'version'], offset, limit };
    try {
      return await this.#api.readIfPresent(entriesSchema, { method: 'POST', path, body, signal });
    } catch (error) {
      // Somebody may have changed the settings of the index: the next batch restores them.
      this.#hasCheckedSettings = false;
      throw error;
    }
  }
}

/** Returns the id in the state document, without the time of the index. */
const readOwnId = ({ indexId }: IndexState) => indexId.slice(0, indexId.indexOf(' '));

/**
 * Returns a search for all words. Quotes and hyphens before words would be operators. The last word of a text that ends
 * with a space is not taken for the beginning of one.
 */
const toTypoSearch = ({ text, words }: CandidateQuery) => ({
  q: words.length === 0 ? '' : `${text.replaceAll(/["“”«»„]|(?<=^|\s)-+/g, ' ').trim()} `,
  matchingStrategy: 'all',
});

const toMeaningSearch = ({ text }: CandidateQuery, embedder: string) => ({
  q: text,
  hybrid: { semanticRatio: 1, embedder },
});
