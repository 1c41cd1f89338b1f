import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { operations, ServiceError } from '@notes/contract';
import * as all from '@notes/operations';
import { afterEach, expect, test, vi } from 'vitest';
import { ownCommands, presentations } from '../src/commands/index.js';
import { runCommandLine } from '../src/run-command-line.js';
import { readAll, testLibrary } from './support.js';

afterEach(() => vi.restoreAllMocks());

/** Runs a command with operations of which some are replaced by failing ones. */
async function runWith(
  dataDir: string,
  replaced: Partial<typeof all>,
  args: readonly string[],
  env: Record<string, string> = {},
) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const io = { argv: ['--data-dir', dataDir, ...args], env, stdin, stdout, stderr };
  const commands = {
    rows: { ...operations, ...ownCommands },
    aliases: [],
    presentations: { ...presentations, ...ownCommands },
  };
  const code = await runCommandLine(io, { ...commands, loadOperations: async () => ({ ...all, ...replaced }) });
  return { code, stdout: readAll(stdout), stderr: readAll(stderr) };
}

const createFullDiskError = () => new ServiceError('storage_unavailable', 'The disk is full.');

/** Runs a command on a library whose background work fails. */
async function runWithFault(args: readonly string[]) {
  const { dataDir } = testLibrary();
  const openLibrary: typeof all.openLibrary = async (options) => {
    const library = await all.openLibrary(options);
    for (let times = 0; times < 2; times += 1) options.onError?.(new Error('The log was not emptied'));
    return library;
  };
  return await runWith(dataDir, { openLibrary }, args);
}

test('an error of background work is one line of warning, and none beside the error of the command', async () => {
  const warn = vi.spyOn(process, 'emitWarning');
  const { code, stderr } = await runWithFault(['new', 'Tea', '-q']);
  expect([code, stderr]).toEqual([0, 'Warning: The log was not emptied\n']);
  const failed = await runWithFault(['new', 'Tea', '-q', '-n', 'Nowhere']);
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringMatching(/^notes: [^\n]*Nowhere[^\n]*\n$/)]);
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  [1, { code: 8, copies: 0 }],
  [2, { code: 0, copies: 2 }],
])(
  'cp copies all notes in one write, so that a failure of write %i leaves no part of the copies',
  async (failing, expected) => {
    const { dataDir } = testLibrary();
    for (const title of ['Tea', 'Milk']) await runWith(dataDir, {}, ['new', title, '-q']);
    const openLibrary: typeof all.openLibrary = async (options) => {
      const library = await all.openLibrary(options);
      const write = library.store.write.bind(library.store);
      let writes = 0;
      vi.spyOn(library.store, 'write').mockImplementation((work) => {
        writes += 1;
        return writes === failing ? Promise.reject(createFullDiskError()) : write(work);
      });
      return library;
    };
    // Each reading of the clock ends a time slice of the writes.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const { code } = await runWith(dataDir, { openLibrary }, ['cp', 'Tea', 'Milk', '-q']);
    clock.mockRestore();
    const { stdout } = await runWith(dataDir, {}, ['search', 'title:copy', '-o', 'ids']);
    expect({ code, copies: stdout.split('\n').filter((line) => line !== '').length }).toEqual(expected);
  },
);

test('sync recover restore, repeated after a failed exchange, adds no second device [SYNC-RECOVERY-CODE]', async () => {
  const { dataDir } = testLibrary();
  const folder = join(dirname(dataDir), 'share');
  mkdirSync(folder);
  const env = { NOTES_SYNC_TARGET: 'directory', NOTES_SYNC_DIRECTORY_PATH: folder };
  const ask = async (device: string, ...args: string[]) =>
    JSON.parse((await runWith(device, {}, [...args, '--json', '-q'], env)).stdout);
  const { recovery_code } = await ask(dataDir, 'sync', 'init', 'laptop');
  await ask(dataDir, 'sync', 'run');
  const spare = `${dataDir}-spare`;
  const invoke: typeof all.invoke = async (name, context, raw) => {
    const answer = await all.invoke(name, context, raw);
    if (name === 'runSync') throw createFullDiskError();
    return answer;
  };
  const restore = ['sync', 'recover', 'restore', '--code', recovery_code, '--name', 'spare', '-q'];
  expect((await runWith(spare, { invoke }, restore, env)).code).toBe(8);
  expect((await runWith(spare, {}, restore, env)).code).toBe(0);
  await ask(dataDir, 'sync', 'run');
  const { peers } = await ask(dataDir, 'sync', 'status');
  expect(peers.map(({ name }: { name: string }) => name)).toEqual(['spare']);
});
