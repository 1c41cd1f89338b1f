import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggedOperation, Operation } from '@notes/sync-protocol';
import { type EntityKey, type EntityKind, getEntityKey } from '@notes/sync-protocol/merge';
import { createBodyReader, type OperationShelf } from '@notes/sync-protocol/run';
import { asFileError } from '../errors.js';
import { type Connection, openTemporary } from '../library/connection.js';
import { type DataPaths, DRAFT_PREFIX, makePrivateFile } from '../library/files.js';
import { Statements } from '../library/statements.js';

const TABLES = `
  CREATE TABLE operations (
    place INTEGER PRIMARY KEY, replica TEXT NOT NULL, entity TEXT NOT NULL, operation TEXT NOT NULL
  ) STRICT;
  CREATE INDEX operations_entity ON operations (entity);
  CREATE TABLE texts (sha256 TEXT PRIMARY KEY, text BLOB NOT NULL) STRICT`;
const ADD = 'INSERT INTO operations VALUES (?, ?, ?, ?)';
const IN_ORDER = 'SELECT replica, operation FROM operations WHERE place >= ? ORDER BY place LIMIT ?';
const OF = 'SELECT replica, operation FROM operations WHERE entity = ?';
/** Selects the ids of a kind: in ASCII, a colon is followed by a semicolon. */
const IDS = "SELECT DISTINCT entity FROM operations WHERE entity >= ? || ':' AND entity < ? || ';'";
const ADD_TEXT = 'INSERT OR IGNORE INTO texts VALUES (?, ?)';
const TEXT = 'SELECT text FROM texts WHERE sha256 = ?';
const PAGE_SIZE = 200;

type Row = [replica: string, operation: string];

/** Holds received operations in a temporary file of its own. */
export class FileShelf implements OperationShelf {
  readonly #path: string;
  readonly #database: Connection;
  readonly #sql: Statements;
  readonly #purged = new Set<string>();
  #size = 0;

  /**
   * Creates the file.
   *
   * @throws StorageError `full`, `failed`, `read_only`; the methods throw the same
   */
  constructor({ tmp }: Pick<DataPaths, 'tmp'>) {
    this.#path = join(tmp, `${DRAFT_PREFIX}${randomUUID()}`);
    this.#database = withFileErrors(() => {
      makePrivateFile(this.#path);
      return openTemporary(this.#path);
    });
    this.#sql = new Statements(this.#database);
    withFileErrors(() => this.#database.exec(TABLES));
  }

  get size(): number {
    return this.#size;
  }

  add(operations: readonly LoggedOperation[]): void {
    withFileErrors(() =>
      this.#database.transaction(() => {
        for (const { replica, operation } of operations) {
          this.#sql.run(ADD, this.#size, replica, getEntityKey(operation), JSON.stringify(operation));
          this.#size += 1;
          if (operation.op === 'doc.purge') this.#purged.add(operation.doc);
        }
      })(),
    );
  }

  addText(sha256: string, text: Uint8Array): void {
    withFileErrors(() => this.#sql.run(ADD_TEXT, sha256, text));
  }

  *texts(): Iterable<readonly [string, Uint8Array]> {
    const digests = withFileErrors(() => this.#sql.rows<[string]>('SELECT sha256 FROM texts'));
    for (const [sha256] of digests) yield [sha256, this.#text(sha256) as Uint8Array];
  }

  *inOrder(place = 0): Iterable<LoggedOperation> {
    for (let at = place; ; at += PAGE_SIZE) {
      const rows = withFileErrors(() => this.#sql.rows<Row>(IN_ORDER, at, PAGE_SIZE));
      for (const row of rows) yield toLoggedOperation(row);
      if (rows.length < PAGE_SIZE) return;
    }
  }

  *listIds(kind: EntityKind): Iterable<string> {
    const keys = withFileErrors(() => this.#sql.rows<[string]>(IDS, kind, kind));
    for (const [key] of keys) yield key.slice(kind.length + 1);
  }

  getOperations(key: EntityKey): LoggedOperation[] {
    return withFileErrors(() => this.#sql.rows<Row>(OF, key)).map(toLoggedOperation);
  }

  listPurged(): Iterable<string> {
    return this.#purged;
  }

  readonly readBody = createBodyReader((sha256) => this.#text(sha256));

  close(): void {
    this.#database.close();
    rmSync(this.#path, { force: true });
  }

  #text(sha256: string): Uint8Array | undefined {
    return withFileErrors(() => this.#sql.row<[Uint8Array]>(TEXT, sha256)?.[0]);
  }
}

const toLoggedOperation = ([replica, operation]: Row): LoggedOperation => ({
  replica,
  operation: JSON.parse(operation) as Operation,
});

function withFileErrors<Answer>(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw asFileError(error);
  }
}
