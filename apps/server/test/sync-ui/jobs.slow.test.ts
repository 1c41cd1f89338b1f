import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { JobKeeper } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectRefused } from '../behaviour/support.js';
import { call, succeed } from '../mcp/agent.js';
import { errorIn } from '../mcp/support.js';
import { joinDevices, useDevices } from './group.js';

const devices = useDevices(['mcp.sync_scope=control']);
const { first, second } = devices;
const getFolder = () => first.library.config['sync.directory.path'];
const plan = (json: object = {}) => first.does('planSyncJob', '/jobs/sync/plan', json);
const start = (json: object = {}) => first.does('startSyncJob', '/jobs/sync/start', json);
const job = (id: string) => first.show<'getSyncJob'>(`/jobs/${id}/sync`);
const waitForState = (id: string, state = 'succeeded') =>
  vi.waitFor(async () => expect(await job(id)).toMatchObject({ state }), { timeout: 60_000, interval: 100 });
let keeper: JobKeeper | undefined;

/** Starts the processing of jobs, as in a service. */
function keep(): void {
  const { config, store } = first.library;
  const set = [...first.settings, `sync.target=${config['sync.target']}`];
  const rethrow = (error: unknown) => {
    throw error;
  };
  const loaded = loadConfig({ dataDir: store.paths.dataDir, set }, {});
  keeper = new JobKeeper({ library: first.library, config: loaded, onError: rethrow, onFailure: () => {} });
}

beforeAll(() => joinDevices(devices));
afterAll(() => keeper?.stop(10_000));

describe('a sync plan', () => {
  it('lists what would be sent and fetched, and moves nothing [SYNC-PLAN]', async () => {
    await first.run();
    expect(await plan()).toMatchObject({ operations: 0, publish: { ops: 0 }, fetch: { segments: 0 } });
    await first.note({ title: 'One' });
    await first.resource(Buffer.from('some bytes'));
    await second.note({ title: 'Two' });
    await second.note({ title: 'Three' });
    await second.run();
    const planned = await plan();
    expect(planned).toMatchObject({ fetch: { segments: 1 }, publish: { segments: 1, blobs: 1 }, truncated: false });
    expect(planned.publish.ops).toBeGreaterThan(1);
    expect(planned.fetch.ops).toBeGreaterThan(1);
    expect(await plan()).toEqual(planned);
    expect(await plan({ max_bytes: 1 })).toMatchObject({ truncated: true });
    const text = JSON.stringify(await succeed(first, 'plan_sync', {}));
    expect(text).not.toContain(getFolder());
    expect(JSON.parse(text)).toMatchObject({ operations: planned.operations, target_digest: planned.target_digest });
    const { carrier_id } = await first.does('discoverCarrier', '/sync-ui/discover', { target: 'directory' });
    const { database_id } = await first.overview();
    const named = `service-sync/target/1\0${database_id}${carrier_id}`;
    expect(planned.target_digest).toBe(createHash('sha256').update(named).digest('hex'));
    expect((await succeed(first, 'get_sync_status', {})).target_digest).toBe(planned.target_digest);
  });
});

describe('starting a sync', () => {
  it('several times returns one job, which does what was planned [SYNC-START-JOB]', async () => {
    const { plan_id, target_digest } = await plan();
    const asked = { plan_id, request_key: 'once', max_attempts: 2 };
    const answer = await first.post('/jobs/sync/start', asked);
    expect(answer.status).toBe(202);
    const { job_id } = answer.json<{ job_id: string }>();
    expect(answer.json()).toEqual({ job_id, state: 'queued', target_digest });
    expect((await start()).job_id).toBe(job_id);
    const unknown = await first.post('/jobs/sync/start', { plan_id: `${plan_id}x` });
    expectRefused(unknown, 'cursor_invalid');
    expect(unknown.json()).toMatchObject({ error: { message: expect.stringContaining('plan_id') } });
    keep();
    await waitForState(job_id);
    expect(await job(job_id)).toMatchObject({ target_digest, attempts: 1, max_attempts: 2, next_attempt_at: null });
    expect((await job(job_id)).bytes_sent).toBeGreaterThan(0);
    expect((await start(asked)).job_id).toBe(job_id);
    expectRefused(await first.post('/jobs/sync/start', { ...asked, max_attempts: 3 }), 'conflict');
    expect(await plan()).toMatchObject({ operations: 0, resources: 0 });
  });

  it('returns the running job of any kind, and each request key keeps its answer [SYNC-START-JOB]', async () => {
    await keeper?.stop(10_000);
    const check = { kind: 'verify', request_key: 'check' };
    const bounded = { max_bytes: 100_000_000, max_attempts: 4, request_key: 'bounded' };
    const { job_id } = await start(check);
    for (const request_key of ['joins', '__proto__', '__proto__'])
      expect((await start({ request_key })).job_id).toBe(job_id);
    const others = [start(bounded), start({ kind: 'snapshot' }), succeed(first, 'start_sync', { max_attempts: 1 })];
    for (const other of await Promise.all(others)) expect(other.job_id).toBe(job_id);
    const bytes = Buffer.from('of this device');
    await first.resource(bytes);
    const target = createHash('sha256').update(bytes).digest('hex');
    const fetching = await succeed(first, 'request_resource_fetch', { target });
    expect(fetching.job_id).not.toBe(job_id);
    expectRefused(await first.post('/jobs/sync/start', { kind: 'verify', request_key: 'joins' }), 'conflict');
    keep();
    for (const id of [job_id, fetching.job_id]) await waitForState(id);
    const again = [start({ request_key: 'joins' }), start(check), start(bounded)];
    expect((await Promise.all(again)).map((answer) => answer.job_id)).toEqual([job_id, job_id, job_id]);
    expect((await job(job_id)).summary.sound).toBeGreaterThan(0);
    const next = await start({ max_attempts: 4 });
    expect(next.job_id).not.toBe(job_id);
    await waitForState(next.job_id);
    expect(await job(next.job_id)).toMatchObject({ max_attempts: 4 });
  });

  it('with max_bytes moves no more bytes than that [SYNC-START-JOB]', async () => {
    await first.resource(Buffer.alloc(300_000, 'a'));
    const { job_id } = await start({ max_bytes: 50_000 });
    await waitForState(job_id);
    const { phase, bytes_sent, bytes_received } = await job(job_id);
    expect(phase).toBe('bounded');
    expect(bytes_sent + bytes_received).toBeLessThanOrEqual(50_000);
    await waitForState((await start()).job_id);
    expect(await plan()).toMatchObject({ resources: 0 });
  });

  it('with max_attempts retries an unavailable folder that often [SYNC-START-JOB]', async () => {
    const away = `${getFolder()}-away`;
    renameSync(getFolder(), away);
    const { last_sync_at } = await succeed(first, 'get_sync_status', {});
    expect(last_sync_at).toEqual(expect.any(String));
    const { job_id, target_digest } = await start({ max_attempts: 2 });
    expect(target_digest).toBeNull();
    await waitForState(job_id, 'failed');
    expect(await job(job_id)).toMatchObject({ attempts: 2, max_attempts: 2 });
    // A failed run has synchronised nothing.
    expect(await succeed(first, 'get_sync_status', {})).toMatchObject({ last_sync_at });
    renameSync(away, getFolder());
  });
});

describe('a sync with a kind', () => {
  it('fetches only the named attachments, whatever their intent [SYNC-START-JOB]', async () => {
    const [one, other] = [
      await second.resource(Buffer.from('one of two')),
      await second.resource(Buffer.from('other')),
    ];
    // Runs twice: content may be removed only where another device is known to have it.
    for (let meeting = 0; meeting < 2; meeting += 1) for (const device of [second, first]) await device.run();
    await waitForState((await start({ kind: 'verify' })).job_id);
    for (const { id } of [one, other])
      await first.does('setResourceIntent', `/sync-ui/resources/${id}/intent`, { intent: 'evict' });
    const asked = { kind: 'resources', resource_ids: [one.id] };
    expect(await plan(asked)).toMatchObject({ operations: 0, resources: 1, fetch: { blobs: 1, bytes: 10 } });
    expect(await plan({ kind: 'resources' })).toMatchObject({ resources: 0 });
    await first.note({ title: 'Not sent' });
    const { job_id } = await start({ ...asked, request_key: 'these' });
    await waitForState(job_id);
    expect(await job(job_id)).toMatchObject({ bytes_sent: 0, summary: { blobs_received: 1, operations_sent: 0 } });
    expect((await first.get(`/resources/${one.id}/content`)).text).toBe('one of two');
    expectRefused(await first.get(`/resources/${other.id}/content`), 'not_found');
    expectRefused(
      await first.post('/jobs/sync/start', { ...asked, request_key: 'these', resource_ids: [other.id] }),
      'conflict',
    );
    for (const path of ['plan', 'start']) {
      expectRefused(await first.post(`/jobs/sync/${path}`, { resource_ids: [one.id] }), 'validation_failed');
      expectRefused(
        await first.post(`/jobs/sync/${path}`, { kind: 'resources', resource_ids: ['res_none'] }),
        'not_found',
      );
    }
  });

  it('reads back the stored artifacts, or writes a checkpoint [SYNC-VERIFY]', async () => {
    const planned = await plan({ kind: 'verify' });
    expect(planned).toMatchObject({ publish: { bytes: 0 }, operations: 0 });
    const { job_id } = await start({ kind: 'verify' });
    await waitForState(job_id);
    const { summary, bytes_received, bytes_sent } = await job(job_id);
    expect(summary).toMatchObject({ sound: planned.fetch.segments + planned.fetch.blobs, damaged: 0, missing: 0 });
    expect([bytes_received, bytes_sent]).toEqual([planned.fetch.bytes, 0]);
    const snapshot = await start({ kind: 'snapshot' });
    await waitForState(snapshot.job_id);
    expect((await job(snapshot.job_id)).summary).toMatchObject({ checkpoints_sent: 1 });
  });
});

describe('an MCP tool', () => {
  it('starts a sync, and continues or stops only those of assistants [SYNC-AGENT]', async () => {
    const own = await succeed(first, 'start_sync', { max_attempts: 1 });
    await waitForState(own.job_id);
    expect(await succeed(first, 'cancel_sync_job', { job_id: own.job_id })).toMatchObject({ state: 'succeeded' });
    expect(errorIn(await call(first, 'retry_sync_job', { job_id: own.job_id }))).toMatchObject({ code: 'conflict' });
    const persons = await start();
    for (const tool of ['cancel_sync_job', 'retry_sync_job'] as const)
      expect(errorIn(await call(first, tool, { job_id: persons.job_id }))).toMatchObject({ code: 'forbidden' });
    await waitForState(persons.job_id);
  });

  it('fetches bytes that are on another device [SYNC-AGENT]', async () => {
    const bytes = Buffer.from('bytes of the second');
    const { id } = await second.resource(bytes);
    // Runs twice: content may be removed only where another device is known to have it.
    for (let meeting = 0; meeting < 2; meeting += 1) {
      await second.run();
      await waitForState((await start({ max_attempts: 1 })).job_id);
    }
    await waitForState((await start({ kind: 'verify' })).job_id);
    await first.does('setResourceIntent', `/sync-ui/resources/${id}/intent`, { intent: 'evict' });
    expectRefused(await first.get(`/resources/${id}/content`), 'not_found');
    const target = createHash('sha256').update(bytes).digest('hex');
    const unknown = { target: '0'.repeat(64) };
    expect(errorIn(await call(first, 'request_resource_fetch', unknown))).toMatchObject({ code: 'not_found' });
    const asked = await succeed(first, 'request_resource_fetch', { target, max_attempts: 1 });
    await waitForState(asked.job_id);
    expect((await first.get(`/resources/${id}/content`)).text).toBe(bytes.toString());
  });
});
