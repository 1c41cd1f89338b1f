import type { Connection, Table } from '@lancedb/lancedb';
import { Field, Int32, Schema, Utf8 } from 'apache-arrow';

const NAME = 'typo_words';
/** Number of batches after which the files are joined. */
const BATCHES_PER_COMPACTION = 100;

/** Table of LanceDB with the words of the notes that may be misspelt, each once. It is read when it is opened only. */
export class WordTable {
  readonly #table: Table;
  #batches = 0;
  #last = 0;

  private constructor(table: Table) {
    this.#table = table;
  }

  static async open(database: Connection): Promise<WordTable> {
    const exists = (await database.tableNames()).includes(NAME);
    return new WordTable(exists ? await database.openTable(NAME) : await database.createEmptyTable(NAME, makeSchema()));
  }

  /** Number of the last batch. Rows of notes have it, so that a table that lost words is noticed. */
  get last(): number {
    return this.#last;
  }

  /** Yields all words. `last` is known afterwards. */
  async *scan(): AsyncGenerator<string> {
    for await (const batch of this.#table.query().select(['word', 'batch'])) {
      const [words, numbers] = [batch.getChild('word'), batch.getChild('batch')];
      for (let row = 0; row < batch.numRows; row += 1) {
        this.#last = Math.max(this.#last, numbers?.get(row));
        yield words?.get(row);
      }
    }
  }

  async add(words: readonly string[]): Promise<void> {
    if (words.length === 0) return;
    await this.#table.add(this.#makeRows(words));
    this.#batches += 1;
    if (this.#batches % BATCHES_PER_COMPACTION === 0) await this.#compact();
  }

  /**
   * Replaces all words. The former ones are in no file afterwards.
   *
   * @param last number of the last batch that a row of a note has
   */
  async replace(words: readonly string[], last: number): Promise<void> {
    this.#last = Math.max(this.#last, last);
    if (words.length === 0) await this.#table.delete('true');
    else await this.#table.add(this.#makeRows(words), { mode: 'overwrite' });
    await this.#compact();
  }

  close(): void {
    this.#table.close();
  }

  #makeRows(words: readonly string[]): { word: string; batch: number }[] {
    this.#last += 1;
    return words.map((word) => ({ word, batch: this.#last }));
  }

  async #compact(): Promise<void> {
    await this.#table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
  }
}

const makeSchema = () => new Schema([new Field('word', new Utf8(), false), new Field('batch', new Int32(), false)]);
