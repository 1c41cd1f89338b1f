import { catalogue } from '../text/catalogue.js';
import type { Job } from './state.js';

export const text = catalogue({
  jobs: 'Jobs',
  job: 'Job',
  allJobs: 'All jobs',
  state: 'State',
  anyState: 'All',
  noJob: 'No jobs.',
  whatJobsAre: 'Imports and background work of the service appear here.',
  kind: 'Kind',
  progress: 'Progress',
  started: 'Started',
  heard: 'Last activity',
  made: 'Created',
  ended: 'Ended',
  goOnFromTerminal: 'To resume from the terminal:',

  progressOf: (kind: string) => `Progress of ${kind}`,
  doneOf: (done: string, all: string) => `${done} of ${all}`,
  inPhase: (phase: string, amount: string) => `${phase}: ${amount}`,
  stopsSoon: 'Stops at the next checkpoint.',
  cancel: 'Cancel',
  cancelNamed: (kind: string) => `Cancel: ${kind}`,
  goOn: 'Resume',
  goOnNamed: (kind: string) => `Resume: ${kind}`,
  startOver: 'Start over',
  startOverNamed: (kind: string) => `Start over: ${kind}`,
  willStop: 'The job stops at the next checkpoint',
  willGoOn: 'The job resumes from its last checkpoint',
  willStartOver: 'The job starts over',

  whatCancelledMeans: 'Cancelled: the work done before is kept.',
  whatInterruptedMeans: 'Interrupted: the job stopped responding. It resumes from its last checkpoint.',
});

export const states: Readonly<Record<Job['state'], string>> = catalogue({
  queued: 'Queued',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
});
