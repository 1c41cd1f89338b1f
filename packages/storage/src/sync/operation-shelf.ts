import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  bodyIn,
  type EntityKey,
  type EntityKind,
  entityOf,
  type LoggedOperation,
  type Operation,
  type OperationShelf,
} from '@notes/sync-protocol';
import { asFileError } from '../errors.js';
import { type Connection, openThrowaway } from '../library/connection.js';
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
const PAGE = 200;

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
    this.#database = guarded(() => {
      makePrivateFile(this.#path);
      return openThrowaway(this.#path);
    });
    this.#sql = new Statements(this.#database);
    guarded(() => this.#database.exec(TABLES));
  }

  get size(): number {
    return this.#size;
  }

  add(operations: readonly LoggedOperation[]): void {
    guarded(() =>
      this.#database.transaction(() => {
        for (const { replica, operation } of operations) {
          this.#sql.run(ADD, this.#size, replica, entityOf(operation), JSON.stringify(operation));
          this.#size += 1;
          if (operation.op === 'doc.purge') this.#purged.add(operation.doc);
        }
      })(),
    );
  }

  addText(sha256: string, text: Uint8Array): void {
    guarded(() => this.#sql.run(ADD_TEXT, sha256, text));
  }

  *texts(): Iterable<readonly [string, Uint8Array]> {
    const digests = guarded(() => this.#sql.rows<[string]>('SELECT sha256 FROM texts'));
    for (const [sha256] of digests) yield [sha256, this.#text(sha256) as Uint8Array];
  }

  *inOrder(place = 0): Iterable<LoggedOperation> {
    for (let at = place; ; at += PAGE) {
      const rows = guarded(() => this.#sql.rows<Row>(IN_ORDER, at, PAGE));
      for (const row of rows) yield logged(row);
      if (rows.length < PAGE) return;
    }
  }

  *ids(kind: EntityKind): Iterable<string> {
    const keys = guarded(() => this.#sql.rows<[string]>(IDS, kind, kind));
    for (const [key] of keys) yield key.slice(kind.length + 1);
  }

  of(key: EntityKey): LoggedOperation[] {
    return guarded(() => this.#sql.rows<Row>(OF, key)).map(logged);
  }

  purged(): Iterable<string> {
    return this.#purged;
  }

  readonly bodyOf = bodyIn((sha256) => this.#text(sha256));

  close(): void {
    this.#database.close();
    rmSync(this.#path, { force: true });
  }

  #text(sha256: string): Uint8Array | undefined {
    return guarded(() => this.#sql.row<[Uint8Array]>(TEXT, sha256)?.[0]);
  }
}

const logged = ([replica, operation]: Row): LoggedOperation => ({
  replica,
  operation: JSON.parse(operation) as Operation,
});

function guarded<Answer>(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw asFileError(error);
  }
}
