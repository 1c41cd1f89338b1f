import { describe, expect, it } from 'vitest';
import type { RawRequest } from '../support/ask.js';
import { useService } from '../support/service.js';
import { post, request, talk } from './support.js';

const service = useService();

const VERSION = '2026-07-28';
const KEY = 'io.modelcontextprotocol/';
const META = { [`${KEY}protocolVersion`]: VERSION, [`${KEY}clientCapabilities`]: {} };
const SERVER_INFO = { [`${KEY}serverInfo`]: { name: 'notes', title: 'Notes', version: '0.0.0-test' } };

type Headers = Record<string, string | undefined>;

/**
 * Builds a request of the revision, with headers that mirror it; given headers replace those, and undefined omits one.
 */
const claim = (method: string, params: object = {}, headers: Headers = {}) => {
  const { name } = params as { name?: string };
  const all: Headers = {
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': method,
    ...(name !== undefined && { 'Mcp-Name': name }),
    ...headers,
  };
  const sent = Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined);
  const asked: Partial<RawRequest> = { headers: sent };
  return post(service, request(method, { _meta: META, ...params }), asked);
};

const createFailure = (code: number, data?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message: expect.any(String), ...(data !== undefined && { data }) },
});

describe('a request of revision 2026-07-28 [N-MCP-CLAIM]', () => {
  it('discovers the server', async () => {
    const { body } = await claim('server/discover');
    const { result } = (await post(service, request('initialize'))).body ?? {};
    expect(body?.result).toEqual({
      resultType: 'complete',
      _meta: SERVER_INFO,
      ttlMs: expect.any(Number),
      cacheScope: 'private',
      supportedVersions: [VERSION],
      capabilities: { tools: {} },
      instructions: result.instructions,
    });
  });

  it('lists the same tools with a time to live', async () => {
    const { body } = await claim('tools/list');
    const { result } = (await post(service, request('tools/list'))).body ?? {};
    expect(body?.result).toEqual({
      resultType: 'complete',
      _meta: SERVER_INFO,
      ttlMs: expect.any(Number),
      cacheScope: 'private',
      ...result,
    });
  });

  it('calls the same tools', async () => {
    const { body } = await claim('tools/call', { name: 'list_tags' });
    const { result } = (await post(service, request('tools/call', { name: 'list_tags' }))).body ?? {};
    expect(body?.result).toEqual({ resultType: 'complete', _meta: SERVER_INFO, ...result });
    const unknown = { name: 'get_document', arguments: { document_id: 'doc_x' } };
    expect((await claim('tools/call', unknown)).body?.result).toMatchObject({ resultType: 'complete', isError: true });
  });

  it.each(['initialize', 'ping', 'notifications/initialized', 'subscriptions/listen', 'resources/list', '__proto__'])(
    'does not support %s',
    async (method) => {
      expect(await claim(method)).toEqual({ status: 404, body: createFailure(-32601) });
    },
  );

  it.each<[string, object, Headers]>([
    ['no version', {}, { 'MCP-Protocol-Version': undefined }],
    ['another version', {}, { 'MCP-Protocol-Version': '2025-11-25' }],
    ['two versions', {}, { 'MCP-Protocol-Version': `${VERSION}, ${VERSION}` }],
    ['no method', {}, { 'Mcp-Method': undefined }],
    ['another method', {}, { 'Mcp-Method': 'tools/call' }],
    ['a method in capitals', {}, { 'Mcp-Method': 'Tools/List' }],
  ])('is rejected when its headers name %s', async (_, params, headers) => {
    expect(await claim('tools/list', params, headers)).toEqual({ status: 400, body: createFailure(-32020) });
  });

  it.each([undefined, '', 'get_document', 'LIST_TAGS', '=?base64?!!?=', '=?base64?Z2V0?='])(
    'is rejected when the Mcp-Name header of list_tags is %j',
    async (name) => {
      const before = service.changes();
      const answer = await claim('tools/call', { name: 'list_tags' }, { 'Mcp-Name': name });
      expect(answer).toEqual({ status: 400, body: createFailure(-32020) });
      expect(service.changes()).toBe(before);
    },
  );

  it('can encode the tool name in base64', async () => {
    const encoded = `=?base64?${Buffer.from('list_tags').toString('base64')}?=`;
    expect((await claim('tools/call', { name: 'list_tags' }, { 'Mcp-Name': encoded })).status).toBe(200);
    const unknown = { name: 'été' };
    const named = `=?base64?${Buffer.from(unknown.name).toString('base64')}?=`;
    expect((await claim('tools/call', unknown, { 'Mcp-Name': named })).body).toEqual(createFailure(-32602));
  });

  it.each(['2025-11-25', '2099-01-01', 'x'.repeat(5_000)])('with %.20s gets supported revisions', async (version) => {
    const _meta = { ...META, [`${KEY}protocolVersion`]: version };
    const data = { supported: [VERSION], requested: expect.stringContaining(version.slice(0, 300)) };
    const headers = { 'MCP-Protocol-Version': version };
    expect(await claim('server/discover', { _meta }, headers)).toEqual({
      status: 400,
      body: createFailure(-32022, data),
    });
    expect(await talk(service.library, [request('server/discover', { _meta })])).toEqual([createFailure(-32022, data)]);
  });

  it.each<[string, object]>([
    ['a version that is not a string', { ...META, [`${KEY}protocolVersion`]: 1 }],
    ['no capabilities', { [`${KEY}protocolVersion`]: VERSION }],
    ['capabilities that are a list', { ...META, [`${KEY}clientCapabilities`]: [] }],
  ])('is rejected with %s', async (_, _meta) => {
    expect(await claim('tools/list', { _meta })).toEqual({ status: 400, body: createFailure(-32602) });
  });

  it('is rejected when only a header claims the revision', async () => {
    const headers: RawRequest['headers'] = [['MCP-Protocol-Version', VERSION]];
    expect(await post(service, request('tools/list'), { headers })).toEqual({
      status: 400,
      body: createFailure(-32602),
    });
    expect(await post(service, request('initialize'), { headers })).toEqual({
      status: 400,
      body: createFailure(-32020),
    });
  });

  it('needs no headers over stdio', async () => {
    const [listed, ping] = await talk(service.library, [
      request('tools/list', { _meta: META }, 'a'),
      request('ping', { _meta: META }, 'b'),
    ]);
    expect(listed?.result.resultType).toBe('complete');
    expect(ping).toEqual({ ...createFailure(-32601), id: 'b' });
  });

  it('accepts notifications without headers', async () => {
    const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { _meta: META } };
    expect(await post(service, notice)).toEqual({ status: 202, body: undefined });
  });
});

describe('a request of an older protocol revision', () => {
  const agreed = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
  const NOTICE = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const naming = (version: string): Partial<RawRequest> => ({
    headers: [
      ['MCP-Protocol-Version', version],
      ['Mcp-Method', 'other'],
    ],
  });

  it.each(agreed)('is served with revision %s in the header [N-MCP-VERSION]', async (version) => {
    expect((await post(service, request('ping'), naming(version))).body?.result).toEqual({});
    expect(await post(service, NOTICE, naming(version))).toEqual({ status: 202, body: undefined });
  });

  it('is served without a revision header, which revisions before 2025-06-18 lack [N-MCP-VERSION]', async () => {
    expect((await post(service, request('ping'))).body?.result).toEqual({});
    expect(await post(service, NOTICE)).toEqual({ status: 202, body: undefined });
  });

  it.each(['1999-01-01', '2099-01-01', '', '2025-06-18, 2025-06-18', 'x'.repeat(400)])(
    'answers 400 for an unsupported revision in the header: %j [N-MCP-VERSION]',
    async (version) => {
      const before = service.changes();
      const data = { supported: agreed, requested: expect.any(String) };
      for (const method of ['ping', 'tools/list', 'tools/call'])
        expect(await post(service, request(method), naming(version))).toEqual({
          status: 400,
          body: createFailure(-32022, data),
        });
      expect(await post(service, NOTICE, naming(version))).toEqual({
        status: 400,
        body: { ...createFailure(-32022, data), id: null },
      });
      expect(service.changes()).toBe(before);
    },
  );

  it('negotiates in initialize whatever its header says [N-MCP-VERSION]', async () => {
    const initialize = request('initialize', { protocolVersion: '2025-06-18' });
    const { status, body } = await post(service, initialize, naming('2099-01-01'));
    expect([status, body?.result.protocolVersion]).toEqual([200, '2025-06-18']);
  });
});
