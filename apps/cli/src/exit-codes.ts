import type { Output } from '@notes/contract';

/** Exit code for success with findings that need attention. */
export const FINDINGS = 10;

/** Exit code by the state of a job. */
export const JOB_EXITS: Readonly<Record<Output<'getJob'>['state'], number>> = {
  succeeded: 0,
  failed: 1,
  queued: 3,
  running: 3,
  cancelled: 4,
  interrupted: 6,
};
export const NO_SUCH_JOB = 5;
