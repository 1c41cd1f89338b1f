import { expect, it } from 'vitest';
import { workInParallel } from '../run/in-parallel.mjs';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('returns results in the order of the items, and works on at most `count` at once', async () => {
  let [running, most] = [0, 0];
  const results = await workInParallel([30, 1, 20, 1, 1], 2, async (ms) => {
    running += 1;
    most = Math.max(most, running);
    await wait(ms);
    running -= 1;
    return ms * 2;
  });
  expect(results).toEqual([60, 2, 40, 2, 2]);
  expect(most).toBe(2);
});

it('begins nothing after a failure, and throws it when running work has ended', async () => {
  const begun: string[] = [];
  const ended: string[] = [];
  const work = async (name: string) => {
    begun.push(name);
    await wait(name === 'long' ? 50 : 1);
    ended.push(name);
    if (name !== 'long') throw new Error(name);
  };
  await expect(workInParallel(['long', 'first', 'never'], 2, work)).rejects.toThrow('first');
  expect(begun).toEqual(['long', 'first']);
  expect(ended).toEqual(['first', 'long']);
});
