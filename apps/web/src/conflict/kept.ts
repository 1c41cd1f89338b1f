import { openDB } from 'idb';

/** What is being decided in this browser; it outlives the page. */
export interface Kept<Value> {
  readonly put: (value: Value) => Promise<void>;
  readonly get: (key: string) => Promise<Value | undefined>;
  readonly list: () => Promise<Value[]>;
  readonly remove: (key: string) => Promise<void>;
}

/** A database of this browser with one table, which is called as it is behind `notes-`. */
export function openKept<Value extends { readonly key: string }>(table: string): Kept<Value> {
  let opened: ReturnType<typeof open> | undefined;
  const open = () =>
    openDB(`notes-${table}`, 1, { upgrade: (made) => void made.createObjectStore(table, { keyPath: 'key' }) });
  const database = () => {
    opened ??= open();
    return opened;
  };
  return {
    put: async (value) => void (await (await database()).put(table, value)),
    get: async (key) => (await database()).get(table, key),
    list: async () => (await database()).getAll(table),
    remove: async (key) => (await database()).delete(table, key),
  };
}
