import type { Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { addJob, CANARY, type Job } from './jobs.js';
import { expectRefused, useService } from './support.js';

const api = useService();
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const MINUTE = 60_000;
const read = (id: string) => api.show<'getJob'>(`/jobs/${id}`);
const list = (query: string) => api.show<'listJobs'>(`/jobs?${query}`);
const ids = ({ jobs }: Output<'listJobs'>) => jobs.map(({ job_id }) => job_id);

describe('a job', () => {
  it('reports its progress and the time of each event [J-FIELDS]', async () => {
    const id = await addJob(api, { state: 'running' });
    expect(await read(id)).toEqual({
      job_id: id,
      kind: 'import',
      state: 'running',
      phase: 'notes',
      processed: 3,
      total: 9,
      summary: { imported: 3 },
      created_at: TIME,
      started_at: TIME,
      finished_at: null,
      heartbeat_at: TIME,
      cancel_requested: false,
    });
    const waiting = await read(await addJob(api));
    expect(waiting).toMatchObject({ state: 'queued', processed: 0, total: null, summary: {}, started_at: null });
  });

  it('has an error exactly when it failed [J-ERROR]', async () => {
    const failed = await read(await addJob(api, { state: 'failed' }));
    expect(failed.error).toEqual({ code: 'internal_error', message: expect.any(String) });
    for (const state of ['queued', 'running', 'succeeded', 'cancelled', 'interrupted'] as const)
      expect(await read(await addJob(api, { state }))).not.toHaveProperty('error');
  });

  it('exposes neither its parameters, its checkpoint nor its runner [J-SECRET]', async () => {
    for (const state of ['queued', 'running', 'failed', 'cancelled'] as const) {
      const id = await addJob(api, { state, kind: 'sync' });
      const answers = [
        await api.get(`/jobs/${id}`),
        await api.get(`/jobs/${id}/sync`),
        await api.post(`/jobs/${id}/cancel`),
        await api.post(`/jobs/${id}/retry`),
        await api.post(`/jobs/${id}/reset`),
        await api.get('/jobs'),
      ];
      for (const { text } of answers) expect(text).not.toContain(CANARY);
    }
  });

  it('answers 404 to an unknown id [J-UNKNOWN]', async () => {
    const { id } = await api.note();
    for (const verb of ['cancel', 'retry', 'reset'])
      expectRefused(await api.post(`/jobs/job_none/${verb}`), 'not_found');
    for (const path of ['/jobs/job_none', '/jobs/job_none/sync']) expectRefused(await api.get(path), 'not_found');
    expectRefused(await api.get(`/jobs/${id}`), 'not_found');
  });

  it('is available as a sync job only when it is one [J-SYNC]', async () => {
    const sync = await addJob(api, { kind: 'sync' });
    expect(await api.show<'getSyncJob'>(`/jobs/${sync}/sync`)).toMatchObject(await read(sync));
    expectRefused(await api.get(`/jobs/${await addJob(api)}/sync`), 'not_found');
  });
});

describe('the list of jobs', () => {
  it('is sorted newest first, paged, and filtered by state or kind [J-LIST] [J-LIST-FILTER]', async () => {
    const made: string[] = [];
    for (let n = 0; n < 6; n += 1)
      made.unshift(
        await addJob(api, { kind: n % 2 === 0 ? 'listed' : 'other', state: n < 3 ? 'failed' : 'cancelled' }),
      );
    expect(ids(await list('limit=6'))).toEqual(made);
    expect(ids(await list('kind=listed'))).toEqual([made[1], made[3], made[5]]);
    expect(ids(await list('kind=listed&state=failed'))).toEqual([made[3], made[5]]);
    expect(ids(await list('kind=nothing'))).toEqual([]);
    const first = await list('kind=listed&limit=2');
    expect(ids(first)).toEqual([made[1], made[3]]);
    const cursor = encodeURIComponent(first.next_cursor as string);
    expect(await list(`kind=listed&limit=2&cursor=${cursor}`)).toMatchObject({ next_cursor: null });
    expect(ids(await list(`kind=listed&limit=2&cursor=${cursor}`))).toEqual([made[5]]);
    expectRefused(await api.get(`/jobs?kind=other&limit=2&cursor=${cursor}`), 'cursor_invalid');
    expectRefused(await api.get('/jobs?state=lost'), 'validation_failed');
  });
});

describe('a missing heartbeat', () => {
  it('of two minutes makes a running job interrupted on every route [J-SILENT]', async () => {
    const silent = await addJob(api, { kind: 'silent', state: 'running', silentMs: 2 * MINUTE + 500 });
    const heard = await addJob(api, { kind: 'silent', state: 'running', silentMs: 1.9 * MINUTE });
    expect([(await read(silent)).state, (await read(heard)).state]).toEqual(['interrupted', 'running']);
    expect(ids(await list('kind=silent&state=interrupted'))).toEqual([silent]);
    expect(ids(await list('kind=silent&state=running'))).toEqual([heard]);
    expect((await api.post(`/jobs/${silent}/retry`)).json<Job>().state).toBe('queued');
    expectRefused(await api.post(`/jobs/${heard}/retry`), 'conflict');
  });

  it('dated in the future after a clock change makes a running job interrupted too [J-CLOCK]', async () => {
    const id = await addJob(api, { state: 'running', silentMs: -86_400_000 });
    expect((await read(id)).state).toBe('interrupted');
  });
});

describe('cancelling a job', () => {
  it('cancels a queued job at once and asks a running one to stop [J-CANCEL] [J-CANCEL-QUEUED]', async () => {
    const waiting = await api.post(`/jobs/${await addJob(api)}/cancel`);
    expect([waiting.status, waiting.json()]).toEqual([
      200,
      expect.objectContaining({ state: 'cancelled', finished_at: TIME }),
    ]);
    const running = await api.post(`/jobs/${await addJob(api, { state: 'running' })}/cancel`);
    expect([running.status, running.json()]).toEqual([
      200,
      expect.objectContaining({ state: 'running', cancel_requested: true, finished_at: null }),
    ]);
  });

  it('leaves a finished job unchanged [J-CANCEL-ENDED]', async () => {
    for (const state of ['succeeded', 'failed', 'cancelled', 'interrupted'] as const) {
      const id = await addJob(api, { state });
      const before = await read(id);
      await api.expectUnchanged(async () => {
        const answer = await api.post(`/jobs/${id}/cancel`);
        expect([answer.status, answer.json()]).toEqual([200, before]);
      });
    }
  });
});

describe('retrying and resetting a job', () => {
  it('queue a stopped job again, and reset discards its progress [J-RETRY] [J-RESET]', async () => {
    for (const state of ['failed', 'cancelled', 'interrupted'] as const) {
      const id = await addJob(api, { state });
      const retried = await api.post(`/jobs/${id}/retry`);
      const waiting = { state: 'queued', started_at: null, finished_at: null, heartbeat_at: null };
      expect(retried.status).toBe(200);
      expect(retried.json()).toMatchObject({ ...waiting, processed: 3, total: 9, summary: { imported: 3 } });
      expect(retried.json()).not.toHaveProperty('error');
      expect(readCheckpoint(id)).not.toBeNull();
      await api.post(`/jobs/${id}/cancel`);
      const reset = await api.post(`/jobs/${id}/reset`);
      expect(reset.status).toBe(200);
      expect(reset.json()).toMatchObject({
        ...waiting,
        processed: 0,
        total: null,
        summary: {},
        cancel_requested: false,
      });
      expect(readCheckpoint(id)).toBeNull();
    }
  });

  it('are rejected for queued, running and succeeded jobs [J-RETRY-STATE]', async () => {
    for (const state of ['queued', 'running', 'succeeded'] as const) {
      const id = await addJob(api, { state });
      await api.expectUnchanged(async () => {
        for (const verb of ['retry', 'reset']) expectRefused(await api.post(`/jobs/${id}/${verb}`), 'conflict');
      });
    }
  });
});

const readCheckpoint = (id: string) => api.library.store.read(({ jobs }) => jobs.get(id, Date.now())?.checkpoint);
