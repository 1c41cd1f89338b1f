import { setMaxListeners } from 'node:events';
import { setTimeout as wait, setImmediate as yieldToOthers } from 'node:timers/promises';
import type { FullTextQuery } from '@lancedb/lancedb';
import type { Candidate, ChannelAnswer, ChannelState } from '@notes/search-engine';
import type { ChannelOptions } from '../library/channel-options.js';
import { isOutsideIndex, toEngineError } from '../library/lance-failure.js';
import { splitText } from '../library/note-table.js';
import { WriteQueue } from '../library/write-queue.js';
import { indexTerms } from './index-terms.js';
import { joinCandidates } from './join-candidates.js';
import { isTypoTable, type TermHit, type TermRow, TermSegment } from './term-segment.js';
import { buildTypoQueries } from './typo-query.js';
import { Vocabulary } from './vocabulary.js';
import { WordTable } from './word-table.js';

/** Rows of the newest segment, which a search reads one by one, before it gets a text index. */
const MAX_FLAT_ROWS = 384;
/** Smallest ratio of the rows of a segment to those of all newer ones. Segments below it are merged. */
const MIN_RATIO = 2;
/** Notes that may be missing while the channel answers. */
const MAX_LAG = 1_000;
/** Number of notes read at once from the index, and of rows copied at once. */
const NOTES_READ = 64;
const ROWS_COPIED = 2_000;
/** Number of rows whose words are listed before other requests are answered. */
const ROWS_LISTED = 100;
const RETRY_MS = 5_000;
/** Failures in a row after which segments that cannot be read count as damaged. */
const MAX_READ_FAILURES = 3;
/** Milliseconds for which a merged segment is kept, since searches may still read it. */
const KEEP_SEGMENT_MS = 5_000;
/** Replaced versions of notes that a search makes room for beyond its limit. */
const MAX_REPLACED = 500;
/** Records with the words themselves, beyond which nobody looks at those with words like them. */
const ENOUGH_EXACT = 100;
/** Records divided into terms before other requests are answered. */
const SLICE = 20;

type NewRow = Omit<TermRow, 'words'>;

/** Note with its text. */
export interface NoteText {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly body: string;
}

/**
 * Terms of the notes of one library, in segments of which each has at least twice the rows of all newer ones. A new
 * version of a note is added to the newest segment, and a search ignores the older ones. The cost of a text index is so
 * divided among many notes, and nothing that is searched is ever rewritten. What is missing is made from the notes.
 */
export class TypoIndex {
  readonly #options: ChannelOptions;
  readonly #writes = new WriteQueue();
  /** Ids of notes that the segments may not have in their present version. */
  readonly #pending = new Set<string>();
  #vocabulary = new Vocabulary();
  #words: WordTable | undefined;
  /** Segments with a text index, the oldest first. */
  #segments: readonly TermSegment[] = [];
  /** Newest segment, without a text index. */
  #flat: TermSegment | undefined;
  #lastNumber = 0;
  #isComplete = false;
  #problem: string | undefined;
  #failures = 0;
  #merging: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  readonly #removals = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: ChannelOptions) {
    this.#options = options;
    // Each segment that waits for its removal has one.
    setMaxListeners(0, this.#stopping.signal);
  }

  get state(): ChannelState {
    if (this.#problem !== undefined) return 'failed';
    return this.#isComplete ? 'ready' : 'building';
  }

  get problem(): string | undefined {
    if (this.#problem !== undefined || this.#isComplete) return this.#problem;
    return `The words of ${this.#pending.size} of ${this.#options.entries.size} notes have yet to be read`;
  }

  /**
   * Opens the segments, and reads the notes that they lack, in the background when there are many. Damaged segments are
   * replaced.
   */
  async open(): Promise<void> {
    await this.#writes.run(async () => {
      try {
        await this.#load();
      } catch (error) {
        if (isOutsideIndex(error)) throw error;
        this.#options.log('The words of the notes are damaged and are read again', error);
        await this.#clear();
        await this.#load();
      }
    });
    if (this.#pending.size <= MAX_LAG) await this.#catchUp();
    else void this.#catchUp();
  }

  /** Adds the present versions of notes. Never rejects: notes that cannot be added now are added later. */
  async write(notes: readonly NoteText[]): Promise<void> {
    await this.#writes.run(async () => {
      for (const { id } of notes) this.#pending.add(id);
      await this.#try(async () => {
        await this.#addRows(await makeRows(notes));
        for (const { id } of notes) this.#pending.delete(id);
      });
    });
  }

  /**
   * Removes the words of removed notes from all files; searches go on.
   *
   * @throws Error when the segments cannot be read or written
   */
  async erase(): Promise<void> {
    while (this.#merging !== undefined) await this.#merging;
    if (this.#isStopped) return;
    const erasing = this.#eraseSegments();
    this.#merging = erasing
      .catch(() => {})
      .finally(() => {
        this.#merging = undefined;
      });
    await erasing;
    await this.#writes.run(() => this.#eraseNewest());
    this.#startMerge();
    await Promise.all(this.#removals);
  }

  async find(words: readonly string[], limit: number): Promise<ChannelAnswer> {
    const { state, problem } = this;
    if (state !== 'ready') return { state, message: problem ?? '' };
    const queries = buildTypoQueries(words, this.#vocabulary);
    if (queries === undefined) return { state: 'answered', candidates: [] };
    try {
      const exact = await this.#search(queries.exact, limit);
      // Records with words like these stand behind all that have the words themselves.
      const hasEnough = exact.length >= Math.min(limit, ENOUGH_EXACT);
      const similar = hasEnough ? [] : await this.#search(queries.similar, limit);
      this.#failures = 0;
      return { state: 'answered', candidates: joinCandidates(exact, similar, limit) };
    } catch (error) {
      this.#fail(error);
      return { state: 'failed', message: this.#problem ?? 'notes-search is ending' };
    }
  }

  /** Ends the work; resolves when none is running. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#retry);
    await this.#writes.drain();
    await this.#merging;
    await Promise.allSettled(this.#removals);
    this.#close();
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #search(query: FullTextQuery | undefined, limit: number): Promise<Candidate[]> {
    if (query === undefined) return [];
    const { entries } = this.#options;
    const segments = [...this.#segments, ...(this.#flat?.rows ? [this.#flat] : [])];
    const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
    const replaced = Math.min(MAX_REPLACED, Math.max(0, rows - entries.size));
    const best = new Map<string, number>();
    const answers = await Promise.all(segments.map((segment) => segment.search(query, limit + replaced)));
    for (const [index, hits] of answers.entries()) {
      const scale = getScale((segments[index] as TermSegment).rows, rows);
      for (const hit of hits)
        if (this.#isCurrent(hit)) best.set(hit.id, Math.max(best.get(hit.id) ?? 0, hit.score * scale));
    }
    return [...best]
      .map(([id, score]) => ({ id, score }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  }

  #isCurrent = ({ id, version }: Pick<TermHit, 'id' | 'version'>): boolean => this.#options.entries.get(id) === version;

  async #load(): Promise<void> {
    const { database, entries } = this.#options;
    const opened = await TermSegment.openAll(database);
    this.#lastNumber = Math.max(0, ...opened.map(({ segment }) => segment.number));
    const covered = new Set<string>();
    const kept: TermSegment[] = [];
    // The newest segments come first, so that one whose rows are all in newer ones is left over from a merge.
    for (const { segment, isIndexed } of opened.reverse()) {
      let added = 0;
      const isUnfinished = !isIndexed && segment.rows > MAX_FLAT_ROWS;
      if (!isUnfinished)
        for (const { id } of await segment.readNotes(this.#isCurrent)) {
          if (!covered.has(id)) added += 1;
          covered.add(id);
        }
      if (added === 0) {
        await segment.remove();
        continue;
      }
      if (!isIndexed) await segment.makeTextIndex();
      kept.unshift(segment);
    }
    this.#segments = kept;
    await this.#loadWords();
    for (const { id } of entries) if (!covered.has(id)) this.#pending.add(id);
    if (this.#pending.size > MAX_LAG) this.#isComplete = false;
    await this.#begin();
    this.#startMerge();
  }

  /** Reads the words, and lists those of the segments when some are missing. */
  async #loadWords(): Promise<void> {
    const words = await WordTable.open(this.#options.database);
    this.#words = words;
    for await (const word of words.scan()) this.#vocabulary.add(word);
    if (words.last >= this.#lastWords) return;
    this.#options.log('The list of words is incomplete and is made again');
    await this.#listWords(words);
  }

  /** Number of the last batch of words that the segments need. */
  get #lastWords(): number {
    return Math.max(0, ...this.#segments.map(({ lastWords }) => lastWords));
  }

  /** Makes the list of words anew from the segments. */
  async #listWords(table: WordTable): Promise<void> {
    const words = new Set<string>();
    for (const segment of [...this.#segments, ...(this.#flat ? [this.#flat] : [])])
      for await (const rows of segment.read(ROWS_LISTED)) {
        for (const row of rows) if (this.#isCurrent(row)) for (const term of row.terms.split(' ')) words.add(term);
        await yieldToOthers();
      }
    const vocabulary = new Vocabulary();
    // A part of a text would keep the whole text in memory.
    const listed = [...words].map((word) => Buffer.from(word).toString()).filter((word) => vocabulary.add(word));
    this.#vocabulary = vocabulary;
    await table.replace(listed, this.#lastWords);
  }

  /** Begins a new segment without a text index. */
  async #begin(): Promise<void> {
    this.#flat = await TermSegment.create(this.#options.database, this.#takeNumber(), false);
  }

  /** Reads the notes that are missing, in parts between which batches are added. */
  async #catchUp(): Promise<void> {
    do
      await this.#writes.run(() =>
        this.#try(async () => {
          const { entries, notes, sync } = this.#options;
          const ids = [...this.#pending].slice(0, NOTES_READ);
          const found = ids.length === 0 ? [] : await notes.read(ids.filter((id) => entries.has(id)));
          await this.#addRows(await makeRows(found.map((note) => ({ ...note, ...splitText(note.text) }))));
          if (ids.length > 0) await sync();
          for (const id of ids) this.#pending.delete(id);
        }),
      );
    while (this.#pending.size > 0 && this.#problem === undefined && !this.#isStopped);
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#problem = undefined;
      this.#isComplete ||= this.#pending.size === 0;
    } catch (error) {
      this.#fail(error);
    }
  }

  async #addRows(rows: readonly NewRow[]): Promise<void> {
    const flat = this.#flat;
    if (flat === undefined || this.#words === undefined) throw new Error('The segments of words are not open');
    const words = new Set<string>();
    for (const { terms } of rows) for (const term of terms.split(' ')) if (this.#vocabulary.add(term)) words.add(term);
    await this.#words.add([...words]);
    const { last } = this.#words;
    await flat.add(rows.map((row) => ({ ...row, words: last })));
    if (flat.rows < MAX_FLAT_ROWS) return;
    await flat.makeTextIndex();
    await flat.readNotes(this.#isCurrent);
    await this.#begin();
    this.#segments = [...this.#segments, flat];
    this.#startMerge();
  }

  /** Merges the newest segments in the background while they are too large beside the ones before. */
  #startMerge(): void {
    if (this.#merging !== undefined || this.#isStopped) return;
    const merged = chooseMerge(this.#segments);
    if (merged.length < 2) return;
    this.#merging = this.#merge(merged)
      .catch((error) => this.#options.log('Segments of words could not be merged. They are merged later', error))
      .finally(() => {
        this.#merging = undefined;
      })
      .then(() => this.#startMerge());
  }

  /** Copies the rows of present versions to a new segment, which replaces the merged ones in one step. */
  async #merge(merged: readonly TermSegment[]): Promise<void> {
    const { database, sync } = this.#options;
    const target = await TermSegment.create(database, this.#takeNumber(), true);
    try {
      await this.#copyRows(merged, target);
      if (target.rows > 0) await target.makeTextIndex();
      await target.readNotes(this.#isCurrent);
      await sync();
    } catch (error) {
      await target.remove().catch(() => {});
      if (this.#isStopped) return;
      throw error;
    }
    const isEmpty = target.rows === 0;
    this.#segments = this.#segments.flatMap((segment) => {
      if (segment === merged[0]) return isEmpty ? [] : [target];
      return merged.includes(segment) ? [] : [segment];
    });
    for (const segment of merged) this.#removeLater(segment);
    if (isEmpty) await target.remove();
  }

  async #copyRows(merged: readonly TermSegment[], target: TermSegment): Promise<void> {
    const copied = new Set<string>();
    for (const segment of merged.toReversed())
      for await (const rows of segment.read(ROWS_COPIED)) {
        this.#stopping.signal.throwIfAborted();
        const present = rows.filter((row) => this.#isCurrent(row) && !copied.has(row.id));
        for (const { id } of present) copied.add(id);
        await target.add(present);
      }
  }

  /** Replaces the segments with rows of removed notes. */
  async #eraseSegments(): Promise<void> {
    for (const segment of this.#segments)
      if (!this.#isStopped && (await segment.hasRemoved(this.#isPresent))) await this.#merge([segment]);
  }

  /** Replaces the newest segment if it has rows of removed notes, and removes words that no note has any more. */
  async #eraseNewest(): Promise<void> {
    if (this.#isStopped) return;
    const { database, sync } = this.#options;
    const flat = this.#flat;
    if (flat === undefined || this.#words === undefined) throw new Error('The segments of words are not open');
    if (await flat.hasRemoved(this.#isPresent)) {
      const target = await TermSegment.create(database, this.#takeNumber(), false);
      for await (const rows of flat.read(ROWS_COPIED)) await target.add(rows.filter(this.#isCurrent));
      this.#flat = target;
      this.#removeLater(flat);
    }
    await this.#listWords(this.#words);
    await sync();
  }

  #isPresent = (id: string): boolean => this.#options.entries.has(id);

  #removeLater(segment: TermSegment): void {
    const { signal } = this.#stopping;
    const removal = wait(KEEP_SEGMENT_MS, undefined, { signal, ref: false })
      .catch(() => {})
      .then(() => segment.remove())
      .catch((error) => this.#options.log('A merged segment of words could not be removed', error))
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  /** Notes a failure, and tries again later. */
  #fail(error: unknown): void {
    if (this.#isStopped) return;
    const problem = toEngineError(error).message;
    if (problem !== this.#problem) this.#options.log('Notes cannot be searched for typos', error);
    this.#problem = problem;
    this.#failures += 1;
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      void this.#writes.run(() => this.#recover(isOutsideIndex(error)));
    }, RETRY_MS).unref();
  }

  /** Opens the segments again after a failure; those that stay unreadable are replaced. */
  async #recover(isOutside: boolean): Promise<void> {
    if (this.#isStopped) return;
    await this.#try(async () => {
      await this.#merging;
      this.#close();
      if (!isOutside && this.#failures >= MAX_READ_FAILURES) await this.#clear();
      await this.#load();
    });
    if (this.#problem === undefined) void this.#catchUp();
  }

  async #clear(): Promise<void> {
    const { database } = this.#options;
    this.#close();
    for (const name of await database.tableNames()) if (isTypoTable(name)) await database.dropTable(name);
  }

  #close(): void {
    for (const segment of this.#segments) segment.close();
    this.#flat?.close();
    this.#words?.close();
    this.#segments = [];
    this.#flat = undefined;
    this.#words = undefined;
    this.#vocabulary = new Vocabulary();
  }

  #takeNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }
}

/**
 * Chooses the newest segments to merge: as long as one has less than `MIN_RATIO` times the rows of all newer ones.
 *
 * @param segments the oldest first
 */
export function chooseMerge<Segment extends { readonly rows: number }>(segments: readonly Segment[]): Segment[] {
  let from = segments.length - 1;
  let rows = segments[from]?.rows ?? 0;
  for (; from > 0; from -= 1) {
    const before = segments[from - 1] as Segment;
    if (before.rows >= MIN_RATIO * rows) break;
    rows += before.rows;
  }
  return segments.slice(Math.max(0, from));
}

/** Scores depend on the number of rows of a segment, in which a rare word counts less when there are few. */
const getScale = (rows: number, allRows: number): number => Math.log(2 + allRows) / Math.log(2 + rows);

/** Returns the rows of notes. */
async function makeRows(notes: readonly NoteText[]): Promise<NewRow[]> {
  const rows: NewRow[] = [];
  for (const note of notes) {
    rows.push({ id: note.id, version: note.version, terms: indexTerms(note) });
    if (rows.length % SLICE === 0) await yieldToOthers();
  }
  return rows;
}
