import { describe, expect, test } from 'vitest';
import { runConcurrently } from '../../src/run/run-concurrently.js';

describe('concurrent work', () => {
  test('processes each item once and at most the given number at a time', async () => {
    let [running, most] = [0, 0];
    const seen: number[] = [];
    await runConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      seen.push(item);
      running -= 1;
    });
    expect(seen.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  test('starts no item after a failure, and rejects after the running ones ended', async () => {
    const failure = new Error('planted');
    const [begun, ended]: [number[], number[]] = [[], []];
    const work = async (item: number) => {
      begun.push(item);
      if (item === 1) throw failure;
      await new Promise(setImmediate);
      ended.push(item);
    };
    await expect(runConcurrently([1, 2, 3, 4], 2, work)).rejects.toBe(failure);
    expect(begun).toEqual([1, 2]);
    expect(ended).toEqual([2]);
  });
});
