import type { Connection } from './connection.js';
import { type ChangeKind, type Entity, Statements } from './statements.js';
import type { Capture } from './sync/capture.js';

export interface Change {
  readonly seq: number;
  readonly entity: Entity;
  readonly id: string;
  readonly kind: ChangeKind;
}

/** Every change ever committed, in order: what followers of the library read. */
export class JournalReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** The sequence number of the last change; 0 in an empty library. */
  last(): number {
    return this.#sql.count('SELECT max(seq) FROM change_journal');
  }

  /** Changes after `seq`, oldest first, at most `limit`. */
  since(seq: number, limit: number): Change[] {
    return this.#sql.all<Change>(
      'SELECT seq, entity, entity_id AS id, kind FROM change_journal WHERE seq > ? ORDER BY seq LIMIT ?',
      seq,
      limit,
    );
  }
}

/** The function writers note their changes with; `capture` hears of each. */
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
