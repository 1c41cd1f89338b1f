import { max, sql } from 'drizzle-orm';
import type { Connection } from '../library/connection.js';
import type { ChangeKind, Entity } from '../library/handle.js';
import { build, defineQuery, type Parameters, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { changeJournal } from '../schema.js';
import type { Capture } from '../sync/capture.js';

/** Entry of the change journal. */
export interface Change {
  readonly seq: number;
  readonly entity: Entity;
  readonly id: string;
  readonly kind: ChangeKind;
}

/** Selects the number of the last change. */
export const selectLastChange = defineQuery(() => build.select({ seq: max(changeJournal.seq) }).from(changeJournal));
const selectSince = defineQuery(({ seq, limit }: Parameters<{ seq: number; limit: number }>) =>
  rows(
    {
      seq: changeJournal.seq,
      entity: sql<Entity>`${changeJournal.entity}`,
      id: changeJournal.entityId,
      kind: sql<ChangeKind>`${changeJournal.kind}`,
    },
    (list) => sql`SELECT ${list} FROM ${changeJournal} WHERE ${changeJournal.seq} > ${seq}
      ORDER BY ${changeJournal.seq} LIMIT ${limit}`,
  ),
);
const insertChange = defineQuery(
  ({ entity, entityId, kind }: Parameters<{ entity: Entity; entityId: string; kind: ChangeKind }>) =>
    build.insert(changeJournal).values({ entity, entityId, kind }),
);

/** Reads the journal of all committed changes, in commit order. */
export class JournalReader {
  readonly #sql: Statements;

  constructor(raw: Connection) {
    this.#sql = new Statements(raw);
  }

  /** Sequence number of the last change; 0 in an empty library. */
  last(): number {
    return this.#sql.count(selectLastChange);
  }

  /** Changes after sequence number `seq`, oldest first, at most `limit`. */
  since(seq: number, limit: number): Change[] {
    return this.#sql.all(selectSince, { seq, limit });
  }
}

/** Returns the function that writers record their changes with; it also notifies `capture`. */
export function journalWriter(
  raw: Connection,
  capture: Pick<Capture, 'touch'> | undefined,
): (entity: Entity, id: string, kind: ChangeKind) => void {
  const statements = new Statements(raw);
  return (entity, id, kind) => {
    statements.run(insertChange, { entity, entityId: id, kind });
    capture?.touch(entity, id, kind);
  };
}
