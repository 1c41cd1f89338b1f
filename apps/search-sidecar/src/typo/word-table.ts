import type { Connection, Table } from '@lancedb/lancedb';
import { Field, Schema, Utf8 } from 'apache-arrow';

const NAME = 'typo_words';
/** Number of batches after which the files are joined. */
const BATCHES_PER_COMPACTION = 100;
/** Milliseconds for which replaced versions of the table are kept. */
const KEEP_VERSIONS_MS = 20_000;

/** Table of LanceDB with the words of the notes that may be misspelt, each once. Words of removed notes stay. */
export class WordTable {
  readonly #table: Table;
  #batches = 0;

  private constructor(table: Table) {
    this.#table = table;
  }

  static async open(database: Connection): Promise<WordTable> {
    const exists = (await database.tableNames()).includes(NAME);
    return new WordTable(exists ? await database.openTable(NAME) : await database.createEmptyTable(NAME, makeSchema()));
  }

  async *scan(): AsyncGenerator<string> {
    for await (const batch of this.#table.query().select(['word'])) for (const { word } of batch) yield word;
  }

  async add(words: readonly string[]): Promise<void> {
    if (words.length === 0) return;
    await this.#table.add(words.map((word) => ({ word })));
    this.#batches += 1;
    if (this.#batches % BATCHES_PER_COMPACTION > 0) return;
    const cleanupOlderThan = new Date(Date.now() - KEEP_VERSIONS_MS);
    await this.#table.optimize({ cleanupOlderThan, deleteUnverified: true });
  }

  close(): void {
    this.#table.close();
  }
}

const makeSchema = () => new Schema([new Field('word', new Utf8(), false)]);
