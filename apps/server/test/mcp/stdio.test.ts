import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAnswer } from '@notes/tooling/read-answer';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMcp } from '../../src/mcp/server.js';
import { talkOverStdio } from '../../src/mcp/stdio.js';
import { cleanUp, type Program, run, serve, temporaryFolder } from '../support/binary.js';
import { useService } from '../support/service.js';
import { asJson, holdLibrary, type RpcBody, request } from './support.js';

cleanUp();

const ORGANIZER = ['--scope', 'organizer'];
const start = (folder = temporaryFolder(), more: readonly string[] = ORGANIZER): Program =>
  run(['mcp', '--data-dir', folder, ...more]);

const tell = (program: Program, ...messages: unknown[]) => {
  for (const message of messages) program.child.stdin.write(`${asJson(message)}\n`);
};
const answers = ({ stdout }: Pick<Program, 'stdout'>) =>
  stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RpcBody]));
const waitForAnswers = (program: Program, count: number) => expect.poll(() => answers(program).length).toBe(count);

const call = (name: string, args: object, id: unknown = 1) => request('tools/call', { name, arguments: args }, id);
const make = (title: string, id: unknown) => call('create_note', { title }, id);

const listSideFiles = (folder: string) => readdirSync(folder).filter((name) => /-(wal|shm|journal)$/.test(name));

describe('notes-server mcp [N-MCP-STDIO]', () => {
  it('creates the library, answers each line, and ends with its input', async () => {
    const folder = join(temporaryFolder(), 'new');
    const program = start(folder);
    tell(program, request('initialize'), { jsonrpc: '2.0', method: 'notifications/initialized' });
    for (let index = 0; index < 8; index += 1) tell(program, make(`note ${index}`, index));
    program.child.stdin.end(JSON.stringify(request('ping', {}, 'last, without a line end')));
    const ended = await program.ended;
    expect([ended.code, ended.signal]).toEqual([0, null]);
    const ids = answers(ended).map(({ id }) => id);
    expect(ids.sort()).toEqual([0, 1, 1, 2, 3, 4, 5, 6, 7, 'last, without a line end']);
    expect(answers(ended).filter(({ result }) => result?.isError)).toEqual([]);
    expect(existsSync(join(folder, 'notes.db'))).toBe(true);
    expect(listSideFiles(folder)).toEqual([]);
    for (const line of ended.stderr.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ door: 'stdio' });
  });

  it('can start twice at once without a library', async () => {
    const folder = join(temporaryFolder(), 'new');
    const both = [start(folder), start(folder)];
    for (const program of both) program.child.stdin.end(asJson(make('x', 1)));
    for (const { ended } of both) expect(answers(await ended).map(({ error }) => error)).toEqual([undefined]);
  });

  it('works beside a service and other sessions on the same notes', async () => {
    const folder = temporaryFolder();
    const url = await serve(folder).ready();
    const [one, other] = [start(folder), start(folder)];
    tell(one, make('of one', 'a'));
    await waitForAnswers(one, 1);
    const id: string = answers(one)[0]?.result.structuredContent.id;
    tell(other, call('get_document', { document_id: id }, 'b'));
    await waitForAnswers(other, 1);
    expect(readAnswer(answers(other)[0]?.result.content[0].text, 'body').title).toBe('of one');
    expect(await (await fetch(`${url}/api/v1/documents/${id}`)).json()).toMatchObject({ title: 'of one' });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('answers pending requests at %s, and ends', async (signal) => {
    const folder = temporaryFolder();
    const program = start(folder);
    tell(program, request('ping'));
    await waitForAnswers(program, 1);
    const release = await holdLibrary(folder);
    // Messages sent before an answered one are in progress.
    tell(program, make('under way', 'w'), request('ping', {}, 'p'));
    await waitForAnswers(program, 2);
    program.child.kill(signal);
    // A server that does not wait for the call has ended by then.
    await sleep(300);
    const [ended] = await Promise.all([program.ended, release()]);
    expect([ended.code, ended.signal, listSideFiles(folder)]).toEqual([0, null, []]);
    expect(answers(ended).map(({ id }) => id)).toEqual([1, 'p', 'w']);
  });

  it('exits with 0 when its output is closed', async () => {
    const program = start();
    tell(program, request('ping'));
    await waitForAnswers(program, 1);
    program.child.stdout.destroy();
    program.child.stdin.on('error', () => {});
    tell(program, request('ping'), request('ping'));
    const ended = await program.ended;
    expect([ended.code, ended.signal, ended.stderr]).toEqual([0, null, '']);
  });

  it('skips empty lines and accepts both line endings', async () => {
    const program = start();
    program.child.stdin.end(`\n\r\n${JSON.stringify(request('ping'))}\r\n\n`);
    expect(answers(await program.ended)).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('rejects an overlong line without buffering it, and continues', async () => {
    const program = start(temporaryFolder(), ['--set', 'server.max_json_bytes=1024']);
    program.child.stdin.on('error', () => {});
    tell(program, request('ping', {}, 'before'));
    await waitForAnswers(program, 1);
    const before = program.peakMemory();
    const piece = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 400; index += 1)
      if (!program.child.stdin.write(piece)) await new Promise((resolve) => program.child.stdin.once('drain', resolve));
    tell(program, '');
    tell(program, request('ping', {}, 'after'));
    await waitForAnswers(program, 3);
    expect(answers(program).slice(1)).toEqual([
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32000, message: expect.stringContaining('1024 bytes'), data: { code: 'body_too_large' } },
      },
      { jsonrpc: '2.0', id: 'after', result: {} },
    ]);
    // V8 frees the buffers of the pieces only when they take about 64 MiB.
    expect(program.peakMemory() - before).toBeLessThan(128 * 1024 * 1024);
  });

  it('exits with an error when notes.db is no library, and leaves the file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'notes.db'), 'a diary');
    expect(await start(folder).ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('notes.db'),
    });
    expect(readFileSync(join(folder, 'notes.db'), 'utf8')).toBe('a diary');
  });

  it.each([
    [['--scope', 'everything'], 'everything'],
    [['--set', 'nonsense=1'], 'nonsense'],
    [['--listen', '127.0.0.1:0'], '--listen'],
    [['more'], 'notes-server: Too many arguments'],
  ])('rejects the arguments %j', async (args, told) => {
    const stderr = expect.stringContaining(told);
    expect(await run(['mcp', ...args]).ended).toMatchObject({ code: 2, stdout: '', stderr });
  });
});

describe('a stdio client that does not read [N-MCP-STDIO]', () => {
  const service = useService();

  it('is no longer read from, and does not delay the end', async () => {
    const [input, output] = [new PassThrough({ highWaterMark: 16_384 }), new PassThrough({ highWaterMark: 16_384 })];
    const stop = new AbortController();
    const mcp = createMcp({ library: service.library, log: pino({ level: 'silent' }), door: 'stdio' });
    const done = talkOverStdio(mcp, { input, output, maxLineBytes: 1_000, stopped: stop.signal, drainMs: 200 });
    const line = `${asJson(request('ping'))}\n`;
    let written = 0;
    while (written < 100_000 && input.write(line.repeat(100))) {
      written += 100;
      await sleep(1);
    }
    expect(written).toBeLessThan(100_000);
    expect(output.readableLength + output.writableLength).toBeLessThan(100_000);
    stop.abort();
    await done;
  });
});

describe('a tool call cancelled over stdio [N-MCP-LATE]', () => {
  it('is stopped and gets no response', async () => {
    const waiting: ServerResponse[] = [];
    const elsewhere = createServer((_request, response) => waiting.push(response));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void elsewhere.close());
    const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const program = start(temporaryFolder(), [...ORGANIZER, '--set', `media.allow_private_addresses=${host}`]);
    tell(program, call('create_note', { title: 'x', body: `![a](http://${host}/hang.png)` }, 'make'));
    await waitForAnswers(program, 1);
    const note = answers(program)[0]?.result.structuredContent;
    const base = { document_id: note.id, base_revision_id: note.current_revision_id };
    tell(program, call('localize_remote_media', base, 'hangs'));
    await expect.poll(() => waiting.length).toBe(1);
    const closed = new Promise((resolve) => waiting[0]?.once('close', resolve));
    const cancel = (requestId: unknown) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    });
    tell(program, request('ping', {}, 'hangs'), cancel('another'), cancel({}), cancel('hangs'));
    await closed;
    tell(program, request('ping', {}, 'after'));
    program.child.stdin.end();
    const ended = await program.ended;
    expect(answers(ended).map(({ id, error }) => [id, error?.code])).toEqual([
      ['make', undefined],
      ['hangs', -32600],
      ['after', undefined],
    ]);
    expect(ended.stderr).toContain('"outcome":"cancelled"');
  });
});
