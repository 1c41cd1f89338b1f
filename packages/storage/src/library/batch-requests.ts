import { eq, lt } from 'drizzle-orm';
import { batchRequests } from '../schema.js';
import type { Handle } from './handle.js';
import { build, defineQuery, getExcludedValue, type Parameters } from './query.js';
import { Statements } from './statements.js';

/** Outcome of a batch with a request key, and the digest of its arguments. */
export interface BatchRequest {
  readonly argumentsSha256: Buffer;
  /** Report as JSON, in the caller's format. */
  readonly report: string;
}

const selectByKey = defineQuery(({ key }: Parameters<{ key: string }>) =>
  build
    .select({ argumentsSha256: batchRequests.argumentsSha256, report: batchRequests.report })
    .from(batchRequests)
    .where(eq(batchRequests.requestKey, key)),
);

/** Batches with a request key, kept so that a repeated request has no further effect. */
export class BatchRequestReader {
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.sql = new Statements(handle.raw);
  }

  get(key: string): BatchRequest | undefined {
    return this.sql.get(selectByKey, { key });
  }
}

const keepRequest = defineQuery(
  ({ requestKey, argumentsSha256, report, createdAt }: Parameters<typeof batchRequests.$inferInsert>) =>
    build
      .insert(batchRequests)
      .values({ requestKey, argumentsSha256, report, createdAt })
      .onConflictDoUpdate({
        target: batchRequests.requestKey,
        set: { report: getExcludedValue(batchRequests.report) },
      }),
);
const deleteOlder = defineQuery(({ time }: Parameters<{ time: number }>) =>
  build.delete(batchRequests).where(lt(batchRequests.createdAt, time)),
);

/** Writes the outcomes of batches. */
export class BatchRequestWriter extends BatchRequestReader {
  /** Stores the current report of a batch; the time of its first report stays. */
  keep(key: string, { argumentsSha256, report }: BatchRequest, at: number): void {
    this.sql.run(keepRequest, { requestKey: key, argumentsSha256, report, createdAt: at });
  }

  /** Deletes batches that were first kept before `at`, in milliseconds since the Unix epoch. */
  deleteBefore(at: number): void {
    this.sql.run(deleteOlder, { time: at });
  }
}
