import { setTimeout as wait } from 'node:timers/promises';
import { type Embedder, EmbeddingError } from '@notes/embeddings';
import type { Candidate, ChannelAnswer, ChannelState } from '@notes/search-engine';
import type { ChannelOptions } from '../library/channel-options.js';
import { isOutsideIndex, toEngineError } from '../library/lance-failure.js';
import type { NoteRow } from '../library/note-table.js';
import { embedNotes, isNotZero, type NoteParts, PROBE } from './embed-notes.js';
import { describeEmbeddingFailure, type Model } from './model.js';
import { RecentTexts } from './recent-texts.js';
import { splitNote } from './split-note.js';
import { VectorCodes } from './vector-codes.js';
import { VectorTable } from './vector-table.js';

/** Notes without vectors that a complete index may have before it counts as incomplete. */
const MAX_LAG = 1_000;
/** Number of notes read at once. */
const NOTES_READ = 16;
/** Number of texts after which no more notes are read for a batch, at most `MAX_TEXTS` with the last notes. */
const BATCH_TEXTS = 256;
const MAX_BATCH_NOTES = 256;
/**
 * Batches after which the files are joined in any case, and after which they are joined when nothing was written for a
 * while. All vectors are written again then.
 */
const MAX_BATCHES = 256;
const IDLE_BATCHES = 32;
/** Milliseconds after a batch until the vectors of removed notes are erased, and until nothing counts as being written. */
const COMPACTION_MS = 20_000;
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Milliseconds before notes are read again that are being written. */
const READ_AGAIN_MS = 50;
/** Failures in a row after which vectors that cannot be read count as damaged: a service may have been paid for them. */
const MAX_READ_FAILURES = 3;

export interface MeaningOptions extends ChannelOptions {
  readonly model: Model;
}

interface Batch {
  readonly rows: readonly NoteParts[];
  /** Ids of notes that the index does not have any more. */
  readonly gone: readonly string[];
}

/** Vectors of the notes of one library, made in the background after batches and at the start. */
export class MeaningIndex {
  readonly #options: MeaningOptions;
  readonly #stopping = new AbortController();
  /** Ids of notes whose version in the table may be another one than that of the index. */
  readonly #pending = new Set<string>();
  readonly #recent = new RecentTexts();
  #vectors: VectorTable | undefined;
  /** Vectors of the table, which are searched, and versions of its notes. */
  #codes = new VectorCodes(1);
  #isComplete = false;
  #problem: string | undefined;
  #failures = 0;
  /** Batches since the files were joined. */
  #batches = 0;
  #mustCompact = false;
  /** True when files may have vectors of removed notes. */
  #mustErase = false;
  #running: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #compaction: NodeJS.Timeout | undefined;

  constructor(options: MeaningOptions) {
    this.#options = options;
    this.#start();
  }

  get state(): ChannelState {
    if (this.#problem !== undefined) return 'failed';
    if (this.#vectors === undefined) return 'building';
    return this.#isComplete || this.#pending.size === 0 ? 'ready' : 'building';
  }

  /** Reason for a state other than `ready`. */
  get problem(): string | undefined {
    if (this.state === 'ready') return undefined;
    const { entries, model } = this.#options;
    if (this.#problem !== undefined) return this.#problem;
    if (this.#vectors === undefined) return model.problem ?? 'The vectors of the notes are being read';
    return `The model has yet to read ${this.#pending.size} of ${entries.size} notes`;
  }

  /** Notes that records were added, replaced or removed. */
  noteChanges(written: readonly NoteRow[], removed: readonly string[]): void {
    for (const note of written) {
      this.#pending.add(note.id);
      this.#recent.keep(note);
    }
    for (const id of removed) {
      this.#pending.add(id);
      this.#recent.take(id);
    }
    if (this.#pending.size > MAX_LAG) this.#isComplete = false;
    this.#start();
  }

  /** Returns the notes with the parts nearest to a text. */
  async find(text: string, limit: number): Promise<ChannelAnswer> {
    const { state, problem } = this;
    if (state !== 'ready') return { state, message: problem ?? '' };
    try {
      const embedder = await this.#options.model.open();
      const [vector] = text.trim() === '' ? [] : await embedder.embed([text], 'query', this.#stopping.signal);
      if (vector === undefined || !isNotZero(vector)) return { state: 'answered', candidates: [] };
      return { state: 'answered', candidates: this.#search(vector, limit) };
    } catch (error) {
      this.#fail(error);
      return { state: 'failed', message: this.#problem ?? 'notes-search is ending' };
    }
  }

  /** Ends the work; resolves when none is running. What it did not do is done after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#retry);
    clearTimeout(this.#compaction);
    await this.#running;
    this.#close();
  }

  #search(vector: Float32Array, limit: number): Candidate[] {
    const { entries } = this.#options;
    // Vectors of an earlier version are of another text. At most the notes that wait for theirs have them.
    const found = this.#codes.search(vector, limit + this.#pending.size);
    return found
      .filter(({ id, version }) => entries.get(id) === version)
      .slice(0, limit)
      .map(({ id, similarity }) => ({ id, score: similarity }));
  }

  #start(): void {
    if (this.#running !== undefined || this.#retry !== undefined || this.#stopping.signal.aborted) return;
    this.#running = this.#work()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#running = undefined;
        if (this.#pending.size > 0 || this.#mustCompact) this.#start();
      });
  }

  async #work(): Promise<void> {
    const { model, entries } = this.#options;
    const { signal } = this.#stopping;
    const embedder = await model.open();
    const vectors = this.#vectors ?? (await this.#open(embedder));
    this.#vectors = vectors;
    if (this.#problem !== undefined) await embedder.embed([PROBE], 'query', signal);
    while (this.#pending.size > 0 && !signal.aborted) {
      await this.#writeBatch(vectors, embedder);
      this.#noteSuccess();
    }
    if (signal.aborted) return;
    this.#noteSuccess();
    if (this.#mustCompact) await this.#compact(vectors);
    if (entries.size === 0 || this.#isComplete) return;
    await vectors.removeOthers();
    this.#isComplete = this.#pending.size === 0;
  }

  /** Opens the table of the model and compares it with the index. A table that stays unreadable is replaced. */
  async #open(embedder: Embedder): Promise<VectorTable> {
    const { database, log } = this.#options;
    try {
      return await this.#read(embedder);
    } catch (error) {
      if (isOutsideIndex(error) || this.#failures < MAX_READ_FAILURES) throw error;
      log('The vectors are damaged and are made again', error);
      await VectorTable.remove(database, embedder);
      return await this.#read(embedder);
    }
  }

  async #read(embedder: Embedder): Promise<VectorTable> {
    const { database, entries } = this.#options;
    const vectors = await VectorTable.open(database, embedder);
    // The last run may have ended before it erased what it removed.
    this.#mustErase = await vectors.hasOldVersions();
    const codes = new VectorCodes(embedder.dimensions);
    for await (const row of vectors.scan()) codes.add(row, row.vector);
    this.#codes = codes;
    for (const { id, version } of entries) if (codes.getVersion(id) !== version) this.#pending.add(id);
    for (const id of codes.listIds()) if (!entries.has(id)) this.#pending.add(id);
    this.#scheduleCompaction();
    return vectors;
  }

  async #writeBatch(vectors: VectorTable, embedder: Embedder): Promise<void> {
    const { entries, log, sync } = this.#options;
    const { rows, gone } = await this.#readBatch();
    const embedded = await embedNotes(rows, embedder, log, this.#stopping.signal);
    const ids = [...rows.map(({ id }) => id), ...gone];
    const replaced = ids.filter((id) => this.#codes.getVersion(id) !== undefined);
    if (gone.length > 0) this.#mustErase = true;
    if (replaced.length > 0) await vectors.delete(replaced);
    if (embedded.length > 0) await vectors.add(embedded);
    await sync();
    for (const id of ids) this.#codes.remove(id);
    for (const row of embedded) this.#codes.add(row, row.vector);
    const current = ids.filter((id) => entries.get(id) === this.#codes.getVersion(id));
    for (const id of current) this.#pending.delete(id);
    if (current.length === 0) await wait(READ_AGAIN_MS, undefined, { signal: this.#stopping.signal });
    this.#batches += 1;
    if (this.#batches >= MAX_BATCHES) await this.#compact(vectors);
    this.#scheduleCompaction();
  }

  async #readBatch(): Promise<Batch> {
    const { entries, notes } = this.#options;
    const present: string[] = [];
    const gone: string[] = [];
    for (const id of this.#pending) {
      (entries.has(id) ? present : gone).push(id);
      if (present.length + gone.length === MAX_BATCH_NOTES) break;
    }
    const rows: NoteParts[] = [];
    let count = 0;
    const add = ({ id, version, text }: NoteRow) => {
      const texts = splitNote(text);
      count += texts.length;
      rows.push({ id, version, texts });
    };
    const unread: string[] = [];
    for (const id of present) {
      if (count >= BATCH_TEXTS) break;
      const note = this.#recent.take(id);
      if (note === undefined) unread.push(id);
      else add(note);
    }
    for (let from = 0; from < unread.length && count < BATCH_TEXTS; from += NOTES_READ)
      for (const note of await notes.read(unread.slice(from, from + NOTES_READ))) add(note);
    return { rows, gone };
  }

  #noteSuccess(): void {
    this.#problem = undefined;
    this.#failures = 0;
  }

  /** Notes a failure, and tries again later. */
  #fail(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const isOfModel = error instanceof EmbeddingError;
    const problem = isOfModel ? describeEmbeddingFailure(error) : toEngineError(error).message;
    if (problem !== this.#problem) this.#options.log('Notes cannot be searched by meaning', error);
    this.#problem = problem;
    // A batch may be stored in part.
    if (!isOfModel) this.#close();
    if (this.#retry !== undefined) return;
    const pause = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#start();
    }, pause).unref();
  }

  #close(): void {
    this.#vectors?.close();
    this.#vectors = undefined;
    this.#codes = new VectorCodes(1);
  }

  async #compact(vectors: VectorTable): Promise<void> {
    this.#mustCompact = false;
    this.#batches = 0;
    try {
      await vectors.compact(this.#mustErase);
      this.#mustErase = false;
    } catch (error) {
      this.#options.log('The vectors could not be compacted. They are compacted later', error);
      this.#scheduleCompaction();
    }
  }

  #scheduleCompaction(): void {
    const isDue = this.#mustErase || this.#batches >= IDLE_BATCHES;
    if (!isDue || this.#stopping.signal.aborted) return;
    // Erasing does not wait for the end of the writing.
    if (this.#mustErase && this.#compaction !== undefined) return;
    clearTimeout(this.#compaction);
    this.#compaction = setTimeout(() => {
      this.#compaction = undefined;
      this.#mustCompact = true;
      this.#start();
    }, COMPACTION_MS).unref();
  }
}
