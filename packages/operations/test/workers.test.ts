import { getEventListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, it } from 'vitest';
import { WorkerThread } from '../src/platform/workers.js';
import { collectGarbage, temporaryFolder } from './support.js';

const LONG_MS = 60_000;

function modules() {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return pathToFileURL(path);
  };
  const endless = write('endless.mjs', 'export default () => { for (;;); };');
  const quick = write('quick.mjs', 'export default (n) => n + 1;');
  return { endless, quick };
}

describe('WorkerThread', () => {
  it('stops a task whose caller aborted, and runs the waiting tasks', async () => {
    const { endless, quick } = modules();
    const thread = new WorkerThread();
    const gone = new AbortController();
    const { signal } = gone;
    const unwanted = [1, 2, 3].map(() => thread.run({ module: endless, task: 0, deadlineMs: LONG_MS, signal }, 'late'));
    const wanted = thread.run({ module: quick, task: 1, deadlineMs: LONG_MS }, 'late');
    await sleep(500);
    gone.abort();
    expect(await Promise.all(unwanted)).toEqual(['late', 'late', 'late']);
    expect(await wanted).toBe(2);
    expect(await thread.run({ module: quick, task: 1, deadlineMs: LONG_MS, signal }, 'late')).toBe('late');
  });

  it('leaves no listener on the signal of a caller that lives on', async () => {
    const { quick } = modules();
    const thread = new WorkerThread();
    const { signal } = new AbortController();
    expect(await thread.run({ module: quick, task: 1, signal }, 'late')).toBe(2);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('drops an aborted waiting task without waiting for the running one', async () => {
    const { endless, quick } = modules();
    const thread = new WorkerThread();
    const running = new AbortController();
    const first = thread.run({ module: endless, task: 0, deadlineMs: LONG_MS, signal: running.signal }, 'late');
    // More tasks than may wait at once, if cancelled tasks kept their place in the queue.
    for (let n = 0; n < 100; n++) {
      const gone = new AbortController();
      const dropped = thread.run({ module: endless, task: 0, deadlineMs: LONG_MS, signal: gone.signal }, 'late');
      gone.abort();
      expect(await dropped).toBe('late');
    }
    const last = thread.run({ module: quick, task: 1, deadlineMs: LONG_MS }, 'late');
    running.abort();
    expect(await Promise.all([first, last])).toEqual(['late', 2]);
  });

  it('keeps nothing of a waiting task whose caller aborted', async () => {
    const { endless } = modules();
    const thread = new WorkerThread();
    const running = new AbortController();
    const first = thread.run({ module: endless, task: 0, signal: running.signal }, 'late');
    const dropTask = async () => {
      const task = { text: 'x'.repeat(1_000) };
      const gone = new AbortController();
      const dropped = thread.run({ module: endless, task, signal: gone.signal }, 'late');
      gone.abort();
      expect(await dropped).toBe('late');
      return new WeakRef(task);
    };
    const tasks: WeakRef<object>[] = [];
    for (let n = 0; n < 10; n++) tasks.push(await dropTask());
    // A WeakRef keeps its target until the turn of the event loop ends.
    await sleep(10);
    collectGarbage();
    expect(tasks.filter((task) => task.deref() !== undefined)).toEqual([]);
    running.abort();
    expect(await first).toBe('late');
  });

  it('creates a task at its turn, and continues after one that fails', async () => {
    const { endless, quick } = modules();
    const thread = new WorkerThread();
    const running = new AbortController();
    const first = thread.run({ module: endless, task: 0, signal: running.signal }, 'late');
    const made: string[] = [];
    const fail = () => {
      made.push('failing');
      throw new Error('no such text');
    };
    const failed = expect(thread.run({ module: quick, task: fail }, 'late')).rejects.toThrow('no such text');
    const last = thread.run({ module: quick, task: () => made.push('last') }, 'late');
    await sleep(100);
    expect(made).toEqual([]);
    running.abort();
    await failed;
    expect(await Promise.all([first, last])).toEqual(['late', 3]);
  });

  it('extends the deadline of work without processor time, up to ten deadlines', TIMING_OPTIONS, async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'waiting.mjs');
    const wait =
      'export default (ms) => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); return ms; };';
    writeFileSync(path, wait);
    const module = pathToFileURL(path);
    const thread = new WorkerThread();
    // The start of the thread is not part of the measurement.
    await thread.run({ module, task: 0 }, 'late');
    expect(await thread.run({ module, task: 1_000, deadlineMs: 500 }, 'late')).toBe(1_000);
    const started = performance.now();
    expect(await thread.run({ module, task: LONG_MS, deadlineMs: 200 }, 'late')).toBe('late');
    expect(performance.now() - started).toBeGreaterThan(1_900);
  });

  it('keeps its deadline when its signals are garbage-collected', async () => {
    const { endless } = modules();
    const { signal } = new AbortController();
    const late = new WorkerThread().run({ module: endless, task: 0, deadlineMs: 600, signal }, 'late');
    for (let n = 0; n < 5; n++) {
      await sleep(50);
      collectGarbage();
    }
    expect(await late).toBe('late');
  });
});
