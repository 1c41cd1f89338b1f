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
}

/** The key of this library among the replicas. */
export const OWN = 1;

/**
 * Those operations of this library that are in no segment yet are counted in the log alone, which saves each write a
 * page; older ones may be forgotten, so sealing notes how far they go.
 */
const LAST = `(SELECT seq, lamport FROM sync_ops WHERE replica_pk = ${OWN} ORDER BY seq DESC LIMIT 1)`;
const READ_OWN = `SELECT r.id, max(r.seq, coalesce(o.seq, 0)) AS seq,
    max((SELECT max(lamport) FROM sync_replicas), coalesce(o.lamport, 0)) AS lamport
  FROM sync_replicas r LEFT JOIN ${LAST} o WHERE r.pk = ${OWN}`;
/** The number of the last operation of this library. */
export const OWN_SEQ = `(SELECT seq FROM (${READ_OWN}))`;
/** The context of an operation of this library, by its number; no row before anything of others was applied. */
export const CONTEXT = 'SELECT deps FROM sync_contexts WHERE seq <= ? ORDER BY seq DESC LIMIT 1';
export const INSERT_OPERATION =
  'INSERT INTO sync_ops (replica_pk, seq, lamport, at, entity, operation) VALUES (?, ?, ?, ?, ?, ?)';

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
    const row = [OWN, own.seq, own.lamport, Math.trunc(at), subjectOf(saying), JSON.stringify(saying)];
    this.#sql.run(INSERT_OPERATION, ...row);
    return `${own.id}:${own.seq}`;
  }
}
