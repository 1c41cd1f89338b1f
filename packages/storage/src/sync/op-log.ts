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
  readonly behind: number;
}

/** The key of this library among the replicas. */
export const OWN = 1;

/** No operation has a number as high: the keys of a replica end before it. */
export const END_OF_NUMBERS = 2 ** 40;
/** The key of an operation in the log, in SQL, by the key of its replica and its number; null where it has no replica. */
export const keyOf = (replica: string | number, seq: string | number) =>
  `(${replica} * -${END_OF_NUMBERS} + ${typeof seq === 'number' ? seq : `min(${seq}, ${END_OF_NUMBERS - 1})`})`;
/** The keys of operations of this library are above this one, and nobody else's are. */
export const OWN_KEYS = keyOf(OWN, 0);
const PK_OF = '(SELECT pk FROM sync_replicas WHERE id = @replica)';
/** The key of the operation `@seq` of `@replica`. */
export const KEY = keyOf(PK_OF, '@seq');
/** Keys of the operations of `@replica` are above the first and below the second. */
export const [KEYS_FROM, KEYS_TO] = [keyOf(PK_OF, 0), keyOf(PK_OF, END_OF_NUMBERS)];

/**
 * Those operations of this library that are in no segment yet are counted in the log alone, which saves each write a
 * page; older ones may be forgotten, so sealing notes how far they go.
 */
const READ_OWN = `SELECT r.id, max(r.seq, coalesce(o.seq, 0)) AS seq,
    max((SELECT max(lamport) FROM sync_replicas), coalesce(o.lamport, 0)) AS lamport, r.indexed, EXISTS (SELECT 1 FROM sync_unsettled) AS behind
  FROM sync_replicas r LEFT JOIN sync_ops o ON o.pk = (SELECT max(pk) FROM sync_ops) AND o.pk > ${OWN_KEYS}
  WHERE r.pk = ${OWN}`;
/** The number of the last operation of this library. */
export const OWN_SEQ = `(SELECT seq FROM (${READ_OWN}))`;
const LAST_INDEXED = `(SELECT ${keyOf('pk', 'indexed')} FROM sync_replicas WHERE pk = ${OWN})`;
/**
 * The log, to be looked through by `entity`: by an index, but for the last operations of this library, which saves each
 * write a page.
 */
export const BY_ENTITY = `(SELECT * FROM sync_ops WHERE indexed = 1
  UNION ALL SELECT * FROM sync_ops WHERE indexed = 0 AND pk > ${LAST_INDEXED})`;
const INDEX = `UPDATE sync_ops SET indexed = 1 WHERE indexed = 0 AND pk > ${LAST_INDEXED}`;
const MARK_INDEXED = `UPDATE sync_replicas SET indexed = coalesce(
    (SELECT seq FROM sync_ops WHERE pk > ${OWN_KEYS} ORDER BY pk DESC LIMIT 1), indexed) WHERE pk = ${OWN}`;
/** More than so many are not left without the index. */
const UNINDEXED = 1_000;
/** Whether a note was purged: purges are always in the index. */
export const IS_PURGED = `EXISTS (SELECT 1 FROM sync_ops WHERE entity = @doc AND indexed = 1 AND operation ->> 'op' = 'doc.purge')`;
/** The context of an operation of this library, by its number; no row before anything of others was applied. */
export const CONTEXT = 'SELECT deps FROM sync_contexts WHERE seq <= ? ORDER BY seq DESC LIMIT 1';
export const INSERT_OPERATION = `INSERT INTO sync_ops (pk, lamport, at, entity, operation) VALUES (${keyOf('?', '?')}, ?, ?, ?, ?)`;

const INSERT_OWN = `INSERT INTO sync_ops (pk, lamport, at, entity, operation, indexed)
  VALUES (${keyOf(OWN, '?')}, ?, ?, ?, ?, ?)`;

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

  /** Whether some of the library is yet to be brought to what the log says. */
  isBehind(): boolean {
    return this.#own?.behind === 1;
  }

  /** @param at Milliseconds since 1970, for people to read */
  append(saying: Saying, at: number): Dot {
    const own = this.#own as Own;
    own.seq += 1;
    own.lamport += 1;
    // Whether an id was purged is asked of every note that is made.
    const indexed = saying.op === 'doc.purge' ? 1 : 0;
    const [subject, text] = [subjectOf(saying), JSON.stringify(saying)];
    this.#sql.run(INSERT_OWN, own.seq, own.lamport, Math.trunc(at), subject, text, indexed);
    return `${own.id}:${own.seq}`;
  }

  /** To be called behind what is appended in a write. */
  close(): void {
    const { seq, indexed } = this.#own as Own;
    if (seq - indexed > UNINDEXED) indexOwn(this.#sql);
  }
}
