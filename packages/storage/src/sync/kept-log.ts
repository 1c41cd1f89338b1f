import type { LoggedOperation } from '@notes/sync-protocol';
import { type EntityKey, type EntityKind, getEntityKey, type OperationGroups } from '@notes/sync-protocol/merge';
import { asc, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../library/connection.js';
import { build, defineQuery, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { revisions, syncBodies, syncOps, syncReplicas } from '../schema.js';
import { GroupCache } from './group-cache.js';
import { LogReader } from './log-reader.js';
import { logByEntity } from './op-log.js';

const o = alias(syncOps, 'o');
const countOperations = defineQuery(() => build.select({ n: sql<number>`count(*)` }).from(syncOps));
const selectKeys = defineQuery(() =>
  build.select({ pk: syncOps.pk, lamport: syncOps.lamport, replicaPk: syncOps.replicaPk }).from(syncOps),
);
const selectReplicas = defineQuery(() =>
  build.select({ pk: syncReplicas.pk }).from(syncReplicas).orderBy(asc(syncReplicas.id)),
);
/** Selects the ids with a prefix: in ASCII, `_` is followed by a back-tick. */
const selectIdsByPrefix = defineQuery(({ prefix }: Parameters<{ prefix: string }>) =>
  rows(
    { id: o.entity },
    (list) => sql`SELECT DISTINCT ${list} FROM ${logByEntity} ${o}
      WHERE ${o.entity} >= ${prefix} || '_' AND ${o.entity} < ${prefix} || '\`'`,
  ),
);
const selectIdsByOperation = defineQuery(({ name }: Parameters<{ name: string }>) =>
  build.selectDistinct({ id: syncOps.entity }).from(syncOps).where(sql`${syncOps.operation} ->> 'op' = ${name}`),
);
const selectLongWrites = defineQuery(({ bytes }: Parameters<{ bytes: number }>) =>
  rows(
    { pk: o.pk },
    (list) => sql`SELECT ${list} FROM ${syncOps} ${o}
      WHERE ${o.operation} ->> 'op' = 'doc.write' AND coalesce(
        (SELECT octet_length(${revisions.body}) FROM ${revisions} WHERE ${revisions.id} = ${o.operation} ->> 'rev'),
        (SELECT octet_length(${syncBodies.body}) FROM ${syncBodies}
          WHERE ${syncBodies.revisionId} = ${o.operation} ->> 'rev')) > ${bytes}`,
  ),
);

const PREFIXES = { note: 'doc', resource: 'res', bundle: 'bundle' } as const;
const WHOLE = { notebooks: 'nb', tags: 'tag', searches: 'snb', acknowledged: 'cfl' } as const;

/** Number of operations read together. */
const PAGE_SIZE = 100;

/** Reads the whole stored log. Holds only keys in memory; each operation is read on demand. */
export class KeptLogReader implements OperationGroups {
  readonly #sql: Statements;
  readonly #log: LogReader;
  readonly #groups: GroupCache;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
    this.#groups = new GroupCache((ids) => this.#log.listByEntities(ids));
  }

  /** Distinct ids of the entities with operations; some others may be included. */
  listIds(kind: EntityKind): string[] {
    const prefix = kind === 'provenance' ? null : PREFIXES[kind];
    const found =
      prefix === null
        ? this.#sql.all(selectIdsByOperation, { name: 'src.provenance' })
        : this.#sql.all(selectIdsByPrefix, { prefix });
    const ids = found.map(({ id }) => id);
    this.#groups.expect(ids);
    return ids;
  }

  /** Operations of an entity, in no order, without bodies. */
  getOperations(key: EntityKey): LoggedOperation[] {
    const id = key.slice(key.indexOf(':') + 1);
    const found = id === key ? this.#log.listByPrefix(WHOLE[key as keyof typeof WHOLE]) : this.#groups.take(id);
    return found.filter(({ operation }) => getEntityKey(operation) === key);
  }

  listPurged(): string[] {
    return this.#sql.all(selectIdsByOperation, { name: 'doc.purge' }).map(({ id }) => id);
  }

  /** Stored operations in log order from a position on, with bodies. */
  *inOrder(place = 0): Iterable<LoggedOperation> {
    const keys = this.#keysInOrder();
    for (let at = place; at < keys.length; at += PAGE_SIZE)
      yield* this.#log.byKeys([...keys.subarray(at, at + PAGE_SIZE)]);
  }

  /** Sorts in JavaScript: SQLite would hold a row of each operation in memory. */
  #keysInOrder(): Float64Array {
    const count = this.#sql.count(countOperations);
    const [keys, lamports, authors] = [new Float64Array(count), new Float64Array(count), new Uint32Array(count)];
    const places = new Map(this.#sql.all(selectReplicas).map(({ pk }, place) => [pk, place]));
    let at = 0;
    for (const { pk, lamport, replicaPk } of this.#sql.iterate(selectKeys)) {
      keys[at] = pk;
      lamports[at] = lamport;
      authors[at] = places.get(replicaPk) as number;
      at += 1;
    }
    const of = (values: Float64Array | Uint32Array, place: number) => values[place] as number;
    const compare = (a: number, b: number) =>
      of(lamports, a) - of(lamports, b) || of(authors, a) - of(authors, b) || of(keys, a) - of(keys, b);
    // The log of a single replica is stored in its order.
    if (keys.every((_, place) => place === 0 || compare(place - 1, place) < 0)) return keys;
    return Float64Array.from(Uint32Array.from(keys.keys()).sort(compare), (place) => of(keys, place));
  }

  /** Revisions with texts longer than `bytes`, with their bodies. */
  *listLongWrites(bytes: number): Iterable<LoggedOperation> {
    for (const { pk } of this.#sql.all(selectLongWrites, { bytes })) yield this.#log.byKey(pk);
  }

  at = (replica: string, seq: number): LoggedOperation | undefined => this.#log.at(replica, seq);
  readonly readBody: LogReader['readBody'] = (write) => this.#log.readBody(write);
}
