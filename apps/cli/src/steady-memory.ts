import { setFlagsFromString } from 'node:v8';

/** Garbage in percent of live memory at which a collection starts. */
const GARBAGE_PERCENT = 60;

/**
 * Keeps V8 from growing the young generation, and from leaving more old objects uncollected, during long work: on this
 * thread and those it starts from then on. Work on a stream releases nearly all its objects, so the heap would grow
 * with the stream. A small young generation is collected without helper threads, which would wait for each other longer
 * than they work.
 */
export function keepMemorySteady(): void {
  setFlags();
  // V8 sets the growth factor back to 2 when it creates the heap of another thread.
  process.on('worker', (worker) => worker.once('online', setFlags));
}

function setFlags(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
}
