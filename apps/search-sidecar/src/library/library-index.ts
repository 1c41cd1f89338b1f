import { randomUUID } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Connection } from '@lancedb/lancedb';
import {
  type BucketDigest,
  type BucketRange,
  type CandidateQuery,
  type Candidates,
  type Channel,
  type ChannelAnswer,
  type ChannelState,
  type EngineBatch,
  type EngineEntry,
  EngineError,
  type EngineModel,
  type EngineReceipt,
  type EngineRecord,
} from '@notes/search-engine';
import type { Log } from '../log.js';
import { MeaningIndex } from '../meaning/meaning-index.js';
import type { Model } from '../meaning/model.js';
import { FreshTerms } from '../typo/fresh-terms.js';
import { indexTerms } from '../typo/index-terms.js';
import { joinCandidates } from '../typo/join-candidates.js';
import { buildTypoQueries } from '../typo/typo-query.js';
import { Entries } from './entries.js';
import { type IndexState, parseIndexState } from './index-state.js';
import { isOutsideIndex, toEngineError } from './lance-failure.js';
import { LibraryLocation, type Storage } from './library-location.js';
import { Maintenance } from './maintenance.js';
import { NOTES_TABLE, type NoteRow, NoteTable } from './note-table.js';
import { FolderSync } from './sync-folder.js';
import { WriteQueue } from './write-queue.js';

/** Number of records that are divided into terms before other requests are answered. */
const SLICE = 20;

export interface LibraryOptions {
  readonly storage: Storage;
  /** Undefined: notes cannot be searched by meaning. */
  readonly model: Model | undefined;
  readonly log: Log;
}

/** Index of the notes of one library. */
export class LibraryIndex {
  readonly #location: LibraryLocation;
  readonly #model: Model | undefined;
  readonly #log: Log;
  readonly #writes = new WriteQueue();
  readonly #fresh = new FreshTerms();
  #database: Connection | undefined;
  #table: NoteTable | undefined;
  #maintenance: Maintenance | undefined;
  #meaning: MeaningIndex | undefined;
  #folder: FolderSync | undefined;
  #entries = new Entries();
  #state: IndexState | undefined;
  #typoProblem: string | undefined;

  private constructor({ storage, model, log }: LibraryOptions, library: string) {
    this.#location = new LibraryLocation(storage, library);
    this.#model = model;
    this.#log = log;
  }

  /**
   * Opens the index of a library, or prepares an empty one. A damaged folder is renamed, and the index is empty.
   *
   * @throws EngineError when the files cannot be read for a reason outside the index
   */
  static async open(options: LibraryOptions, library: string): Promise<LibraryIndex> {
    const index = new LibraryIndex(options, library);
    try {
      await index.#load();
    } catch (error) {
      const { folder } = index.#location;
      await index.close();
      if (folder === undefined || isOutsideIndex(error)) throw toEngineError(error);
      options.log(`The index in ${folder} is damaged and was moved to ${index.#location.moveAside(folder)}`, error);
      index.#reset();
    }
    return index;
  }

  get indexId(): string | null {
    return this.#state?.indexId ?? null;
  }

  get sequence(): number {
    return this.#state?.sequence ?? 0;
  }

  get records(): number {
    return this.#entries.size;
  }

  get typoState(): ChannelState {
    return this.#typoProblem === undefined ? 'ready' : 'failed';
  }

  get meaningState(): ChannelState {
    return this.#meaning?.state ?? this.#model?.state ?? 'off';
  }

  get embeddingModel(): EngineModel | null {
    const { name, digest, dimensions } = this.#model?.embedder ?? {};
    return name === undefined || digest === undefined || dimensions === undefined ? null : { name, digest, dimensions };
  }

  get problem(): string | null {
    return this.#typoProblem ?? (this.#meaning ?? this.#model)?.problem ?? null;
  }

  apply(batch: EngineBatch): Promise<EngineReceipt> {
    return this.#writes.run(async () => {
      if (batch.from > this.sequence)
        throw new EngineError('gap', `The index has the changes up to ${this.sequence} and not up to ${batch.from}`);
      try {
        await this.#apply(batch);
      } catch (error) {
        this.#log('A batch could not be stored', error);
        // The batch may be stored in part, or as a whole.
        await this.#reload();
        throw toEngineError(error);
      }
      return { rejected: [] };
    });
  }

  async candidates({ text, words, channels, limit }: CandidateQuery): Promise<Candidates> {
    const answers = await Promise.all(
      channels.map(async (channel): Promise<[Channel, ChannelAnswer]> => {
        if (channel === 'typo') return [channel, await this.#findLike(words, limit)];
        return [channel, await this.#findByMeaning(text, limit)];
      }),
    );
    return Object.fromEntries(answers);
  }

  digests(range: BucketRange): BucketDigest[] {
    return this.#entries.digests(range);
  }

  entries(bucket: number): EngineEntry[] {
    return this.#entries.list(bucket);
  }

  /** Removes the index. The next batch makes a new one. */
  drop(): Promise<void> {
    return this.#writes.run(async () => {
      await this.#release();
      this.#reset();
      try {
        await this.#location.remove();
      } catch (error) {
        throw toEngineError(error);
      }
    });
  }

  /** Completes what is being written. Nothing may be called afterwards. */
  async close(): Promise<void> {
    await this.#writes.run(() => this.#release());
  }

  async #apply(batch: EngineBatch): Promise<void> {
    const table = this.#table ?? (await this.#create());
    const rows = await makeRows(batch.upserts);
    const kept = new Set(rows.map(({ id }) => id));
    const removed = [...new Set(batch.deletes)].filter((id) => this.#entries.has(id) && !kept.has(id));
    const state = {
      format: 1,
      indexId: this.#state?.indexId ?? randomUUID(),
      sequence: Math.max(this.sequence, batch.to),
    } as const;
    for (const { terms } of rows) this.#fresh.add(terms);
    await table.write(rows, removed, JSON.stringify(state));
    await this.#folder?.sync();
    for (const id of removed) this.#entries.delete(id);
    for (const { id, version } of rows) this.#entries.set(id, version);
    this.#state = state;
    this.#maintenance?.noteWrite(rows.length + removed.length);
    this.#meaning?.noteChanges([...kept, ...removed]);
  }

  async #findLike(words: readonly string[], limit: number): Promise<ChannelAnswer> {
    const queries = buildTypoQueries(words, this.#fresh);
    const table = this.#table;
    if (table === undefined || queries === undefined) return { state: 'answered', candidates: [] };
    try {
      const searches = [queries.exact, queries.similar].map((query) => table.search(query, limit));
      const [exact = [], similar = []] = await Promise.all(searches);
      const found = joinCandidates(exact, similar, limit);
      this.#typoProblem = undefined;
      return { state: 'answered', candidates: found.filter(({ id }) => this.#entries.has(id)) };
    } catch (error) {
      this.#log('The text index cannot be searched', error);
      this.#typoProblem = 'The text index cannot be read. It is being made again';
      this.#maintenance?.rebuild();
      return { state: 'failed', message: this.#typoProblem };
    }
  }

  async #findByMeaning(text: string, limit: number): Promise<ChannelAnswer> {
    if (this.#meaning !== undefined) return await this.#meaning.find(text, limit);
    if (this.#model === undefined) return { state: 'off', message: 'notes-search was started without a model' };
    const { state, problem } = this.#model;
    return state === 'ready' ? { state: 'answered', candidates: [] } : { state, message: problem ?? '' };
  }

  async #create(): Promise<NoteTable> {
    const database = this.#database ?? (await this.#location.connect());
    this.#database = database;
    const existing = await database.tableNames();
    if (existing.includes(NOTES_TABLE)) await database.dropTable(NOTES_TABLE);
    return this.#use(database, await NoteTable.create(database));
  }

  #use(database: Connection, table: NoteTable): NoteTable {
    const { folder } = this.#location;
    this.#table = table;
    this.#folder = folder === undefined ? undefined : new FolderSync(folder);
    this.#maintenance = new Maintenance({
      table,
      fresh: this.#fresh,
      writes: this.#writes,
      log: this.#log,
      sync: async () => this.#folder?.sync(),
      countRecords: () => this.#entries.size,
    });
    if (this.#model !== undefined)
      this.#meaning = new MeaningIndex({
        model: this.#model,
        database,
        notes: table,
        entries: this.#entries,
        log: this.#log,
        sync: async () => this.#folder?.sync(),
      });
    return table;
  }

  /** Reads the index from its files. A table without state was never completed, and counts as none. */
  async #load(): Promise<void> {
    const database = await this.#location.connect();
    this.#database = database;
    if (!(await database.tableNames()).includes(NOTES_TABLE)) return;
    const table = await NoteTable.open(database);
    const state = await table.readState();
    if (state === undefined) return table.close();
    const parsed = parseIndexState(state);
    const entries = new Entries();
    for await (const { id, version } of table.scan()) entries.set(id, version);
    this.#entries = entries;
    this.#state = parsed;
    this.#use(database, table);
    await this.#folder?.sync();
    // Terms of records without an index are known only to the process that wrote them.
    if ((await table.countUnindexed()) > 0) await table.compact();
  }

  async #reload(): Promise<void> {
    await this.#release();
    this.#reset();
    try {
      await this.#load();
    } catch (error) {
      this.#log('The index cannot be read after a failed write', error);
      await this.#release();
      this.#reset();
    }
  }

  async #release(): Promise<void> {
    await this.#maintenance?.stop();
    await this.#meaning?.stop();
    this.#table?.close();
    this.#database?.close();
  }

  #reset(): void {
    this.#database = undefined;
    this.#table = undefined;
    this.#maintenance = undefined;
    this.#meaning = undefined;
    this.#folder = undefined;
    this.#entries = new Entries();
    this.#state = undefined;
  }
}

/** Makes the rows of records; the last one counts when an id occurs more than once. */
async function makeRows(records: readonly EngineRecord[]): Promise<NoteRow[]> {
  const rows: NoteRow[] = [];
  for (const record of new Map(records.map((each) => [each.id, each])).values()) {
    const { id, version, title, body } = record;
    rows.push({ id, version, terms: indexTerms(record), text: `${title}\n\n${body}` });
    if (rows.length % SLICE === 0) await yieldToOthers();
  }
  return rows;
}
