import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Output } from '@notes/contract';
import { openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, it } from 'vitest';
import { cleanUp, serve, temporaryFolder } from './support/binary.js';

cleanUp();

const CANARY = 'xk7canary';
const FILES = 3_000;

/** Makes a data directory with a pending import of many notes, as a retry leaves it. */
async function libraryWithJob(): Promise<string> {
  const folder = temporaryFolder();
  const [dataDir, path] = [join(folder, 'data'), join(folder, CANARY)];
  mkdirSync(path);
  for (let n = 0; n < FILES; n += 1) writeFileSync(join(path, `n${n}.md`), `# ${CANARY}\n[[n${n + 1}]]\n`);
  const library = await openLibrary({ config: loadConfig({ dataDir }, {}), serviceVersion: '0', create: true });
  const parameters = { format: 'markdown', path, source: 'S', notebook_id: null, on_duplicate: 'update' };
  await library.store.write(({ jobs }) => jobs.insert({ id: 'job_1', kind: 'import', parameters }, Date.now()));
  library.store.close();
  return dataDir;
}

type Job = Output<'getJob'>;
const show = async (url: string): Promise<Job> => (await fetch(`${url}/api/v1/jobs/job_1`)).json() as Promise<Job>;

async function until(url: string, isSo: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await show(url);
    if (isSo(job)) return job;
    if (job.state === 'failed') throw new Error('the job failed');
    await sleep(5);
  }
}

describe('a service with a queued job', TIMING_OPTIONS, () => {
  it('runs it, stops it at a checkpoint on shutdown, and resumes it at the next start [J-SERVICE-STOP] [J-SECRET]', async () => {
    const dataDir = await libraryWithJob();
    const first = serve(dataDir);
    await until(await first.ready(), ({ processed }) => processed >= 300);
    const ended = await first.stop();
    expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining(CANARY)]);
    const second = serve(dataDir);
    const url = await second.ready();
    const waiting = await show(url);
    expect(waiting.processed).toBeGreaterThanOrEqual(300);
    expect(waiting.processed).toBeLessThan(FILES);
    const done = await until(url, ({ state }) => state === 'succeeded');
    expect(done).toMatchObject({ processed: FILES, summary: { imported: FILES, unchanged: 0 } });
    expect(JSON.stringify([waiting, done])).not.toContain(CANARY);
  });

  it('answers requests while it runs, and cancels it on request [J-SERVICE] [J-CANCEL]', async () => {
    const program = serve(await libraryWithJob());
    const url = await program.ready();
    await until(url, ({ processed }) => processed >= 100);
    const times: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      const asked = program.mainThreadTime();
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      times.push(program.mainThreadTime() - asked);
    }
    expect(times.sort((a, b) => a - b)[25]).toBeLessThan(50);
    const asked = await fetch(`${url}/api/v1/jobs/job_1/cancel`, { method: 'POST' });
    expect([asked.status, await asked.json()]).toEqual([200, expect.objectContaining({ state: 'running' })]);
    const { processed, summary } = await until(url, ({ state }) => state === 'cancelled');
    expect(processed).toBeLessThan(FILES);
    const status = (await (await fetch(`${url}/api/v1/search?q=${CANARY}&limit=1`)).json()) as { results: unknown[] };
    expect([summary.imported, status.results.length]).toEqual([processed, 1]);
  });
});
