import {
  type AuthorState,
  type FormerLog,
  type LoggedOperation,
  moveAfterFormer,
  reauthor,
  type VersionVector,
} from '@notes/sync-protocol';
import type { Connection } from '../library/connection.js';
import { Statements } from '../library/statements.js';
import { LogReader } from './log-reader.js';
import { LogSquasher } from './log-squasher.js';
import {
  buildKeySql,
  CONTEXT,
  getSubjectId,
  INSERT_OPERATION,
  indexOwn,
  KEY,
  KEYS_FROM,
  KEYS_TO,
  OWN,
  OWN_KEYS_START,
} from './op-log.js';

const RENAME = `UPDATE sync_replicas SET id = ?, seq = 0, lamport = 0, segment = 0, segment_sha256 = NULL,
  segment_seq = 0, segment_lamport = 0, segment_context = '{}', forgotten = 0, offered = 0, indexed = 0 WHERE pk = ${OWN}`;
const FORGOTTEN = `SELECT forgotten FROM sync_replicas WHERE pk = ${OWN}`;
const KEEP_FORMER = `INSERT INTO sync_replicas (id, seq, lamport, segment, segment_sha256, segment_seq, segment_lamport,
  segment_context, forgotten) VALUES (@id, @seq, @lamport, @index, @digest, @seq, @lamport, @context, @forgotten)`;
const HAND_OVER = `UPDATE sync_ops SET pk = ${KEY.replace('@seq', 'seq')}
  WHERE pk > ${OWN_KEYS_START} AND pk <= ${buildKeySql(OWN, '@seq')}`;
/** Selects attachments and import sources whose bytes this replica has not published on every known carrier. */
const UNPUBLISHED = `SELECT o.at, o.operation FROM sync_ops o WHERE o.pk > ${KEYS_FROM} AND o.pk < ${KEYS_TO}
  AND o.operation ->> 'op' IN ('res.create', 'src.bundle') AND EXISTS (SELECT 1 FROM sync_seen k WHERE NOT EXISTS (
    SELECT 1 FROM sync_published p WHERE p.carrier = k.carrier AND p.sha256 = o.operation ->> 'sha256'))
  ORDER BY o.pk`;
const VECTOR = `SELECT id, seq FROM sync_replicas WHERE pk <> ${OWN} AND seq > 0`;

const KEEP_CONTEXT = 'INSERT OR REPLACE INTO sync_contexts (seq, deps) VALUES (?, ?)';
/** Remembers the former replica, unless nothing was encrypted under its id: then other replicas do not know it. */
const REMEMBER_FORMER = `INSERT INTO meta (key, value) VALUES ('sync_former', ?) ON CONFLICT (key) DO UPDATE
  SET value = excluded.value WHERE (SELECT segment FROM sync_replicas WHERE pk = ${OWN}) > 0`;
const FORMER = "SELECT value FROM meta WHERE key = 'sync_former'";
const IS_SUCCESSOR = `SELECT EXISTS (SELECT 1 FROM sync_replicas WHERE pk = ${OWN} AND segment = 0)
  AND EXISTS (SELECT 1 FROM meta WHERE key = 'sync_former')
  AND EXISTS (SELECT 1 FROM sync_ops WHERE pk > ${OWN_KEYS_START})`;
const MOVE = `UPDATE sync_ops SET lamport = ? WHERE pk = ${buildKeySql(OWN, '?')}`;

/** Returns true when the library continues another replica, and has own operations but none of them encrypted. */
export const isSuccessor = (sql: Statements): boolean => sql.count(IS_SUCCESSOR) === 1;

/** Continues a library as another replica. */
export class Renewal {
  readonly #sql: Statements;
  readonly #log: LogReader;
  readonly #squashing: LogSquasher;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
    this.#log = new LogReader(raw);
    this.#squashing = new LogSquasher(raw);
  }

  /**
   * Assigns own operations up to `last` to the former replica, and re-authors the later ones as `replicaId`.
   *
   * @returns the re-authored operations, which may change the library
   */
  renew(former: string, replicaId: string, last: AuthorState): LoggedOperation[] {
    indexOwn(this.#sql);
    const since = this.#listSince(former, last.seq);
    const forgotten = this.#sql.count(FORGOTTEN);
    this.#sql.run(REMEMBER_FORMER, JSON.stringify({ replica: former, after: last.seq } satisfies FormerLog));
    this.#sql.run(RENAME, replicaId);
    const kept = { ...last, id: former, context: JSON.stringify(last.context), forgotten };
    if (last.seq > 0) this.#sql.run(KEEP_FORMER, kept);
    this.#sql.run(HAND_OVER, { replica: former, seq: last.seq });
    this.#sql.run(`DELETE FROM sync_ops WHERE pk > ${OWN_KEYS_START}`);
    this.#sql.run('DELETE FROM sync_segments WHERE replica = ? AND n > ?', former, last.index);
    this.#sql.run('DELETE FROM sync_sealed');
    this.#sql.run('DELETE FROM sync_contexts');
    const context: VersionVector = Object.fromEntries(this.#sql.rows<[string, number]>(VECTOR));
    const lamport = this.#sql.count('SELECT max(lamport) FROM sync_replicas');
    const successor = { replica: replicaId, after: last.seq, lamport, context };
    const said = reauthor([...since, ...this.#listUnpublished(former)], successor);
    for (const { operation, context: known } of said) this.#append(operation, known);
    indexOwn(this.#sql);
    this.#sql.run(KEEP_CONTEXT, said.length + 1, JSON.stringify(context));
    // Some operations may have been published under the former id.
    this.#squashing.markPublished();
    return said;
  }

  /**
   * Moves own operations behind those of the former replica that are known by now.
   *
   * @returns the moved operations, which may change the library
   */
  comeAfter(own: string): LoggedOperation[] {
    if (!isSuccessor(this.#sql)) return [];
    const [text] = this.#sql.row<[string]>(FORMER) as [string];
    const former = JSON.parse(text) as FormerLog;
    const lost = this.#log.withoutBodies(former.replica, former.after);
    const moved = moveAfterFormer(this.#listSince(own, 0), lost, former);
    for (const { operation, context } of moved) {
      this.#sql.run(MOVE, operation.l, operation.s);
      if (context !== undefined) this.#sql.run(KEEP_CONTEXT, operation.s, JSON.stringify(context));
    }
    return moved;
  }

  /** Bytes are published by the replica that refers to them, so these references are re-authored. */
  #listUnpublished(former: string): LoggedOperation[] {
    return this.#sql.rows<[number, string]>(UNPUBLISHED, { replica: former }).map(([w, operation]) => ({
      replica: former,
      operation: { ...JSON.parse(operation), s: 0, l: 0, w },
    }));
  }

  /** Operations after a number, in order, without bodies; the first has its complete context. */
  #listSince(former: string, after: number): LoggedOperation[] {
    const [first, ...rest] = this.#log.withoutBodies(former, after);
    if (first === undefined) return [];
    const context = this.#sql.row<[string]>(CONTEXT, first.operation.s)?.[0] ?? '{}';
    return [{ ...first, context: JSON.parse(context) as VersionVector }, ...rest];
  }

  #append({ s, l, w, ...saying }: LoggedOperation['operation'], context: VersionVector | undefined): void {
    if (context !== undefined) this.#sql.run(KEEP_CONTEXT, s, JSON.stringify(context));
    this.#sql.run(
      INSERT_OPERATION,
      OWN,
      s,
      l,
      w,
      getSubjectId(saying as LoggedOperation['operation']),
      JSON.stringify(saying),
    );
  }
}
