import { and, asc, desc, eq, max, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../library/handle.js';
import { build, defineQuery, type Parameters, type Row, rows } from '../library/query.js';
import { Statements } from '../library/statements.js';
import { jobs } from '../schema.js';

/** States of a job; the last four are final until the job is queued again. */
export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const;
export type JobState = (typeof JOB_STATES)[number];
export type JobEnd = Exclude<JobState, 'queued' | 'running'>;

/**
 * Milliseconds without a heartbeat after which a running job is reported as interrupted. A heartbeat as far in the
 * future counts as silence too: after the clock was set back, a live job soon records one in the new time, and a dead
 * job must not seem alive until the old time returns.
 */
export const JOB_SILENCE_MS = 120_000;

/** Progress of a job. */
export interface JobProgress {
  readonly phase: string;
  readonly processed: number;
  /** Total number of items; null while unknown. */
  readonly total: number | null;
  /** Counts by name. They are shown to users, so they reveal nothing about any note. */
  readonly summary: Readonly<Record<string, number>>;
}

/** Public error: a code and a fixed sentence for it. */
export interface JobError {
  readonly code: string;
  readonly message: string;
}

/** Job as reported. Times are in milliseconds since the Unix epoch. */
export interface JobRow extends JobProgress {
  readonly pk: number;
  readonly id: string;
  readonly kind: string;
  /** Reported state: see {@link JOB_SILENCE_MS}. */
  readonly state: JobState;
  /** Arguments of the job. Never shown. */
  readonly parameters: unknown;
  /** Position from which the job can resume; null at its start. Never shown. */
  readonly checkpoint: unknown;
  readonly cancelRequested: boolean;
  readonly error: JobError | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly heartbeatAt: number | null;
  /** Time of the end. For a job whose process died: the time of its last heartbeat. */
  readonly finishedAt: number | null;
}

/** Filter and page of a list of jobs. */
export interface JobRequest {
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
  /** Kinds to leave out. */
  readonly without?: readonly string[];
  /** Key of a job; only older jobs are listed. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** Current time in milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Claim of a job's runner: its writes count only while the job has this owner. */
export interface JobHold {
  readonly id: string;
  /** Random token, new for each start of the job. */
  readonly owner: string;
}

/** Job stored as queued or running. Times are in milliseconds since the Unix epoch. */
export interface UnfinishedJob extends Pick<JobRow, 'id' | 'kind' | 'heartbeatAt'> {
  readonly state: 'queued' | 'running';
  /** Time at which a queued job is due, from its checkpoint; null when it is due at once. */
  readonly dueAt: number | null;
}

const isSilent = (at: SQL) =>
  sql`${jobs.state} = 'running' AND abs(${at} - ${jobs.heartbeatAt}) > ${sql.raw(String(JOB_SILENCE_MS))}`;
const reportState = (at: SQL) => sql<JobState>`iif(${isSilent(at)}, 'interrupted', ${jobs.state})`;

/** Columns of a job as reported at a time. */
const listColumns = (at: SQL) => ({
  pk: jobs.pk,
  id: jobs.id,
  kind: jobs.kind,
  state: reportState(at),
  phase: jobs.phase,
  processed: jobs.processed,
  total: jobs.total,
  summary: jobs.summary,
  parameters: jobs.parameters,
  checkpoint: jobs.checkpoint,
  cancelRequested: jobs.cancelRequested,
  errorCode: jobs.errorCode,
  errorMessage: jobs.errorMessage,
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  heartbeatAt: jobs.heartbeatAt,
  finishedAt: sql<number | null>`iif(${isSilent(at)}, ${jobs.heartbeatAt}, ${jobs.finishedAt})`,
});
type Stored = Row<ReturnType<typeof listColumns>>;

const selectById = defineQuery(({ id, at }: Parameters<{ id: string; at: number }>) =>
  build.select(listColumns(at)).from(jobs).where(eq(jobs.id, id)),
);
const selectNewest = defineQuery(
  ({ kind, parameters, at }: Parameters<{ kind: string; parameters: string; at: number }>) =>
    build
      .select(listColumns(at))
      .from(jobs)
      .where(and(eq(jobs.kind, kind), eq(jobs.parameters, parameters)))
      .orderBy(desc(jobs.pk))
      .limit(1),
);
const selectByRequest = defineQuery(
  ({ kind, requestKey, at }: Parameters<{ kind: string; requestKey: string; at: number }>) =>
    build
      .select(listColumns(at))
      .from(jobs)
      .where(
        and(
          eq(jobs.kind, kind),
          sql`EXISTS (SELECT 1 FROM json_each(${jobs.parameters}, '$.requests') WHERE key = ${requestKey})`,
        ),
      )
      .orderBy(desc(jobs.pk))
      .limit(1),
);
const selectPage = defineQuery(
  (
    page: Parameters<{
      state: string | null;
      kind: string | null;
      without: string;
      before: number;
      limit: number;
      at: number;
    }>,
  ) => {
    const { state, kind, without, before, limit, at } = page;
    return rows(
      listColumns(at),
      (list) => sql`SELECT ${list} FROM ${jobs}
        WHERE ${jobs.pk} < ${before} AND coalesce(${kind}, ${jobs.kind}) = ${jobs.kind}
          AND ${jobs.kind} NOT IN (SELECT value FROM json_each(${without}))
          AND coalesce(${state}, ${reportState(at)}) = ${reportState(at)}
        ORDER BY ${jobs.pk} DESC LIMIT ${limit}`,
    );
  },
);
/** Selects jobs by the expression of their partial index. */
const selectUnfinished = defineQuery(() =>
  build
    .select({
      id: jobs.id,
      kind: jobs.kind,
      state: sql<UnfinishedJob['state']>`${jobs.state}`,
      heartbeatAt: jobs.heartbeatAt,
      dueAt: sql<number | null>`${jobs.checkpoint} ->> 'next_attempt_at'`,
    })
    .from(jobs)
    .where(sql`${jobs.state} IN ('queued', 'running')`)
    .orderBy(asc(jobs.pk)),
);
const selectLastSuccess = defineQuery(({ kind, except }: Parameters<{ kind: string; except: string }>) =>
  build
    .select({ at: max(jobs.finishedAt) })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), eq(jobs.state, 'succeeded'), sql`${jobs.parameters} ->> 'kind' IS NOT ${except}`)),
);

/** Returns the condition for a job that is still held. */
export const isHeld = ({ id, owner }: Parameters<JobHold>): SQL =>
  sql`${jobs.id} = ${id} AND ${jobs.owner} = ${owner} AND ${jobs.state} = 'running'`;
const selectHeld = defineQuery(({ id, owner }: Parameters<JobHold>) =>
  build.select({ pk: jobs.pk }).from(jobs).where(isHeld({ id, owner })),
);

/** Reads jobs. */
export class JobReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  /**
   * Reads a job.
   *
   * @param at current time in milliseconds since the Unix epoch
   */
  get(id: string, at: number): JobRow | undefined {
    return toJobRow(this.sql.get(selectById, { id, at }));
  }

  /** Returns the newest job of a kind with the same parameters. */
  findNewest(kind: string, parameters: unknown, at: number): JobRow | undefined {
    return toJobRow(this.sql.get(selectNewest, { kind, parameters: JSON.stringify(parameters), at }));
  }

  /** Jobs, newest first. */
  list({ state, kind, without = [], before = Number.MAX_SAFE_INTEGER, limit, at }: JobRequest): JobRow[] {
    const page = { state: state ?? null, kind: kind ?? null, without: JSON.stringify(without), before, limit, at };
    return this.sql.all(selectPage, page).map((row) => toJobRow(row) as JobRow);
  }

  /** Jobs stored as queued or running, oldest first. */
  listUnfinished(): UnfinishedJob[] {
    return this.sql.all(selectUnfinished);
  }

  /**
   * Returns the end of the last successful job of a kind; null when there is none.
   *
   * @param except value of the parameter `kind` whose jobs are ignored
   */
  lastSuccess(kind: string, except: string): number | null {
    return this.sql.value(selectLastSuccess, { kind, except }) ?? null;
  }

  /** Returns the newest job of a kind that belongs to a request key: a key of its parameter `requests`. */
  findByRequest(kind: string, requestKey: string, at: number): JobRow | undefined {
    return toJobRow(this.sql.get(selectByRequest, { kind, requestKey, at }));
  }

  isHeld({ id, owner }: JobHold): boolean {
    return this.sql.get(selectHeld, { id, owner }) !== undefined;
  }
}

function toJobRow(stored: Stored | undefined): JobRow | undefined {
  if (stored === undefined) return undefined;
  const { summary, parameters, checkpoint, cancelRequested, errorCode, errorMessage, ...row } = stored;
  return {
    ...row,
    summary: JSON.parse(summary) as JobProgress['summary'],
    parameters: JSON.parse(parameters),
    checkpoint: checkpoint === null ? null : JSON.parse(checkpoint),
    cancelRequested,
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
  };
}
