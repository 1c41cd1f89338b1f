import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '@notes/contract';
import { describe, expect, test } from 'vitest';
import { search } from '../src/commands/search.js';
import type { Call } from '../src/presentation.js';
import { inProcess, start, testLibrary, writeFiles } from './support.js';

describe('new and cat', () => {
  test('keep a text byte for byte, in a library that only its owner can read', async () => {
    const { dataDir, run } = testLibrary();
    const text = '\ufeff# Café\r\n\u001b[31mred\u001b[0m\n\n🎈 no last line end';
    const made = await run(['new', 'A title', '--body', '-', '-t', 'a/b', '-t', 'c'], { input: text });
    expect(made).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^doc_[0-9a-z]{26} {2}A title\n$/),
      stderr: `New library: ${dataDir}\n`,
    });
    expect(await run(['cat', 'a TITLE'])).toEqual({ code: 0, stdout: text, stderr: '' });
    const { stdout } = await run(['cat', 'A title', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      title: 'A title',
      body: text,
      tags: ['a/b', 'c'],
      notebook_id: 'nb_notes',
    });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
  });

  test('accept a file, and use its first line as title', async () => {
    const { dataDir, run } = testLibrary(inProcess);
    const folder = writeFiles(`${dataDir}-files`, {
      'list.md': '\n## To buy\n\n- milk\n',
      'plain.md': 'no heading\n# Later\n',
    });
    const { stdout } = await run(['new', '--body-file', join(folder, 'list.md'), '-o', 'ids']);
    expect(await run(['cat', stdout.trim(), '--lines', '2:3'])).toMatchObject({ code: 0, stdout: '## To buy\n\n' });
    expect((await run(['cat', 'To buy', '--lines', '4:'])).stdout).toBe('- milk\n');
    expect(JSON.parse((await run(['cat', 'To buy', '--lines', ':1', '--json'])).stdout)).toMatchObject({
      start: 1,
      end: 1,
      total_lines: 4,
      text: '\n',
    });
    expect(JSON.parse((await run(['new', '--body-file', join(folder, 'plain.md'), '--json'])).stdout).title).toBe(
      'no heading',
    );
    expect(await run(['cat', 'To buy', '--lines', '3'])).toMatchObject({
      code: 2,
      stderr: 'notes: --lines 3: write A:B, A: or :B\n',
    });
    for (const range of ['0:2', ':0'])
      expect(await run(['cat', 'To buy', '--lines', range])).toMatchObject({
        code: 2,
        stderr: `notes: --lines ${range}: lines are counted from 1\n`,
      });
    expect(await run(['cat', 'To buy', '--lines', '3:2'])).toMatchObject({
      code: 2,
      stderr: 'notes: --lines 3:2: the end must not be before the start\n',
    });
  });

  test('reject invalid text and notebooks that do not exist', async () => {
    const { run } = testLibrary(inProcess);
    expect(await run(['new', 'x', '--body', '-', '-q'], { input: Uint8Array.of(0xff) })).toMatchObject({
      code: 2,
      stderr: 'notes: --body -: this is not valid UTF-8 text\n',
    });
    expect(await run(['new', 'x', '--body', '-'], { input: 'a\0b' })).toMatchObject({ code: 2 });
    expect(await run(['new', 'x', '--body', '-'], { input: 'x'.repeat(16 * 1024 * 1024 + 1) })).toMatchObject({
      code: 1,
      stderr: 'notes: A note can hold at most 16 MiB of text. Split the text into several notes\n',
    });
    expect(await run(['new', 'x', '--body-file', '/no/such/file'])).toMatchObject({
      code: 1,
      stderr: 'notes: --body-file /no/such/file: the file does not exist\n',
    });
    expect(await run(['new', 'x', '-n', 'Nowhere'])).toMatchObject({
      code: 1,
      stderr: 'notes: There is no notebook "Nowhere". Give the id, the name or the path of one\n',
    });
    expect(await run(['new', 'x', '-n', 'Help'])).toMatchObject({ code: 1 });
    expect(await run(['new', 'y'])).toMatchObject({ code: 0 });
    expect(await run(['cat', 'x'])).toMatchObject({
      code: 1,
      stderr: 'notes: No note matches "x". Give an id, an address or a title\n',
    });
  });

  test('exit with 1 for an ambiguous title and list the candidates', async () => {
    const { run } = testLibrary(inProcess);
    const first = (await run(['new', 'Twin', '-o', 'ids'])).stdout.trim();
    const second = (await run(['new', 'Twin', '-o', 'ids'])).stdout.trim();
    expect(await run(['cat', 'twin'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `notes: 2 notes are called "twin". Give the id of one\n  ${first}  Notes\n  ${second}  Notes\n`,
    });
    const { error } = JSON.parse((await run(['cat', 'twin', '--json'])).stderr);
    expect(error.candidates.map(({ id }: { id: string }) => id)).toEqual([first, second]);
    const { stable_link, uri } = JSON.parse((await run(['cat', second, '--json'])).stdout);
    for (const name of [stable_link, uri]) expect((await run(['cat', name])).code).toBe(0);
  });
});

test('a command ends without an error when the reader closes its output', async () => {
  const { dataDir, run } = testLibrary();
  await run(['new', 'Long', '--body', '-'], { input: 'line\n'.repeat(400_000) });
  const child = start(['--data-dir', dataDir, 'cat', 'Long']);
  child.stdout.once('data', () => child.stdout.destroy());
  const stderr: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect({ code, stderr: Buffer.concat(stderr).toString() }).toEqual({ code: 0, stderr: '' });
});

describe('search', () => {
  async function library(count: number) {
    const at = testLibrary(inProcess);
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`n${index}.md`, `---\ntags: [t]\n---\nneedle ${index}`]),
    );
    await at.run(['import', 'markdown', writeFiles(`${at.dataDir}-vault`, files), '-q']);
    return at;
  }

  test('prints each format', async () => {
    const { run } = await library(2);
    const { results } = JSON.parse((await run(['search', 'needle', '--json'])).stdout);
    const ids = results.map((hit: { document_id: string }) => hit.document_id);
    expect((await run(['search', 'needle', '-o', 'ids'])).stdout).toBe(`${ids.join('\n')}\n`);
    const lines = (await run(['search', 'needle', '-o', 'jsonl'])).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(results);
    expect((await run(['search', 'needle', '-o', 'md'])).stdout).toContain(`](document://default/documents/${ids[0]})`);
    const shown = await run(['search', 'needle', '--explain']);
    expect(shown.stdout).toMatch(new RegExp(`^${ids[0]}  \\d{4}-\\d\\d-\\d\\d  n\\d  #t\n {4}.*needle \\d\n`));
    expect(shown.stderr).toBe('Notes that contain “needle”.\n');
    expect(JSON.parse((await run(['search', 'needle', '--explain', '--json'])).stdout).explanation).toBe(
      'Notes that contain “needle”.',
    );
  });

  test('returns more rows than one page with --limit or --all', async () => {
    const { run } = await library(130);
    const countFound = async (...flags: string[]) => {
      const { stdout } = await run(['search', 'needle', '-o', 'ids', ...flags]);
      return new Set(stdout.trimEnd().split('\n')).size;
    };
    expect(await countFound()).toBe(20);
    expect(await countFound('--limit', '3')).toBe(3);
    expect(await countFound('--limit', '125')).toBe(125);
    expect(await countFound('--all')).toBe(130);
    expect((await run(['search', 'needle', '--limit', '3'])).stderr).toBe('For more results, add --limit N or --all\n');
    expect(await run(['search', 'needle', '--limit', '0'])).toMatchObject({ code: 2 });
    expect(await run(['search', 'needle', '--limit', '3', '--all'])).toMatchObject({ code: 2 });
  });

  test('--explain with several pages prints the state of the sidecar and the suggestions of the first page', async () => {
    const { run } = await library(130);
    const env = { NOTES_SEARCH_SIDECAR_KIND: 'lance', NOTES_SEARCH_SIDECAR_URL: 'http://127.0.0.1:9' };
    const { stdout, stderr } = await run(['search', 'needle', '--limit', '125', '--explain'], { env });
    expect(stdout.match(/exact match/g)).toHaveLength(125);
    expect(stderr).toMatch(/\nSearch sidecar: typo (?:unavailable|late), meaning (?:unavailable|late)\n/);
    expect(stderr).toContain('\nFor more results, add --limit N or --all\n');
    const pages: Output<'searchDocuments'>[] = [
      { results: [], next_cursor: 'next', truncated: false, did_you_mean: ['needle'], warnings: ['A warning'] },
      { results: [], next_cursor: null, truncated: false },
    ];
    const notices: string[] = [];
    const call = {
      invoke: async () => pages.shift(),
      format: 'table',
      out: { notice: (text: string) => notices.push(text) },
    } as unknown as Call;
    const shown = await search.run?.(call, { query: 'needl', all: true });
    expect(shown).toMatchObject({ did_you_mean: ['needle'], next_cursor: null });
    expect(notices).toEqual(['A warning']);
  });

  test('says that more notes have similar words than it lists [S-TYPO]', async () => {
    const { run } = await library(130);
    const shown = await run(['search', 'nedle', '--all']);
    expect(shown.stdout.match(/^doc_/gm)).toHaveLength(100);
    expect(shown.stderr).toBe(
      'No note matches exactly. Did you mean: needle\n' +
        'Only the first 100 notes are listed. For the others, search for a suggestion\n',
    );
    expect(JSON.parse((await run(['search', 'nedle', '--limit', '5', '--json'])).stdout)).toMatchObject({
      truncated: true,
    });
    const listed = JSON.parse((await run(['search', 'crystaline', '--json'])).stdout);
    expect(listed).toMatchObject({ results: [], truncated: false });
  });

  test('prints similar notes only in formats that say so, and not with --exact [S-TYPO]', async () => {
    const { run } = await library(0);
    await run(['new', 'Quartz', '--body', 'crystalline']);
    const shown = await run(['search', 'crystaline']);
    expect(shown.stdout).toContain('Quartz');
    expect(shown.stderr).toBe('No note matches exactly. Did you mean: crystalline\n');
    expect(JSON.parse((await run(['search', 'crystaline', '--json'])).stdout)).toMatchObject({
      results: [{ title: 'Quartz', matched_by: 'typo' }],
      did_you_mean: ['crystalline'],
    });
    expect((await run(['search', 'crystaline', '--explain'])).stdout).toMatch(/\n {4}similar words · score \S+\n$/);
    expect((await run(['search', 'crystalline', '--explain'])).stdout).toMatch(/\n {4}exact match · score \S+\n$/);
    for (const format of ['ids', 'md', 'jsonl'])
      expect((await run(['search', 'crystaline', '-o', format])).stdout).toBe('');
    expect((await run(['search', 'crystaline', '--exact'])).stderr).toBe('No note matches.\n');
  });

  test('names the column of an invalid query, and reports that nothing matches', async () => {
    const { run } = await library(1);
    expect(await run(['search', '(a'])).toMatchObject({ code: 2, stderr: expect.stringContaining('column 1') });
    expect(await run(['search', 'zzyzx'])).toEqual({ code: 0, stdout: '', stderr: 'No note matches.\n' });
    expect(await run(['search', 'zzyzx', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('removes escape sequences of notes, and prints colour only when requested', async () => {
    const { run } = testLibrary(inProcess);
    await run(['new', 'Plain', '--body', '-'], { input: 'a \u001b]0;owned\u0007 needle \u202e gnol' });
    const { stdout } = await run(['search', 'needle']);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    const colour = async (env: Record<string, string>, ...flags: string[]) =>
      (await run(['search', 'needle', ...flags], { env })).stdout.includes('\u001b[1m');
    expect(await colour({ FORCE_COLOR: '1' })).toBe(true);
    expect(await colour({})).toBe(false);
    expect(await colour({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(await colour({ FORCE_COLOR: '1' }, '--no-color')).toBe(false);
  });
});

test('status and notebook tree print the contents of the library', async () => {
  const { dataDir, run } = testLibrary(inProcess);
  await run(['import', 'markdown', writeFiles(`${dataDir}-vault/V`, { 'a.md': 'x', 'in/b.md': 'y' }), '-q']);
  const status = await run(['status']);
  expect(status.stdout).toContain(`library   ${join(dataDir, 'notes.db')}\n`);
  const facts = JSON.parse((await run(['status', '--json'])).stdout);
  expect(facts.paths.data_dir).toBe(dataDir);
  const tree = await run(['notebook', 'tree']);
  expect(tree.stdout).toContain('└─ V (1)\n   └─ in (1)\n');
  const { notebooks } = JSON.parse((await run(['notebook', 'tree', '--json'])).stdout);
  expect(notebooks.at(-1)).toMatchObject({ name: 'V', children: [{ name: 'in' }] });
  const ids = (await run(['notebook', 'tree', '-o', 'ids'])).stdout.trimEnd().split('\n');
  expect(ids.slice(-2)).toEqual([notebooks.at(-1).notebook_id, notebooks.at(-1).children[0].notebook_id]);
});
