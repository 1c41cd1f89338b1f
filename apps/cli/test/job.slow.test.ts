import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, test } from 'vitest';
import { inProcess, start, type TestLibrary, testLibrary, waitForEnd, writeFiles } from './support.js';

const STOPPING = 'Stopping at the next checkpoint. Press Ctrl-C again to stop now';

/** Makes notes that take a while to read, so that a signal comes before their slice is done. */
const slow = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}.md`, `[[n${n}]] *text* `.repeat(1_000)]));

/** Imports a folder and presses Ctrl-C once or twice after the import has begun. */
async function interruptImport({ dataDir }: TestLibrary, vault: string, times: 1 | 2) {
  const child = start(['--data-dir', dataDir, 'import', 'markdown', vault, '--json']);
  let heard = '';
  let pressed = 0;
  child.stderr.on('data', (text: Buffer) => {
    heard += text.toString();
    const due = [heard.includes('import: 0 of'), heard.includes(STOPPING)].filter(Boolean).length;
    while (pressed < Math.min(due, times)) {
      pressed += 1;
      child.kill('SIGINT');
    }
  });
  return waitForEnd(child);
}

/** Starts an import and resolves once its job runs. */
async function beginImport({ dataDir }: TestLibrary, vault: string) {
  const child = start(['--data-dir', dataDir, 'import', 'markdown', vault]);
  const end = waitForEnd(child);
  let heard = '';
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (text: Buffer) => {
      heard += text.toString();
      if (heard.includes('import: 0 of')) resolve();
    });
  });
  return { child, ended: end };
}

const libraryWith = (count: number) => {
  const library = testLibrary();
  return { library, vault: writeFiles(`${library.dataDir}-files/Vault`, slow(count)) };
};

const openStoredLibrary = ({ dataDir }: TestLibrary) =>
  openLibrary({ config: loadConfig({ dataDir }, {}), serviceVersion: '0.0.0', create: false });

describe('Ctrl-C during an import', TIMING_OPTIONS, () => {
  test('ends it at a checkpoint, and the same command resumes it with the result of an undisturbed run [J-CLI-INTERRUPT]', async () => {
    const { library, vault } = libraryWith(180);
    const stopped = await interruptImport(library, vault, 1);
    expect(stopped).toMatchObject({ code: 4, stderr: expect.stringContaining(STOPPING) });
    const report = JSON.parse(stopped.stdout);
    expect(report).toMatchObject({ interrupted: true, files: 180, job: { state: 'cancelled' } });
    expect(report.imported).toBeLessThan(180);
    const { job_id } = report.job;
    expect(await library.run(['job', 'status', job_id, '-o', 'ids'])).toMatchObject({ code: 4, stdout: `${job_id}\n` });
    const rest = JSON.parse((await library.run(['import', 'markdown', vault, '--json', '-q'])).stdout);
    expect(rest).toMatchObject({
      imported: 180,
      unchanged: 0,
      interrupted: false,
      job: { job_id, state: 'succeeded' },
    });
  });

  test('ends it at once when pressed twice, and prints a command that resumes it [J-CLI-INTERRUPT]', async () => {
    const { library, vault } = libraryWith(180);
    const stopped = await interruptImport(library, vault, 2);
    expect(stopped.code).toBe(6);
    const report = JSON.parse(stopped.stdout);
    const { job_id, state } = report.job;
    expect(state).toBe('interrupted');
    const stored = JSON.parse((await library.run(['job', 'status', job_id, '--json'])).stdout);
    expect(report.imported).toBe(stored.summary.imported ?? 0);
    expect(stored.finished_at).not.toBeNull();
    expect(stopped.stderr).toContain(
      `\nTo resume: run the same command again, or notes --data-dir ${library.dataDir} job retry ${job_id}\n`,
    );
    expect((await library.run(['job', 'status', job_id])).code).toBe(6);
    const retried = await library.run(['job', 'retry', job_id, '--json', '-q']);
    expect([retried.code, JSON.parse(retried.stdout)]).toEqual([
      0,
      expect.objectContaining({ job_id, state: 'succeeded', processed: 180, total: 180 }),
    ]);
  });
});

describe('an import', TIMING_OPTIONS, () => {
  test('makes a second import exit with 8 and name the first [J-ALONE]', async () => {
    const { library, vault } = libraryWith(200);
    const other = writeFiles(`${library.dataDir}-files/Other`, { 'a.md': 'x' });
    const importing = await beginImport(library, vault);
    importing.child.kill('SIGSTOP');
    const [job_id] = (await library.run(['job', 'list', '-o', 'ids'])).stdout.split('\n');
    const holder = `notes: Another task is using the library: import ${job_id} of process ${importing.child.pid} `;
    for (const folder of [vault, other])
      expect(await library.run(['import', 'markdown', folder, '-q'])).toMatchObject({
        code: 8,
        stdout: '',
        stderr: expect.stringContaining(holder),
      });
    importing.child.kill('SIGCONT');
    expect((await library.run(['import', 'markdown', other, '--dry-run', '-q'])).code).toBe(0);
    expect((await importing.ended).code).toBe(0);
    expect((await library.run(['import', 'markdown', other, '-q'])).code).toBe(0);
  });

  test('is resumed by the same command directly after a kill [J-DEAD]', async () => {
    const { library, vault } = libraryWith(250);
    const killed = await beginImport(library, vault);
    const { store } = await openStoredLibrary(library);
    const job = () => store.read(({ jobs }) => jobs.list({ limit: 1, at: Date.now() }))[0];
    while (job()?.processed === 0) await sleep(5);
    killed.child.kill('SIGKILL');
    const job_id = job()?.id;
    store.close();
    await killed.ended;
    const again = await library.run(['import', 'markdown', vault, '--json']);
    expect(again.stderr).toMatch(/^import: [12]00 of 250$/m);
    expect(JSON.parse(again.stdout).job).toEqual({ job_id, state: 'succeeded' });
  });
});

describe('notes job', TIMING_OPTIONS, () => {
  test('list prints the jobs, and show prints one', async () => {
    const library = testLibrary(inProcess);
    const vault = writeFiles(`${library.dataDir}-files/Secret`, { 'hidden.md': 'x' });
    expect(await library.run(['job', 'list'])).toMatchObject({ code: 8 });
    await library.run(['import', 'markdown', vault, '-q']);
    const [job_id] = (await library.run(['job', 'list', '-o', 'ids'])).stdout.split('\n');
    const row = `${job_id}  succeeded  import  notes  1 of 1  `;
    expect((await library.run(['job', 'list', '--state', 'succeeded', '--kind', 'import'])).stdout).toContain(row);
    expect(await library.run(['job', 'list', '--state', 'failed'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No jobs found.\n',
    });
    const shown = await library.run(['job', 'status', job_id as string]);
    expect(shown.stdout).toMatch(/^state {7}succeeded$/m);
    expect(shown.stdout).toMatch(/^imported {4}1$/m);
    for (const format of ['table', 'json', 'jsonl'])
      expect((await library.run(['job', 'list', '-o', format])).stdout).not.toMatch(/Secret|hidden/);
  });

  test('show exits with the code of the state of the job [J-CLI-EXIT]', async () => {
    const library = testLibrary(inProcess);
    const vault = writeFiles(`${library.dataDir}-files/Vault`, { 'a.md': 'x' });
    await library.run(['import', 'markdown', vault, '-q']);
    const [job_id] = (await library.run(['job', 'list', '-o', 'ids'])).stdout.split('\n') as [string];
    const code = async (...words: string[]) => (await library.run(['job', ...words])).code;
    expect([await code('status', job_id), await code('watch', job_id, '-q')]).toEqual([0, 0]);
    expect([await code('cancel', job_id), await code('retry', job_id), await code('reset', job_id)]).toEqual([0, 9, 9]);
    for (const word of ['status', 'watch', 'cancel', 'retry', 'reset']) expect(await code(word, 'job_none')).toBe(5);
    expect(await code('status', 'none')).toBe(5);
  });

  test('cancel reports that the job has already ended [J-CANCEL-ENDED]', async () => {
    const library = testLibrary(inProcess);
    const vault = writeFiles(`${library.dataDir}-files/Vault`, { 'a.md': 'x' });
    await library.run(['import', 'markdown', vault, '-q']);
    const [job_id] = (await library.run(['job', 'list', '-o', 'ids'])).stdout.split('\n') as [string];
    expect(await library.run(['job', 'cancel', job_id, '-o', 'ids'])).toEqual({
      code: 0,
      stdout: `${job_id}\n`,
      stderr: 'The job had already ended: succeeded.\n',
    });
  });

  test('reset runs a failed import again, which fails again without its folder [J-CLI-EXIT]', async () => {
    const { library, vault } = libraryWith(150);
    const { stdout } = await interruptImport(library, vault, 1);
    const { job_id } = JSON.parse(stdout).job;
    renameSync(vault, `${vault}-gone`);
    const gone = await library.run(['job', 'retry', job_id, '-q']);
    expect(gone).toMatchObject({ code: 1, stdout: expect.stringMatching(/^error {7}not_found: /m) });
    expect((await library.run(['job', 'status', job_id])).code).toBe(1);
    renameSync(`${vault}-gone`, vault);
    const reset = await library.run(['job', 'reset', job_id, '--json', '-q']);
    expect([reset.code, JSON.parse(reset.stdout)]).toEqual([0, expect.objectContaining({ processed: 150 })]);
  });

  test('reset of an import exits with 10 when it rejects a file, as does its status afterwards [J-CLI-EXIT]', async () => {
    const { library, vault } = libraryWith(150);
    const { job_id } = JSON.parse((await interruptImport(library, vault, 1)).stdout).job;
    writeFileSync(`${vault}/unreadable.md`, 'a\0b');
    const reset = await library.run(['job', 'reset', job_id, '--json', '-q']);
    expect(JSON.parse(reset.stdout)).toMatchObject({ state: 'succeeded', summary: { rejected: 1 } });
    const others = [await library.run(['job', 'status', job_id]), await library.run(['job', 'watch', job_id])];
    expect([reset, ...others].map(({ code }) => code)).toEqual([10, 10, 10]);
  });

  test('watch reports a queued job, and stops at Ctrl-C [J-CLI-EXIT]', async () => {
    const { library, vault } = libraryWith(150);
    const { job_id } = JSON.parse((await interruptImport(library, vault, 1)).stdout).job;
    const { store } = await openStoredLibrary(library);
    await store.write(({ jobs }) => jobs.requeue(job_id, { fromStart: false }));
    store.close();
    expect((await library.run(['job', 'status', job_id])).code).toBe(3);
    const watching = start(['--data-dir', library.dataDir, 'job', 'watch', job_id]);
    watching.stderr.once('data', () => setTimeout(() => watching.kill('SIGINT'), 300));
    const { code, stderr } = await waitForEnd(watching);
    expect(code).toBe(3);
    expect(stderr).toMatch(/The job is queued until a service runs it\.\n.*Stopped watching\. The job continues\n/s);
  });

  test('watch follows a job of another process until it ends [J-CLI-EXIT]', async () => {
    const { library, vault } = libraryWith(200);
    const importing = await beginImport(library, vault);
    importing.child.kill('SIGSTOP');
    const job_id = (await library.run(['job', 'list', '-o', 'ids', '-q'])).stdout.trim();
    const status = await library.run(['job', 'status', job_id]);
    const watching = start(['--data-dir', library.dataDir, 'job', 'watch', job_id]);
    const end = waitForEnd(watching);
    await once(watching.stderr, 'data');
    importing.child.kill('SIGCONT');
    const watched = await end;
    expect(status).toMatchObject({ code: 3, stdout: expect.stringMatching(/^state {7}running$/m) });
    expect(watched).toMatchObject({ code: 0, stdout: expect.stringMatching(/^state {7}succeeded$/m) });
    expect(watched.stderr).toMatch(/^job: [\d,]+ of 200$/m);
    expect((await importing.ended).code).toBe(0);
  });
});
