import { type Connection, type FullTextQuery, Index, type Table } from '@lancedb/lancedb';
import type { EngineEntry } from '@notes/search-engine';
import { Field, Int32, Schema, Utf8 } from 'apache-arrow';
import { readEntries } from '../library/read-entries.js';

export interface TermRow extends EngineEntry {
  /** Terms with spaces between them. */
  readonly terms: string;
  /** Number of the last batch of the table of words when the row was written, with which that table has all terms. */
  readonly words: number;
}

export interface TermHit extends EngineEntry {
  readonly score: number;
}

const PREFIX = 'typo_';
const SEGMENT = /^typo_(\d+)$/;
const COLUMN = 'terms';
const ROW = '_rowid';
const SCORE = '_score';
const TEXT_INDEX = 'terms_idx';

/** Returns true for the name of a table that the channel `typo` has. */
export const isTypoTable = (name: string): boolean => name.startsWith(PREFIX);

/** Table of LanceDB with the terms of some notes. It gets a text index once, when no more notes are added. */
export class TermSegment {
  readonly number: number;
  /** Number of rows, including those of replaced versions of notes. */
  rows: number;
  /** Largest `words` of the rows; known after `readNotes`. */
  lastWords = 0;
  readonly #database: Connection;
  readonly #table: Table;
  /** Notes by the number of their row; undefined before the text index, after which no row changes. */
  #notes: Map<number, EngineEntry> | undefined;

  private constructor(database: Connection, table: Table, number: number, rows: number) {
    this.#database = database;
    this.#table = table;
    this.number = number;
    this.rows = rows;
  }

  /**
   * Makes an empty segment.
   *
   * @param isCompressed false for a small segment that is searched without a text index, for which all terms are read
   */
  static async create(database: Connection, number: number, isCompressed: boolean): Promise<TermSegment> {
    const table = await database.createEmptyTable(`${PREFIX}${number}`, makeSchema(isCompressed));
    return new TermSegment(database, table, number, 0);
  }

  /** Opens all segments, the oldest first. One whose text index is missing was never completed. */
  static async openAll(database: Connection): Promise<{ segment: TermSegment; isIndexed: boolean }[]> {
    const numbers = (await database.tableNames())
      .flatMap((name) => SEGMENT.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
    return await Promise.all(
      numbers.map(async (number) => {
        const table = await database.openTable(`${PREFIX}${number}`);
        const indexes = await table.listIndices();
        const segment = new TermSegment(database, table, number, await table.countRows());
        return { segment, isIndexed: indexes.some(({ name }) => name === TEXT_INDEX) };
      }),
    );
  }

  /** Reads the notes of the rows into memory: for a search, reading them from the table costs more than finding them. */
  async readNotes(isPresent: (note: EngineEntry) => boolean): Promise<Iterable<EngineEntry>> {
    const notes = new Map<number, EngineEntry>();
    for await (const batch of this.#table.query().withRowId().select(['id', 'version', 'words'])) {
      const [rows, words] = [batch.getChild(ROW), batch.getChild('words')];
      let at = 0;
      for (const note of readEntries(batch)) {
        if (isPresent(note)) notes.set(Number(rows?.get(at)), note);
        this.lastWords = Math.max(this.lastWords, words?.get(at));
        at += 1;
      }
    }
    this.#notes = notes;
    return notes.values();
  }

  /** Returns true when a row is of a note that is not present any more. */
  async hasRemoved(isPresent: (id: string) => boolean): Promise<boolean> {
    for await (const batch of this.#table.query().select(['id', 'version']))
      for (const { id } of readEntries(batch)) if (!isPresent(id)) return true;
    return false;
  }

  /** Yields all rows in groups of at most so many. */
  async *read(size: number): AsyncGenerator<TermRow[]> {
    for await (const batch of this.#table.query().select(['id', 'version', COLUMN, 'words'])) {
      for (let from = 0; from < batch.numRows; from += size)
        yield [...batch.slice(from, from + size)].map(({ id, version, terms, words }) => ({
          id,
          version,
          terms,
          words,
        }));
    }
  }

  async add(rows: readonly TermRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#table.add(rows as unknown as Record<string, unknown>[]);
    this.rows += rows.length;
  }

  /** Makes the text index. Before it, a search reads all rows. The terms are made by the query language. */
  async makeTextIndex(): Promise<void> {
    const config = Index.fts({
      baseTokenizer: 'whitespace',
      lowercase: false,
      stem: false,
      removeStopWords: false,
      asciiFolding: false,
      withPosition: false,
      maxTokenLength: 1_000,
    });
    await this.#table.createIndex(COLUMN, { config, name: TEXT_INDEX, replace: true });
  }

  /** Returns the notes of the best rows of a query. */
  async search(query: FullTextQuery, limit: number): Promise<TermHit[]> {
    const search = this.#table.query().fullTextSearch(query).limit(limit);
    const notes = this.#notes;
    if (notes === undefined) {
      const rows = await search.select(['id', 'version', SCORE]).toArray();
      return rows.map(({ id, version, [SCORE]: score }) => ({ id, version, score }));
    }
    const found = await search.withRowId().select([SCORE]).toArrow();
    const [rows, scores] = [found.getChild(ROW), found.getChild(SCORE)];
    return Array.from({ length: found.numRows }, (_, at) => at).flatMap((at): TermHit[] => {
      const note = notes.get(Number(rows?.get(at)));
      return note === undefined ? [] : [{ ...note, score: scores?.get(at) }];
    });
  }

  close(): void {
    this.#table.close();
  }

  /** Removes the table. A search that reads it fails. */
  async remove(): Promise<void> {
    this.close();
    await this.#database.dropTable(`${PREFIX}${this.number}`);
  }
}

function makeSchema(isCompressed: boolean): Schema {
  const compression = new Map([['lance-encoding:compression', isCompressed ? 'zstd' : 'none']]);
  return new Schema([
    new Field('id', new Utf8(), false),
    new Field('version', new Utf8(), false),
    new Field(COLUMN, new Utf8(), false, compression),
    new Field('words', new Int32(), false),
  ]);
}
