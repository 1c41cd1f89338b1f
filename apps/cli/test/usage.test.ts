import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importRejections, operations } from '@notes/contract';
import { describe, expect, test } from 'vitest';
import { ownCommands } from '../src/commands/index.js';
import { jobStarts } from '../src/commands/job-start.js';
import { groups } from '../src/groups.js';
import { inProcess, notes, temporaryFolder, testLibrary } from './support.js';

const faces = Object.values({ ...operations, ...ownCommands }).flatMap((row) =>
  row.cli === null || row.cli.command.startsWith('__') ? [] : [row.cli],
);

/** A flag without a description, apart from its default and its choices. */
const BARE_FLAG = /^ {2}-\S+(?: --\S+)?(?: <[^>]+>)?(?:$| {2,}(?:Default:|\(choices))/m;

describe('help', () => {
  test.each(faces.map((face) => [face.command, face] as const))(
    'of %s begins with the examples of the command, and describes each argument and flag',
    async (command, face) => {
      const { code, stdout, stderr } = await inProcess([...command.split(' '), '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const lines = stdout.split('\n');
      expect(lines.slice(0, face.examples.length + 1)).toEqual([
        'Examples:',
        ...face.examples.map((line) => `  ${line}`),
      ]);
      expect(stdout).toContain(`Usage: notes ${command}`);
      expect(stdout).toContain('--data-dir');
      expect(stdout).not.toMatch(BARE_FLAG);
      const [, usage = ''] = /^Usage: notes (.*)$/m.exec(stdout) ?? [];
      const names = [...usage.matchAll(/[<[]([\w-]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => name !== 'options' && name !== 'command');
      for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} {2,}(?!\\(choices)\\S`, 'm'));
    },
  );

  test('lists every command', async () => {
    const { code, stdout } = await inProcess(['--help']);
    expect(code).toBe(0);
    for (const { command } of faces) expect(stdout).toMatch(new RegExp(`^  ${command.split(' ')[0]} `, 'm'));
  });

  test('describes every group of commands, and mentions no other interface', async () => {
    const all = [...faces, ...jobStarts];
    const words = all.map(({ command }) => command.split(' ').slice(0, -1).join(' ')).filter((word) => word !== '');
    const commands = new Set(all.map(({ command }) => command));
    expect([...new Set(words)].filter((word) => !commands.has(word)).sort()).toEqual(Object.keys(groups).sort());
    const { stdout } = await inProcess(['--help']);
    expect(stdout).not.toMatch(/ commands$/m);
    expect(stdout).not.toMatch(/dry_run/);
  });

  test('is printed on standard error with exit code 2 when a subcommand is missing', async () => {
    for (const args of [[], ['notebook']]) {
      const { code, stdout, stderr } = await inProcess(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('Usage: notes');
      expect(stderr).not.toContain('outputHelp');
    }
  });

  test('of a nested command is shown by notes help with its words', async () => {
    const { stdout } = await inProcess(['notebook', 'create', '--help']);
    expect(stdout).toContain('Usage: notes notebook create');
    for (const args of [
      ['help', 'notebook', 'create'],
      ['notebook', 'help', 'create'],
    ])
      expect(await inProcess(args)).toEqual({ code: 0, stdout, stderr: '' });
    expect((await inProcess(['help', 'notebook'])).stdout).toBe((await inProcess(['notebook', '--help'])).stdout);
    expect((await inProcess(['help'])).stdout).toBe((await inProcess(['--help'])).stdout);
  });

  test.each([
    [['help', 'serch'], "notes: Unknown command 'serch' (Did you mean search?)"],
    [['help', 'notebook', 'delete'], "notes: Unknown command 'delete' (Did you mean rm?)"],
    [['help', 'notebook', 'crate'], "notes: Unknown command 'crate' (Did you mean create?)"],
    [['notebook', 'help', 'crate'], "notes: Unknown command 'crate' (Did you mean create?)"],
    [['help', 'zzzzzzzz'], "notes: Unknown command 'zzzzzzzz'"],
    [['help', 'search', 'x'], "notes: Unknown command 'x'"],
  ])('%j refuses an unknown command', async (args, message) => {
    expect(await inProcess(args)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
  });

  test('names no command or rejection reason that the README lacks', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const { command } of faces) expect(readme).toContain(`notes ${command}`);
    for (const reason of importRejections) expect(readme).toContain(`\`${reason}\``);
  });
});

test('--version prints the version', async () => {
  expect(await notes(['--version'])).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  });
});

const HELP_NOTES = new URL('../../../packages/operations/help/', import.meta.url);

/** Commands written in a Help note, each with its flags. */
function* findCommands(text: string): Generator<readonly [command: string, flags: readonly string[]]> {
  for (const [line] of text.matchAll(/\bnotes [a-z][^`\n|]*/g)) {
    const words = line.split(' ').slice(1);
    const command = [words.slice(0, 3), words.slice(0, 2), words.slice(0, 1)]
      .map((some) => some.join(' '))
      .find((some) => faces.some((face) => face.command === some));
    if (command !== undefined) yield [command, line.match(/(?<= )--[a-z][a-z-]+/g) ?? []];
  }
}

test('the Help notes show only flags that their commands have, and Welcome names every other Help note', async () => {
  const notes = readdirSync(HELP_NOTES).map((name) => readFileSync(new URL(name, HELP_NOTES), 'utf8'));
  const shown = notes.flatMap((text) => [...findCommands(text)]);
  expect(shown.length).toBeGreaterThan(60);
  for (const [command, flags] of shown) {
    if (flags.length === 0) continue;
    const { stdout } = await inProcess([...command.split(' '), '--help']);
    for (const flag of flags) expect(stdout, command).toMatch(new RegExp(`${flag}\\b`));
  }
  const welcome = notes.find((text) => text.startsWith('# Welcome')) ?? '';
  const titles = notes.map((text) => text.slice(2, text.indexOf('\n'))).filter((title) => !title.startsWith('Welcome'));
  for (const title of titles) expect(welcome).toContain(`*${title}*`);
});

describe('an invalid command line or setting', () => {
  test.each([
    [['serch', 'x'], "notes: Unknown command 'serch' (Did you mean search?)"],
    [['ls'], "notes: Unknown command 'ls' (Did you mean search?)"],
    [['delete', 'x'], "notes: Unknown command 'delete' (Did you mean rm?)"],
    [['notebook', 'ls'], "notes: Unknown command 'ls' (Did you mean list?)"],
    [['constructor'], "notes: Unknown command 'constructor'"],
    [['notebook', 'serve'], "notes: Unknown command 'serve'"],
    [['serve'], "notes: Unknown command 'serve'. To start the service: notes-server"],
    [['search', 'x', '-tag:y'], "notes: Unknown option '-tag:y'. Write -- before a text that begins with -"],
    [['search', '--lmit', '3'], "notes: Unknown option '--lmit' (Did you mean --limit?)"],
    [['cat'], "notes: Missing required argument 'note'"],
    [['status', 'extra'], "notes: Too many arguments for 'status'. Expected 0 arguments but got 1."],
    [
      ['search', '--limit', 'few'],
      /^notes: Option '--limit <number>' argument 'few' is invalid\. It must be a whole number\.$/,
    ],
    [['search', '--sort', 'size'], /Allowed choices are relevance, updated_at, .*-created\.$/],
    [
      ['import', 'word', '.'],
      "notes: 'word' is not a valid format. Allowed choices are markdown, obsidian, joplin, evernote, notion, html.",
    ],
    [
      ['config', 'set', 'log.level', 'loud'],
      'notes: config set: log.level: must be one of trace, debug, info, warn, error, fatal',
    ],
    [['status', '-o', 'ids'], 'notes: --output ids: this command prints table, json'],
    [['status', '--json', '-o', 'table'], /"--json and --output table cannot be combined\. Give one of them"/],
    [['new'], 'notes: Give a title, or a text with --body, --body-file or --edit'],
    [['new', 'x', '--set', 'a=b'], 'notes: --set: this flag needs --template'],
    [['template', 'use', 'x', 'y', '--set', 'a'], /argument 'a' is invalid\. Write prompt=value\.$/],
    [['cat', 'x', '--outline', '--lines', '1:'], 'notes: --lines and --outline cannot be combined. Give one of them'],
    [['cat', 'x', '--outline', '-o', 'md'], 'notes: --output md: this command prints table, json'],
    [['graph', 'show'], "notes: Missing required argument 'note'"],
    [['new', 'x', '-t', 'a//b'], 'notes: --tag: must not have an empty segment'],
    [['import', 'markdown', '.', '--allow-empty'], 'notes: --allow-empty: only allowed with --trash-vanished'],
    [['new', 'a\u001b[31m\nb'], /^notes: title: must be one line/],
  ])('%j ends with 2 and one line', async (args, message) => {
    const { code, stdout, stderr } = await testLibrary(inProcess).run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const said = stderr.split('\n').filter((line) => !line.startsWith('New library: '));
    expect(said).toEqual([typeof message === 'string' ? message : expect.stringMatching(message), '']);
  });

  test('is reported as JSON with --json', async () => {
    for (const flags of [['--json'], ['-o', 'json'], ['--output=json']]) {
      const { code, stderr } = await inProcess(['serch', ...flags]);
      expect(code).toBe(2);
      expect(JSON.parse(stderr)).toEqual({
        error: { code: 'validation_failed', message: "Unknown command 'serch' (Did you mean search?)" },
      });
    }
  });

  test('is rejected from the environment and the settings file too', async () => {
    const { dataDir, run } = testLibrary(inProcess);
    const wrong = await run(['status'], { env: { NOTES_SERVER_LISTEN: 'x' } });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('NOTES_SERVER_LISTEN is not a setting') });
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'config.toml'), 'nonsense = 1\n');
    expect(await run(['status'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nonsense is not a setting'),
    });
  });
});

describe('without a library', () => {
  test.each([['status'], ['search', 'x'], ['cat', 'x'], ['notebook', 'tree']])(
    '%s exits with 8 and creates none',
    async (...args) => {
      const { dataDir, run } = testLibrary(inProcess);
      const { code, stdout, stderr } = await run(args);
      expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
      expect(stderr).toMatch(/^notes: There is no library at .*Create one with notes new or notes import.*\n$/);
      expect(existsSync(dataDir)).toBe(false);
      const json = await run([...args, '--json']);
      expect(JSON.parse(json.stderr).error.code).toBe('storage_unavailable');
    },
  );

  test('a file that is not a library is left unchanged', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'notes.db'), 'something else'.repeat(100));
    const { code, stderr } = await inProcess(['--data-dir', dataDir, 'new', 'x']);
    expect(code).toBe(8);
    expect(stderr).toContain('not a database');
    expect(readFileSync(join(dataDir, 'notes.db'), 'utf8')).toBe('something else'.repeat(100));
  });
});

test('environment variables select a library, and flags override them', async () => {
  const one = testLibrary(inProcess);
  await one.run(['new', 'One', '-q']);
  const env = { NOTES_DATA_DIR: one.dataDir };
  expect((await inProcess(['cat', 'One', '--json'], { env })).code).toBe(0);
  expect((await inProcess(['cat', 'One', '--data-dir', `${one.dataDir}-other`], { env })).code).toBe(8);
});

test.each([[], ['x', '--set', 'a=b'], ['x', '--date', '2026-11-30']])(
  'notes new %j is wrong usage and makes no library',
  async (...args) => {
    const { dataDir, run } = testLibrary(inProcess);
    const { code, stderr } = await run(['new', ...args]);
    expect([code, stderr]).toEqual([2, expect.not.stringContaining('New library')]);
    expect(existsSync(dataDir)).toBe(false);
  },
);

test('advice to run a command repeats the flags that name the library', async () => {
  const dataDir = join(temporaryFolder(), "Ann's notes");
  const run = (...args: string[]) => inProcess(['--data-dir', dataDir, '--profile', 'work', ...args]);
  await run('new', 'Tea');
  await run('rm', 'Tea');
  const start = `notes --profile work --data-dir '${dataDir.replaceAll("'", String.raw`'\''`)}' `;
  expect((await run('cat', 'Tea')).stderr).toContain(`To restore it: ${start}trash restore doc_`);
  expect((await run('sync', 'backup', 'list')).stderr).toContain(`To create one: ${start}sync backup create`);
});

test.each([
  ['new', 'x', '-n', 'Nowhere'],
  ['new', 'x', '--body-file', 'nowhere.md'],
  ['new', 'x'.repeat(2000)],
  ['notebook', 'create', 'x', '-n', 'Nowhere'],
  ['notebook', 'create', 'Help'],
  ['saved', 'create', 'x', 'tag:('],
  ['resource', 'add', 'nowhere.png'],
])('notes %s %s %s fails without a library and makes none', async (...args) => {
  const { dataDir, run } = testLibrary(inProcess);
  const { code, stderr } = await run(args);
  expect(code).not.toBe(0);
  expect(stderr).not.toContain('New library');
  expect(readdirSync(dirname(dataDir))).not.toContainEqual(expect.stringContaining(basename(dataDir)));
});

test.each<{ args: string[]; env: Record<string, string> }>([
  { args: ['--data-dir', ''], env: {} },
  { args: [], env: { NOTES_DATA_DIR: '' } },
])('an empty data directory is wrong usage and makes no library: $args $env', async ({ args, env }) => {
  expect(await inProcess([...args, 'new', 'x'], { env })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('the value is empty'),
  });
});

test.skipIf(process.platform === 'win32')(
  'a data directory that is a link to a missing folder is refused with the link and its target',
  async () => {
    const folder = join(temporaryFolder(), 'link');
    symlinkSync('/nowhere/notes', folder);
    const message = `The folder ${folder} is a link to /nowhere/notes, which does not exist. Check that its disk is mounted`;
    for (const words of [
      ['new', 'x'],
      ['sync', 'init', 'laptop'],
    ]) {
      const refused = { code: 8, stdout: '', stderr: expect.stringContaining(message) };
      expect(await inProcess(['--data-dir', folder, ...words])).toEqual(refused);
    }
  },
);

test.skipIf(process.platform === 'win32')(
  'a library that cannot be created is not announced, and the error names its folder',
  async () => {
    for (const folder of ['/proc/x/y', '/sys/x/y']) {
      for (const words of [
        ['new', 'x'],
        ['sync', 'init', 'laptop'],
      ]) {
        const { code, stderr } = await inProcess(['--data-dir', folder, ...words]);
        expect(code).not.toBe(0);
        expect(stderr).toMatch(new RegExp(`^notes: The folder ${folder} cannot be created: .*Choose another folder`));
      }
    }
  },
);
