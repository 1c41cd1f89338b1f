import type { Operation, OperationName, OperationOf } from '@notes/sync-protocol';
import type { Connection } from '../connection.js';
import { Statements } from '../statements.js';
import type { Dot } from './states.js';

/** An operation without its envelope. That of a `doc.write` has no body here: it is the revision's. */
export type Saying = { readonly [Name in OperationName]: Omit<OperationOf<Name>, 's' | 'l' | 'w'> }[OperationName];

/** This library as a replica, with its last operation and the highest Lamport number it knows. */
interface Own {
  readonly id: string;
  seq: number;
  lamport: number;
  readonly indexed: number;
}

/** The key of this library among the replicas. */
export const OWN = 1;

/**
 * Those operations of this library that are in no segment yet are counted in the log alone, which saves each write a
 * page; older ones may be forgotten, so sealing notes how far they go.
 */
const LAST = `(SELECT seq, lamport FROM sync_ops WHERE replica_pk = ${OWN} ORDER BY seq DESC LIMIT 1)`;
const READ_OWN = `SELECT r.id, max(r.seq, coalesce(o.seq, 0)) AS seq,
    max((SELECT max(lamport) FROM sync_replicas), coalesce(o.lamport, 0)) AS lamport, r.indexed
  FROM sync_replicas r LEFT JOIN ${LAST} o WHERE r.pk = ${OWN}`;
/** The number of the last operation of this library. */
export const OWN_SEQ = `(SELECT seq FROM (${READ_OWN}))`;
/**
 * The log, to be looked through by `entity`: by an index, but for the last operations of this library, which saves each
 * write a page.
 */
export const BY_ENTITY = `(SELECT * FROM sync_ops WHERE indexed = 1
  UNION ALL SELECT * FROM sync_ops WHERE replica_pk = ${OWN} AND indexed = 0
    AND seq > (SELECT indexed FROM sync_replicas WHERE pk = ${OWN}))`;
const INDEX = `UPDATE sync_ops SET indexed = 1 WHERE replica_pk = ${OWN} AND indexed = 0
  AND seq > (SELECT indexed FROM sync_replicas WHERE pk = ${OWN})`;
const MARK_INDEXED = `UPDATE sync_replicas SET indexed = coalesce(
    (SELECT seq FROM sync_ops WHERE replica_pk = ${OWN} ORDER BY seq DESC LIMIT 1), indexed) WHERE pk = ${OWN}`;
/** More than so many are not left without the index. */
const UNINDEXED = 1_000;
/** Whether a note was purged: purges are always in the index. */
export const IS_PURGED = `EXISTS (SELECT 1 FROM sync_ops WHERE entity = @doc AND indexed = 1 AND operation ->> 'op' = 'doc.purge')`;
/** The context of an operation of this library, by its number; no row before anything of others was applied. */
export const CONTEXT = 'SELECT deps FROM sync_contexts WHERE seq <= ? ORDER BY seq DESC LIMIT 1';
export const INSERT_OPERATION =
  'INSERT INTO sync_ops (replica_pk, seq, lamport, at, entity, operation) VALUES (?, ?, ?, ?, ?, ?)';

const INSERT_OWN = `INSERT INTO sync_ops (replica_pk, seq, lamport, at, entity, operation, indexed)
  VALUES (${OWN}, ?, ?, ?, ?, ?, ?)`;

/** Puts what this library has said into the index by `entity`. */
export function indexOwn(sql: Statements): void {
  sql.run(INDEX);
  sql.run(MARK_INDEXED);
}

/** The id under which an operation is found: of the note, the notebook, …; of a deletion of notebooks the first. */
export function subjectOf(saying: Saying | Operation): string {
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

/** Appends operations of this library to its log, within one write. */
export class OperationLog {
  readonly #sql: Statements;
  #own: Own | undefined;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** To be called before anything is appended in a write; false where the library is no replica. */
  open(): boolean {
    this.#own = this.#sql.get<Own>(READ_OWN);
    return this.#own !== undefined;
  }

  /** @param at Milliseconds since 1970, for people to read */
  append(saying: Saying, at: number): Dot {
    const own = this.#own as Own;
    own.seq += 1;
    own.lamport += 1;
    // Whether an id was purged is asked of every note that is made.
    const indexed = saying.op === 'doc.purge' ? 1 : 0;
    const row = [own.seq, own.lamport, Math.trunc(at), subjectOf(saying), JSON.stringify(saying), indexed];
    this.#sql.run(INSERT_OWN, ...row);
    return `${own.id}:${own.seq}`;
  }

  /** To be called behind what is appended in a write. */
  close(): void {
    const { seq, indexed } = this.#own as Own;
    if (seq - indexed > UNINDEXED) indexOwn(this.#sql);
  }
}
