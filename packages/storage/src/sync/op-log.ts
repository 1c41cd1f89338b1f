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

const READ_OWN = `SELECT id, seq, (SELECT max(lamport) FROM sync_replicas) AS lamport FROM sync_replicas WHERE pk = ${OWN}`;
const WRITE_OWN = `UPDATE sync_replicas SET seq = ?, lamport = ? WHERE pk = ${OWN}`;
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
  append(saying: Saying, at: number): Dot {
    const own = this.#own as Own;
    own.seq += 1;
    own.lamport += 1;
    this.#changed = true;
    const row = [OWN, own.seq, own.lamport, Math.trunc(at), subjectOf(saying), JSON.stringify(saying)];
    this.#sql.run(INSERT_OPERATION, ...row);
    return `${own.id}:${own.seq}`;
  }

  /** To be called once all of a write is appended. */
  close(): void {
    if (this.#changed && this.#own !== undefined) this.#sql.run(WRITE_OWN, this.#own.seq, this.#own.lamport);
    this.#own = undefined;
  }
}
