import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryEngine } from '@notes/search-engine/testing';
import { describe, expect, it } from 'vitest';
import { callEngine } from '../../src/notes/search/feed/feed-calls.js';
import { FEED_TIMING } from '../../src/notes/search/feed/feed-timing.js';
import { collectGarbage, openTestLibrary } from '../support.js';

const LIMIT_MS = 300;

async function startFeedParts() {
  const { library } = await openTestLibrary();
  const stop = new AbortController();
  return {
    stop,
    parts: { library, sidecar: { engine: new MemoryEngine() }, timing: FEED_TIMING, signal: stop.signal },
  };
}

/** Waits for the signal of a call, as an engine that never answers. */
const waitForAbort = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason.name)));

describe('callEngine', () => {
  it('ends a call at its time limit when signals are garbage-collected', async () => {
    const { parts } = await startFeedParts();
    const called = callEngine(parts, (_, signal) => waitForAbort(signal), LIMIT_MS);
    for (let n = 0; n < 5; n++) {
      await sleep(20);
      collectGarbage();
    }
    expect(await called).toBe('TimeoutError');
  });

  it('ends a call when the feed stops, and makes none afterwards', async () => {
    const { parts, stop } = await startFeedParts();
    const called = callEngine(parts, (_, signal) => waitForAbort(signal));
    stop.abort();
    expect(await called).toBe('AbortError');
    await expect(callEngine(parts, (engine) => engine.describe())).rejects.toThrow();
    expect(parts.sidecar.engine.calls).toEqual([]);
  });

  it('leaves no listener on the signal of the feed', async () => {
    const { parts } = await startFeedParts();
    await callEngine(parts, (engine, signal) => engine.describe(signal));
    await expect(callEngine(parts, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
    expect(getEventListeners(parts.signal, 'abort')).toEqual([]);
  });
});
