import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { invoke } from '../../src/index.js';
import { acquireJob, startJob } from '../../src/platform/jobs/acquire-job.js';
import type { JobRun } from '../../src/platform/jobs/job-run.js';
import { runJob } from '../../src/platform/jobs/run-job.js';
import { type OpenedLibrary, openTestLibrary } from '../support.js';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const progress = (processed: number) => ({ phase: 'steps', processed, total: 9, summary: { steps: processed } });

/** Adds a notebook as a visible write. */
const write = (job: JobRun, name: string) =>
  job.write((unit) => unit.notebooks.insert({ id: `nb_${name}`, name, parentPk: null, iconEmoji: null, at: 1 }));
const listNotebookNames = ({ library }: OpenedLibrary) =>
  library.store.read(({ notebooks }) => notebooks.all().flatMap(({ builtin, name }) => (builtin ? [] : [name])));

const begin = ({ context }: OpenedLibrary) =>
  startJob(context, { id: 'job_steps', kind: 'steps', parameters: { canary: 'xk7canary' } });
const show = (at: OpenedLibrary, job_id: string) => at.call('getJob', { job_id });

describe('a job', () => {
  test('that is cancelled stops at its next checkpoint and keeps its work [J-CANCEL]', async () => {
    const at = await openTestLibrary();
    const held = await begin(at);
    const outcome = await runJob(at.context, held, async (job) => {
      for (let step = 1; ; step += 1) {
        await write(job, `step ${step}`);
        if (step === 3) await at.call('cancelJob', { job_id: held.row.id });
        await job.save({ ...progress(step), checkpoint: { step } });
      }
    });
    expect(outcome).toEqual({ state: 'cancelled' });
    expect(listNotebookNames(at)).toEqual(['step 1', 'step 2', 'step 3']);
    expect(await show(at, held.row.id)).toMatchObject({ state: 'cancelled', processed: 3, cancel_requested: true });
  });

  test('records heartbeats between checkpoints, and learns of a cancellation from them [J-HEARTBEAT]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let now = 10 * MINUTE;
    const at = await openTestLibrary();
    const held = await begin({ ...at, context: { ...at.context, now: () => now } });
    const heard = () => at.library.store.read(({ jobs }) => jobs.get(held.row.id, now)?.heartbeatAt);
    const outcome = await runJob({ ...at.context, now: () => now }, held, async (job) => {
      for (let beats = 1; beats <= 6; beats += 1) {
        now += 30_000;
        vi.advanceTimersByTime(30_000);
        await at.library.store.write(() => {});
        expect(heard()).toBe(now);
      }
      await at.call('cancelJob', { job_id: held.row.id });
      expect(job.signal.aborted).toBe(false);
      vi.advanceTimersByTime(30_000);
      await at.library.store.write(() => {});
      expect(job.signal.aborted).toBe(true);
      job.signal.throwIfAborted();
      return progress(9);
    });
    expect(outcome).toEqual({ state: 'cancelled' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that fails gives its error to the caller, and a fixed message to everybody else [J-ERROR] [J-SECRET]', async () => {
    const at = await openTestLibrary();
    const held = await begin(at);
    const error = new Error('/home/xk7canary/notes.md cannot be read');
    const outcome = await runJob(at.context, held, async (job) => {
      await job.save({ ...progress(2), checkpoint: 'xk7canary' });
      throw error;
    });
    expect(outcome).toEqual({ state: 'failed', error });
    const shown = await show(at, held.row.id);
    expect(shown).toMatchObject({ state: 'failed', processed: 2, error: { code: 'internal_error' } });
    expect(JSON.stringify(shown)).not.toContain('xk7canary');
  });

  test('that is abandoned is interrupted, and its work can no longer write', async () => {
    const at = await openTestLibrary();
    const held = await begin(at);
    let interrupt = () => {};
    let late: Promise<unknown> = Promise.resolve();
    const jobStarted = (job: { interrupt: () => void }) => {
      interrupt = job.interrupt;
    };
    const outcome = await runJob({ ...at.context, jobStarted }, held, async (job) => {
      await write(job, 'before');
      interrupt();
      late = write(job, 'after');
      await late;
      return progress(9);
    });
    expect(outcome).toEqual({ state: 'interrupted' });
    await expect(late).rejects.toMatchObject({ reason: 'lost' });
    expect(listNotebookNames(at)).toEqual(['before']);
    expect(await show(at, held.row.id)).toMatchObject({ state: 'interrupted' });
  });
});

test('only the last runner that acquired a job can write for it, despite clock jumps and retries [J-CLOCK] [J-FENCE]', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('jump' as const),
      by: fc.constantFrom(-DAY, -3 * MINUTE, MINUTE, 3 * MINUTE, 30 * DAY),
    }),
    fc.record({ do: fc.constant('take' as const) }),
    fc.record({ do: fc.constant('write' as const), runner: fc.nat({ max: 5 }) }),
    fc.record({ do: fc.constant('beat' as const), runner: fc.nat({ max: 5 }) }),
  );
  const at = await openTestLibrary();
  let names = 0;
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      let now = 100 * DAY;
      const context = { ...at.context, now: () => now };
      const held = await startJob(context, { id: `job_${names++}`, kind: 'steps', parameters: {} });
      const runners: JobRun[] = [];
      const idle = new Promise<never>(() => {});
      const run = (mine: typeof held) =>
        void runJob(context, mine, (job) => {
          runners.push(job);
          return idle;
        });
      run(held);
      for (const each of steps) {
        const runner = 'runner' in each ? runners[each.runner % runners.length] : undefined;
        if (each.do === 'jump') now += each.by;
        else if (each.do === 'beat') await runner?.beat();
        else if (each.do === 'take') {
          await invoke('retryJob', context, { job_id: held.row.id }).catch(() => {});
          const taken = await acquireJob(context, held.row.id);
          if (taken !== undefined) run(taken);
        } else if (runner !== undefined) {
          const outcome = await write(runner, `n${names++}`).then(
            () => 'written',
            () => 'refused',
          );
          expect(outcome).toBe(runner === runners.at(-1) ? 'written' : 'refused');
          refusals += outcome === 'refused' ? 1 : 0;
        }
      }
    }),
    { seed: 21, numRuns: 60 },
  );
  expect(refusals).toBeGreaterThan(20);
});

afterEach(() => vi.useRealTimers());
