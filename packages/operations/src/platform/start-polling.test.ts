import { StorageError } from '@notes/storage';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openTestLibrary } from '../../test/support.js';
import { startPolling } from './start-polling.js';

it('startPolling reports a failed check once a minute, and continues', async () => {
  const { library } = await openTestLibrary();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const busy = new StorageError('busy', 'The library is busy.');
  const poll = vi.spyOn(library.store, 'poll').mockImplementation(() => {
    throw busy;
  });
  const reported: unknown[] = [];
  const stop = startPolling({ library, onError: (error) => reported.push(error) });
  vi.advanceTimersByTime(59_000);
  expect([poll.mock.calls.length, reported]).toEqual([59, [busy]]);
  vi.advanceTimersByTime(5_000);
  expect(reported).toEqual([busy, busy]);
  stop();
  vi.advanceTimersByTime(5_000);
  expect(poll.mock.calls.length).toBe(64);
});
