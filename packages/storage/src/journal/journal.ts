import type { Connection } from '../library/connection.js';
import { type ChangeKind, type Entity, Statements } from '../library/statements.js';
import type { Capture } from '../sync/capture.js';

/** Entry of the change journal. */
export interface Change {
  readonly seq: number;
  readonly entity: Entity;
  readonly id: string;
  readonly kind: ChangeKind;
}

/** Reads the journal of all committed changes, in commit order. */
export class JournalReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Sequence number of the last change; 0 in an empty library. */
  last(): number {
    return this.#sql.count('SELECT max(seq) FROM change_journal');
  }

  /** Changes after sequence number `seq`, oldest first, at most `limit`. */
  since(seq: number, limit: number): Change[] {
    return this.#sql.all<Change>(
      'SELECT seq, entity, entity_id AS id, kind FROM change_journal WHERE seq > ? ORDER BY seq LIMIT ?',
      seq,
      limit,
    );
  }
}

/** Returns the function that writers record their changes with; it also notifies `capture`. */
export function journalWriter(
  raw: Connection,
  capture: Pick<Capture, 'touch'> | undefined,
): (entity: Entity, id: string, kind: ChangeKind) => void {
  const sql = new Statements(raw);
  return (entity, id, kind) => {
    sql.run('INSERT INTO change_journal (entity, entity_id, kind) VALUES (?, ?, ?)', entity, id, kind);
    capture?.touch(entity, id, kind);
  };
}
