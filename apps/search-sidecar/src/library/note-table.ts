import { type Connection, type FullTextQuery, Index, type Table } from '@lancedb/lancedb';
import type { Candidate, EngineEntry } from '@notes/search-engine';
import { Field, Schema, Utf8 } from 'apache-arrow';
import { isConflict } from './lance-failure.js';

export interface NoteRow extends EngineEntry {
  /** Terms with spaces between them, for the channel `typo`. */
  readonly terms: string;
  /** Title and Markdown, for the channel `meaning`. */
  readonly text: string;
}

export const NOTES_TABLE = 'notes';
/** Id of the row whose version is the state of the index. No record has an empty id. */
const STATE_ID = '';
/** Version of the row of a removed record, until the row is deleted. No record has an empty version. */
const REMOVED = '';
const MAX_ATTEMPTS = 5;
/**
 * Milliseconds for which replaced versions of the table are kept. A search that runs meanwhile may still read them.
 */
const KEEP_VERSIONS_MS = 20_000;

/** Table of LanceDB with the records of a library, and its state in a row of its own. */
export class NoteTable {
  readonly #table: Table;

  private constructor(table: Table) {
    this.#table = table;
  }

  static async create(database: Connection): Promise<NoteTable> {
    const table = await database.createEmptyTable(NOTES_TABLE, makeSchema());
    await table.createIndex('id', { config: Index.btree() });
    const created = new NoteTable(table);
    await created.makeTextIndex();
    return created;
  }

  static async open(database: Connection): Promise<NoteTable> {
    return new NoteTable(await database.openTable(NOTES_TABLE));
  }

  /** Makes the text index, also in the place of a damaged one. */
  async makeTextIndex(): Promise<void> {
    await this.#table.createIndex('terms', { config: makeTextIndex(), replace: true });
  }

  /** Returns the state, or undefined when none was ever written. */
  async readState(): Promise<string | undefined> {
    const [row] = await this.#table.query().where(`id = '${STATE_ID}'`).select(['version']).toArray();
    return row?.version;
  }

  /** Yields the id and version of all records. */
  async *scan(): AsyncGenerator<EngineEntry> {
    for await (const batch of this.#table.query().select(['id', 'version']))
      for (const { id, version } of batch) if (id !== STATE_ID && version !== REMOVED) yield { id, version };
  }

  /** Returns the texts of some records, in no order. */
  async read(ids: readonly string[]): Promise<Pick<NoteRow, 'id' | 'version' | 'text'>[]> {
    const rows = await this.#table
      .query()
      .where(`id IN ${toSqlList(ids)} AND version <> '${REMOVED}'`)
      .select(['id', 'version', 'text'])
      .toArray();
    return rows.map(({ id, version, text }) => ({ id, version, text }));
  }

  /** Adds, replaces and removes records and writes the state: all of this or nothing. */
  async write(rows: readonly NoteRow[], removed: readonly string[], state: string): Promise<void> {
    const emptied = removed.map((id) => ({ id, version: REMOVED, terms: '', text: '' }));
    const all = [...rows, ...emptied, { id: STATE_ID, version: state, terms: '', text: '' }];
    await retry(() =>
      this.#table
        .mergeInsert('id')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute(all as unknown as Record<string, unknown>[]),
    );
  }

  /** Deletes the rows of removed records, whose texts are already gone. */
  async deleteRemoved(): Promise<void> {
    await retry(() => this.#table.delete(`version = '${REMOVED}'`));
  }

  /** Returns the best records of a query, those that the text index does not have yet included. */
  async search(query: FullTextQuery, limit: number): Promise<Candidate[]> {
    const rows = await this.#table.query().fullTextSearch(query).select(['id', '_score']).limit(limit).toArray();
    return rows.map(({ id, _score: score }) => ({ id, score }));
  }

  /** Returns the number of records that the text index does not have yet. */
  async countUnindexed(): Promise<number> {
    const stats = await this.#table.indexStats('terms_idx');
    return stats?.numUnindexedRows ?? 0;
  }

  /** Joins small files and updates the indexes. Records can be searched and written meanwhile. */
  async compact(): Promise<void> {
    await this.#table.optimize();
  }

  /** Removes the files of replaced versions. Nothing may be written meanwhile. */
  async prune(): Promise<void> {
    const cleanupOlderThan = new Date(Date.now() - KEEP_VERSIONS_MS);
    await this.#table.optimize({ cleanupOlderThan, deleteUnverified: true });
  }

  close(): void {
    this.#table.close();
  }
}

/** Returns a list of texts, at least one, in SQL. */
export const toSqlList = (texts: readonly string[]): string =>
  `(${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')})`;

function makeSchema(): Schema {
  const compressed = new Map([['lance-encoding:compression', 'zstd']]);
  return new Schema([
    new Field('id', new Utf8(), false),
    new Field('version', new Utf8(), false),
    new Field('terms', new Utf8(), false, compressed),
    new Field('text', new Utf8(), false, compressed),
  ]);
}

/** The terms are made by the query language, so that LanceDB must only divide them. */
const makeTextIndex = () =>
  Index.fts({
    baseTokenizer: 'whitespace',
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
    withPosition: false,
    maxTokenLength: 1_000,
  });

/** Runs a write again that another one prevented, such as the joining of files. */
async function retry(write: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}
