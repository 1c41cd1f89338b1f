import { setFlagsFromString } from 'node:v8';

/** What may be garbage before it is looked for, in percent of what is none. */
const GARBAGE = 60;

/**
 * Keeps V8 from making room for more young objects, and from leaving more old ones uncollected, the longer work goes on: on
 * this thread and those it starts from then on. Work that reads a stream lets go of nearly all it makes, so the room would
 * be memory that grows with the stream. What is collected in so little room is collected by its own thread: helpers would
 * wait for each other longer than they work.
 */
export function keepMemorySteady(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString(`--heap-growing-percent=${GARBAGE}`);
}
