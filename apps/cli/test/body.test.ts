import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTitle } from '../src/body.js';
import { inProcess, temporaryFolder, testLibrary } from './support.js';

describe('--body and --body-file', () => {
  test('accept a text, a file and standard input, for new and for edit [CLI-BODY]', async () => {
    const { run } = testLibrary(inProcess);
    const file = join(temporaryFolder(), 'list.md');
    writeFileSync(file, 'from a file\r\n');
    const body = async () => (await run(['cat', 'one'])).stdout;
    expect(await run(['new', 'one', '--body', 'hello', '-q'])).toMatchObject({ code: 0 });
    expect(await body()).toBe('hello');
    for (const [args, input, text] of [
      [['--body-file', file], '', 'from a file\r\n'],
      [['--body-file', '-'], 'from standard input', 'from standard input'],
      // Scripts of earlier releases.
      [['--body', '-'], 'from a script', 'from a script'],
      [['--body', 'two\nlines'], '', 'two\nlines'],
      [['--body', ''], '', ''],
    ] as const) {
      expect(await run(['edit', 'one', ...args, '-q'], { input })).toMatchObject({ code: 0 });
      expect(await body()).toBe(text);
    }
  });

  test('reject empty standard input and change nothing [CLI-BODY]', async () => {
    const { run } = testLibrary(inProcess);
    await run(['new', 'one', '--body', 'kept']);
    for (const flag of ['--body', '--body-file'])
      for (const input of ['', ' \r\n\t'])
        for (const command of [['new'], ['new', 'titled'], ['edit', 'one']])
          expect(await run([...command, flag, '-'], { input })).toMatchObject({
            code: 2,
            stdout: '',
            stderr: expect.stringContaining(`${flag} -: standard input is empty`),
          });
    if (process.platform !== 'win32')
      expect(await run(['edit', 'one', '--body-file', '/dev/null'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--body-file /dev/null: this input is empty'),
      });
    expect((await run(['search', 'title:*', '--all', '-o', 'ids'])).stdout).not.toContain('titled');
    expect((await run(['cat', 'one'])).stdout).toBe('kept');
    expect(await run(['new', '--body', ''])).toMatchObject({ code: 2, stderr: expect.stringContaining('is empty') });
  });

  test('reject a file name as text and name the flag that reads the file [CLI-BODY]', async () => {
    const { run } = testLibrary(inProcess);
    const file = join(temporaryFolder(), 'list.md');
    writeFileSync(file, 'the text');
    await run(['new', 'one', '--body', 'kept']);
    for (const command of [
      ['new', 'two'],
      ['edit', 'one'],
    ])
      expect(await run([...command, '--body', file])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`--body-file ${file}`),
      });
    expect((await run(['cat', 'one'])).stdout).toBe('kept');
    expect(await run(['new', 'x', '--body', 'a', '--body-file', file])).toMatchObject({
      code: 2,
      stderr: 'notes: --body and --body-file cannot be combined. Give one of them\n',
    });
  });
});

describe('a note without a title', () => {
  test('gets the first line of its text as title [CLI-BODY]', async () => {
    const { run } = testLibrary(inProcess);
    const { stdout } = await run(['new', '--body-file', '-', '--json'], { input: '\n- Dear Ada,\nhow are you?\n' });
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Dear Ada,', body: '\n- Dear Ada,\nhow are you?\n' });
  });

  test.each([
    ['---\ntitle: FM\ntags: [a]\n---\n# Body\n', 'FM'],
    ['---\ntitle: "Two\\n  lines"\n---\ntext', 'Two lines'],
    ['---\ntitle:\n---\n# Body\n', 'Body'],
    ['---\ntitle: [not, a, text\n---\n# Body\n', 'Body'],
  ])('takes the title of its front matter and keeps the text: %j is called %j [CLI-BODY]', async (input, title) => {
    const { run } = testLibrary(inProcess);
    const { stdout } = await run(['new', '--body-file', '-', '--json'], { input });
    expect(JSON.parse(stdout)).toMatchObject({ title, body: input });
  });

  test.each([
    ['# Heading #\ntext', 'Heading'],
    ['\ufeff\r\n\r\n  plain line  \r\nmore', 'plain line'],
    ['***\n\n> ## Quoted', 'Quoted'],
    ['---\ntitle: x\n---\n# Body', 'Body'],
    ['- [ ] buy milk', 'buy milk'],
    ['3. third', 'third'],
    ['Setext\n======', 'Setext'],
    ['#hashtag', '#hashtag'],
    ['日本語のメモ\n二行目', '日本語のメモ'],
    ['!!!\n???', '!!!'],
    [' \n\t', ''],
    ['é'.repeat(1_000), 'é'.repeat(512)],
  ])('%j is called %j', (text, title) => {
    expect(readTitle(text)).toBe(title);
  });
});
