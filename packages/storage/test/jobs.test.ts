import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JobRow, JobState, Store } from '../src/index.js';
import { JOB_STATES } from '../src/index.js';
import { MAX_ENDED_JOBS } from '../src/jobs/job-writer.js';
import { openIn, temporaryDirectory } from './support.js';

const MINUTES = 60_000;
const progress = { phase: 'notes', processed: 3, total: 9, summary: { imported: 3 } };
const hold = (owner: string, id = 'job_1') => ({ id, owner });

async function withJob(kind = 'import', parameters: unknown = { path: '/x' }): Promise<Store> {
  const store = openIn(temporaryDirectory());
  await store.write(({ jobs }) => jobs.insert({ id: 'job_1', kind, parameters }, 1_000));
  return store;
}

const job = (store: Store, at = 1_000, id = 'job_1') => store.read(({ jobs }) => jobs.get(id, at)) as JobRow;
const changes = (store: Store, limit = 1_000) => store.read(({ journal }) => journal.since(0, limit));

describe('a job', () => {
  it('is claimed once and ends with its last saved progress [J-COUNTER]', async () => {
    const store = await withJob();
    expect(job(store)).toMatchObject({ state: 'queued', processed: 0, total: null, checkpoint: null, startedAt: null });
    expect(await store.write(({ jobs }) => jobs.claim(hold('a'), 2_000))).toBe(true);
    expect(await store.write(({ jobs }) => jobs.claim(hold('b'), 2_000))).toBe(false);
    const saved = await store.write(({ jobs }) =>
      jobs.save(hold('a'), { ...progress, checkpoint: { done: 3 } }, 3_000),
    );
    expect(saved).toEqual({ cancelRequested: false });
    expect(await store.write(({ jobs }) => jobs.save(hold('a'), { ...progress, processed: 4 }, 3_500))).toBeDefined();
    expect(job(store)).toMatchObject({ state: 'running', processed: 4, checkpoint: { done: 3 }, heartbeatAt: 3_500 });
    const error = { code: 'internal_error', message: 'it failed' };
    await store.write(({ jobs }) => jobs.finish(hold('a'), { state: 'failed', error }, 4_000));
    expect(job(store)).toMatchObject({ state: 'failed', processed: 4, error, startedAt: 2_000, finishedAt: 4_000 });
    expect(changes(store).filter(({ entity }) => entity === 'job')).toHaveLength(3);
  });

  it('is found by its kind and parameters, the newest first', async () => {
    const store = await withJob();
    await store.write(({ jobs }) => jobs.insert({ id: 'job_2', kind: 'import', parameters: { path: '/x' } }, 2_000));
    const find = (kind: string, path: string) => store.read(({ jobs }) => jobs.findNewest(kind, { path }, 2_000)?.id);
    expect([find('import', '/x'), find('import', '/y'), find('other', '/x')]).toEqual(['job_2', undefined, undefined]);
  });
});

it('an ended job is kept until a thousand newer jobs of its kind have ended [J-KEPT]', async () => {
  const store = openIn(temporaryDirectory());
  const ids = () => store.read(({ jobs }) => jobs.list({ limit: 5_000, at: 9 }).map(({ id }) => id)).reverse();
  const insert = (id: string, kind: string) => store.write(({ jobs }) => jobs.insert({ id, kind, parameters: {} }, 1));
  await store.write(({ jobs }) => {
    jobs.insert({ id: 'other', kind: 'sync', parameters: {} }, 1);
    jobs.requestCancel('other', 1);
    for (let n = 0; n < MAX_ENDED_JOBS + 2; n += 1) {
      jobs.insert({ id: `job_${n}`, kind: 'import', parameters: {} }, 1);
      if (n !== 0) jobs.requestCancel(`job_${n}`, 1);
    }
  });
  expect(ids()).toHaveLength(MAX_ENDED_JOBS + 3);
  await insert('job_new', 'other');
  expect(ids()).toHaveLength(MAX_ENDED_JOBS + 4);
  await insert('job_last', 'import');
  expect(ids().slice(0, 3)).toEqual(['other', 'job_0', 'job_2']);
  expect(ids()).toHaveLength(MAX_ENDED_JOBS + 4);
  const forgotten = changes(store, 5_000).filter(({ kind }) => kind === 'delete');
  expect(forgotten).toMatchObject([{ entity: 'job', id: 'job_1' }]);
});

describe('a runner that lost its job', () => {
  it.each([
    ['a retry', (store: Store) => store.write(({ jobs }) => jobs.requeue('job_1', { fromStart: false }))],
    ['an interruption', (store: Store) => store.write(({ jobs }) => jobs.interrupt('job_1', 2_000))],
    ['its own end', (store: Store) => store.write(({ jobs }) => jobs.finish(hold('a'), { state: 'cancelled' }, 3_000))],
  ])('by %s changes nothing', async (_, loseIt) => {
    const store = await withJob();
    await store.write(({ jobs }) => jobs.claim(hold('a'), 2_000));
    await loseIt(store);
    const before = [job(store), changes(store)];
    const outcomes = await store.write(({ jobs }) => [
      jobs.isHeld(hold('a')),
      jobs.recordHeartbeat(hold('a'), 9_000),
      jobs.save(hold('a'), progress, 9_000),
      jobs.finish(hold('a'), { state: 'succeeded', progress }, 9_000),
      jobs.release(hold('a')),
    ]);
    expect(outcomes).toEqual([false, undefined, undefined, false, false]);
    expect([job(store), changes(store)]).toEqual(before);
  });

  it('keeps the job when its heartbeat is newer than the one of the interruption', async () => {
    const store = await withJob();
    await store.write(({ jobs }) => jobs.claim(hold('a'), 2_000));
    await store.write(({ jobs }) => jobs.recordHeartbeat(hold('a'), 2_500));
    expect(await store.write(({ jobs }) => jobs.interrupt('job_1', 2_000))).toBe(false);
    expect(job(store).state).toBe('running');
  });
});

describe('a cancel', () => {
  it('ends a queued job at once', async () => {
    const store = await withJob();
    await store.write(({ jobs }) => jobs.requestCancel('job_1', 5_000));
    expect(job(store)).toMatchObject({ state: 'cancelled', cancelRequested: true, finishedAt: 5_000 });
    expect(await store.write(({ jobs }) => jobs.claim(hold('a'), 6_000))).toBe(false);
  });

  it('is returned to a running job by its next heartbeat or save', async () => {
    const store = await withJob();
    await store.write(({ jobs }) => jobs.claim(hold('a'), 2_000));
    await store.write(({ jobs }) => jobs.requestCancel('job_1', 5_000));
    expect(job(store)).toMatchObject({ state: 'running', cancelRequested: true, finishedAt: null });
    expect(await store.write(({ jobs }) => jobs.recordHeartbeat(hold('a'), 6_000))).toEqual({ cancelRequested: true });
    expect(await store.write(({ jobs }) => jobs.save(hold('a'), progress, 6_000))).toEqual({ cancelRequested: true });
  });

  it('leaves a finished job unchanged', async () => {
    const store = await withJob();
    await store.write(({ jobs }) => jobs.claim(hold('a'), 2_000));
    await store.write(({ jobs }) => jobs.finish(hold('a'), { state: 'succeeded', progress }, 3_000));
    const before = [job(store), changes(store)];
    await store.write(({ jobs }) => jobs.requestCancel('job_1', 5_000));
    expect([job(store), changes(store)]).toEqual(before);
  });
});

it('requeue keeps the checkpoint, and clears it with fromStart', async () => {
  const store = await withJob();
  await store.write(({ jobs }) => jobs.claim(hold('a'), 2_000));
  await store.write(({ jobs }) => jobs.save(hold('a'), { ...progress, checkpoint: { done: 3 } }, 3_000));
  await store.write(({ jobs }) => jobs.requestCancel('job_1', 3_000));
  const error = { code: 'internal_error', message: 'it failed' };
  await store.write(({ jobs }) => jobs.finish(hold('a'), { state: 'failed', error }, 4_000));
  await store.write(({ jobs }) => jobs.requeue('job_1', { fromStart: false }));
  const waiting = { state: 'queued', cancelRequested: false, error: null, startedAt: null, finishedAt: null };
  expect(job(store)).toMatchObject({ ...waiting, ...progress, heartbeatAt: null, checkpoint: { done: 3 } });
  await store.write(({ jobs }) => jobs.requeue('job_1', { fromStart: true }));
  const start = { phase: 'waiting', processed: 0, total: null, summary: {}, checkpoint: null };
  expect(job(store)).toMatchObject({ ...waiting, ...start, parameters: { path: '/x' } });
});

describe('a job without heartbeats', () => {
  it('is reported as interrupted after two minutes in either direction of the clock, without a change of its row', async () => {
    const store = await withJob();
    const heard = 10 * MINUTES;
    await store.write(({ jobs }) => jobs.claim(hold('a'), heard));
    const states = [-2 * MINUTES - 1, -2 * MINUTES, 0, 2 * MINUTES, 2 * MINUTES + 1].map(
      (later) => job(store, heard + later).state,
    );
    expect(states).toEqual(['interrupted', 'running', 'running', 'running', 'interrupted']);
    const at = heard + 3 * MINUTES;
    const ids = (state: JobState) => store.read(({ jobs }) => jobs.list({ state, limit: 9, at }).map(({ id }) => id));
    expect([ids('running'), ids('interrupted')]).toEqual([[], ['job_1']]);
    expect(await store.write(({ jobs }) => jobs.recordHeartbeat(hold('a'), at))).toEqual({ cancelRequested: false });
    expect([ids('running'), ids('interrupted')]).toEqual([['job_1'], []]);
  });

  it('ends at its last heartbeat, whether the interruption is stored or not [J-INTERRUPTED-AT]', async () => {
    const store = await withJob();
    await store.write(({ jobs }) => jobs.claim(hold('a'), 2_000));
    await store.write(({ jobs }) => jobs.recordHeartbeat(hold('a'), 5_000));
    const interrupted = { state: 'interrupted', heartbeatAt: 5_000, finishedAt: 5_000 };
    expect(job(store, 5_000)).toMatchObject({ state: 'running', finishedAt: null });
    expect(job(store, 5_001 + 2 * MINUTES)).toMatchObject(interrupted);
    expect(await store.write(({ jobs }) => jobs.interrupt('job_1', 5_000))).toBe(true);
    expect(job(store, 5_000)).toMatchObject(interrupted);
  });
});

describe('the list of jobs', () => {
  it('has the jobs of a state and a kind, newest first, page by page', async () => {
    const store = openIn(temporaryDirectory());
    const kinds = ['import', 'sync'] as const;
    const states: JobState[] = [...JOB_STATES];
    await store.write(({ jobs }) => {
      for (let n = 0; n < 36; n += 1) {
        const id = `job_${n}`;
        const state = states[n % 6] as JobState;
        jobs.insert({ id, kind: kinds[n % 2] as string, parameters: {} }, n);
        if (state !== 'queued') jobs.claim({ id, owner: 'a' }, n);
        if (state !== 'queued' && state !== 'running') jobs.finish({ id, owner: 'a' }, { state }, n);
      }
    });
    const listExpected = (state: JobState | undefined, kind: string | undefined) =>
      Array.from({ length: 36 }, (_, n) => n)
        .filter(
          (n) => (state === undefined || states[n % 6] === state) && (kind === undefined || kinds[n % 2] === kind),
        )
        .reverse()
        .map((n) => `job_${n}`);
    const asked = fc.record({
      state: fc.option(fc.constantFrom(...states), { nil: undefined }),
      kind: fc.option(fc.constantFrom(...kinds, 'none'), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(asked, ({ state, kind, limit }) => {
        const found: string[] = [];
        for (let before: number | undefined; ; ) {
          const page = store.read(({ jobs }) => jobs.list({ state, kind, limit, before, at: 36 }));
          found.push(...page.map(({ id }) => id));
          if (page.length < limit) break;
          before = page.at(-1)?.pk;
        }
        expect(found).toEqual(listExpected(state, kind));
      }),
      { seed: 4, numRuns: 60 },
    );
    const unfinished = store.read(({ jobs }) => jobs.listUnfinished());
    expect(unfinished.map(({ id }) => id)).toEqual(
      [...listExpected('queued', undefined), ...listExpected('running', undefined)].sort(
        (a, b) => Number(a.slice(4)) - Number(b.slice(4)),
      ),
    );
  });
});
