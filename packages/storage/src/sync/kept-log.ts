import type { LoggedOperation } from '@notes/sync-protocol';
import { type EntityKey, type EntityKind, getEntityKey, type OperationGroups } from '@notes/sync-protocol/merge';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { LogReader } from './log-reader.js';
import { BY_ENTITY } from './op-log.js';

const COUNT = 'SELECT count(*) FROM sync_ops';
const ALL = 'SELECT pk, lamport, replica_pk FROM sync_ops';
const REPLICAS = 'SELECT pk FROM sync_replicas ORDER BY id';
/** Selects the ids with a prefix: in ASCII, `_` is followed by a back-tick. */
const IDS = `SELECT DISTINCT entity FROM ${BY_ENTITY} WHERE entity >= ? || '_' AND entity < ? || '\`'`;
const NAMED_BY = "SELECT DISTINCT entity FROM sync_ops WHERE operation ->> 'op' = ?";
const LONG = `SELECT o.pk FROM sync_ops o
  WHERE o.operation ->> 'op' = 'doc.write' AND coalesce(
    (SELECT octet_length(body) FROM revisions WHERE id = o.operation ->> 'rev'),
    (SELECT octet_length(body) FROM sync_bodies WHERE revision_id = o.operation ->> 'rev')) > ?`;

const PREFIXES = { note: 'doc', resource: 'res', bundle: 'bundle' } as const;
const WHOLE = { notebooks: 'nb', tags: 'tag', searches: 'snb', acknowledged: 'cfl' } as const;

/** Reads the whole stored log. Holds only keys in memory; each operation is read on demand. */
export class KeptLogReader implements OperationGroups {
  readonly #sql: Statements;
  readonly #log: LogReader;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
  }

  /** Distinct ids of the entities with operations; some others may be included. */
  listIds(kind: EntityKind): string[] {
    const prefix = kind === 'provenance' ? null : PREFIXES[kind];
    const rows =
      prefix === null
        ? this.#sql.rows<[string]>(NAMED_BY, 'src.provenance')
        : this.#sql.rows<[string]>(IDS, prefix, prefix);
    return rows.map(([id]) => id);
  }

  /** Operations of an entity, in no order, without bodies. */
  getOperations(key: EntityKey): LoggedOperation[] {
    const id = key.slice(key.indexOf(':') + 1);
    const found = id === key ? this.#log.listByPrefix(WHOLE[key as keyof typeof WHOLE]) : this.#log.listByEntity(id);
    return found.filter(({ operation }) => getEntityKey(operation) === key);
  }

  listPurged(): string[] {
    return this.#sql.rows<[string]>(NAMED_BY, 'doc.purge').map(([id]) => id);
  }

  /** Stored operations in log order from a position on, with bodies. */
  *inOrder(place = 0): Iterable<LoggedOperation> {
    for (const key of this.#keysInOrder().subarray(place)) yield this.#log.byKey(key);
  }

  /** Sorts in JavaScript: SQLite would hold a row of each operation in memory. */
  #keysInOrder(): Float64Array {
    const count = this.#sql.count(COUNT);
    const [keys, lamports, authors] = [new Float64Array(count), new Float64Array(count), new Uint32Array(count)];
    const places = new Map(this.#sql.rows<[number]>(REPLICAS).map(([pk], place) => [pk, place]));
    let at = 0;
    for (const [key, lamport, replica] of this.#sql.iterateRows<[number, number, number]>(ALL)) {
      keys[at] = key;
      lamports[at] = lamport;
      authors[at] = places.get(replica) as number;
      at += 1;
    }
    const of = (values: Float64Array | Uint32Array, place: number) => values[place] as number;
    const order = Uint32Array.from(keys.keys()).sort(
      (a, b) => of(lamports, a) - of(lamports, b) || of(authors, a) - of(authors, b) || of(keys, a) - of(keys, b),
    );
    return Float64Array.from(order, (place) => of(keys, place));
  }

  /** Revisions with texts longer than `bytes`, with their bodies. */
  *listLongWrites(bytes: number): Iterable<LoggedOperation> {
    for (const [key] of this.#sql.rows<[number]>(LONG, bytes)) yield this.#log.byKey(key);
  }

  at = (replica: string, seq: number): LoggedOperation | undefined => this.#log.at(replica, seq);
  readonly readBody: LogReader['readBody'] = (write) => this.#log.readBody(write);
}
