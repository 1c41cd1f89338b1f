import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { run as runInProcess } from '../src/run.js';
import { inProcess, notes, readAll, start, testLibrary, waitForEnd, writeFiles } from './support.js';

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806', 'hex');
type Resource = { id: string; uri: string; filename: string; mime_type: string; size_bytes: number };

/** Makes a library with one note called T, and files beside it. */
async function library(files: Readonly<Record<string, string | Uint8Array>>, runner = inProcess) {
  const { dataDir, run } = testLibrary(runner);
  const folder = writeFiles(`${dataDir}-files`, files);
  await run(['new', 'T', '-q']);
  const add = async (...args: string[]) => {
    const { stdout, code } = await run(['resource', 'add', ...args, '--json']);
    return { code, ...(JSON.parse(stdout) as { resources: Resource[]; failed: unknown[] }) };
  };
  return { dataDir, run, add, at: (name: string) => join(folder, name) };
}

describe('resource add', () => {
  test('stores files under their names, with types detected from their bytes', async () => {
    const { add, at } = await library({ 'a b.png': PNG, 'b.txt': 'é'.repeat(3_000), 'c.bin': Buffer.from([0, 255]) });
    const { code, resources } = await add(at('a b.png'), at('b.txt'), at('c.bin'));
    expect([code, resources.map(({ filename, mime_type }) => [filename, mime_type])]).toEqual([
      0,
      [
        ['a b.png', 'image/png'],
        ['b.txt', 'text/plain; charset=utf-8'],
        ['c.bin', 'application/octet-stream'],
      ],
    ]);
    const named = await add(at('b.txt'), '--name', 'list.csv', '--type', 'text/CSV');
    expect(named.resources[0]).toMatchObject({ filename: 'list.csv', mime_type: 'text/csv', deduplicated: true });
  });

  test('accepts standard input, and creates a missing library', async () => {
    const { run } = testLibrary();
    const { code, stdout } = await run(['resource', 'add', '-', '--json'], { input: 'piped' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).resources[0]).toMatchObject({ filename: 'attachment', size_bytes: 5 });
  });

  test('names unreadable files, and adds the others', async () => {
    const { run, add, at, dataDir } = await library({ a: 'a', 'folder/b': 'b' });
    const { code, resources, failed } = await add(at('none'), at('a'), at('folder'));
    expect([code, resources.length]).toEqual([10, 1]);
    expect(failed).toEqual([
      { path: at('none'), error: { code: 'not_found', message: `${at('none')}: the file does not exist` } },
      { path: at('folder'), error: { code: 'not_found', message: `${at('folder')}: this is a folder, not a file` } },
    ]);
    expect(await run(['resource', 'add', at('none'), at('a'), '-q'])).toMatchObject({
      ...{ code: 10, stderr: `${at('none')}: the file does not exist\n` },
    });
    expect((await run(['resource', 'add', at('none')])).code).toBe(1);
    expect(await run(['resource', 'add', at('a'), '--type', 'pdf'])).toMatchObject({
      ...{ code: 2, stderr: 'notes: --type pdf: write a MIME type, such as application/pdf\n' },
    });
    expect((await run(['resource', 'add', at('a'), at('a'), '--name', 'x'])).code).toBe(2);
    expect(readdirSync(join(dataDir, 'tmp'))).toEqual([]);
  });

  test('stops at Ctrl-C, and leaves nothing of the unfinished file', async () => {
    const { dataDir, at } = await library({ a: 'a', b: 'b' });
    const listTemporaryFiles = () => readdirSync(join(dataDir, 'tmp'));
    for (const [files, added] of [
      [['-'], []],
      [[at('a'), '-', at('b')], ['a']],
    ] as const) {
      const child = start(['--data-dir', dataDir, 'resource', 'add', ...files, '--json']);
      child.stdin.write('the first of many bytes');
      const hasBegun = () => listTemporaryFiles().some((name) => statSync(join(dataDir, 'tmp', name)).size > 1);
      await expect.poll(hasBegun).toBe(true);
      child.kill('SIGINT');
      const { code, stdout, stderr } = await waitForEnd(child);
      expect([code, listTemporaryFiles(), stderr]).toEqual([130, [], '\nStopping. Press Ctrl-C again to stop now\n']);
      const { resources, ...rest } = JSON.parse(stdout) as { resources: Resource[] };
      expect([resources.map(({ filename }) => filename), rest]).toEqual([added, { failed: [], interrupted: true }]);
    }
  });

  test('rejects a file over the limit, and leaves nothing of it', async () => {
    const { run, at, dataDir } = await library({ a: 'x'.repeat(2_000) });
    const { code, stderr } = await run(['resource', 'add', at('a')], { env: { NOTES_RESOURCES_MAX_BYTES: '1024' } });
    expect([code, stderr]).toEqual([1, 'notes: The content is larger than the limit of 1024 bytes\n']);
    expect([...readdirSync(join(dataDir, 'tmp')), ...readdirSync(join(dataDir, 'blobs'))]).toEqual([]);
  });
});

describe('resource get', () => {
  test('returns the bytes, completely and in ranges', async () => {
    const bytes = randomBytes(3_000_000);
    const { run, add, at } = await library({ big: bytes, 'there-already': 'kept' });
    const [{ id, uri }] = (await add(at('big'))).resources as [Resource];
    expect((await run(['resource', 'get', uri, '-O', at('copy')])).code).toBe(0);
    expect(readFileSync(at('copy')).equals(bytes)).toBe(true);
    for (const [range, part] of [
      ['0-0', bytes.subarray(0, 1)],
      ['2999990-', bytes.subarray(2_999_990)],
      ['-5', bytes.subarray(-5)],
      ['1000000-9999999', bytes.subarray(1_000_000)],
      ['-9999999', bytes],
    ] as const) {
      expect((await run(['resource', 'get', id, '--range', range, '-O', at(range)])).code).toBe(0);
      expect([range, readFileSync(at(range)).equals(part)]).toEqual([range, true]);
    }
    for (const [range, code] of [
      ['3000000-', 1],
      ['-0', 1],
      ['5-4', 2],
      ['-', 2],
      ['a-b', 2],
      ['1', 2],
    ] as const)
      expect([range, (await run(['resource', 'get', id, '--range', range])).code]).toEqual([range, code]);
    expect((await run(['resource', 'get', id, '-O', at('there-already')])).code).toBe(2);
    expect(readFileSync(at('there-already'), 'utf8')).toBe('kept');
  });

  test('writes bytes to a pipe, but not to a terminal or with --json', async () => {
    const { run, add, at, dataDir } = await library({ a: 'some text' }, notes);
    const [{ id }] = (await add(at('a'))).resources as [Resource];
    expect(await run(['resource', 'get', id])).toEqual({ code: 0, stdout: 'some text', stderr: '' });
    expect((await run(['resource', 'get', id, '--json'])).code).toBe(2);
    const shown = await atTerminal(['--data-dir', dataDir, 'resource', 'get', id], '');
    expect(shown).toMatchObject({ code: 2, stdout: '' });
  });

  test('reports damaged bytes, and leaves no output file', async () => {
    const { run, add, at, dataDir } = await library({ a: 'some text', b: Buffer.alloc(3_000_000) });
    for (const name of ['a', 'b']) {
      const [{ id }] = (await add(at(name))).resources as [Resource];
      const { sha256, size_bytes } = JSON.parse((await run(['resource', 'info', id, '--json'])).stdout);
      const path = join(dataDir, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
      writeFileSync(path, Buffer.alloc(size_bytes, 'x'));
      const { code, stderr } = await run(['resource', 'get', id, '-O', at(`${name}-copy`)]);
      expect([code, stderr]).toEqual([1, 'notes: The stored file of this attachment is damaged. Run notes doctor\n']);
      expect(() => readFileSync(at(`${name}-copy`))).toThrow('ENOENT');
    }
  });
});

/** Runs a command as if a user at a terminal typed the given text. */
async function atTerminal(argv: readonly string[], typed: string) {
  const stream = () => Object.assign(new PassThrough(), { isTTY: true });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  stdin.end(typed);
  const code = await runInProcess({ argv, env: {}, stdin, stdout, stderr } as Parameters<typeof runInProcess>[0]);
  return { code, stdout: readAll(stdout), stderr: readAll(stderr) };
}

describe('resource attach, detach and rm', () => {
  test('attach an attachment to a note and detach it', async () => {
    const { run, add, at } = await library({ a: 'a' });
    const [{ id, uri }] = (await add(at('a'))).resources as [Resource];
    const attached = await run(['resource', 'attach', 'T', uri, '--as', 'cover', '--json']);
    expect(JSON.parse(attached.stdout)).toMatchObject({ resource: { id }, relation_type: 'cover', added: true });
    expect((await run(['search', 'filename:a', '-o', 'ids'])).stdout).toMatch(/^doc_/);
    expect((await run(['resource', 'attach', 'T', id, '--as', 'embedded'])).code).toBe(2);
    expect((await run(['resource', 'rm', id, '--confirm', `delete-resource:${id}`])).code).toBe(9);
    for (const removed of [true, false]) {
      const { stdout } = await run(['resource', 'detach', 'T', id, '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ resource_id: id, removed });
    }
  });

  test('rm deletes only after confirmation, by flag or typed', async () => {
    const { run, add, at, dataDir } = await library({ a: 'a', b: 'b' });
    const [a, b] = (await add(at('a'), at('b'))).resources as [Resource, Resource];
    const words = `delete-resource:${a.id}`;
    for (const args of [[], ['--yes'], ['--confirm', 'yes'], ['--confirm', `delete-resource:${b.id}`]])
      expect(await run(['resource', 'rm', a.id, ...args])).toMatchObject({
        code: 7,
        stderr: expect.stringContaining(`To confirm, add --confirm ${words}`),
      });
    const runRemoval = (typed: string, ...flags: string[]) =>
      atTerminal(['--data-dir', dataDir, 'resource', 'rm', a.id, ...flags], typed);
    expect((await runRemoval('y\n')).code).toBe(7);
    expect((await runRemoval('')).code).toBe(7);
    expect((await runRemoval(`${words}\n`, '--no-input')).code).toBe(7);
    const { code, stderr } = await runRemoval(`${words}\n`, '-q');
    expect([code, stderr]).toEqual([0, `Type ${words} to delete permanently: `]);
    expect((await run(['resource', 'info', a.id])).code).toBe(1);
    expect((await run(['resource', 'rm', b.uri, '--confirm', `delete-resource:${b.id}`])).code).toBe(0);
    expect(
      readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    ).toEqual([]);
  });
});

test('--help of a group lists its commands', async () => {
  const { stderr, stdout } = await notes(['resource', '--help']);
  for (const word of ['add', 'get', 'info', 'attach', 'detach', 'rm'])
    expect(stdout + stderr).toMatch(new RegExp(`^ +${word} `, 'm'));
});
