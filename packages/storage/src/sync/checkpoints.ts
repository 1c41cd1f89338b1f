import type { CheckpointRecord, VersionVector } from '@notes/sync-protocol';
import { type Handle, Statements } from '../statements.js';

const ALL = `SELECT name, replica, n AS "index", head, at, verdict, problem FROM sync_checkpoints ORDER BY replica, n`;
const KEEP = `INSERT OR REPLACE INTO sync_checkpoints (name, replica, n, head, at, verdict, problem)
  VALUES (@name, @replica, @index, @head, @at, @verdict, @problem)`;
/** Of a replica so many are remembered, the newest. */
const REMEMBERED = 4;
const DROP = `DELETE FROM sync_checkpoints WHERE replica = @replica AND n NOT IN
  (SELECT n FROM sync_checkpoints WHERE replica = @replica ORDER BY n DESC LIMIT ${REMEMBERED})`;
const FORGOTTEN = 'SELECT id, forgotten FROM sync_replicas WHERE forgotten > 0';
const BEGUN = `SELECT value FROM meta WHERE key = 'sync_begun'`;

/** Checkpoints of replicas, and what they are made of. */
export class CheckpointReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  /** Ascending by replica and index. */
  all(): CheckpointRecord[] {
    return this.sql.all<CheckpointRecord>(ALL);
  }

  /** Up to which operation of each replica some may be forgotten. */
  forgotten(): VersionVector {
    return Object.fromEntries(this.sql.rows<[string, number]>(FORGOTTEN));
  }

  /** The name of one of which some was applied, and nothing else of others; undefined where there is none. */
  begun(): string | undefined {
    return this.sql.row<[string]>(BEGUN)?.[0];
  }
}

export class CheckpointWriter extends CheckpointReader {
  /** In place of what is known under that name. */
  keep(record: CheckpointRecord): void {
    this.sql.run(KEEP, { ...record, head: Buffer.from(record.head) });
    this.sql.run(DROP, { replica: record.replica });
  }
}
