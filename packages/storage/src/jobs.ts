import { type Handle, Statements } from './statements.js';

export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'interrupted'] as const;
export type JobState = (typeof JOB_STATES)[number];
export type JobEnd = Exclude<JobState, 'queued' | 'running'>;

/**
 * A running job unheard of for so long is reported as interrupted. A clock that was set back counts as silence too: who
 * lives soon says so in the new time, and who does not would otherwise be believed alive until the old time returns.
 */
export const JOB_SILENCE_MS = 120_000;

/** How far a job is. */
export interface JobProgress {
  readonly phase: string;
  readonly processed: number;
  /** Null while it is not known. */
  readonly total: number | null;
  /** Counts by what they count: they are shown, so they say nothing of any note. */
  readonly summary: Readonly<Record<string, number>>;
}

/** An error anybody may read: a code and a sentence that is always the same for it. */
export interface JobError {
  readonly code: string;
  readonly message: string;
}

export interface JobRow extends JobProgress {
  readonly pk: number;
  readonly id: string;
  readonly kind: string;
  /** As it is to be reported: see {@link JOB_SILENCE_MS}. */
  readonly state: JobState;
  /** What it was asked to do. Never shown. */
  readonly parameters: unknown;
  /** Where it can go on; null at its start. Never shown. */
  readonly checkpoint: unknown;
  readonly cancelRequested: boolean;
  readonly error: JobError | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly heartbeatAt: number | null;
  /** Of a job whose process ended without a word: when it was last heard from. */
  readonly finishedAt: number | null;
}

export interface JobRequest {
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
  /** A kind that is left out. */
  readonly without?: readonly string[];
  /** Only jobs made before the one with this key. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** The time now, milliseconds since 1970. */
  readonly at: number;
}

/** Who runs a job: its writes count only while the job is still in these hands. */
export interface JobHold {
  readonly id: string;
  /** Random, and another one each time a job is taken up. */
  readonly owner: string;
}

export interface UnfinishedJob extends Pick<JobRow, 'id' | 'kind' | 'heartbeatAt'> {
  readonly state: 'queued' | 'running';
  /** When a queued one is to be taken up, as its checkpoint has it; null for as soon as may be. */
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
export const HELD = "id = @id AND owner = @owner AND state = 'running'";

export class JobReader {
  protected readonly handle: Handle;
  protected readonly sql: Statements;

  constructor(handle: Handle) {
    this.handle = handle;
    this.sql = new Statements(handle.raw);
  }

  /** @param at The time now, milliseconds since 1970. */
  get(id: string, at: number): JobRow | undefined {
    return jobRow(this.sql.get<Stored>(`${SELECT} WHERE id = @id`, { id, at }));
  }

  /** The job made last of a kind and with the same parameters. */
  newestOf(kind: string, parameters: unknown, at: number): JobRow | undefined {
    const asked = { kind, parameters: JSON.stringify(parameters), at };
    const where = 'WHERE kind = @kind AND parameters = @parameters ORDER BY pk DESC LIMIT 1';
    return jobRow(this.sql.get<Stored>(`${SELECT} ${where}`, asked));
  }

  /** Jobs, the one made last first. */
  list({ state, kind, without = [], before = Number.MAX_SAFE_INTEGER, limit, at }: JobRequest): JobRow[] {
    const rows = this.sql.all<Stored>(
      `${SELECT} WHERE pk < @before AND coalesce(@kind, kind) = kind AND kind NOT IN (SELECT value FROM json_each(@without)) AND coalesce(@state, ${REPORTED}) = ${REPORTED}
       ORDER BY pk DESC LIMIT @limit`,
      { state: state ?? null, kind: kind ?? null, without: JSON.stringify(without), before, limit, at },
    );
    return rows.map((row) => jobRow(row) as JobRow);
  }

  /** Jobs stored as queued or running, the one made first first. */
  unfinished(): UnfinishedJob[] {
    return this.sql.all(
      `SELECT id, kind, state, heartbeat_at AS heartbeatAt, checkpoint ->> 'next_attempt_at' AS dueAt FROM jobs
       WHERE state IN ('queued', 'running') ORDER BY pk`,
    );
  }

  /** When the last job of a kind that succeeded ended, those with a parameter `kind` of `except` left out; null before the first. */
  lastSuccess(kind: string, except: string): number | null {
    const where = "WHERE kind = ? AND state = 'succeeded' AND parameters ->> 'kind' IS NOT ?";
    return (
      this.sql.get<{ at: number | null }>(`SELECT max(finished_at) AS at FROM jobs ${where}`, kind, except)?.at ?? null
    );
  }

  /** The job made last of a kind that answers a request that named itself: its parameter `requests` has the key. */
  ofRequest(kind: string, requestKey: string, at: number): JobRow | undefined {
    const where = `WHERE kind = @kind AND EXISTS (SELECT 1 FROM json_each(parameters, '$.requests') WHERE key = @requestKey)
      ORDER BY pk DESC LIMIT 1`;
    return jobRow(this.sql.get<Stored>(`${SELECT} ${where}`, { kind, requestKey, at }));
  }

  isHeld(hold: JobHold): boolean {
    return this.sql.count(`SELECT EXISTS (SELECT 1 FROM jobs WHERE ${HELD})`, hold) === 1;
  }
}

function jobRow(stored: Stored | undefined): JobRow | undefined {
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
