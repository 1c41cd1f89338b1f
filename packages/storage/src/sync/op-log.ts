import type { Operation, OperationName, OperationOf } from '@notes/sync-protocol';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import type { Dot } from './states.js';

/** Operation without its envelope. A `doc.write` has no body: the body is stored with the revision. */
export type OperationContent = {
  readonly [Name in OperationName]: Omit<OperationOf<Name>, 's' | 'l' | 'w'>;
}[OperationName];

/** Replica state of this library: the last own operation, and the highest Lamport number known. */
interface Own {
  readonly id: string;
  seq: number;
  lamport: number;
  readonly indexed: number;
  readonly behind: number;
}

/** Key of this library in the table of replicas. */
export const OWN = 1;

/** Exclusive upper bound of operation numbers: ends the key range of a replica. */
export const END_OF_NUMBERS = 2 ** 40;
/** Builds the SQL for the key of an operation, from the key of its replica and its number; null without a replica. */
export const buildKeySql = (replica: string | number, seq: string | number) =>
  `(${replica} * -${END_OF_NUMBERS} + ${typeof seq === 'number' ? seq : `min(${seq}, ${END_OF_NUMBERS - 1})`})`;
/** Lower bound of the keys of own operations; the keys of all others are below it. */
export const OWN_KEYS_START = buildKeySql(OWN, 0);
const PK_OF = '(SELECT pk FROM sync_replicas WHERE id = @replica)';
/** SQL for the key of the operation `@seq` of `@replica`. */
export const KEY = buildKeySql(PK_OF, '@seq');
/** SQL for the exclusive bounds of the keys of the operations of `@replica`. */
export const [KEYS_FROM, KEYS_TO] = [buildKeySql(PK_OF, 0), buildKeySql(PK_OF, END_OF_NUMBERS)];

/**
 * Reads the own replica state. Own operations that are in no segment are counted from the log alone, which saves each
 * write a page. Older ones may have been pruned, so each encrypted segment stores its end.
 */
const READ_OWN = `SELECT r.id, max(r.seq, coalesce(o.seq, 0)) AS seq,
    max((SELECT max(lamport) FROM sync_replicas), coalesce(o.lamport, 0)) AS lamport, r.indexed, EXISTS (SELECT 1 FROM sync_unsettled) AS behind
  FROM sync_replicas r LEFT JOIN sync_ops o ON o.pk = (SELECT max(pk) FROM sync_ops) AND o.pk > ${OWN_KEYS_START}
  WHERE r.pk = ${OWN}`;
/** SQL for the number of the last own operation. */
export const OWN_SEQ = `(SELECT seq FROM (${READ_OWN}))`;
const LAST_INDEXED = `(SELECT ${buildKeySql('pk', 'indexed')} FROM sync_replicas WHERE pk = ${OWN})`;
/** Log for lookups by `entity`. The last own operations are not in the index, which saves each write a page. */
export const BY_ENTITY = `(SELECT * FROM sync_ops WHERE indexed = 1
  UNION ALL SELECT * FROM sync_ops WHERE indexed = 0 AND pk > ${LAST_INDEXED})`;
const INDEX = `UPDATE sync_ops SET indexed = 1 WHERE indexed = 0 AND pk > ${LAST_INDEXED}`;
const MARK_INDEXED = `UPDATE sync_replicas SET indexed = coalesce(
    (SELECT seq FROM sync_ops WHERE pk > ${OWN_KEYS_START} ORDER BY pk DESC LIMIT 1), indexed) WHERE pk = ${OWN}`;
/** Maximum number of own operations outside the index. */
const MAX_UNINDEXED = 1_000;
/** Condition for purged notes: purges are always in the index. */
export const IS_PURGED = `EXISTS (SELECT 1 FROM sync_ops WHERE entity = @doc AND indexed = 1 AND operation ->> 'op' = 'doc.purge')`;
/** Query for the context of an own operation, by its number; no row before the first remote operation was applied. */
export const CONTEXT = 'SELECT deps FROM sync_contexts WHERE seq <= ? ORDER BY seq DESC LIMIT 1';
/** Inserts an operation; parameters: key of the replica, number, Lamport number, time, entity, JSON. */
export const INSERT_OPERATION = `INSERT INTO sync_ops (pk, lamport, at, entity, operation) VALUES (${buildKeySql('?', '?')}, ?, ?, ?, ?)`;

const INSERT_OWN = `INSERT INTO sync_ops (pk, lamport, at, entity, operation, indexed)
  VALUES (${buildKeySql(OWN, '?')}, ?, ?, ?, ?, ?)`;

/** Adds the own operations to the index by `entity`. */
export function indexOwn(sql: Statements): void {
  sql.run(INDEX);
  sql.run(MARK_INDEXED);
}

/**
 * Returns the id under which an operation is stored: of its note, notebook or other entity; for a deletion of
 * notebooks, of the first one.
 */
export function getSubjectId(saying: OperationContent | Operation): string {
  if ('doc' in saying && saying.doc !== null) return saying.doc;
  switch (saying.op) {
    case 'nb.delete':
      return saying.notebooks[0] as string;
    case 'conflict.resolve':
      return saying.conflict;
    case 'src.bundle':
      return saying.bundle;
    case 'src.provenance':
      return saying.target;
    default:
      if ('tag' in saying) return saying.tag;
      if ('search' in saying) return saying.search;
      return 'resource' in saying ? saying.resource : (saying as { readonly notebook: string }).notebook;
  }
}

/** Appends own operations to the log within one write. */
export class OperationLog {
  readonly #sql: Statements;
  #own: Own | undefined;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /**
   * Starts appending. Must be called first in a write.
   *
   * @returns false when the library is not a replica
   */
  open(): boolean {
    this.#own = this.#sql.get<Own>(READ_OWN);
    return this.#own !== undefined;
  }

  /** Returns true when parts of the log are not materialized yet. */
  isBehind(): boolean {
    return this.#own?.behind === 1;
  }

  /**
   * Appends an operation.
   *
   * @param at milliseconds since the Unix epoch, for display only
   */
  append(saying: OperationContent, at: number): Dot {
    const own = this.#own as Own;
    own.seq += 1;
    own.lamport += 1;
    // Purges are indexed at once: every new note is checked for a purge of its id.
    const indexed = saying.op === 'doc.purge' ? 1 : 0;
    const [subject, text] = [getSubjectId(saying), JSON.stringify(saying)];
    this.#sql.run(INSERT_OWN, own.seq, own.lamport, Math.trunc(at), subject, text, indexed);
    return `${own.id}:${own.seq}`;
  }

  /** Ends appending. Must be called after the last append of a write. */
  close(): void {
    const { seq, indexed } = this.#own as Own;
    if (seq - indexed > MAX_UNINDEXED) indexOwn(this.#sql);
  }
}
