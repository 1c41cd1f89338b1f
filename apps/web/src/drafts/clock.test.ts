import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idleClock } from './clock.js';

const DELAY_MS = 300;
let idle: (() => void)[] = [];

beforeEach(() => {
  idle = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run) - 1);
  vi.stubGlobal('cancelIdleCallback', (handle: number) => (idle[handle] = () => undefined));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const runIdle = () => {
  for (const run of idle.splice(0)) run();
};

it('work of the idle clock runs when its time is over and the page is idle', () => {
  const run = vi.fn();
  idleClock.after(DELAY_MS, run);
  runIdle();
  vi.advanceTimersByTime(DELAY_MS);
  expect(run).not.toHaveBeenCalled();
  runIdle();
  expect(run).toHaveBeenCalledOnce();
});

it('work of the idle clock does not run once it is cancelled, before its time or while it waits', () => {
  const run = vi.fn();
  idleClock.after(DELAY_MS, run)();
  vi.advanceTimersByTime(DELAY_MS);
  runIdle();
  const cancel = idleClock.after(DELAY_MS, run);
  vi.advanceTimersByTime(DELAY_MS);
  cancel();
  runIdle();
  expect(run).not.toHaveBeenCalled();
});

it('work of the idle clock runs at its time in a browser without idle callbacks', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  const run = vi.fn();
  idleClock.after(DELAY_MS, run);
  vi.advanceTimersByTime(DELAY_MS);
  expect(run).toHaveBeenCalledOnce();
});
