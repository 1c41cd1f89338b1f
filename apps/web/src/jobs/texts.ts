import { catalogue } from '../text/catalogue.js';
import type { Job } from './state.js';

export const text = catalogue({
  jobs: 'Jobs',
  job: 'Job',
  allJobs: 'All jobs',
  state: 'State',
  anyState: 'All',
  noJob: 'There is no job here.',
  whatJobsAre: 'Imports run as jobs; so does what the service does in the background.',
  kind: 'Kind',
  progress: 'Progress',
  started: 'Started',
  heard: 'Last heard of',
  made: 'Made',
  ended: 'Ended',
  goOnFromTerminal: 'To go on from the terminal:',

  progressOf: (kind: string) => `Progress of ${kind}`,
  doneOf: (done: string, all: string) => `${done} of ${all}`,
  inPhase: (phase: string, amount: string) => `${phase}: ${amount}`,
  stopsSoon: 'Stops at the next checkpoint.',
  cancel: 'Cancel',
  cancelNamed: (kind: string) => `Cancel: ${kind}`,
  goOn: 'Go on',
  goOnNamed: (kind: string) => `Go on: ${kind}`,
  startOver: 'Start over',
  startOverNamed: (kind: string) => `Start over: ${kind}`,
  willStop: 'The job stops at the next checkpoint',
  willGoOn: 'The job goes on from its last checkpoint',
  willStartOver: 'The job begins anew',

  whatCancelledMeans: 'Cancelled: what it did until then stays.',
  whatInterruptedMeans: 'Interrupted: it was not heard from any more. It goes on from its last checkpoint.',
});

export const states: Readonly<Record<Job['state'], string>> = catalogue({
  queued: 'Queued',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
});
