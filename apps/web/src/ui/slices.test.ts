import { expect, test } from 'vitest';
import { runInSlices } from './slices.js';

function* counting(to: number, count: { steps: number }, done: () => void): Generator<void, void> {
  for (; count.steps < to; count.steps += 1) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield;
  }
  done();
}

test('runInSlices pauses between slices and finishes the work', async () => {
  const count = { steps: 0 };
  const done = new Promise<void>((resolve) => runInSlices(counting(40, count, resolve)));
  expect(count.steps).toBeLessThan(40);
  await done;
  expect(count.steps).toBe(40);
});

test('runInSlices stops when it is cancelled', async () => {
  const count = { steps: 0 };
  const end = runInSlices(counting(40, count, () => undefined));
  const { steps } = count;
  end();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(count.steps).toBe(steps);
});
