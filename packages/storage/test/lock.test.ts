import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, it } from 'vitest';
import { acquireLock } from '../src/index.js';
import { addNote, openIn, sleep, start, temporaryDirectory } from './support.js';

describe('the library lock', () => {
  it('rejects a second holder with the name of the first, and is free after its release', () => {
    const dataDir = temporaryDirectory();
    const first = openIn(dataDir, { exclusive: true, holder: 'server one' });
    expect(() => openIn(dataDir, { exclusive: true, holder: 'server two' })).toThrow(
      expect.objectContaining({ reason: 'locked', message: 'The library is already in use by server one' }),
    );
    first.close();
    openIn(dataDir, { exclusive: true, holder: 'server two' }).close();
  });

  it('is free after its holder was killed', async () => {
    const dataDir = temporaryDirectory();
    const child = start('open.mjs', [dataDir, 'create', 'exclusive', 'the other server']);
    await child.line();
    expect(await child.line()).toBe('open the other server');
    expect(() => openIn(dataDir, { exclusive: true })).toThrow(/already in use by the other server/);
    child.process.kill('SIGKILL');
    await child.end();
    openIn(dataDir, { exclusive: true }).close();
  });

  it('is acquired by exactly one of several processes, and the others get the name of another', async () => {
    const dataDir = temporaryDirectory();
    openIn(dataDir).close();
    const children = [1, 2, 3, 4].map((n) => start('open.mjs', [dataDir, 'open', 'exclusive', `server ${n}`]));
    for (const child of children) await child.line();
    const answers = await Promise.all(children.map((child) => child.line()));
    expect(answers.filter((answer) => answer?.startsWith('open '))).toHaveLength(1);
    const refused = answers.flatMap((answer, index) => (answer?.startsWith('locked: ') ? [{ answer, index }] : []));
    expect(refused).toHaveLength(3);
    for (const { answer, index } of refused) expect(answer).not.toMatch(new RegExp(`server ${index + 1}$`));
    for (const child of children) child.process.stdin?.end();
    await Promise.all(children.map((child) => child.end()));
  });

  it('does not prevent other processes from reading and writing', async () => {
    const dataDir = temporaryDirectory();
    const server = openIn(dataDir, { exclusive: true });
    const command = openIn(dataDir, { create: false });
    await Promise.all([
      server.write((unit) => addNote(unit, { id: 'doc_server' })),
      command.write((unit) => addNote(unit, { id: 'doc_command' })),
    ]);
    expect(command.read(({ documents }) => documents.get('doc_server')?.id)).toBe('doc_server');
    expect(server.read(({ documents }) => documents.get('doc_command')?.id)).toBe('doc_command');
  });

  it('is reported as foreign when the lock file is another file', () => {
    const dataDir = temporaryDirectory();
    writeFileSync(join(dataDir, 'lock'), 'somebody put this here'.repeat(50));
    expect(() => openIn(dataDir, { exclusive: true })).toThrow(
      expect.objectContaining({ reason: 'foreign', message: expect.stringContaining('lock') }),
    );
  });

  it('is reported as read_only when the lock file cannot be opened', () => {
    const dataDir = temporaryDirectory();
    mkdirSync(join(dataDir, 'lock'));
    expect(() => openIn(dataDir, { exclusive: true })).toThrow(expect.objectContaining({ reason: 'read_only' }));
  });
});

describe('the maintenance lock', () => {
  const takenBy = (holder: string) =>
    expect.objectContaining({ reason: 'locked', message: `Another task is using the library: ${holder}` });

  it('has one holder at a time, also within a process and beside the library lock', () => {
    const dataDir = temporaryDirectory();
    const server = openIn(dataDir, { exclusive: true });
    const command = openIn(dataDir, { create: false });
    const first = server.lockMaintenance('import one', { waitMs: 0 });
    expect(() => command.lockMaintenance('import two')).toThrow(takenBy('import one'));
    expect(statSync(join(dataDir, 'maintenance.lock')).mode & 0o777).toBe(0o600);
    command.lockSync('exchange').release();
    first.release();
    command.lockMaintenance('import two').release();
  });

  it('is free after its process was killed', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const child = start('maintain.mjs', [dataDir, 'import elsewhere']);
    expect(await child.line()).toBe('held');
    expect(() => store.lockMaintenance('import here')).toThrow(takenBy('import elsewhere'));
    child.process.kill('SIGKILL');
    await child.end();
    store.lockMaintenance('import here').release();
  });

  it('refuses other threads while it is held', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const script = fileURLToPath(new URL('children/maintain.mjs', import.meta.url));
    const lock = store.lockMaintenance('import here');
    const worker = new Worker(script, { argv: [dataDir, 'import there'], stdout: true, execArgv: [] });
    const said = await new Promise<string>((resolve) => worker.stdout.once('data', (text) => resolve(String(text))));
    expect(said).toBe('locked: Another task is using the library: import here\n');
    await worker.terminate();
    lock.release();
  });
});

describe('a lock file that is removed with its lock', () => {
  it('has one holder at a time, also when a process waits for the removed file', async () => {
    const path = join(temporaryDirectory(), 'lock');
    const first = acquireLock(path, 'the first');
    const child = start('lock.mjs', [path, 'who waits', 10_000]);
    expect(await child.line()).toBe('asks');
    // Gives the child time to open the file.
    await sleep(500);
    first.remove();
    const second = acquireLock(path, 'the second');
    const answer = child.line();
    expect(await Promise.race([answer, sleep(1_000)])).toBeUndefined();
    expect(existsSync(path)).toBe(true);
    second.remove();
    expect(await answer).toBe('held');
    expect(() => acquireLock(path, 'the third')).toThrow(
      expect.objectContaining({ reason: 'locked', message: expect.stringContaining('who waits') }),
    );
    child.process.stdin?.end();
    await child.end();
    expect(existsSync(path)).toBe(false);
  });
});

describe('writes of two processes', TIMING_OPTIONS, () => {
  it('alternate while both have writes queued', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const children = ['a', 'b'].map((prefix) => start('write.mjs', [dataDir, 'at-once', 1_000, prefix]));
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.process.stdin?.end('go\n');
    const waits: number[] = [];
    const working = Promise.all(children.map((child) => child.line()));
    let done = false;
    void working.then(() => {
      done = true;
    });
    while (!done) {
      const started = performance.now();
      await store.write((unit) => addNote(unit, { id: `doc_mine_${waits.length}` }));
      waits.push(performance.now() - started);
      await sleep(20);
    }
    const slowest = (await working).map((line) => Number(line?.split(' ')[1]));
    expect(await Promise.all(children.map((child) => child.end()))).toEqual([0, 0]);
    expect(store.read(({ documents }) => documents.counts().active)).toBe(2_000 + waits.length);
    expect(waits.length).toBeGreaterThan(2);
    expect(Math.max(...waits)).toBeLessThan(2_000);
    expect(Math.max(...slowest)).toBeGreaterThan(100);
  });
});
