import { type IDBPDatabase, openDB } from 'idb';

/** A table of values in this browser, which outlives the page. */
export interface StoredTable<Value> {
  readonly put: (value: Value) => Promise<void>;
  readonly get: (key: string) => Promise<Value | undefined>;
  readonly list: () => Promise<Value[]>;
  readonly remove: (key: string) => Promise<void>;
}

/**
 * A table that several writes of one transaction go to. The transaction is committed in the task that requests it: the
 * browser process then has the writes even if the page ends with that task. A transaction that commits by itself would
 * wait for a response the page no longer receives.
 */
export class Table<Value extends { readonly key: string }> implements StoredTable<Value> {
  readonly #name: string;
  readonly #table: string;
  #opened: Promise<IDBPDatabase> | undefined;

  /**
   * @param table name of the only object store
   * @param name name of the database
   */
  constructor(table: string, name: string) {
    this.#table = table;
    this.#name = name;
  }

  put = (value: Value): Promise<void> => this.replace(undefined, value);
  get = async (key: string): Promise<Value | undefined> => (await this.#database()).get(this.#table, key);
  list = async (): Promise<Value[]> => (await this.#database()).getAll(this.#table);
  remove = (key: string): Promise<void> => this.replace(key, undefined);

  /** Removes the value of a key and stores another value, atomically. */
  replace = async (oldKey: string | undefined, value: Value | undefined): Promise<void> => {
    const unit = (await this.#database()).transaction(this.#table, 'readwrite');
    const writes = [oldKey !== undefined && unit.store.delete(oldKey), value !== undefined && unit.store.put(value)];
    unit.commit();
    await Promise.all([...writes, unit.done]);
  };

  #database(): Promise<IDBPDatabase> {
    this.#opened ??= openDB(this.#name, 1, {
      upgrade: (database) => void database.createObjectStore(this.#table, { keyPath: 'key' }),
      terminated: () => this.#forget(),
    }).catch((error: unknown) => {
      this.#forget();
      throw error;
    });
    return this.#opened;
  }

  /** Makes the next access open the database again. */
  #forget(): void {
    this.#opened = undefined;
  }
}

/** Opens the database of a table; its name is `notes-` and the name of the table. */
export const openTable = <Value extends { readonly key: string }>(table: string): StoredTable<Value> =>
  new Table<Value>(table, `notes-${table}`);
