import type { OperationName, OperationOf } from '@notes/sync-protocol';
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

const READ_OWN = `SELECT id, seq, (SELECT max(lamport) FROM sync_replicas) AS lamport FROM sync_replicas WHERE pk = ${OWN}`;
const WRITE_OWN = `UPDATE sync_replicas SET seq = ?, lamport = ? WHERE pk = ${OWN}`;
const INSERT = `INSERT INTO sync_ops (replica_pk, seq, lamport, at, entity, operation) VALUES (${OWN}, ?, ?, ?, ?, ?)`;

/** Appends operations of this library to its log, within one write. */
export class OperationLog {
  readonly #sql: Statements;
  #own: Own | undefined;
  #changed = false;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** To be called before anything is appended in a write; false where the library is no replica. */
  open(): boolean {
    this.#own = this.#sql.get<Own>(READ_OWN);
    this.#changed = false;
    return this.#own !== undefined;
  }

  /** @param at Milliseconds since 1970, for people to read */
  append(entity: string, saying: Saying, at: number): Dot {
    const own = this.#own as Own;
    own.seq += 1;
    own.lamport += 1;
    this.#changed = true;
    this.#sql.run(INSERT, own.seq, own.lamport, Math.trunc(at), entity, JSON.stringify(saying));
    return `${own.id}:${own.seq}`;
  }

  /** To be called once all of a write is appended. */
  close(): void {
    if (this.#changed && this.#own !== undefined) this.#sql.run(WRITE_OWN, this.#own.seq, this.#own.lamport);
    this.#own = undefined;
  }
}
