import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Checkpoint } from '../../src/exchange/import/import-state.js';
import { continueJob, invoke } from '../../src/index.js';
import { openTestLibrary } from '../support.js';
import { logicalDump } from './dump.js';
import { type Report, type TestLibrary, temporaryFolder, testLibrary, writeFiles } from './support.js';

const MINUTE = 60_000;

/** Notes that link to one another, some with warnings or rejections. */
const note = (n: number) =>
  n % 17 === 0
    ? `\0${n}`
    : `---\ntags: [t${n % 5}${n % 11 === 0 ? ', x//' : ''}]\n---\n# ${n}\n[[n${n + 7}]] [[n${n % 9}]]\n`;
const files = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${n % 13 === 0 ? 'tab\there' : `f${n % 4}`}/n${n}.md`, note(n)]),
  );

function makeFolder(count: number): string {
  const path = join(temporaryFolder(), 'V');
  writeFiles(path, files(count));
  return path;
}

const essence = ({ ledger, job: _job, ...report }: Report) => ({
  ...report,
  lines: readFileSync(ledger as string, 'utf8').replaceAll(/doc_\w+/g, 'doc'),
});

/** Returns the report and the library of an uninterrupted import. */
async function importWithoutStop(path: string) {
  const at = await testLibrary();
  const report = essence(await at.run(path));
  const dump = logicalDump(at.library);
  expect(dump.length).toBeGreaterThan(report.imported);
  return { report, dump };
}

const isCut = ({ interrupted }: Report) => interrupted;

/** Imports until the checkpoint number `boundary`, and is interrupted there in the given way. */
async function cutImport(
  at: TestLibrary,
  path: string,
  boundary: number,
  how: 'cancel' | 'interrupt',
): Promise<Report> {
  const stop = new AbortController();
  let interrupt = () => {};
  let seen = 0;
  const progress = () => {
    if (seen++ !== boundary) return;
    if (how === 'cancel') stop.abort();
    else interrupt();
  };
  const jobStarted = (job: { interrupt: () => void }) => {
    interrupt = job.interrupt;
  };
  const context = { ...at.context, progress, jobStarted, signal: stop.signal };
  return invoke('importFolder', context, { format: 'markdown', path });
}

describe('An interrupted import', () => {
  test('at any boundaries, any number of times, ends like an uninterrupted one [J-RESUME] [J-RETRY]', async () => {
    const path = makeFolder(430);
    const expected = await importWithoutStop(path);
    const cut = fc.record({ boundary: fc.nat({ max: 3 }), how: fc.constantFrom('cancel', 'interrupt') });
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 4 }), async (cuts) => {
        const at = await testLibrary();
        let report: Report | undefined;
        for (const { boundary, how } of cuts) {
          if (report !== undefined && !isCut(report)) break;
          report = await cutImport(at, path, boundary, how);
        }
        const ended = report !== undefined && !isCut(report) ? report : await at.run(path);
        expect(essence(ended)).toEqual(expected.report);
        expect(logicalDump(at.library)).toEqual(expected.dump);
        const { jobs } = await invoke('listJobs', at.context, {});
        expect(jobs.map(({ state, processed, total }) => [state, processed, total])).toEqual([['succeeded', 430, 430]]);
      }),
      { seed: 12, numRuns: samples(4) },
    );
  });

  test('within a slice reports what its job has stored [J-INTERRUPTED-REPORT]', async () => {
    const path = makeFolder(430);
    const at = await testLibrary();
    let interrupt = () => {};
    const context = {
      ...at.context,
      jobStarted: (job: { interrupt: () => void }) => {
        interrupt = job.interrupt;
      },
      progress: (done: number) => {
        if (done !== 200) return;
        // The next commit belongs to the slice that starts here.
        const unsubscribe = at.library.store.subscribe(() => {
          unsubscribe();
          interrupt();
        });
      },
    };
    const report = await invoke('importFolder', context, { format: 'markdown', path });
    const job = await at.call('getJob', { job_id: report.job?.job_id });
    expect(job).toMatchObject({ state: 'interrupted', processed: 200, total: 430 });
    const { imported, updated, unchanged, rejected, attachments, ignored, files, rejections } = report;
    expect({ imported, updated, unchanged, rejected, attachments, ignored }).toEqual(job.summary);
    expect([files, rejections.length, imported + rejected]).toEqual([430, rejected, 200]);
  });

  test('that another process takes over right after a write adds no line to its ledger [J-FENCE]', async () => {
    const at = await testLibrary();
    const { store } = at.library;
    let id = '';
    const context = {
      ...at.context,
      jobStarted: (job: { id: string }) => {
        id = job.id;
      },
      progress: (done: number) => {
        if (done !== 200) return;
        // The next commit belongs to the slice that starts here.
        const unsubscribe = store.subscribe(() => {
          unsubscribe();
          void store.write(({ jobs }) => jobs.requeue(id, { fromStart: false }));
        });
      },
    };
    const running = invoke('importFolder', context, { format: 'markdown', path: makeFolder(430) });
    await expect(running).rejects.toMatchObject({ code: 'conflict' });
    const { checkpoint } = store.read(({ jobs }) => jobs.get(id, Date.now())) as { checkpoint: Checkpoint };
    const [name, ...others] = readdirSync(join(store.paths.dataDir, 'imports'));
    expect([name, others]).toEqual([checkpoint.ledger.name, []]);
    expect(checkpoint.done).toBe(200);
    expect(statSync(join(store.paths.dataDir, 'imports', checkpoint.ledger.name)).size).toBe(checkpoint.ledger.bytes);
  });

  test('continues where it stopped when its job is retried', async () => {
    const path = makeFolder(430);
    const expected = await importWithoutStop(path);
    const at = await testLibrary();
    const { job } = await cutImport(at, path, 2, 'cancel');
    const id = job?.job_id as string;
    expect(await invoke('getJob', at.context, { job_id: id })).toMatchObject({ state: 'cancelled', phase: 'notes' });
    const seen: number[] = [];
    const context = { ...at.context, progress: (done: number) => seen.push(done) };
    const ended = await continueJob(context, id, { fromStart: false });
    expect(ended).toMatchObject({ state: 'succeeded', processed: 430 });
    expect(seen[0]).toBeGreaterThan(0);
    expect(logicalDump(at.library)).toEqual(expected.dump);
  });

  test.each([
    ['a processed file is written', (path: string) => writeFiles(path, { 'f1/n1.md': 'written meanwhile' })],
    ['a file is added before the processed ones', (path: string) => writeFiles(path, { '0.md': 'came meanwhile' })],
  ])('imports the changes when %s [J-RESUME-CHANGED]', async (_, change) => {
    const path = makeFolder(430);
    const at = await testLibrary();
    expect(isCut(await cutImport(at, path, 3, 'cancel'))).toBe(true);
    change(path);
    const report = await at.run(path);
    expect(report.imported + report.updated + report.unchanged + report.rejected).toBe(report.files);
    expect(report.unchanged).toBeGreaterThan(0);
    const found = await invoke('searchDocuments', at.context, { query: 'meanwhile -notebook:Help' });
    expect(found.results).toHaveLength(1);
  });

  test.each([
    ['after a reset', (at: TestLibrary, { job }: Report) => at.call('resetJob', { job_id: job?.job_id })],
    ['when its ledger is missing', async (_: TestLibrary, { ledger }: Report) => rmSync(ledger as string)],
    ['when its ledger is truncated', async (_: TestLibrary, { ledger }: Report) => truncateSync(ledger as string, 9)],
    ['when its ledger is invalid', async (_: TestLibrary, { ledger }: Report) => damage(ledger as string)],
  ])('starts again %s [J-RESET]', async (_, change) => {
    const path = makeFolder(230);
    const at = await testLibrary();
    const cut = await cutImport(at, path, 1, 'cancel');
    await change(at, cut);
    const seen: number[] = [];
    const context = { ...at.context, progress: (done: number) => seen.push(done) };
    const report = await invoke('importFolder', context, { format: 'markdown', path });
    expect(seen[0]).toBe(0);
    expect(report).toMatchObject({ job: { job_id: cut.job?.job_id, state: 'succeeded' }, unchanged: cut.imported });
  });

  test('is continued by an import with resume, which starts no new job [J-RESUME]', async () => {
    const path = makeFolder(230);
    const at = await testLibrary();
    const nothing = {
      code: 'not_found',
      message: 'resume: there is no unfinished import of this source with these options',
    };
    await expect(at.run(path, { resume: true })).rejects.toMatchObject(nothing);
    expect((await invoke('listJobs', at.context, {})).jobs).toEqual([]);
    const { job } = await cutImport(at, path, 1, 'cancel');
    await expect(at.run(path, { resume: true, source: 'other' })).rejects.toMatchObject(nothing);
    expect(await at.run(path, { resume: true })).toMatchObject({ job: { job_id: job?.job_id, state: 'succeeded' } });
    await expect(at.run(path, { resume: true })).rejects.toMatchObject(nothing);
    await expect(at.run(path, { resume: true, dry_run: true })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('is not continued by an import with other parameters, nor after its end', async () => {
    const path = makeFolder(230);
    const at = await testLibrary();
    const cut = await cutImport(at, path, 1, 'cancel');
    const other = await at.run(path, { on_duplicate: 'skip' });
    const same = await at.run(path);
    const again = await at.run(path);
    expect(same.job?.job_id).toBe(cut.job?.job_id);
    expect(new Set([cut, other, again].map(({ job }) => job?.job_id)).size).toBe(3);
  });

  test('leaves a job, a dry run leaves none [J-IMPORT]', async () => {
    const at = await testLibrary();
    expect(await at.run(makeFolder(20), { dry_run: true })).toMatchObject({ job: null });
    expect(await at.call('listJobs', {})).toEqual({ jobs: [], next_cursor: null });
  });
});

const damage = (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll('{', '['));

/** Starts the import in another process and reads its output line by line. */
function importElsewhere(dataDir: string, path: string) {
  const script = fileURLToPath(new URL('../children/import.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
    closed: once(child, 'close'),
  };
}

async function untilDone(lines: AsyncIterator<string>, done: number): Promise<void> {
  for (;;) {
    const { value } = await lines.next();
    if (value === undefined) throw new Error('the import ended before it was to be cut off');
    if (Number(value) >= done) return;
  }
}

describe('An import in a process of its own', TIMING_OPTIONS, () => {
  test('that is killed counts as interrupted after two minutes, and an immediate retry has the same result [J-RESUME] [J-DEAD]', async () => {
    const path = makeFolder(700);
    const expected = await importWithoutStop(path);
    for (const moment of [150, 450]) {
      const dataDir = join(temporaryFolder(), 'data');
      const { child, lines, closed } = importElsewhere(dataDir, path);
      await untilDone(lines, moment);
      await sleep(Math.random() * 15);
      child.kill('SIGKILL');
      await closed;
      const at = await openTestLibrary(dataDir);
      const [job] = (await at.call('listJobs', {})).jobs;
      const job_id = job?.job_id as string;
      expect(job?.state).toBe('running');
      const later = { ...at.context, now: () => Date.now() + 2.1 * MINUTE };
      expect(await invoke('getJob', later, { job_id })).toMatchObject({ state: 'interrupted' });
      const ended = await continueJob(at.context, job_id, { fromStart: false });
      expect(ended).toMatchObject({ state: 'succeeded', processed: 700 });
      expect(logicalDump(at.library)).toEqual(expected.dump);
    }
  });

  test('that is killed continues when it is run again at once [J-RESUME] [J-DEAD]', async () => {
    const path = makeFolder(600);
    const expected = await importWithoutStop(path);
    const dataDir = join(temporaryFolder(), 'data');
    const { child, lines, closed } = importElsewhere(dataDir, path);
    await untilDone(lines, 200);
    child.kill('SIGKILL');
    await closed;
    const at = await openTestLibrary(dataDir);
    const seen: number[] = [];
    const context = { ...at.context, progress: (done: number) => seen.push(done) };
    const { job } = await invoke('importFolder', context, { format: 'markdown', path });
    expect(seen[0]).toBeGreaterThanOrEqual(100);
    expect((await at.call('listJobs', {})).jobs).toMatchObject([{ job_id: job?.job_id, state: 'succeeded' }]);
    expect(logicalDump(at.library)).toEqual(expected.dump);
  });

  test('blocks other imports except dry runs, also while it is suspended [J-ALONE]', async () => {
    const path = makeFolder(1_200);
    const dataDir = join(temporaryFolder(), 'data');
    const { child, lines } = importElsewhere(dataDir, path);
    await untilDone(lines, 200);
    const at = await openTestLibrary(dataDir);
    await stopOutsideOfWrites(child.pid as number, at);
    const [job] = (await at.call('listJobs', {})).jobs;
    const job_id = job?.job_id as string;
    const changes = at.library.store.read(({ journal }) => journal.last());
    const named = expect.stringContaining(`import ${job_id} of process ${child.pid} `);
    for (const folder of [path, makeFolder(1)])
      await expect(at.call('importFolder', { format: 'markdown', path: folder })).rejects.toMatchObject({
        code: 'storage_unavailable',
        message: named,
      });
    await expect(continueJob(at.context, job_id, { fromStart: false })).rejects.toMatchObject({
      reason: 'locked',
      message: named,
    });
    expect(at.library.store.read(({ journal }) => journal.last())).toBe(changes);
    const dry = await at.call('importFolder', { format: 'markdown', path: makeFolder(1), dry_run: true });
    expect(dry).toMatchObject({ files: 1, interrupted: false });
  });

  test('that was suspended, lost its lock and was retried elsewhere writes nothing when it continues [J-FENCE] [J-CLOCK]', async () => {
    const path = makeFolder(1_200);
    const expected = await importWithoutStop(path);
    const dataDir = join(temporaryFolder(), 'data');
    const { child, lines, closed } = importElsewhere(dataDir, path);
    await untilDone(lines, 200);
    const at = await openTestLibrary(dataDir);
    await stopOutsideOfWrites(child.pid as number, at);
    const [job] = (await at.call('listJobs', {})).jobs;
    const job_id = job?.job_id as string;
    rmSync(at.library.store.paths.maintenanceLock);
    const retried = await continueJob(at.context, job_id, { fromStart: false });
    expect(retried).toMatchObject({ state: 'succeeded', processed: 1_200 });
    const changes = at.library.store.read(({ journal }) => journal.last());
    child.kill('SIGCONT');
    let last: string | undefined;
    for (let line = await lines.next(); !line.done; line = await lines.next()) last = line.value;
    await closed;
    expect(last).toBe('conflict');
    expect(at.library.store.read(({ journal }) => journal.last())).toBe(changes);
    expect(await at.call('getJob', { job_id })).toMatchObject({ state: 'succeeded' });
    expect(logicalDump(at.library)).toEqual(expected.dump);
  });
});

/** Stops a process outside its writes: within one it would block every other writer. */
async function stopOutsideOfWrites(pid: number, at: Awaited<ReturnType<typeof openTestLibrary>>): Promise<void> {
  for (;;) {
    process.kill(pid, 'SIGSTOP');
    const wrote = at.library.store.write(() => 'wrote').catch(() => 'busy');
    if ((await Promise.race([wrote, sleep(300, 'busy')])) === 'wrote') return;
    process.kill(pid, 'SIGCONT');
    await wrote;
  }
}

test('A missing folder fails the job with a message without names [J-ERROR] [J-SECRET]', async () => {
  const path = makeFolder(300);
  const at = await testLibrary();
  const { job } = await cutImport(at, path, 1, 'cancel');
  const job_id = job?.job_id as string;
  renameSync(path, `${path}-gone`);
  const ended = await continueJob(at.context, job_id, { fromStart: false });
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'not_found' } });
  expect(JSON.stringify(ended)).not.toContain(path);
});

test('An unexpected error of a job is thrown to the caller that continued it [J-CAUSE]', async () => {
  const at = await testLibrary();
  const { job } = await cutImport(at, makeFolder(300), 1, 'cancel');
  const job_id = job?.job_id as string;
  const imports = join(at.library.store.paths.dataDir, 'imports');
  rmSync(imports, { recursive: true });
  writeFileSync(imports, 'no folder');
  await expect(continueJob(at.context, job_id, { fromStart: false })).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await at.call('getJob', { job_id })).toMatchObject({ state: 'failed', error: { code: 'internal_error' } });
});

const asked = { format: 'markdown', path: '/there/is/no/such', source: 'S', notebook_id: null, on_duplicate: 'update' };
const stopped = { done: 0, seal: '', ledger: { name: 'a.jsonl', bytes: 0 } };

test.each([
  ['parameters of a wrong kind', { ...asked, path: 7 }, null],
  ['an unknown format', { ...asked, format: 'constructor' }, null],
  ['no parameters', null, null],
  ['a checkpoint of a wrong kind', asked, { ...stopped, done: '3' }],
  ['a negative number of processed notes', asked, { ...stopped, done: -1 }],
  ['a ledger outside its folder', asked, { ...stopped, ledger: { name: '../library.db', bytes: 0 } }],
])('A job with %s fails and changes nothing [J-STORED] [J-ERROR]', async (_, parameters, checkpoint) => {
  const at = await testLibrary();
  const hold = { id: 'job_1', owner: 'a' };
  await at.library.store.write(({ jobs }) => {
    jobs.insert({ id: hold.id, kind: 'import', parameters }, 1);
    jobs.claim(hold, 1);
    jobs.save(hold, { phase: 'notes', processed: 0, total: 1, summary: {}, checkpoint }, 1);
    jobs.finish(hold, { state: 'cancelled' }, 1);
  });
  const before = at.changes();
  const ended = await continueJob(at.context, hold.id, { fromStart: false });
  const message = 'The request of the job is invalid';
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'validation_failed', message } });
  expect(at.changes()).toBe(before);
  expect(existsSync(join(at.library.store.paths.dataDir, 'imports'))).toBe(false);
});
