import type { Input, Output } from '@notes/contract';
import type { JobRow, Reader } from '@notes/storage';
import type { Context } from '../context.js';
import { decodeCursor, encodeCursor, paginate } from '../cursor.js';
import { createNotFoundError } from '../not-found.js';
import { wireJob } from '../wire.js';

const SYNC = 'sync';
/** Kinds of job that concern other devices. */
const SYNC_KINDS = [SYNC, 'backup'];

export function listJobs(context: Context, { state, kind, limit, cursor }: Input<'listJobs'>): Output<'listJobs'> {
  const { library } = context;
  const binding = ['jobs', state ?? '', kind ?? ''];
  const before = cursor === undefined ? undefined : decodeCursor<number>(library.cursorKey, binding, cursor);
  const without = context.hidesSyncJobs === true ? SYNC_KINDS : [];
  const request = { state, kind, without, before, limit: limit + 1, at: context.now() };
  const rows = library.store.read(({ jobs }) => jobs.list(request));
  const { page, next } = paginate(rows, limit, ({ pk }) => encodeCursor(library.cursorKey, binding, pk));
  return { jobs: page.map(wireJob), next_cursor: next };
}

export function getJob(context: Context, { job_id }: Input<'getJob'>): Output<'getJob'> {
  const job = context.library.store.read((reader) => existingJob(reader, job_id, context.now()));
  if (context.hidesSyncJobs === true && SYNC_KINDS.includes(job.kind)) throw createNotFoundError('job', job_id);
  return wireJob(job);
}

/** @throws ServiceError `not_found` */
export function existingJob({ jobs }: Pick<Reader, 'jobs'>, id: string, at: number): JobRow {
  const job = jobs.get(id, at);
  if (job === undefined) throw createNotFoundError('job', id);
  return job;
}
