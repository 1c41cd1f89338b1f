import { createHash } from 'node:crypto';
import type { Connection, Table } from '@lancedb/lancedb';
import type { Embedder } from '@notes/embeddings';
import type { EngineEntry } from '@notes/search-engine';
import { Field, FixedSizeList, Float32, Schema, Utf8 } from 'apache-arrow';
import { rewriteRows, toSqlList } from '../library/note-table.js';

const PREFIX = 'meaning_';
/** Version of the way in which notes are divided into parts. Another one makes all vectors again. */
const FORMAT = 1;
/** Maximum number of ids in one condition. */
const MAX_IDS = 500;

export interface VectorRow extends EngineEntry {
  /** Vector of a part of the note; null for a note in which the model knows no word. */
  readonly vector: Float32Array | null;
}

/** Table of LanceDB with the vectors of the parts of notes, made by one model. Only one process and task writes it. */
export class VectorTable {
  readonly #database: Connection;
  readonly #table: Table;

  private constructor(database: Connection, table: Table) {
    this.#database = database;
    this.#table = table;
  }

  /** Opens the table of a model, or makes an empty one. */
  static async open(database: Connection, model: Embedder): Promise<VectorTable> {
    const name = nameTable(model);
    const exists = (await database.tableNames()).includes(name);
    const table = exists
      ? await database.openTable(name)
      : await database.createEmptyTable(name, makeSchema(model.dimensions));
    return new VectorTable(database, table);
  }

  /** Removes the table of a model, in the place of which `open` makes an empty one. */
  static async remove(database: Connection, model: Embedder): Promise<void> {
    await database.dropTable(nameTable(model));
  }

  /** Yields all rows. */
  async *scan(): AsyncGenerator<VectorRow> {
    for await (const batch of this.#table.query().select(['id', 'version', 'vector']))
      for (const { id, version, vector } of batch) yield { id, version, vector: vector?.toArray() ?? null };
  }

  /** Returns true when the table was changed since it was compacted, so that files may have removed rows. */
  async hasOldVersions(): Promise<boolean> {
    return (await this.#table.listVersions()).length > 1;
  }

  /** Removes the rows of some notes. */
  async delete(ids: readonly string[]): Promise<void> {
    await this.#table.delete(`id IN ${toSqlList(ids)}`);
  }

  async add(rows: readonly VectorRow[]): Promise<void> {
    await this.#table.add(rows as unknown as Record<string, unknown>[]);
  }

  /**
   * Joins small files and removes those of replaced versions. Nothing may be read or written meanwhile.
   *
   * @param isRewritten true writes all rows to new files, so that no file has removed rows
   */
  async compact(isRewritten: boolean): Promise<void> {
    await compactTable(this.#table, isRewritten);
  }

  /** Removes the tables of other models. */
  async removeOthers(): Promise<void> {
    const names = await this.#database.tableNames();
    for (const name of names)
      if (name.startsWith(PREFIX) && name !== this.#table.name) await this.#database.dropTable(name);
  }

  close(): void {
    this.#table.close();
  }
}

/** Removes the vectors of some notes from the tables of all models, none of which may be open. */
export async function removeVectors(database: Connection, ids: readonly string[]): Promise<void> {
  for (const name of await database.tableNames()) {
    if (!name.startsWith(PREFIX)) continue;
    const table = await database.openTable(name);
    for (let from = 0; from < ids.length; from += MAX_IDS)
      await table.delete(`id IN ${toSqlList(ids.slice(from, from + MAX_IDS))}`);
    await compactTable(table, true);
    table.close();
  }
}

async function compactTable(table: Table, isRewritten: boolean): Promise<void> {
  if (isRewritten) await rewriteRows(table);
  await table.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
}

/** Returns the name of the table for a model. Vectors of another model, or with other prefixes, cannot be compared. */
function nameTable({ name, digest, dimensions, prefixes }: Embedder): string {
  const parts = [FORMAT, digest, name, dimensions, prefixes.document, prefixes.query];
  return `${PREFIX}${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)}`;
}

const makeSchema = (dimensions: number) =>
  new Schema([
    new Field('id', new Utf8(), false),
    new Field('version', new Utf8(), false),
    new Field('vector', new FixedSizeList(dimensions, new Field('item', new Float32(), true)), true),
  ]);
