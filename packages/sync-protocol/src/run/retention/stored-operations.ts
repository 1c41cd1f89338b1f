import { decodeUtf8 } from '@notes/archive-manifest/utf8';
import type { LoggedOperation } from '../../log/operations.js';
import { groupOperations, type OperationGroups } from '../../merge/groups.js';
import type { ReadBody } from '../../merge/merge-heads.js';

/**
 * Operations with their texts, read on demand because they may exceed memory. Operations from a group may lack their
 * text: `readBody` returns it.
 */
export interface StoredOperations extends OperationGroups {
  /** Iterates over the remaining operations in order, from a position on; the first position is 0. */
  inOrder(place?: number): Iterable<LoggedOperation>;
  readonly readBody: ReadBody;
}

/** Temporary store for received operations until they are verified. It does not outlive the process. */
export interface OperationShelf extends StoredOperations {
  /** Number of operations. */
  readonly size: number;
  /** Appends operations. */
  add(operations: readonly LoggedOperation[]): void;
  /**
   * Adds a text that some operations reference.
   *
   * @param sha256 SHA-256 of the text in hexadecimal
   */
  addText(sha256: string, text: Uint8Array): void;
  texts(): Iterable<readonly [sha256: string, text: Uint8Array]>;
  /** Releases the shelf. Nothing can be read afterwards. */
  close(): void;
}

/**
 * Serves operations from memory, for stores that hold all of them in memory.
 *
 * @param operations in the order of the log
 * @param readBody reads the text of an operation that does not carry it
 */
export function createStoredOperations(
  operations: readonly LoggedOperation[],
  readBody: ReadBody = ({ body }) => body ?? '',
): StoredOperations {
  return { ...groupOperations(operations), inOrder: (place = 0) => operations.slice(place), readBody };
}

/** Creates a shelf in memory. */
export function createMemoryShelf(): OperationShelf {
  const operations: LoggedOperation[] = [];
  const texts = new Map<string, Uint8Array>();
  let known: OperationGroups | undefined;
  const groups = () => {
    known ??= groupOperations(operations);
    return known;
  };
  return {
    get size() {
      return operations.length;
    },
    add: (more) => {
      known = undefined;
      for (const logged of more) operations.push(logged);
    },
    addText: (sha256, text) => texts.set(sha256, text),
    texts: () => texts,
    inOrder: (place = 0) => operations.slice(place),
    listIds: (kind) => groups().listIds(kind),
    getOperations: (key) => groups().getOperations(key),
    listPurged: () => groups().listPurged(),
    readBody: createBodyReader((sha256) => texts.get(sha256)),
    close: () => {},
  };
}

/** Reads bodies from operations, or with `readText` when the operation only references its body. */
export const createBodyReader =
  (readText: (sha256: string) => Uint8Array | undefined): ReadBody =>
  ({ body, body_ref }) =>
    body ?? decodeUtf8(readText(body_ref?.sha256 ?? '') ?? new Uint8Array()) ?? '';
