import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects garbage now. */
export const collect: () => void = runInNewContext('gc');
