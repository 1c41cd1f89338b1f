import type { EntityKey, EntityKind, LoggedOperation, OperationGroups } from '@notes/sync-protocol';
import { entityOf } from '@notes/sync-protocol';
import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';
import { LogReader } from './log-reader.js';
import { BY_ENTITY } from './op-log.js';

const COUNT = 'SELECT count(*) FROM sync_ops';
const ORDER = `SELECT o.pk FROM sync_ops o JOIN sync_replicas r ON r.pk = o.replica_pk
  ORDER BY o.lamport, r.id, o.seq`;
/** `_` is followed by a back-tick. */
const IDS = `SELECT DISTINCT entity FROM ${BY_ENTITY} WHERE entity >= ? || '_' AND entity < ? || '\`'`;
const NAMED_BY = "SELECT DISTINCT entity FROM sync_ops WHERE operation ->> 'op' = ?";
const LONG = `SELECT o.pk FROM sync_ops o
  WHERE o.operation ->> 'op' = 'doc.write' AND coalesce(
    (SELECT octet_length(body) FROM revisions WHERE id = o.operation ->> 'rev'),
    (SELECT octet_length(body) FROM sync_bodies WHERE revision_id = o.operation ->> 'rev')) > ?`;

const PREFIXES = { note: 'doc', resource: 'res', bundle: 'bundle' } as const;
const WHOLE = { notebooks: 'nb', tags: 'tag', searches: 'snb', acknowledged: 'cfl' } as const;

/** All of the log that is kept. In memory is which operations there are; each is read when it is asked for. */
export class KeptLogReader implements OperationGroups {
  readonly #sql: Statements;
  readonly #log: LogReader;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
  }

  /** The ids, each once, of those of which there are operations, and of some more. */
  ids(kind: EntityKind): string[] {
    const prefix = kind === 'provenance' ? null : PREFIXES[kind];
    const rows =
      prefix === null
        ? this.#sql.rows<[string]>(NAMED_BY, 'src.provenance')
        : this.#sql.rows<[string]>(IDS, prefix, prefix);
    return rows.map(([id]) => id);
  }

  /** All of an entity, in no order, without bodies. */
  of(key: EntityKey): LoggedOperation[] {
    const id = key.slice(key.indexOf(':') + 1);
    const found = id === key ? this.#log.within(WHOLE[key as keyof typeof WHOLE]) : this.#log.of(id);
    return found.filter(({ operation }) => entityOf(operation) === key);
  }

  purged(): string[] {
    return this.#sql.rows<[string]>(NAMED_BY, 'doc.purge').map(([id]) => id);
  }

  /** Those that are left from a place on, in order, with bodies. */
  *inOrder(place = 0): Iterable<LoggedOperation> {
    const keys = new Float64Array(this.#sql.count(COUNT));
    let length = 0;
    for (const [key] of this.#sql.iterateRows<[number]>(ORDER)) {
      keys[length] = key;
      length += 1;
    }
    for (let at = place; at < length; at += 1) yield this.#log.byKey(keys[at] as number);
  }

  /** Revisions with texts of more than so many bytes, with those. */
  *longWrites(bytes: number): Iterable<LoggedOperation> {
    for (const [key] of this.#sql.rows<[number]>(LONG, bytes)) yield this.#log.byKey(key);
  }

  at = (replica: string, seq: number): LoggedOperation | undefined => this.#log.at(replica, seq);
  readonly bodyOf: LogReader['bodyOf'] = (write) => this.#log.bodyOf(write);
}
