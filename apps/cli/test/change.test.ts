import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { run as runInProcess } from '../src/run.js';
import { inProcess, readAll, temporaryFolder, testLibrary } from './support.js';

/** Parses the words of the command in a notice, as a shell does. */
function parseUndo(stderr: string): string[] {
  const [, command = ''] = /^To undo: notes (.*)$/m.exec(stderr) ?? [];
  const words = [...command.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll(String.raw`'\''`, "'") ?? (bare as string),
  );
  expect(words.shift()).toBe('--data-dir');
  expect(words.shift()).toMatch(/data$/);
  return words;
}

async function library() {
  const at = testLibrary(inProcess);
  const json = async (...args: string[]) => JSON.parse((await at.run([...args, '--json'])).stdout);
  await at.run(['new', 'Tea', '--body', '-', '-t', 'warm'], { input: 'green\nblack\n' });
  await at.run(['notebook', 'create', "Mum's", '-q']);
  return { ...at, json };
}

const LEVELS = [
  ['append', 'Tea', 'white'],
  ['prepend', 'Tea', 'white'],
  ['replace', 'Tea', '--search', 'green', '--replace', 'white'],
  ['edit', 'Tea', '--title', 'Chai'],
  ['mv', 'Tea', '-n', "Mum's"],
  ['rm', 'Tea'],
  ['cp', 'Tea'],
  ['tag', 'add', 'Tea', 'cold/iced'],
  ['tag', 'remove', 'Tea', 'warm'],
  ['notebook', 'rename', "Mum's", 'Dad’s'],
  ['notebook', 'move', "Mum's", '-n', 'Notes'],
  ['notebook', 'create', 'Cups'],
  ['saved', 'create', 'Hot', "tag:warm it's"],
  ['tag', 'add', '--', 'Tea', '-cold'],
];

test.each(LEVELS.map((args) => [args]))('%j names a command that undoes the change [CLI-UNDO]', async (args) => {
  const { run, json } = await library();
  const state = async () => {
    const [{ documents }, { notebooks }, saved, tags] = await Promise.all([
      json('trash', 'list'),
      json('notebook', 'tree'),
      json('saved', 'list'),
      json('tag', 'list'),
    ]);
    const found = (await json('search', '')).results.map(({ document_id }: { document_id: string }) => document_id);
    const { title, body } = await json('cat', found[0]);
    const bare = (nodes: { name: string; note_count: number; children: never[] }[]): unknown[] =>
      nodes.map(({ name, note_count, children }) => [name, note_count, bare(children)]);
    const names = tags.tags.map(({ name, note_count }: { name: string; note_count: number }) => [name, note_count]);
    return { trashed: args[0] === 'cp' ? 0 : documents.length, notebooks: bare(notebooks), saved, names, title, body };
  };
  const before = await state();
  const done = await run(args);
  expect(done.code).toBe(0);
  if (args[0] !== 'rm') expect(await state()).not.toEqual(before);
  const words = parseUndo(done.stderr);
  const agreed = words[0] === 'revert' || words[1] === 'rm' ? [...words, '--yes'] : words;
  const undone = await run(words[0] === 'saved' ? words : agreed);
  expect(undone).toMatchObject({ code: 0 });
  const after = await state();
  expect({ ...after, names: after.names.filter(([, count]: [string, number]) => count > 0) }).toEqual(before);
});

test('saved rm names the command that saves the search again [CLI-UNDO]', async () => {
  const { run, json } = await library();
  await run(['saved', 'create', 'Hot', "tag:warm it's", '--icon', '☕']);
  const { stderr } = await run(['saved', 'rm', 'Hot']);
  expect(parseUndo(stderr)).toEqual(['saved', 'create', '--icon', '☕', 'Hot', "tag:warm it's"]);
  expect((await run(['saved', 'rm', 'Hot'])).code).toBe(1);
  await run(parseUndo(stderr));
  expect((await json('saved', 'list')).search_notebooks[1]).toMatchObject({ name: 'Hot', icon_emoji: '☕' });
});

test('the command that undoes a change takes names that begin with a hyphen [CLI-UNDO]', async () => {
  const { run, json } = await library();
  await run(['saved', 'create', '--', '-hot', '-cold']);
  const { stderr } = await run(['saved', 'rm', '--', '-hot']);
  expect(await run(parseUndo(stderr))).toMatchObject({ code: 0 });
  expect((await json('saved', 'list')).search_notebooks[1]).toMatchObject({ name: '-hot', query: '-cold' });
});

describe('replace, edit and revert', () => {
  test('replace inserts the replacement literally, and --dry-run prints the same diff', async () => {
    const { run, json } = await library();
    const asked = ['replace', 'Tea', '--search', 'e', '--replace', '$&'];
    expect(await run(asked)).toMatchObject({
      code: 9,
      stderr: 'notes: --search: the search text occurs 2 times. Set --all, or use a longer search text\n',
    });
    const dry = await run([...asked, '--all', '--dry-run']);
    expect(dry.stdout).toContain('-green\n');
    expect(dry.stdout).toContain('+gr$&$&n\n');
    expect((await json('cat', 'Tea')).body).toBe('green\nblack\n');
    expect((await run([...asked, '--all', '-q'])).stderr).toBe('');
    expect((await json('cat', 'Tea')).body).toBe('gr$&$&n\nblack\n');
    const [now, old] = (await run(['history', 'Tea', '-o', 'ids'])).stdout.trim().split('\n');
    const named = dry.stdout.replace('--- stored', `--- ${old}`).replace('+++ edited', `+++ ${now}`);
    expect((await run(['diff', 'Tea'])).stdout).toBe(named);
    expect(await run(['replace', 'Tea', '--search', 'x'])).toMatchObject({ code: 2 });
  });

  test('every writing command exits with 9 and writes nothing when --base is an older revision [CLI-STALE]', async () => {
    const { run, json } = await library();
    const { current_revision_id: old } = await json('cat', 'Tea');
    await run(['append', 'Tea', '-'], { input: 'white' });
    for (const args of [
      ['append', 'Tea', 'x'],
      ['prepend', 'Tea', 'x'],
      ['edit', 'Tea', '--title', 'x'],
      ['replace', 'Tea', '--search', 'green', '--replace', 'x'],
      ['revert', 'Tea', old, '--yes'],
    ])
      expect(await run([...args, '--base', old])).toMatchObject({ code: 9 });
    expect((await json('cat', 'Tea')).body).toBe('green\nblack\nwhite');
  });

  test('revert restores a revision after confirmation [CLI-REVERT]', async () => {
    const { run, json } = await library();
    await run(['edit', 'Tea', '--body', '-'], { input: 'other' });
    const [now, old] = (await run(['history', 'Tea', '-o', 'ids'])).stdout.trim().split('\n') as [string, string];
    expect(await run(['revert', 'Tea', old])).toMatchObject({ code: 7 });
    expect(await run(['revert', 'Tea', 'rev_nope'])).toMatchObject({ code: 1 });
    expect((await json('diff', 'Tea', old, now)).diff).toContain('+other');
    expect(await run(['revert', 'Tea', old, '--yes'])).toMatchObject({ code: 0 });
    expect((await json('cat', 'Tea')).body).toBe('green\nblack\n');
  });
});

test('a question that the end of the input answers ends its line', async () => {
  const { dataDir, run } = await library();
  await run(['edit', 'Tea', '--body', 'other']);
  const old = (await run(['history', 'Tea', '-o', 'ids'])).stdout.trim().split('\n').at(-1) as string;
  const stream = () => Object.assign(new PassThrough(), { isTTY: true });
  const io = { stdin: stream(), stdout: stream(), stderr: stream() };
  io.stdin.end();
  const argv = ['--data-dir', dataDir, 'revert', 'Tea', old];
  expect(await runInProcess({ argv, env: {}, ...io } as Parameters<typeof runInProcess>[0])).toBe(7);
  expect(readAll(io.stderr)).toMatch(/ \[y\/N\] \nnotes: Nothing was changed\. .*\n$/);
});

describe('edit', () => {
  /** Edits a note as a user at a terminal whose editor is a shell command. */
  async function edit(dataDir: string, editor: string) {
    const stream = () => Object.assign(new PassThrough(), { isTTY: true });
    const io = { stdin: stream(), stdout: stream(), stderr: stream() };
    const argv = ['--data-dir', dataDir, 'edit', 'Tea'];
    const code = await runInProcess({ argv, env: { EDITOR: editor }, ...io } as Parameters<typeof runInProcess>[0]);
    return { code, stderr: readAll(io.stderr) };
  }

  test('saves the text from the editor, and keeps the file when saving fails', async () => {
    const { dataDir, run, json } = await library();
    expect(await edit(dataDir, "sed -i -e 's/green/white/'")).toMatchObject({ code: 0 });
    expect((await json('cat', 'Tea')).body).toBe('white\nblack\n');
    const { code, stderr } = await edit(dataDir, 'sed -i -e \'s/white/red/\' "$1"; false');
    expect([code, stderr]).toEqual([2, expect.stringContaining('failed with exit code 1')]);
    expect(readFileSync(/^Your text is in (.*)$/m.exec(stderr)?.[1] as string, 'utf8')).toBe('red\nblack\n');
    expect(await run(['edit', 'Tea'])).toMatchObject({ code: 2 });
  });

  test.each([
    ['that does not exist', 'no-such-editor', 'The editor no-such-editor was not found'],
    ['that fails without a change', 'false', 'The editor false failed with exit code 1'],
    ['that empties the file and fails', 'f() { : > "$1"; false; }; f', 'failed with exit code 1'],
    ['that removes the file', 'rm', 'The editor removed the file of the text, so nothing was saved'],
  ])('with an editor %s prints only the error and leaves no folder', async (_, editor, message) => {
    const { dataDir, json } = await library();
    const folder = temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    const { code, stderr } = await edit(dataDir, editor);
    vi.unstubAllEnvs();
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^notes: [^\n]*\n$/)]);
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).toEqual([]);
    expect((await json('cat', 'Tea')).body).toBe('green\nblack\n');
  });

  test('saves the text when Ctrl-C reaches this process and the shell of the editor', async () => {
    const { dataDir, json } = await library();
    const handlers = process.listenerCount('SIGINT');
    // The shell is a child of this process. Without a handler the signal would end the tests.
    const editor = "kill -INT $PPID $$; sleep 0.2; sed -i -e 's/green/red/'";
    const ignore = () => {};
    process.on('SIGINT', ignore);
    const received = new Promise<number>((resolve) =>
      process.once('SIGINT', () => resolve(process.listenerCount('SIGINT'))),
    );
    expect(await edit(dataDir, editor)).toMatchObject({ code: 0 });
    process.off('SIGINT', ignore);
    // The handler of the test and that of the editor remain while the signal is handled.
    expect(await received).toBe(handlers + 2);
    expect((await json('cat', 'Tea')).body).toBe('red\nblack\n');
    expect(process.listenerCount('SIGINT')).toBe(handlers);
  });
});

test('rm of several notes reports each outcome, and rm of one note its own error', async () => {
  const { run } = await library();
  expect(await run(['mv', 'Tea', '-n', 'Help'])).toMatchObject({ code: 1 });
  expect(await run(['rm', 'Nobody', 'Neither'])).toMatchObject({ code: 10, stderr: '0 notes changed, 2 failed.\n' });
  expect(await run(['rm', 'Tea', 'Nobody'])).toMatchObject({
    code: 10,
    stdout: expect.stringMatching(/^Nobody {2}failed {2}No note matches "Nobody"/),
    stderr: expect.stringContaining('1 note changed, 1 failed.'),
  });
  expect((await run(['trash', 'restore', 'Tea'])).code).toBe(0);
  expect(await run(['rm', 'Tea', 'tea'])).toMatchObject({ code: 0, stderr: expect.stringContaining('1 note changed') });
  expect(await run(['cat', 'Tea'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^notes: Note "Tea" is in Trash\. To restore it: notes --data-dir \S+ trash restore doc_\w+\n$/,
    ),
  });
  expect(await run(['trash', 'restore', 'Nobody'])).toMatchObject({
    code: 1,
    stderr: 'notes: No note in Trash matches "Nobody". Give an id, an address or a title\n',
  });
});

test('notebook rm deletes a notebook with those below it after confirmation [CLI-REVERT]', async () => {
  const { run, json } = await library();
  await run(['notebook', 'create', 'Cups', '-n', "Mum's"]);
  await run(['mv', 'Tea', '-n', "Mum's/Cups"]);
  expect(await run(['notebook', 'rm', "Mum's"])).toMatchObject({ code: 7 });
  expect((await run(['notebook', 'rm', "Mum's", '--preview'])).stdout).toBe(
    "Mum's: 2 notebooks deleted, 1 note to Trash\n  Cups\n",
  );
  // No question is asked about an impossible change.
  expect(await run(['notebook', 'rm', 'Notes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be deleted'),
  });
  expect((await run(['notebook', 'rm', 'Help', '--preview'])).stdout).toMatch(/^Help cannot be deleted: /);
  expect(await json('notebook', 'rm', "Mum's", '--yes')).toMatchObject({ deleted_notebooks: 2, trashed_notes: 1 });
});
