import { z } from 'zod';
import { defer } from '../defer.js';
import { operation } from '../operation.js';
import { jobPage, jobSchema, jobState } from '../schemas/jobs.js';
import { cursor, id, limit, line } from '../schemas/primitives.js';
import { syncJobView } from '../schemas/sync.js';

const JOBS = '/api/v1/jobs';
const JOB = `${JOBS}/{job_id}` as const;
const job_id = id('job');
const onJob = defer(() => z.strictObject({ job_id }));

/** Operations on jobs: their state and progress, stopping and resuming. The parameters of a job are never shown. */
export const jobRows = {
  listJobs: operation({
    summary: 'List jobs, newest first.',
    input: () =>
      z.strictObject({
        state: jobState().optional(),
        kind: line(64).min(1).optional().describe('Only jobs of this kind, such as import.'),
        limit: limit(50, 200),
        cursor: cursor.optional(),
      }),
    output: jobPage,
    errors: ['cursor_invalid'],
    http: { method: 'get', path: JOBS },
    mcp: {
      tool: 'list_jobs',
      scope: 'read-only',
      // Agents know no kinds of jobs before they list them.
      arguments: { state: '', kind: null },
    },
    cli: { command: 'job list', examples: ['notes job list', 'notes job list --state interrupted -o ids'] },
  }),
  getJob: operation({
    summary: 'Read the state and progress of a job.',
    input: onJob,
    output: jobSchema,
    errors: ['not_found'],
    http: { method: 'get', path: JOB },
    mcp: { tool: 'get_job', scope: 'read-only' },
    cli: {
      command: 'job status',
      positional: ['job_id'],
      examples: ['notes job status job_01m7y4yd64gzpg44hyvjfkre9c'],
    },
  }),
  getSyncJob: operation({
    summary: 'Read the state, progress and attempts of a sync job.',
    input: onJob,
    output: syncJobView,
    errors: ['not_found'],
    http: { method: 'get', path: `${JOB}/sync` },
    mcp: null,
    cli: null,
  }),
  watchJob: operation({
    summary: 'Wait for a job to end, and show its progress.',
    input: onJob,
    output: jobSchema,
    errors: ['not_found'],
    http: null,
    mcp: null,
    cli: { command: 'job watch', positional: ['job_id'], examples: ['notes job watch job_01m7y4yd64gzpg44hyvjfkre9c'] },
  }),
  cancelJob: operation({
    summary: 'Cancel a job. A running one stops at its next checkpoint; completed work stays.',
    input: onJob,
    output: jobSchema,
    errors: ['not_found'],
    http: { method: 'post', path: `${JOB}/cancel` },
    mcp: null,
    cli: {
      command: 'job cancel',
      positional: ['job_id'],
      examples: ['notes job cancel job_01m7y4yd64gzpg44hyvjfkre9c'],
    },
  }),
  retryJob: operation({
    summary: 'Resume a failed, cancelled or interrupted job from its last checkpoint.',
    input: onJob,
    output: jobSchema,
    errors: ['not_found', 'conflict'],
    http: { method: 'post', path: `${JOB}/retry` },
    mcp: null,
    cli: { command: 'job retry', positional: ['job_id'], examples: ['notes job retry job_01m7y4yd64gzpg44hyvjfkre9c'] },
  }),
  resetJob: operation({
    summary: 'Restart a failed, cancelled or interrupted job from the beginning, without its checkpoint.',
    input: onJob,
    output: jobSchema,
    errors: ['not_found', 'conflict'],
    http: { method: 'post', path: `${JOB}/reset` },
    mcp: null,
    cli: { command: 'job reset', positional: ['job_id'], examples: ['notes job reset job_01m7y4yd64gzpg44hyvjfkre9c'] },
  }),
};
