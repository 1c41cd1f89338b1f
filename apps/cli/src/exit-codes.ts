import type { Output } from '@notes/contract';

/** Done, but something needs a look. */
export const FINDINGS = 10;

/** How a job stands. */
export const JOB_EXITS: Readonly<Record<Output<'getJob'>['state'], number>> = {
  succeeded: 0,
  failed: 1,
  queued: 3,
  running: 3,
  cancelled: 4,
  interrupted: 6,
};
export const NO_SUCH_JOB = 5;
