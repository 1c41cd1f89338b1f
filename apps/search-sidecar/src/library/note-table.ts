import { type Connection, Index, type Table } from '@lancedb/lancedb';
import type { EngineEntry } from '@notes/search-engine';
import { Field, Schema, Utf8 } from 'apache-arrow';
import { readEntries } from './read-entries.js';

export interface NoteRow extends EngineEntry {
  /** Title, blank line, and Markdown: what the channels are made from. */
  readonly text: string;
}

export const NOTES_TABLE = 'notes';
/** Id of the row whose version is the state of the index. No record has an empty id. */
const STATE_ID = '';
/** Version of the row of a removed record, until the row is deleted. No record has an empty version. */
const REMOVED = '';
/** Milliseconds for which replaced versions of the table are kept, since what reads it may still need them. */
const KEEP_VERSIONS_MS = 20_000;

const TITLE_END = '\n\n';

/** Joins title and Markdown to the text that is stored. */
export const joinText = (title: string, body: string): string => `${title}${TITLE_END}${body}`;

/** Returns title and Markdown of a stored text. */
export function splitText(text: string): { title: string; body: string } {
  const end = text.indexOf(TITLE_END);
  return { title: text.slice(0, end), body: text.slice(end + TITLE_END.length) };
}

/** Table of LanceDB with the records of a library, and its state in a row of its own. */
export class NoteTable {
  readonly #table: Table;

  private constructor(table: Table) {
    this.#table = table;
  }

  static async create(database: Connection): Promise<NoteTable> {
    const table = new NoteTable(await database.createEmptyTable(NOTES_TABLE, makeSchema()));
    await table.indexIds();
    return table;
  }

  static async open(database: Connection): Promise<NoteTable> {
    return new NoteTable(await database.openTable(NOTES_TABLE));
  }

  /** Returns the state, or undefined when none was ever written. */
  async readState(): Promise<string | undefined> {
    const [row] = await this.#table.query().where(`id = '${STATE_ID}'`).select(['version']).toArray();
    return row?.version;
  }

  /** Yields the id and version of all records. */
  async *scan(): AsyncGenerator<EngineEntry> {
    for await (const batch of this.#table.query().select(['id', 'version']))
      for (const entry of readEntries(batch)) if (entry.id !== STATE_ID && entry.version !== REMOVED) yield entry;
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
    const emptied = removed.map((id) => ({ id, version: REMOVED, text: '' }));
    const all = [...rows, ...emptied, { id: STATE_ID, version: state, text: '' }];
    await this.#table
      .mergeInsert('id')
      .whenMatchedUpdateAll()
      .whenNotMatchedInsertAll()
      .execute(all as unknown as Record<string, unknown>[]);
  }

  /** Makes the index of the ids anew. Nothing may be written meanwhile; records can be read. */
  async indexIds(): Promise<void> {
    await this.#table.createIndex('id', { config: Index.btree(), replace: true });
  }

  /** Returns the ids of removed records whose texts may still be in files. */
  async listRemoved(): Promise<string[]> {
    const rows = await this.#table.query().where(`version = '${REMOVED}'`).select(['id']).toArray();
    return rows.map(({ id }) => id);
  }

  /** Returns the number of files with records. */
  async countFiles(): Promise<number> {
    return (await this.#table.stats()).fragmentStats.numFragments;
  }

  /** Joins small files, and removes those of replaced versions. Nothing may be written meanwhile; records can be read. */
  async compact(): Promise<void> {
    await this.prune(new Date(Date.now() - KEEP_VERSIONS_MS));
  }

  /** Writes all rows to new files, since LanceDB keeps a file as long as few of its rows are removed. */
  async rewrite(): Promise<void> {
    await rewriteRows(this.#table);
  }

  /** Joins small files, and removes those of versions that were replaced before a time. Nothing may be written meanwhile. */
  async prune(before: Date): Promise<void> {
    await this.#table.optimize({ cleanupOlderThan: before, deleteUnverified: true });
  }

  /** Deletes the rows of removed records, whose texts are in no file any more. */
  async deleteRemoved(): Promise<void> {
    await this.#table.delete(`version = '${REMOVED}'`);
  }

  close(): void {
    this.#table.close();
  }
}

/** Writes all rows of a table with the column `version` to new files. The old ones belong to replaced versions then. */
export async function rewriteRows(table: Table): Promise<void> {
  await table.update({ where: 'true', valuesSql: { version: 'version' } });
}

/** Returns a list of texts, at least one, in SQL. */
export const toSqlList = (texts: readonly string[]): string =>
  `(${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')})`;

function makeSchema(): Schema {
  const compressed = new Map([['lance-encoding:compression', 'zstd']]);
  return new Schema([
    new Field('id', new Utf8(), false),
    new Field('version', new Utf8(), false),
    new Field('text', new Utf8(), false, compressed),
  ]);
}
