import { PassThrough } from 'node:stream';
import { describe, expect, it, test } from 'vitest';
import { findCommandWord } from '../src/find-command-word.js';
import { run } from '../src/run.js';
import { run as runArchive } from '../src/run-archive.js';
import { run as runSearch } from '../src/run-search.js';
import { inProcess, readAll, testLibrary } from './support.js';

/** Runs a command line in this process by one of the two programs. */
async function runBy(program: typeof run, argv: readonly string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end();
  const code = await program({ argv, env: {}, stdin, stdout, stderr });
  return { code, stdout: readAll(stdout), stderr: readAll(stderr).replace(PROGRESS, '') };
}

/** Lines of progress, whose number depends on the speed of the machine. */
const PROGRESS = /^[a-z ]+: \d+ of \d+.*\n/gm;

const LINES = [
  [],
  ['milk'],
  ['milk', '-o', 'ids'],
  ['milk', '--json'],
  ['tag:home', '-o', 'csv', '-q'],
  ['milk', '--explain', '--limit', '1'],
  ['mlik'],
  ['(', '-v'],
  ['milk', '--limit', 'many'],
  ['milk', '--all', '--limit', '2'],
  ['milk', '--langauge', 'x'],
  ['milk', 'and', 'bread'],
  ['milk', '-o', 'tree'],
  ['milk', '--timeout', '60'],
  ['--help'],
  ['-qh'],
  ['--profile', '/'],
];

describe('notes search before the other commands are loaded', () => {
  it('prints what the whole program prints, with the same exit code', async () => {
    const { dataDir, run: runLine } = testLibrary(inProcess);
    await runLine(['new', 'Shopping', '-t', 'home', '--body', 'Milk and bread']);
    await runLine(['new', 'Milk']);
    const codes = new Set<number>();
    for (const words of LINES) {
      const argv = ['--data-dir', dataDir, 'search', ...words];
      const expected = await runBy(run, argv);
      expect(await runBy(runSearch, argv), words.join(' ')).toEqual(expected);
      expect(expected.stdout + expected.stderr, words.join(' ')).not.toBe('');
      codes.add(expected.code);
    }
    expect(codes).toEqual(new Set([0, 2]));
  });

  it('explains a missing library like the whole program', async () => {
    const { dataDir } = testLibrary(inProcess);
    const argv = ['search', 'milk', '--data-dir', dataDir];
    expect(await runBy(runSearch, argv)).toEqual(await runBy(run, argv));
  });
});

describe('notes archive before the other commands are loaded', () => {
  it('prints what the whole program prints, with the same exit code', async () => {
    const { dataDir, run: runLine } = testLibrary(inProcess);
    await runLine(['new', 'Shopping', '-t', 'home', '--body', 'Milk and bread']);
    const folder = `${dataDir}-archive`;
    await runLine(['archive', 'export', folder]);
    const lines = [
      ['export', folder, '--json'],
      ['export', folder],
      ['export', folder, '--tag', 'none', '--dry-run'],
      ['export', folder, '--compress', 'zip'],
      ['verify', folder],
      ['inspect', folder],
      ['prune', folder, '--dry-run'],
      ['restore', folder, '--into-dir', `${folder}-restored`, '--dry-run'],
      ['unknown'],
      ['--help'],
      ['export', '--help'],
    ];
    for (const words of lines) {
      const argv = ['--data-dir', dataDir, 'archive', ...words];
      const expected = await runBy(run, argv);
      expect(await runBy(runArchive, argv), words.join(' ')).toEqual(expected);
    }
  });
});

test.each([
  [['search', 'x'], 'search'],
  [['--data-dir', 'search', 'cat'], 'cat'],
  [['--data-dir=a b', '--profile', 'x', '__complete'], '__complete'],
  [['-q', 'search'], '-q'],
  [['--data-dir'], undefined],
  [[], undefined],
])('findCommandWord finds in %j the word %s', (argv, word) => {
  expect(findCommandWord(argv)).toBe(word);
});
