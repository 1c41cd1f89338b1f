import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Library, openLibrary } from '@notes/operations';
import { loadConfig } from '@notes/operations/config';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Cancellation } from '../../src/mcp/cancellation.js';
import { readMessage } from '../../src/mcp/rpc.js';
import { createMcp } from '../../src/mcp/server.js';
import { requestBytes } from '../support/ask.js';
import { useService } from '../support/service.js';
import { callTool, errorIn, holdLibrary, post, type RpcBody, request, talk, WIDEST } from './support.js';

/** Delays its answers until they are released. */
const waiting: ServerResponse[] = [];
const elsewhere = createServer((_request, response) => waiting.push(response));
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
afterAll(() => void elsewhere.close());
const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

const service = useService({ settings: [...WIDEST, `media.allow_private_addresses=${host}`] });
const hasty = useService({ settings: [...WIDEST, 'server.request_timeout_seconds=1'] });

const entries = (log: readonly string[]) => log.map((line) => JSON.parse(line) as Record<string, unknown>);
const calls = () => entries(service.log).filter(({ msg }) => msg === 'tool called');

beforeEach(() => {
  service.log.length = 0;
  waiting.length = 0;
});

describe('concurrent MCP tool calls [N-MCP-FLIGHT]', () => {
  const [RUNNING, WAITING] = [8, 64];

  /** Makes an MCP server whose turns are all taken by calls that end with `release`. */
  async function crowdedDoor() {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    const mcp = createMcp({ library: service.library, log, door: 'stdio' });
    const call = async (name: string, args: object, cancellation = new Cancellation()): Promise<RpcBody> => {
      const message = readMessage(request('tools/call', { name, arguments: args }));
      const { body = '' } = await mcp.answer(message, { cancellation });
      return JSON.parse(body) as RpcBody;
    };
    const running: Promise<RpcBody>[] = [];
    for (let index = 0; index < RUNNING; index += 1) {
      const note = await service.world.call('createDocument', {
        title: 'x',
        body: `![a](http://${host}/${index}.png)`,
      });
      const args = { document_id: note.id, base_revision_id: note.current_revision_id };
      running.push(call('localize_remote_media', args));
    }
    await expect.poll(() => waiting.length).toBe(RUNNING);
    const release = async () => {
      for (const response of waiting) response.writeHead(404).end();
      await Promise.all(running);
    };
    return { mcp, call, release, outcomes: () => entries(lines).map(({ outcome }) => outcome) };
  }

  it('run eight at a time, queue 64 more, and fail beyond that', async () => {
    const { call, release } = await crowdedDoor();
    const waits = Array.from({ length: WAITING }, (_, index) => call('create_note', { title: `note ${index}` }));
    const { result } = await call('create_note', { title: 'one too many' });
    expect(result.isError).toBe(true);
    expect(errorIn(result)).toEqual({
      code: 'rate_limited',
      message: expect.stringContaining('Nothing was done'),
      hint: expect.stringContaining('Wait'),
    });
    await release();
    const made = await Promise.all(waits);
    expect(made.map((each) => [each.error, each.result.isError])).toEqual(Array(WAITING).fill([undefined, undefined]));
  });

  it('delay no other method, and one cancelled in the queue does nothing', async () => {
    const { mcp, call, release, outcomes } = await crowdedDoor();
    const gone = new Cancellation();
    const cancelled = call('create_note', { title: 'cancelled' }, gone);
    const { body } = await mcp.answer(readMessage(request('ping')), { cancellation: new Cancellation() });
    expect(body).toContain('"result":{}');
    gone.cancel('The client has gone');
    await cancelled;
    expect(outcomes()).toEqual(['cancelled']);
    await release();
    const { result } = await call('search_documents', { query: 'title:cancelled' });
    expect(result.structuredContent.results).toEqual([]);
  });

  it('over HTTP, forty writes at once, all succeed', async () => {
    const create = (index: number) => callTool(service, 'create_note', { title: `note ${index}` });
    const made = await Promise.all(Array.from({ length: 40 }, (_, index) => create(index)));
    expect(made.map(({ isError }) => isError)).toEqual(Array(40).fill(undefined));
    expect(new Set(made.map(({ structuredContent }) => structuredContent.id)).size).toBe(40);
    expect(calls().map(({ outcome }) => outcome)).toEqual(Array(40).fill('ok'));
  });
});

describe('an MCP tool call that exceeds its time limit [N-MCP-LATE]', TIMING_OPTIONS, () => {
  let times = 0;

  it('fails with request_timeout, and its effect can be read', async () => {
    const title = `late${++times}`;
    const release = await holdLibrary(hasty.dataDir);
    const result = await callTool(hasty, 'create_note', { title });
    await release();
    expect(errorIn(result)).toEqual({
      code: 'request_timeout',
      message: expect.any(String),
      hint: expect.stringContaining('read before you repeat'),
    });
    const countMade = async () =>
      (await callTool(hasty, 'search_documents', { query: `title:${title}` })).structuredContent?.results.length;
    await expect.poll(countMade).toBe(1);
  });
});

describe('an MCP tool call whose client disconnected [N-MCP-LATE]', () => {
  it('is stopped', async () => {
    const note = await service.world.call('createDocument', { title: 'x', body: `![a](http://${host}/hang.png)` });
    const args = { document_id: note.id, base_revision_id: note.current_revision_id };
    const body = JSON.stringify(request('tools/call', { name: 'localize_remote_media', arguments: args }));
    const socket = connect(service.port, '127.0.0.1');
    socket.write(requestBytes({ method: 'POST', target: '/mcp', body }));
    await expect.poll(() => waiting.length).toBe(1);
    const closed = once(waiting[0] as ServerResponse, 'close');
    socket.destroy();
    await closed;
    await expect.poll(() => calls().map(({ outcome }) => outcome)).toEqual(['cancelled']);
  });
});

describe('an internal error in an MCP tool call [N-MCP-ERRORS]', () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const list = request('tools/call', { name: 'list_tags' });

  it('is reported without details, which are in the log', async () => {
    lines.length = 0;
    const broken = { ...service.library, store: null as unknown as Library['store'] };
    const [answer] = await talk(broken, [list], log);
    const message = 'The service failed. Its log has the details';
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32603, message } });
    const [fault, call] = entries(lines);
    expect(fault).toMatchObject({
      level: 50,
      tool: 'list_tags',
      err: { type: 'TypeError', stack: expect.any(String) },
    });
    expect(call).toMatchObject({ msg: 'tool called', tool: 'list_tags', outcome: 'internal_error' });
  });

  it('is a tool result when it may be temporary', async () => {
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

describe('the log of MCP tool calls [N-MCP-AUDIT] [N-MCP-EGRESS]', () => {
  it('has one line for each call, without arguments and results', async () => {
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

  it('names the host that a tool contacted, without path and query', async () => {
    const body = `![a](http://${host}/canary-path.png?canary-query)`;
    const note = await service.world.call('createDocument', { title: 'x', body });
    service.log.length = 0;
    const args = { document_id: note.id, base_revision_id: note.current_revision_id };
    const localized = callTool(service, 'localize_remote_media', args);
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.writeHead(404).end();
    await localized;
    const [egress] = entries(service.log).filter(({ msg }) => msg === 'request to another host');
    expect(egress).toMatchObject({ tool: 'localize_remote_media', host: '127.0.0.1', outcome: expect.any(String) });
    expect(service.log.join()).not.toContain('canary');
  });
});
