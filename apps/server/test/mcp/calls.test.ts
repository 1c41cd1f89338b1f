import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Library, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { requestBytes } from '../support/ask.js';
import { useService } from '../support/service.js';
import { callTool, errorIn, post, request, talk, WIDEST } from './support.js';

const HOLD = fileURLToPath(new URL('hold-library.mjs', import.meta.url));

/** Answers nothing until it is told to. */
const waiting: ServerResponse[] = [];
const elsewhere = createServer((_request, response) => waiting.push(response));
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
afterAll(() => void elsewhere.close());
const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

const service = useService({ settings: [...WIDEST, `media.allow_private_addresses=${host}`] });
const hasty = useService({ settings: [...WIDEST, 'server.request_timeout_seconds=1'] });

/** Keeps calls that write waiting, once it is settled. */
async function hold(dataDir: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, [HOLD, dataDir, String(ms)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
}

const PATIENT = { timeout: 8_000 };

const entries = (log: readonly string[]) => log.map((line) => JSON.parse(line) as Record<string, unknown>);
const calls = () => entries(service.log).filter(({ msg }) => msg === 'tool called');

beforeEach(() => {
  service.log.length = 0;
  waiting.length = 0;
});

describe('calls at the same time [N-MCP-FLIGHT]', () => {
  it('are eight; the ninth is told to wait, and nothing else is held up', async () => {
    await hold(service.dataDir, 2_500);
    const create = (index: number) =>
      post(service, request('tools/call', { name: 'create_note', arguments: { title: `note ${index}` } }, index));
    const eight = Array.from({ length: 8 }, (_, index) => create(index));
    await sleep(700);
    const ninth = await create(9);
    expect(ninth).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 9, error: { code: -32000, message: expect.stringContaining('wait') } },
    });
    expect((await post(service, request('ping'))).body?.result).toEqual({});
    expect((await post(service, request('tools/list'))).body?.result.tools).toHaveLength(46);
    for (const answer of await Promise.all(eight)) expect(answer.body?.result.isError).toBeUndefined();
    expect((await create(10)).body?.result.structuredContent.title).toBe('note 10');
    expect(calls().map(({ outcome }) => outcome)).toEqual(['busy', ...Array(9).fill('ok')]);
  });
});

describe('a call that takes too long [N-MCP-LATE]', () => {
  it('is answered so, and what it did can be read', async () => {
    await hold(hasty.dataDir, 2_500);
    const started = performance.now();
    const result = await callTool(hasty, 'create_note', { title: 'late' });
    expect(performance.now() - started).toBeLessThan(2_300);
    expect(errorIn(result)).toEqual({
      code: 'request_timeout',
      message: expect.any(String),
      hint: expect.stringContaining('read before you repeat'),
    });
    const made = async () =>
      (await callTool(hasty, 'search_documents', { query: 'title:late' })).structuredContent?.results.length;
    await expect.poll(made, PATIENT).toBe(1);
  });
});

describe('a call whose client has gone [N-MCP-LATE]', () => {
  it('is ended', async () => {
    const note = await service.world.call('createDocument', { title: 'x', body: `![a](http://${host}/hang.png)` });
    const args = { document_id: note.id, base_revision_id: note.current_revision_id };
    const body = JSON.stringify(request('tools/call', { name: 'localize_remote_media', arguments: args }));
    const socket = connect(service.port, '127.0.0.1');
    socket.write(requestBytes({ method: 'POST', target: '/mcp', body }));
    await expect.poll(() => waiting.length, PATIENT).toBe(1);
    const closed = once(waiting[0] as ServerResponse, 'close');
    socket.destroy();
    await closed;
    await expect.poll(() => calls().map(({ outcome }) => outcome), PATIENT).toEqual(['cancelled']);
  });
});

describe('a fault of the service [N-MCP-ERRORS]', () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const list = request('tools/call', { name: 'list_tags' });

  it('is an error without insides, and in the log with them', async () => {
    lines.length = 0;
    const broken = { ...service.library, store: null as unknown as Library['store'] };
    const [answer] = await talk(broken, [list], log);
    const message = 'the service failed; its log says more';
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32603, message } });
    const [fault, call] = entries(lines);
    expect(fault).toMatchObject({
      level: 50,
      tool: 'list_tags',
      err: { type: 'TypeError', stack: expect.any(String) },
    });
    expect(call).toMatchObject({ msg: 'tool called', tool: 'list_tags', outcome: 'internal_error' });
  });

  it('is a result when it may pass', async () => {
    const library = await openLibrary({
      config: loadConfig({ dataDir: service.dataDir }, {}),
      serviceVersion: '0',
      create: false,
    });
    library.store.close();
    const create = request('tools/call', { name: 'create_note', arguments: { title: 'x' } });
    const widest = { ...library, config: service.library.config };
    const [answer] = await talk(widest, [create]);
    expect(errorIn(answer?.result)).toMatchObject({
      code: 'storage_unavailable',
      hint: expect.stringContaining('Wait'),
    });
  });
});

describe('the log [N-MCP-AUDIT] [N-MCP-EGRESS]', () => {
  it('has one line a call, and nothing of what was sent or answered', async () => {
    const note = await service.world.call('createDocument', { title: 'canary-title', body: 'canary-body' });
    service.log.length = 0;
    await callTool(service, 'get_document', { document_id: note.id });
    await callTool(service, 'search_documents', { query: 'canary-query' });
    await callTool(service, 'get_document', { document_id: 'doc_canary' });
    await callTool(service, 'get_document', { 'canary-field': 1 });
    for (const params of [
      { name: 'canary-tool', arguments: { canary: 1 } },
      { name: 'get_document', arguments: ['canary'] },
      { arguments: { canary: 1 } },
    ])
      await post(service, request('tools/call', params));
    await post(service, request('canary-method', { canary: 1 }));
    await post(service, 'canary');
    const line = (tool: string, outcome: string) => ({
      level: 30,
      time: expect.any(Number),
      msg: 'tool called',
      tool,
      outcome,
      duration_ms: expect.any(Number),
      door: 'http',
    });
    expect(entries(service.log)).toEqual([
      line('get_document', 'ok'),
      line('search_documents', 'ok'),
      line('get_document', 'not_found'),
      line('get_document', 'validation_failed'),
      line('unknown', 'unknown'),
      line('get_document', 'invalid'),
      line('unknown', 'invalid'),
    ]);
    expect(service.log.join()).not.toContain('canary');
  });

  it('says which host a tool asked, not for what', async () => {
    const body = `![a](http://${host}/canary-path.png?canary-query)`;
    const note = await service.world.call('createDocument', { title: 'x', body });
    service.log.length = 0;
    const args = { document_id: note.id, base_revision_id: note.current_revision_id };
    const localized = callTool(service, 'localize_remote_media', args);
    await expect.poll(() => waiting.length, PATIENT).toBe(1);
    waiting[0]?.writeHead(404).end();
    await localized;
    const [egress] = entries(service.log).filter(({ msg }) => msg === 'asked another host');
    expect(egress).toMatchObject({ tool: 'localize_remote_media', host: '127.0.0.1', outcome: expect.any(String) });
    expect(service.log.join()).not.toContain('canary');
  });
});
