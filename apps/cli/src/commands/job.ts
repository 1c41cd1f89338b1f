import { type Output as Result, ServiceError } from '@notes/contract';
import { FINDINGS_EXIT, JOB_EXITS, NoSuchJob } from '../failures.js';
import { formatCommand } from '../format-command.js';
import type { Output } from '../output.js';
import type { Call, Presentation, Values } from '../presentation.js';
import { rowFormats } from '../row-formats.js';
import { nameSyncTargetInJob } from '../sync-target.js';
import { alignColumns } from '../table.js';
import { formatNumber } from '../text.js';

type Job = Result<'getJob'>;

const ids = ({ job_id }: Job, out: Output) => out.line(job_id);

/** Shared parts of the commands about one job. */
const aboutOne = { positional: { job_id: '<job>' }, render: { table: printWithAdvice, ids } } as const;
/** A second Ctrl-C interrupts a job in this process and explains how to resume it. */
const runHere = { ...aboutOne, long: 'job', render: { table: printJob, ids } } as const;

/** Exit code of a job, the same as that of the command which starts this kind of job. */
function exitCode({ kind, state, summary }: Job): number {
  const { rejected = 0, skipped = 0 } = summary;
  const findings = kind === 'import' ? rejected : skipped;
  return state === 'succeeded' && findings > 0 ? FINDINGS_EXIT : JOB_EXITS[state];
}

/** `notes job list` */
export const jobList: Presentation<'listJobs'> = {
  render: {
    table: ({ jobs, next_cursor }, out) => {
      for (const line of alignColumns(jobs.map(columns))) out.line(line);
      if (jobs.length === 0) out.notice('No jobs found.');
      if (next_cursor !== null) out.notice(`For more results, add --cursor ${next_cursor}`);
    },
    ...rowFormats(
      ({ jobs }: Result<'listJobs'>) => jobs,
      ['job_id', 'state', 'kind', 'phase', 'processed', 'total', 'created_at', 'started_at', 'finished_at'],
    ),
    ids: ({ jobs }, out) => {
      for (const { job_id } of jobs) out.line(job_id);
    },
  },
};

/** `notes job status` */
export const jobStatus: Presentation<'getJob'> = {
  ...aboutOne,
  run: async (call, values) => nameSyncTargetInJob(await awaitJob(call.invoke('getJob', values)), call.config),
  exitCode,
};

/** `notes job watch` */
export const jobWatch: Presentation<'watchJob'> = {
  ...aboutOne,
  long: 'job',
  onInterrupt: 'Stopped watching. The job continues',
  run: watch,
  exitCode,
};

async function watch(call: Call, values: Values): Promise<Job> {
  const { state } = await awaitJob(call.invoke('getJob', values));
  if (state === 'queued') call.out.notice('The job is queued until a service runs it.');
  return nameSyncTargetInJob(await call.invoke('watchJob', values), call.config);
}

/** `notes job cancel` */
export const jobCancel: Presentation<'cancelJob'> = {
  ...aboutOne,
  run: cancel,
};

async function cancel(call: Call, values: Values): Promise<Job> {
  const { state } = await awaitJob(call.invoke('getJob', values));
  if (state !== 'queued' && state !== 'running') call.out.notice(`The job had already ended: ${state}.`);
  return call.invoke('cancelJob', values);
}

/** `notes job retry` */
export const jobRetry: Presentation<'retryJob'> = {
  ...runHere,
  run: (call, { job_id }) => awaitJob(call.continueJob(job_id as string, { fromStart: false })),
  exitCode,
};

/** `notes job reset` */
export const jobReset: Presentation<'resetJob'> = {
  ...runHere,
  run: (call, { job_id }) => awaitJob(call.continueJob(job_id as string, { fromStart: true })),
  exitCode,
};

async function awaitJob<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'not_found' ? new NoSuchJob(error) : error;
  }
}

const formatAmount = ({ processed, total }: Job) =>
  total === null ? formatNumber(processed) : `${formatNumber(processed)} of ${formatNumber(total)}`;

const columns = (job: Job) => [job.job_id, job.state, job.kind, job.phase, formatAmount(job), job.created_at];

export function printJob(job: Job, out: Output): void {
  const rows: (readonly [string, string | null | undefined])[] = [
    ['job', job.job_id],
    ['kind', job.kind],
    ['state', job.cancel_requested && job.state === 'running' ? 'running, cancellation requested' : job.state],
    ['phase', job.phase],
    ['processed', formatAmount(job)],
    ...Object.entries(job.summary).map(([name, count]) => [name.replaceAll('_', ' '), formatNumber(count)] as const),
    ['started', job.started_at],
    ['heartbeat', job.heartbeat_at],
    ['finished', job.finished_at],
    ['error', job.error && `${job.error.code}: ${job.error.message}`],
  ];
  const widest = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) if (value) out.line(`${out.bold(name.padEnd(widest))} ${value}`);
}

function printWithAdvice(job: Job, out: Output): void {
  printJob(job, out);
  if (job.state === 'interrupted') out.notice(`To resume: ${formatCommand(out, 'job', 'retry', job.job_id)}`);
}
