import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Fault, JobKeeper } from '../../src/index.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { startJob } from '../../src/platform/jobs/acquire-job.js';
import { FaultThrottle } from '../../src/platform/jobs/fault-throttle.js';
import { SilenceWatch } from '../../src/platform/jobs/silence-watch.js';
import { logicalDump } from '../import/dump.js';
import { writeFiles } from '../import/support.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';

const MINUTE = 60_000;

function keep({ library }: OpenedLibrary): { keeper: JobKeeper; faults: unknown[] } {
  const faults: unknown[] = [];
  const config = loadConfig({ dataDir: library.store.paths.dataDir }, {});
  const onFailure = (job: string, fault: Fault) => faults.push({ job, fault });
  const keeper = new JobKeeper({ library, config, onError: (error) => faults.push(error), onFailure });
  onTestFinished(() => keeper.stop(0));
  return { keeper, faults };
}

function createFolder(count: number): string {
  const path = join(temporaryFolder(), 'V');
  writeFiles(
    path,
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}.md`, `# ${n}\n[[n${n + 1}]]\n`])),
  );
  return path;
}

/** Stores a queued import job. */
async function queue({ library }: OpenedLibrary, path: string, id = 'job_waiting'): Promise<string> {
  const parameters = { format: 'markdown', path, source: 'S', notebook_id: null, on_duplicate: 'update' };
  await library.store.write(({ jobs }) => jobs.insert({ id, kind: 'import', parameters }, 1));
  return id;
}

const show = (at: OpenedLibrary, job_id: string) => at.call('getJob', { job_id });

/** Waits until a job meets a condition. */
async function until(at: OpenedLibrary, id: string, isSo: (job: Awaited<ReturnType<typeof show>>) => boolean) {
  for (;;) {
    const job = await show(at, id);
    if (isSo(job)) return job;
    if (job.state === 'failed') throw new Error('the job failed');
    await sleep(5);
  }
}

async function importUndisturbed(path: string): Promise<string[]> {
  const at = await openTestLibrary();
  await at.call('importFolder', { format: 'markdown', path, source: 'S' });
  return logicalDump(at.library);
}

describe('JobKeeper', TIMING_OPTIONS, () => {
  test('runs waiting jobs on another thread, one at a time [J-SERVICE]', async () => {
    const path = createFolder(500);
    const at = await openTestLibrary();
    const ids = [await queue(at, path, 'job_1'), await queue(at, path, 'job_2')];
    const { faults } = keep(at);
    let longest = 0;
    let last = performance.now();
    const turns = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await until(at, ids[0] as string, ({ state }) => state === 'running');
    expect(await show(at, ids[1] as string)).toMatchObject({ state: 'queued' });
    const ended = await until(at, ids[1] as string, ({ state }) => state === 'succeeded');
    clearInterval(turns);
    expect(ended.summary).toMatchObject({ imported: 0, unchanged: 500 });
    expect(await show(at, ids[0] as string)).toMatchObject({ state: 'succeeded', summary: { imported: 500 } });
    expect(longest).toBeLessThan(500);
    expect(logicalDump(at.library)).toEqual(await importUndisturbed(path));
    expect(faults).toEqual([]);
  });

  test('stops a job at a checkpoint when it is stopped, and the next keeper resumes it [J-SERVICE-STOP]', async () => {
    const path = createFolder(900);
    const at = await openTestLibrary();
    const id = await queue(at, path);
    const { keeper, faults } = keep(at);
    await until(at, id, ({ processed }) => processed >= 300);
    await keeper.stop(10_000);
    const stopped = await show(at, id);
    expect(stopped).toMatchObject({ state: 'queued', heartbeat_at: null });
    expect(stopped.processed).toBeLessThan(900);
    const seen: number[] = [];
    keep(at);
    const ended = await until(at, id, ({ state, processed }) => {
      seen.push(processed);
      return state === 'succeeded';
    });
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(stopped.processed);
    expect(ended.summary).toMatchObject({ imported: 900, unchanged: 0 });
    expect(logicalDump(at.library)).toEqual(await importUndisturbed(path));
    expect(faults).toEqual([]);
  });

  test('returns a job to the queue that does not stop in time', async () => {
    const at = await openTestLibrary();
    const id = await queue(at, createFolder(900));
    const { keeper } = keep(at);
    await until(at, id, ({ processed }) => processed >= 300);
    await keeper.stop(0);
    expect(await show(at, id)).toMatchObject({ state: 'queued' });
  });

  test('reports why a job failed unexpectedly without any content of its files [J-CAUSE] [J-SECRET]', async () => {
    const at = await openTestLibrary(join(temporaryFolder(), 'xk7canary'));
    writeFileSync(join(at.library.store.paths.dataDir, 'imports'), 'no folder');
    const { faults } = keep(at);
    const isFailed = async (id: string) => (await show(at, id)).state === 'failed';
    const id = await queue(at, createFolder(3));
    await vi.waitFor(async () => expect(await isFailed(id)).toBe(true), { timeout: 60_000 });
    const gone = await queue(at, '/there/is/no/such', 'job_gone');
    await vi.waitFor(async () => expect(await isFailed(gone)).toBe(true), { timeout: 60_000 });
    const stack = expect.stringMatching(/^ {4}at [\s\S]*ledger/);
    expect(faults).toEqual([{ job: id, fault: { name: 'Error', code: 'EEXIST', stack } }]);
    expect(JSON.stringify(faults)).not.toContain('xk7canary');
  });

  test('does not touch jobs of unknown kinds or jobs that another process runs', async () => {
    const at = await openTestLibrary();
    await at.library.store.write(({ jobs }) =>
      jobs.insert({ id: 'job_other', kind: 'constructor', parameters: {} }, 1),
    );
    await startJob(at.context, { id: 'job_runs', kind: 'elsewhere', parameters: {} });
    const { faults } = keep(at);
    const last = await queue(at, createFolder(1), 'job_last');
    await until(at, last, ({ state }) => state === 'succeeded');
    expect(await show(at, 'job_other')).toMatchObject({ state: 'queued' });
    expect(await show(at, 'job_runs')).toMatchObject({ state: 'running' });
    expect(faults).toEqual([]);
  });

  test('leaves imports waiting while another process imports, and runs them afterwards [J-ALONE]', async () => {
    const at = await openTestLibrary();
    const last = await queue(at, createFolder(1), 'job_last');
    const elsewhere = at.library.store.lockMaintenance('import job_runs of process 1');
    const { faults } = keep(at);
    await sleep(2_500);
    expect(await show(at, last)).toMatchObject({ state: 'queued' });
    elsewhere.release();
    await until(at, last, ({ state }) => state === 'succeeded');
    expect(faults).toEqual([]);
  });

  test('stores an import as interrupted as soon as its process is dead [J-DEAD]', async () => {
    const at = await openTestLibrary();
    await startJob(at.context, { id: 'job_runs', kind: 'import', parameters: {} });
    const alive = at.library.store.lockMaintenance('import job_runs of process 1');
    const { faults } = keep(at);
    await sleep(1_500);
    expect(await show(at, 'job_runs')).toMatchObject({ state: 'running' });
    alive.release();
    await until(at, 'job_runs', ({ state }) => state === 'interrupted');
    expect(faults).toEqual([]);
  });

  test('reports a persistent error once a minute [J-LASTING]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const at = await openTestLibrary();
    const { faults } = keep(at);
    at.library.store.close();
    vi.advanceTimersByTime(MINUTE);
    expect(faults).toHaveLength(1);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(faults).toHaveLength(11);
  });

  test('stores jobs without heartbeats as interrupted [J-SERVICE-SILENT]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const at = await openTestLibrary();
    const { row } = await startJob(at.context, { id: 'job_silent', kind: 'elsewhere', parameters: {} });
    const listUnfinished = () => at.library.store.read(({ jobs }) => jobs.listUnfinished().map(({ id }) => id));
    const { faults } = keep(at);
    vi.advanceTimersByTime(2 * MINUTE);
    await at.library.store.write(() => {});
    expect(listUnfinished()).toEqual([row.id]);
    vi.advanceTimersByTime(2_000);
    await at.library.store.write(() => {});
    expect(listUnfinished()).toEqual([]);
    expect(await show(at, row.id)).toMatchObject({ state: 'interrupted', finished_at: expect.any(String) });
    expect(faults).toEqual([]);
  });
});

test('an error is reported again when it differs or after a minute [J-LASTING]', () => {
  const faults = new FaultThrottle();
  const [full, busy] = [new Error('full'), new Error('busy')];
  const news = (error: Error, now: number) => faults.shouldReport(error, now);
  expect([news(full, 0), news(full, 1_000), news(busy, 2_000), news(full, 3_000)]).toEqual([true, false, true, false]);
  expect([news(full, MINUTE), news(busy, MINUTE), news(busy, MINUTE + 2_000)]).toEqual([true, false, true]);
});

test('silence is measured by a monotonic clock [J-CLOCK]', () => {
  const watch = new SilenceWatch();
  const job = (heartbeatAt: number) => ({
    id: 'job_1',
    kind: 'import',
    state: 'running' as const,
    heartbeatAt,
    dueAt: null,
  });
  const silent = (heartbeatAt: number, now: number) => watch.findSilent([job(heartbeatAt)], now).length === 1;
  expect(silent(5, 0)).toBe(false);
  expect(silent(5 + 30 * 1_440 * MINUTE, 1.9 * MINUTE)).toBe(false);
  expect(silent(-1_440 * MINUTE, 3.8 * MINUTE)).toBe(false);
  expect(silent(-1_440 * MINUTE, 5.7 * MINUTE)).toBe(false);
  expect(silent(-1_440 * MINUTE, 5.8 * MINUTE)).toBe(true);
  expect(watch.findSilent([], 6 * MINUTE)).toEqual([]);
  expect(silent(-1_440 * MINUTE, 7 * MINUTE)).toBe(false);
});

afterEach(() => vi.useRealTimers());
