import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { McpServer } from '../../src/mcp/server.js';
import { requestBytes } from '../support/ask.js';
import { TestService } from '../support/service.js';
import { asJson, post, request } from './support.js';

const { createMcp } = vi.hoisted(() => ({ createMcp: vi.fn() }));
vi.mock('../../src/mcp/server.js', () => ({ createMcp }));

const PING = request('ping');
const answer = vi.fn<McpServer['answer']>(async () => ({ status: 200, body: '{}' }));

async function startService(): Promise<TestService> {
  const service = new TestService();
  await service.start();
  onTestFinished(() => service.stop());
  vi.clearAllMocks();
  return service;
}

it('POST /mcp loads the tools again after a failure', async () => {
  const service = await startService();
  createMcp.mockRejectedValueOnce(new Error('EMFILE: too many open files')).mockReturnValue({ answer });
  expect((await post(service, PING)).status).toBe(500);
  expect((await post(service, PING)).status).toBe(200);
  expect((await post(service, PING)).status).toBe(200);
  expect(createMcp).toHaveBeenCalledTimes(2);
});

it('POST /mcp does nothing when the client disconnects while the tools are loaded', async () => {
  const service = await startService();
  let finish = () => {};
  const loaded = new Promise<McpServer>((resolve) => {
    finish = () => resolve({ answer });
  });
  createMcp.mockReturnValue(loaded);
  const connected = once(service.server, 'connection') as Promise<[Socket]>;
  const client = connect(service.port, '127.0.0.1');
  client.write(requestBytes({ method: 'POST', target: '/mcp', body: asJson(PING) as string }));
  const [socket] = await connected;
  await vi.waitFor(() => expect(createMcp).toHaveBeenCalled());
  client.destroy();
  await once(socket, 'close');
  finish();
  expect((await post(service, PING)).status).toBe(200);
  expect(answer).toHaveBeenCalledTimes(1);
});
