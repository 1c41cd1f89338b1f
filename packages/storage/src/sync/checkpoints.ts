import type { VersionVector } from '@notes/sync-protocol';
import type { CheckpointRecord } from '@notes/sync-protocol/run';
import { asc, eq, gt, sql } from 'drizzle-orm';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, names, type Parameters } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { meta, syncCheckpoints, syncReplicas } from '../schema.js';

/** Maximum number of checkpoint records per replica; the newest are kept. */
const MAX_RECORDS_PER_REPLICA = 4;

const selectRecords = defineQuery(() =>
  build
    .select({
      name: syncCheckpoints.name,
      replica: syncCheckpoints.replica,
      index: syncCheckpoints.n,
      head: syncCheckpoints.head,
      at: syncCheckpoints.at,
      verdict: sql<CheckpointRecord['verdict']>`${syncCheckpoints.verdict}`,
      problem: syncCheckpoints.problem,
    })
    .from(syncCheckpoints)
    .orderBy(asc(syncCheckpoints.replica), asc(syncCheckpoints.n)),
);
const { name, replica, n, head, at, verdict, problem } = syncCheckpoints;
const putRecord = defineQuery(
  (record: Parameters<CheckpointRecord>) =>
    sql`INSERT OR REPLACE INTO ${syncCheckpoints} (${names(name, replica, n, head, at, verdict, problem)})
      VALUES (${record.name}, ${record.replica}, ${record.index}, ${record.head}, ${record.at}, ${record.verdict},
        ${record.problem})`,
);
const deleteOldRecords = defineQuery(({ replica }: Parameters<{ replica: string }>) =>
  build.delete(syncCheckpoints).where(
    sql`${syncCheckpoints.replica} = ${replica} AND ${syncCheckpoints.n} NOT IN (
      SELECT ${syncCheckpoints.n} FROM ${syncCheckpoints} WHERE ${syncCheckpoints.replica} = ${replica}
      ORDER BY ${syncCheckpoints.n} DESC LIMIT ${MAX_RECORDS_PER_REPLICA})`,
  ),
);
const selectPruned = defineQuery(() =>
  build
    .select({ id: syncReplicas.id, forgotten: syncReplicas.forgotten })
    .from(syncReplicas)
    .where(gt(syncReplicas.forgotten, 0)),
);
const selectIncomplete = defineQuery(() =>
  build.select({ value: meta.value }).from(meta).where(eq(meta.key, 'sync_begun')),
);

/** Reads the records of checkpoints, and what is known of pruned and incomplete history. */
export class CheckpointReader {
  protected readonly sql: Statements;

  constructor({ raw }: Pick<Handle, 'raw'>) {
    this.sql = new Statements(raw);
  }

  /** Records, ascending by replica and index. */
  all(): CheckpointRecord[] {
    return this.sql.all(selectRecords);
  }

  /** Number for each replica up to which some operations may have been pruned. */
  readPruned(): VersionVector {
    return Object.fromEntries(this.sql.all(selectPruned).map(({ id, forgotten }) => [id, forgotten]));
  }

  /**
   * Name of a checkpoint that was applied in part, while nothing else of other replicas was applied; undefined without
   * one.
   */
  findIncomplete(): string | undefined {
    return this.sql.value(selectIncomplete);
  }
}

export class CheckpointWriter extends CheckpointReader {
  /** Stores a record, replacing the one with the same name. */
  keep(record: CheckpointRecord): void {
    this.sql.run(putRecord, { ...record, head: Buffer.from(record.head) });
    this.sql.run(deleteOldRecords, { replica: record.replica });
  }
}
