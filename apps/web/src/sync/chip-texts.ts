import type { Output } from '@notes/contract';
import { catalogue } from '../text/catalogue.js';
import { plural } from '../text/numbers.js';

type Overview = Output<'getSyncOverview'>;

export const text = catalogue({
  chip: (words: string, state: string) => `${words} (${state})`,
});

export const chips: Readonly<Record<Overview['state'], string>> = catalogue({
  off: 'sync: off',
  uninitialized: 'sync: not set up',
  ready: 'sync: ready',
  attention: 'sync: needs attention',
});

export const chipConflicts = catalogue({
  open: (count: number) => plural(count, 'sync: # conflict', 'sync: # conflicts'),
});
