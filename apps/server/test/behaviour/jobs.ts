import type { Output } from '@notes/contract';
import type { TestService } from './support.js';

export type Job = Output<'getJob'>;

/** Text that no answer about a job may contain. */
export const CANARY = 'xk7jobcanary';

export interface JobFields {
  readonly kind?: string;
  readonly state?: Job['state'];
  /** Milliseconds since the last heartbeat. */
  readonly silentMs?: number;
}

let made = 0;

/** Adds a job in a given state, since no route starts one; returns its id. */
export async function addJob({ library }: TestService, fields: JobFields = {}): Promise<string> {
  const { kind = 'import', state = 'queued', silentMs = 0 } = fields;
  const id = `job_made_${++made}`;
  const hold = { id, owner: CANARY };
  const at = Date.now() - silentMs;
  const progress = { phase: 'notes', processed: 3, total: 9, summary: { imported: 3 } };
  const error = { code: 'internal_error', message: 'The job failed' };
  await library.store.write(({ jobs }) => {
    jobs.insert({ id, kind, parameters: { path: `/${CANARY}` } }, at);
    if (state === 'queued') return;
    jobs.claim(hold, at);
    jobs.save(hold, { ...progress, checkpoint: { ledger: CANARY } }, at);
    if (state !== 'running') jobs.finish(hold, { state, ...(state === 'failed' && { error }) }, at);
  });
  return id;
}
