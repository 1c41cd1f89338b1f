import { expect, it } from 'vitest';
import { createLoader } from './create-loader.js';

it('createLoader shares one load, and loads again after a failure', async () => {
  const outcomes = ['failed', 'loaded'];
  let loads = 0;
  const load = createLoader(async () => {
    const outcome = outcomes[loads++];
    if (outcome === 'failed') throw new Error('EMFILE: too many open files');
    return outcome;
  });
  const calls = [load(), load()];
  expect(await Promise.allSettled(calls)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(loads).toBe(1);
  expect([await load(), await load(), loads]).toEqual(['loaded', 'loaded', 2]);
});
