import { PassThrough } from 'node:stream';
import { operations } from '@notes/contract';
import * as all from '@notes/operations';
import { afterEach, expect, test, vi } from 'vitest';
import { presentations } from '../src/commands/index.js';
import { runCommandLine } from '../src/run-command-line.js';
import { readAll, testLibrary } from './support.js';

afterEach(() => vi.restoreAllMocks());

/** Runs a command on a library whose background work fails. */
async function runWithFault(args: readonly string[]) {
  const { dataDir } = testLibrary();
  const openLibrary: typeof all.openLibrary = async (options) => {
    const library = await all.openLibrary(options);
    for (let times = 0; times < 2; times += 1) options.onError?.(new Error('The log was not emptied'));
    return library;
  };
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const io = { argv: ['--data-dir', dataDir, ...args], env: {}, stdin, stdout, stderr };
  const commands = { rows: operations, aliases: [], presentations };
  const code = await runCommandLine(io, { ...commands, loadOperations: async () => ({ ...all, openLibrary }) });
  return { code, stderr: readAll(stderr) };
}

test('an error of background work is one line of warning, and none beside the error of the command', async () => {
  const warn = vi.spyOn(process, 'emitWarning');
  const { code, stderr } = await runWithFault(['new', 'Tea', '-q']);
  expect([code, stderr]).toEqual([0, 'Warning: The log was not emptied\n']);
  const failed = await runWithFault(['new', 'Tea', '-q', '-n', 'Nowhere']);
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringMatching(/^notes: [^\n]*Nowhere[^\n]*\n$/)]);
  expect(warn).not.toHaveBeenCalled();
});
