import { randomUUID } from 'node:crypto';
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
} from '@notes/search-engine';
import type { Log } from '../log.js';
import { MeaningIndex } from '../meaning/meaning-index.js';
import type { Model } from '../meaning/model.js';
import { removeVectors } from '../meaning/vector-table.js';
import { TypoIndex } from '../typo/typo-index.js';
import { Entries } from './entries.js';
import { Erasure } from './erasure.js';
import { FORMAT, type IndexState, parseIndexState } from './index-state.js';
import { isOutsideIndex, toEngineError } from './lance-failure.js';
import { LibraryLocation, type Storage } from './library-location.js';
import { Maintenance } from './maintenance.js';
import { joinText, NOTES_TABLE, NoteTable } from './note-table.js';
import { FolderSync } from './sync-folder.js';
import { WriteQueue } from './write-queue.js';

/** Reason for which an index that never had all notes does not answer. */
const NEW_INDEX = 'The index is new and is being filled';

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
  #database: Connection | undefined;
  #table: NoteTable | undefined;
  #maintenance: Maintenance | undefined;
  #erasure: Erasure | undefined;
  #typo: TypoIndex | undefined;
  #meaning: MeaningIndex | undefined;
  #folder: FolderSync | undefined;
  #entries = new Entries();
  #state: IndexState | undefined;

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
    return this.#toFilledState(this.#typo?.state ?? 'ready');
  }

  get meaningState(): ChannelState {
    return this.#toFilledState(this.#meaning?.state ?? this.#model?.state ?? 'off');
  }

  get embeddingModel(): EngineModel | null {
    const { name, digest, dimensions } = this.#model?.embedder ?? {};
    return name === undefined || digest === undefined || dimensions === undefined ? null : { name, digest, dimensions };
  }

  get problem(): string | null {
    const problem = this.#typo?.problem ?? (this.#meaning ?? this.#model)?.problem;
    return problem ?? (this.#isFilled ? null : NEW_INDEX);
  }

  /** The service raises the sequence number above 0 when the index has all notes for the first time. */
  get #isFilled(): boolean {
    return this.sequence > 0;
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
        this.#location.removeDamaged();
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
    // The last record counts when an id occurs more than once.
    const records = [...new Map(batch.upserts.map((record) => [record.id, record])).values()];
    const kept = new Set(records.map(({ id }) => id));
    const removed = [...new Set(batch.deletes)].filter((id) => this.#entries.has(id) && !kept.has(id));
    const state = {
      format: FORMAT,
      indexId: this.#state?.indexId ?? randomUUID(),
      sequence: Math.max(this.sequence, batch.to),
    } as const;
    const rows = records.map(({ id, version, title, body }) => ({ id, version, text: joinText(title, body) }));
    await table.write(rows, removed, JSON.stringify(state));
    for (const id of removed) this.#entries.delete(id);
    for (const { id, version } of records) this.#entries.set(id, version);
    await this.#typo?.write(records);
    await this.#folder?.sync();
    const wasFilled = this.#isFilled;
    this.#state = state;
    if (this.#isFilled && !wasFilled) this.#removeDamaged();
    this.#maintenance?.noteBatch();
    if (removed.length > 0) this.#erasure?.noteRemovals();
    this.#meaning?.noteChanges(rows, removed);
  }

  #toFilledState(state: ChannelState): ChannelState {
    return state === 'ready' && !this.#isFilled ? 'building' : state;
  }

  /** Removes damaged indexes. Their texts are of no use once the new index has all notes. */
  #removeDamaged(): void {
    try {
      this.#location.removeDamaged();
    } catch (error) {
      this.#log('A damaged index could not be removed. It is removed after the next start', error);
    }
  }

  async #findLike(words: readonly string[], limit: number): Promise<ChannelAnswer> {
    if (this.typoState === 'building') return { state: 'building', message: this.problem ?? '' };
    return (await this.#typo?.find(words, limit)) ?? { state: 'answered', candidates: [] };
  }

  async #findByMeaning(text: string, limit: number): Promise<ChannelAnswer> {
    if (this.meaningState === 'building') return { state: 'building', message: this.problem ?? '' };
    if (this.#meaning !== undefined) return await this.#meaning.find(text, limit);
    if (this.#model === undefined) return { state: 'off', message: 'notes-search was started without a model' };
    const { state, problem } = this.#model;
    return state === 'ready' ? { state: 'answered', candidates: [] } : { state, message: problem ?? '' };
  }

  async #create(): Promise<NoteTable> {
    const database = this.#database ?? (await this.#location.connect());
    this.#database = database;
    await database.dropAllTables();
    return await this.#use(database, await NoteTable.create(database), 0);
  }

  async #use(database: Connection, table: NoteTable, batches: number): Promise<NoteTable> {
    const { folder } = this.#location;
    this.#table = table;
    this.#folder = folder === undefined ? undefined : new FolderSync(folder);
    const sync = async () => this.#folder?.sync();
    const [log, entries] = [this.#log, this.#entries];
    const countRecords = () => this.#entries.size;
    this.#maintenance = new Maintenance({ table, writes: this.#writes, log, sync, countRecords }, batches);
    const eraseChannels = (removed: readonly string[]) => this.#eraseChannels(database, removed);
    this.#erasure = new Erasure({ table, writes: this.#writes, log, sync, eraseChannels });
    this.#typo = new TypoIndex({ database, notes: table, entries, log, sync });
    await this.#typo.open();
    if (this.#model !== undefined)
      this.#meaning = new MeaningIndex({ model: this.#model, database, notes: table, entries, log, sync });
    if ((await table.listRemoved()).length > 0) this.#erasure.noteRemovals();
    return table;
  }

  /** Erases what the channels have of removed notes. A channel with a model removes their vectors by itself. */
  async #eraseChannels(database: Connection, removed: readonly string[]): Promise<void> {
    await this.#typo?.erase();
    if (this.#meaning === undefined) await removeVectors(database, removed);
  }

  /** Reads the index from its files. A table without state was never completed, and counts as none. */
  async #load(): Promise<void> {
    const database = await this.#location.connect();
    this.#database = database;
    if (!(await database.tableNames()).includes(NOTES_TABLE)) return;
    const table = await NoteTable.open(database);
    const state = await table.readState();
    const parsed = state === undefined ? undefined : parseIndexState(state);
    if (parsed === undefined) return table.close();
    const entries = new Entries();
    for await (const { id, version } of table.scan()) entries.set(id, version);
    this.#entries = entries;
    this.#state = parsed;
    await this.#use(database, table, await table.countFiles());
    await this.#folder?.sync();
    if (this.#isFilled) this.#removeDamaged();
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
    this.#maintenance?.stop();
    this.#erasure?.stop();
    await this.#typo?.stop();
    await this.#meaning?.stop();
    this.#table?.close();
    this.#database?.close();
  }

  #reset(): void {
    this.#database = undefined;
    this.#table = undefined;
    this.#maintenance = undefined;
    this.#erasure = undefined;
    this.#typo = undefined;
    this.#meaning = undefined;
    this.#folder = undefined;
    this.#entries = new Entries();
    this.#state = undefined;
  }
}
