import type { Handlers } from '@notes/contract';
import type { Context } from './context.js';
import { cancelJob, resetJob, retryJob } from './jobs/control.js';
import { getJob, listJobs } from './jobs/read.js';
import { watchJob } from './jobs/watch.js';
import { createCollection, getCollection, listCollections, updateCollection } from './service/collections.js';
import { getStatus } from './service/status.js';

/** Handlers for jobs and the service itself. */
export const serviceHandlers = {
  getStatus,
  listCollections,
  getCollection,
  createCollection,
  updateCollection,
  listJobs,
  getJob,
  watchJob,
  cancelJob,
  retryJob,
  resetJob,
} satisfies Partial<Handlers<Context>>;
