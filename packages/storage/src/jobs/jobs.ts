import { type Handle, Statements } from '../library/statements.js';

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

interface Stored extends Omit<JobRow, 'summary' | 'parameters' | 'checkpoint' | 'cancelRequested' | 'error'> {
  readonly summary: string;
  readonly parameters: string;
  readonly checkpoint: string | null;
  readonly cancelRequested: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

const SILENT = `state = 'running' AND abs(@at - heartbeat_at) > ${JOB_SILENCE_MS}`;
const REPORTED = `iif(${SILENT}, 'interrupted', state)`;
const SELECT = `SELECT pk, id, kind, ${REPORTED} AS state, phase, processed, total, summary, parameters, checkpoint,
  cancel_requested AS cancelRequested, error_code AS errorCode, error_message AS errorMessage, created_at AS createdAt,
  started_at AS startedAt, heartbeat_at AS heartbeatAt, iif(${SILENT}, heartbeat_at, finished_at) AS finishedAt FROM jobs`;
/** Condition for a job that is still held with `@owner`. */
export const HELD = "id = @id AND owner = @owner AND state = 'running'";

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
    return toJobRow(this.sql.get<Stored>(`${SELECT} WHERE id = @id`, { id, at }));
  }

  /** Returns the newest job of a kind with the same parameters. */
  findNewest(kind: string, parameters: unknown, at: number): JobRow | undefined {
    const asked = { kind, parameters: JSON.stringify(parameters), at };
    const where = 'WHERE kind = @kind AND parameters = @parameters ORDER BY pk DESC LIMIT 1';
    return toJobRow(this.sql.get<Stored>(`${SELECT} ${where}`, asked));
  }

  /** Jobs, newest first. */
  list({ state, kind, without = [], before = Number.MAX_SAFE_INTEGER, limit, at }: JobRequest): JobRow[] {
    const rows = this.sql.all<Stored>(
      `${SELECT} WHERE pk < @before AND coalesce(@kind, kind) = kind AND kind NOT IN (SELECT value FROM json_each(@without)) AND coalesce(@state, ${REPORTED}) = ${REPORTED}
       ORDER BY pk DESC LIMIT @limit`,
      { state: state ?? null, kind: kind ?? null, without: JSON.stringify(without), before, limit, at },
    );
    return rows.map((row) => toJobRow(row) as JobRow);
  }

  /** Jobs stored as queued or running, oldest first. */
  listUnfinished(): UnfinishedJob[] {
    return this.sql.all(
      `SELECT id, kind, state, heartbeat_at AS heartbeatAt, checkpoint ->> 'next_attempt_at' AS dueAt FROM jobs
       WHERE state IN ('queued', 'running') ORDER BY pk`,
    );
  }

  /**
   * Returns the end of the last successful job of a kind; null when there is none.
   *
   * @param except value of the parameter `kind` whose jobs are ignored
   */
  lastSuccess(kind: string, except: string): number | null {
    const where = "WHERE kind = ? AND state = 'succeeded' AND parameters ->> 'kind' IS NOT ?";
    return (
      this.sql.get<{ at: number | null }>(`SELECT max(finished_at) AS at FROM jobs ${where}`, kind, except)?.at ?? null
    );
  }

  /** Returns the newest job of a kind that belongs to a request key: a key of its parameter `requests`. */
  findByRequest(kind: string, requestKey: string, at: number): JobRow | undefined {
    const where = `WHERE kind = @kind AND EXISTS (SELECT 1 FROM json_each(parameters, '$.requests') WHERE key = @requestKey)
      ORDER BY pk DESC LIMIT 1`;
    return toJobRow(this.sql.get<Stored>(`${SELECT} ${where}`, { kind, requestKey, at }));
  }

  isHeld(hold: JobHold): boolean {
    return this.sql.count(`SELECT EXISTS (SELECT 1 FROM jobs WHERE ${HELD})`, hold) === 1;
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
    cancelRequested: cancelRequested === 1,
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
  };
}
