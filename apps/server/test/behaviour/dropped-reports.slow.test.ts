import { connect } from 'node:net';
import { expectDoneWithin, processorTimeUntil } from '@notes/tooling/expect-time';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RawRequest, requestBytes } from '../support/ask.js';
import { useService } from '../support/service.js';

const service = useService();

const NOTES = 6;
const MANY = Array.from({ length: 24 });
const API = '/api/v1';
const LINT = { target: `${API}/admin/lint/report` };
/** Processor time of a lint report, over all threads of the service. */
let lintMs = 0;

async function ask(path: string): Promise<void> {
  const answer = await fetch(`${service.url}${API}${path}`);
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
}

/** Sends requests, those of each connection at once, and disconnects when the service has begun them all. */
async function drop(connections: readonly (readonly RawRequest[])[]): Promise<void> {
  let begun = 0;
  const count = () => void begun++;
  service.server.on('request', count);
  const sockets = connections.map((requests) => {
    const socket = connect({ port: service.port, host: '127.0.0.1' });
    socket.write(Buffer.concat(requests.map((request) => requestBytes(request, false))));
    return socket;
  });
  await expect.poll(() => begun).toBe(connections.flat().length);
  service.server.off('request', count);
  for (const socket of sockets) socket.destroy();
}

describe('reports whose clients disconnected', () => {
  beforeAll(async () => {
    // The images of a note are read from its text, and long texts take long.
    const body = `![](https://a.test/x.png)\n\n${'- so *very* long\n'.repeat(200_000)}`;
    const note = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Long', body }),
    };
    for (let n = 0; n < NOTES; n++) expect((await fetch(`${service.url}${API}/documents`, note)).status).toBe(201);
    // The first request starts the worker.
    for (let n = 0; n < 2; n++) lintMs = await processorTimeUntil(() => ask('/admin/lint/report'));
  });

  it.each([
    ['reports on separate connections', MANY.map(() => [LINT])],
    ['pipelined reports on one connection', [MANY.map(() => LINT)]],
  ])('%s do not delay the next report [LINT-DEADLINE]', async (_, connections) => {
    await expectDoneWithin((MANY.length / 3) * lintMs, async () => {
      await drop(connections);
      await ask('/admin/gc/report');
    });
  });
});
