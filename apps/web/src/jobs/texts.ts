import { catalogue } from '../text/catalogue.js';
import type { Job } from './state.js';

export const text = catalogue({
  jobs: 'Jobs',
  job: 'Job',
  allJobs: 'All jobs',
  state: 'State',
  allStates: 'All',
  noJobs: 'No jobs.',
  emptyHint: 'Imports and background work of the service appear here.',
  kind: 'Kind',
  progress: 'Progress',
  started: 'Started',
  lastActivity: 'Last activity',
  created: 'Created',
  finished: 'Finished',
  resumeFromTerminal: 'To resume from the terminal:',

  progressOf: (kind: string) => `Progress of ${kind}`,
  amountOfTotal: (done: string, all: string) => `${done} of ${all}`,
  phaseAmount: (phase: string, amount: string) => `${phase}: ${amount}`,
  stopping: 'Stops at the next checkpoint.',
  cancel: 'Cancel',
  cancelNamed: (kind: string) => `Cancel: ${kind}`,
  resume: 'Resume',
  resumeNamed: (kind: string) => `Resume: ${kind}`,
  startOver: 'Start over',
  startOverNamed: (kind: string) => `Start over: ${kind}`,
  stopRequested: 'The job stops at the next checkpoint',
  resumeRequested: 'The job resumes from its last checkpoint',
  startOverRequested: 'The job starts over',

  cancelledMeaning: 'Cancelled: the work done before is kept.',
  interruptedMeaning: 'Interrupted: the job stopped responding. It resumes from its last checkpoint.',
});

export const states: Readonly<Record<Job['state'], string>> = catalogue({
  queued: 'Queued',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
});
