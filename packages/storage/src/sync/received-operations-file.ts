import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggedOperation, Operation } from '@notes/sync-protocol';
import { type EntityKey, type EntityKind, getEntityKey } from '@notes/sync-protocol/merge';
import { createBodyReader, type OperationShelf } from '@notes/sync-protocol/run';
import { eq, sql } from 'drizzle-orm';
import { withFileErrors } from '../errors.js';
import { type Connection, closeOnError, openTemporary } from '../library/connection.js';
import { type DataPaths, DRAFT_PREFIX, makePrivateFile } from '../library/files.js';
import { build, defineQuery, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { GroupCache } from './group-cache.js';
import { operations as operationsTable, RECEIVED_OPERATIONS_DDL, texts } from './received-operations-schema.js';

const columns = {
  replica: operationsTable.replica,
  operation: operationsTable.operation,
  body: sql<string | null>`${operationsTable.body}`,
};
type OperationRow = { place: number; replica: string; entity: string; operation: string; body: string | null };
const insertOperation = defineQuery(({ place, replica, entity, operation, body }: Parameters<OperationRow>) =>
  build.insert(operationsTable).values({ place, replica, entity, operation, body }),
);
const selectPage = defineQuery(({ from, limit }: Parameters<{ from: number; limit: number }>) =>
  rows(
    columns,
    (list) => sql`SELECT ${list} FROM ${operationsTable} WHERE ${operationsTable.place} >= ${from}
      ORDER BY ${operationsTable.place} LIMIT ${limit}`,
  ),
);
/** Selects the operations of entities, by their keys in a JSON array. */
const selectByEntities = defineQuery(({ entities }: Parameters<{ entities: string }>) =>
  rows(
    { entity: operationsTable.entity, ...columns },
    (list) => sql`SELECT ${list} FROM json_each(${entities}) k
      CROSS JOIN ${operationsTable} ON ${operationsTable.entity} = k.value`,
  ),
);
/** Selects the entities of a kind: in ASCII, a colon is followed by a semicolon. */
const selectEntities = defineQuery(({ kind }: Parameters<{ kind: string }>) =>
  build
    .selectDistinct({ entity: operationsTable.entity })
    .from(operationsTable)
    .where(sql`${operationsTable.entity} >= ${kind} || ':' AND ${operationsTable.entity} < ${kind} || ';'`),
);
const insertText = defineQuery(({ sha256, text }: Parameters<{ sha256: string; text: Uint8Array }>) =>
  build.insert(texts).values({ sha256, text }).onConflictDoNothing(),
);
const selectText = defineQuery(({ sha256 }: Parameters<{ sha256: string }>) =>
  build.select({ text: texts.text }).from(texts).where(eq(texts.sha256, sha256)),
);
const selectTextDigests = defineQuery(() => build.select({ sha256: texts.sha256 }).from(texts));
const PAGE_SIZE = 50;

/** Received operations in a temporary file of their own. */
export class ReceivedOperationsFile implements OperationShelf {
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
      const database = openTemporary(this.#path);
      return closeOnError(database, () => database.exec(RECEIVED_OPERATIONS_DDL));
    });
    this.#sql = new Statements(this.#database);
  }

  get size(): number {
    return this.#size;
  }

  add(operations: readonly LoggedOperation[]): void {
    withFileErrors(() =>
      this.#database.transaction(() => {
        for (const { replica, operation } of operations) {
          this.#sql.run(insertOperation, {
            place: this.#size,
            replica,
            entity: getEntityKey(operation),
            ...splitBody(operation),
          });
          this.#size += 1;
          if (operation.op === 'doc.purge') this.#purged.add(operation.doc);
        }
      })(),
    );
  }

  addText(sha256: string, text: Uint8Array): void {
    withFileErrors(() => this.#sql.run(insertText, { sha256, text }));
  }

  *texts(): Iterable<readonly [string, Uint8Array]> {
    const digests = withFileErrors(() => this.#sql.all(selectTextDigests));
    for (const { sha256 } of digests) yield [sha256, this.#text(sha256) as Uint8Array];
  }

  *inOrder(place = 0): Iterable<LoggedOperation> {
    for (let at = place; ; at += PAGE_SIZE) {
      const found = withFileErrors(() => this.#sql.all(selectPage, { from: at, limit: PAGE_SIZE }));
      for (const row of found) yield toLoggedOperation(row);
      if (found.length < PAGE_SIZE) return;
    }
  }

  listIds(kind: EntityKind): string[] {
    const found = withFileErrors(() => this.#sql.all(selectEntities, { kind }));
    const keys = found.map(({ entity }) => entity);
    this.#groups.expect(keys);
    return keys.map((key) => key.slice(kind.length + 1));
  }

  getOperations(key: EntityKey): LoggedOperation[] {
    return this.#groups.take(key);
  }

  readonly #groups = new GroupCache((keys) => {
    const found = new Map<string, LoggedOperation[]>(keys.map((key) => [key, []]));
    const entities = JSON.stringify(keys);
    for (const row of withFileErrors(() => this.#sql.all(selectByEntities, { entities })))
      found.get(row.entity)?.push(toLoggedOperation(row));
    return found;
  });

  listPurged(): Iterable<string> {
    return this.#purged;
  }

  readonly readBody = createBodyReader((sha256) => this.#text(sha256));

  close(): void {
    this.#database.close();
    rmSync(this.#path, { force: true });
  }

  #text(sha256: string): Uint8Array | undefined {
    return withFileErrors(() => this.#sql.value(selectText, { sha256 }));
  }
}

/** Separates the body of a revision, which is read several times and would be escaped in JSON. */
function splitBody(operation: Operation): Pick<OperationRow, 'operation' | 'body'> {
  if (operation.op !== 'doc.write') return { operation: JSON.stringify(operation), body: null };
  const { body = null, ...rest } = operation;
  return { operation: JSON.stringify(rest), body };
}

function toLoggedOperation({ replica, operation: text, body }: Row<typeof columns>): LoggedOperation {
  const operation = JSON.parse(text) as Operation;
  // Adds to the parsed object, because copies of objects take much of a long reading.
  if (body !== null) (operation as { body?: string }).body = body;
  return { replica, operation };
}
