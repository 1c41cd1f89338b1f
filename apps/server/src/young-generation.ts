import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from growing the young generation of the heap. Nearly all objects of a start stay in memory: a larger young
 * generation would only be copied, and be memory of the idle service. Holds until `letYoungGenerationGrow`, or until a
 * thread is started.
 */
export const holdYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1');

/** Sets the default of V8 again, for requests that create many objects. */
export const letYoungGenerationGrow = (): void => setFlagsFromString('--semi-space-growth-factor=2');
