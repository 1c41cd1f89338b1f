import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../src/mcp/cancellation.js';
import { createDispatcher, type Method } from '../../src/mcp/dispatcher.js';
import { RpcError, type RpcRequest } from '../../src/mcp/rpc.js';
import { useService } from '../support/service.js';
import { post, request, talk } from './support.js';

const service = useService();

const toRequest = (method: string, params: unknown = {}): RpcRequest => ({ kind: 'request', id: 1, method, params });

function makeDispatcher(methods: Readonly<Record<string, Method>>) {
  const entries = new Map(Object.entries(methods));
  const about = { serverInfo: { name: 'test', version: '1' }, capabilities: { tools: {} } };
  return createDispatcher({ ...about, negotiated: entries, claimed: entries, log: pino({ level: 'silent' }) });
}

const unheard = new Cancellation();

describe('the MCP dispatcher', () => {
  it.each([
    ['_meta that is a number', { _meta: 5 }],
    ['_meta that is a list', { _meta: [] }],
    ['a progress token that is an object', { _meta: { progressToken: {} } }],
    ['a related task that is a text', { _meta: { 'io.modelcontextprotocol/related-task': 'x' } }],
    ['a task', { task: { ttl: 1 } }],
    ['a task that is a text', { task: 'x' }],
    ['a member named __proto__', JSON.parse('{"__proto__":{"x":1}}')],
  ])('answers a call with %s, which its SDK refuses or drops', async (_, extra) => {
    const message = request('tools/call', { name: 'list_tags', ...extra });
    const over = [(await post(service, message)).body, ...(await talk(service.library, [message]))];
    expect(over.map((body) => body?.result?.structuredContent?.total)).toEqual([0, 0]);
  });

  it('answers a message with members that JSON-RPC does not know', async () => {
    const message = { ...request('ping'), extra: 1, result: {}, error: null };
    expect((await post(service, message)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  it('returns to each of many requests with one id its own result', async () => {
    const dispatch = makeDispatcher({
      wait: async ({ ms }) => {
        await new Promise((resolve) => setTimeout(resolve, Number(ms)));
        return JSON.stringify({ ms });
      },
    });
    const waits = [20, 5, 15, 0, 10];
    const results = waits.map((ms) => dispatch(toRequest('wait', { ms }), false, unheard));
    expect(await Promise.all(results)).toEqual(waits.map((ms) => JSON.stringify({ ms })));
  });

  it('passes on code, message and data of an error, and hides those of a fault', async () => {
    const data = { tool: 'x' };
    const dispatch = makeDispatcher({
      fail: () => Promise.reject(new RpcError(-32602, 'name: must be a text', { data })),
      crash: () => Promise.reject(new Error('secret')),
    });
    const error = { code: -32602, message: 'name: must be a text', data, status: 200 };
    await expect(dispatch(toRequest('fail'), false, unheard)).rejects.toMatchObject(error);
    const crash = dispatch(toRequest('crash'), false, unheard);
    await expect(crash).rejects.toMatchObject({ code: -32603, message: expect.not.stringContaining('secret') });
  });

  it.each([true, false])(
    'settles a request that is cancelled at any moment, with an answer at once: %s',
    async (now) => {
      const dispatch = makeDispatcher({
        work: async (_, cancelled) => {
          if (!now && !cancelled.aborted)
            await new Promise((resolve) => cancelled.addEventListener('abort', resolve, { once: true }));
          return '{}';
        },
      });
      for (let moment = 0; moment < 40; moment += 1) {
        const client = new Cancellation();
        const answer = dispatch(toRequest('work'), false, client).catch((error: RpcError) => error.code);
        for (let turn = 0; turn < moment; turn += 1) await Promise.resolve();
        client.cancel('The client disconnected');
        expect(['{}', -32000]).toContain(await answer);
      }
    },
  );

  it('passes the reason of a cancelled request to its method', async () => {
    const reasons: unknown[] = [];
    const dispatch = makeDispatcher({
      work: (_, cancelled) =>
        new Promise((_resolve, reject) => {
          cancelled.addEventListener('abort', () => {
            reasons.push(cancelled.reason);
            reject(new RpcError(-32603, 'cancelled'));
          });
        }),
    });
    const client = new Cancellation();
    const answer = dispatch(toRequest('work'), false, client);
    setTimeout(() => client.cancel('The client disconnected'));
    await expect(answer).rejects.toMatchObject({ code: -32000 });
    expect(reasons).toEqual(['The client disconnected']);
  });
});
