import { decodeUtf8 } from '@notes/archive-manifest/utf8';
import type { LoggedOperation } from '../log/operations.js';
import { groupsOf, type OperationGroups } from '../merge/groups.js';
import type { BodyOf } from '../merge/merge-heads.js';

/**
 * Operations with their texts, of which there may be more than memory holds: each is read when it is asked for. Of those
 * of a group the text may be for `bodyOf` to tell.
 */
export interface StoredOperations extends OperationGroups {
  /** Those that are left from a place on, the first 0, in their order. */
  inOrder(place?: number): Iterable<LoggedOperation>;
  readonly bodyOf: BodyOf;
}

/** Where operations from elsewhere lie until it is known what to do with them. Nothing of it outlives the process. */
export interface OperationShelf extends StoredOperations {
  /** How many operations there are. */
  readonly size: number;
  /** Adds operations behind those that are there. */
  add(operations: readonly LoggedOperation[]): void;
  /** Adds a text that some of them name, by its SHA-256 in hexadecimal. */
  addText(sha256: string, text: Uint8Array): void;
  texts(): Iterable<readonly [sha256: string, text: Uint8Array]>;
  /** To be called at the end: nothing can be read any more. */
  close(): void;
}

/** @param operations In their order @param bodyOf Of those whose text is not in them */
export function storedInMemory(
  operations: readonly LoggedOperation[],
  bodyOf: BodyOf = ({ body }) => body ?? '',
): StoredOperations {
  return { ...groupsOf(operations), inOrder: (place = 0) => operations.slice(place), bodyOf };
}

/** A shelf in memory. */
export function shelfInMemory(): OperationShelf {
  const operations: LoggedOperation[] = [];
  const texts = new Map<string, Uint8Array>();
  let known: OperationGroups | undefined;
  const groups = () => {
    known ??= groupsOf(operations);
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
    ids: (kind) => groups().ids(kind),
    of: (key) => groups().of(key),
    purged: () => groups().purged(),
    bodyOf: bodyIn((sha256) => texts.get(sha256)),
    close: () => {},
  };
}

/** Reads the bodies that are in operations, and others where texts are. */
export const bodyIn =
  (textOf: (sha256: string) => Uint8Array | undefined): BodyOf =>
  ({ body, body_ref }) =>
    body ?? decodeUtf8(textOf(body_ref?.sha256 ?? '') ?? new Uint8Array()) ?? '';
