import type { VersionVector } from '@notes/sync-protocol';
import type { CheckpointRecord } from '@notes/sync-protocol/run';
import { type Handle, Statements } from '../library/statements.js';

const ALL = `SELECT name, replica, n AS "index", head, at, verdict, problem FROM sync_checkpoints ORDER BY replica, n`;
const KEEP = `INSERT OR REPLACE INTO sync_checkpoints (name, replica, n, head, at, verdict, problem)
  VALUES (@name, @replica, @index, @head, @at, @verdict, @problem)`;
/** Maximum number of checkpoint records per replica; the newest are kept. */
const MAX_RECORDS_PER_REPLICA = 4;
const DROP = `DELETE FROM sync_checkpoints WHERE replica = @replica AND n NOT IN
  (SELECT n FROM sync_checkpoints WHERE replica = @replica ORDER BY n DESC LIMIT ${MAX_RECORDS_PER_REPLICA})`;
const PRUNED = 'SELECT id, forgotten FROM sync_replicas WHERE forgotten > 0';
const INCOMPLETE = `SELECT value FROM meta WHERE key = 'sync_begun'`;

/** Reads the records of checkpoints, and what is known of pruned and incomplete history. */
export class CheckpointReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  /** Records, ascending by replica and index. */
  all(): CheckpointRecord[] {
    return this.sql.all<CheckpointRecord>(ALL);
  }

  /** Number for each replica up to which some operations may have been pruned. */
  readPruned(): VersionVector {
    return Object.fromEntries(this.sql.rows<[string, number]>(PRUNED));
  }

  /**
   * Name of a checkpoint that was applied in part, while nothing else of other replicas was applied; undefined without
   * one.
   */
  findIncomplete(): string | undefined {
    return this.sql.row<[string]>(INCOMPLETE)?.[0];
  }
}

export class CheckpointWriter extends CheckpointReader {
  /** Stores a record, replacing the one with the same name. */
  keep(record: CheckpointRecord): void {
    this.sql.run(KEEP, { ...record, head: Buffer.from(record.head) });
    this.sql.run(DROP, { replica: record.replica });
  }
}
