import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { afterEach, describe, expect, it } from 'vitest';
import { listenerLimits } from '../src/options.js';
import { ask, checkAnswer, requestBytes, verdict } from './support/ask.js';
import { type Conversation, converse } from './support/raw.js';
import { TestService, useService } from './support/service.js';

/** Service with the behaviour of the real limits, but shorter times. */
const hasty = useService({
  settings: ['server.request_timeout_seconds=1'],
  limits: {
    headersTimeout: 400,
    keepAliveTimeout: 300,
    idleTimeout: 1_500,
    connectionsCheckingInterval: 50,
  },
});
const real = useService();

/**
 * Latest end of a connection that `hasty` ends: far above its limits, so that a busy machine keeps it, and below those of
 * the real service, which are 10 s for headers and 30 s for a request.
 */
const LATEST_MS = 9_000;

const POST = 'POST /api/v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

async function* drip(start: string, pieces: Iterable<string>, everyMs: number): AsyncGenerator<string> {
  yield start;
  for (const piece of pieces) {
    await sleep(everyMs);
    yield piece;
  }
}

const summariseConversation = ({ answers, end }: Conversation) => {
  for (const answer of answers) checkAnswer(answer);
  return [answers.map((answer) => verdict(answer)), end];
};

describe.concurrent('a slow client', TIMING_OPTIONS, () => {
  it('gets 408 while it sends headers too slowly', async () => {
    const talk = await converse(hasty.port, drip('GET /healthz HTTP/1.1\r\nX: ', Array(500).fill('x'), 50));
    expect(summariseConversation(talk)).toEqual([['408 request_timeout'], 'closed']);
    expect(talk.ms).toBeGreaterThan(350);
    expect(talk.ms).toBeLessThan(LATEST_MS);
  });

  it('gets 408 when it sends nothing', async () => {
    const talk = await converse(hasty.port, '');
    expect(summariseConversation(talk)).toEqual([['408 request_timeout'], 'closed']);
    expect(talk.ms).toBeLessThan(LATEST_MS);
  });

  it('gets 408 when its body takes longer than server.request_timeout_seconds', async () => {
    const talk = await converse(hasty.port, drip(`${POST}Content-Length: 500\r\n\r\n{`, Array(499).fill(' '), 50), {
      answers: 1,
    });
    expect(summariseConversation(talk)[0]).toEqual(['408 request_timeout']);
    expect(talk.ms).toBeGreaterThan(950);
    expect(talk.ms).toBeLessThan(LATEST_MS);
  });

  it('writes nothing after its 408', async () => {
    const talk = await converse(
      hasty.port,
      drip(`${POST}Content-Length: 17\r\n\r\n{"title":`, [' ', '"late"}'], 1_200),
    );
    expect(summariseConversation(talk)).toEqual([['408 request_timeout'], 'closed']);
    expect(talk.ms).toBeGreaterThan(2_350);
    expect((await hasty.world.call('searchDocuments', { query: 'title:late' })).results).toEqual([]);
  });

  it('gets a refusal at once while it still sends, and is disconnected later', async () => {
    const endless = drip(
      'POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n',
      Array(500).fill('x'),
      50,
    );
    const told = await converse(real.port, endless, { answers: 1 });
    expect(summariseConversation(told)[0]).toEqual(['404 not_found']);
    expect(told.ms).toBeLessThan(4_500);
    const again = drip(
      'POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n',
      Array(500).fill('x'),
      50,
    );
    const cut = await converse(real.port, again, { timeoutMs: 9_000 });
    expect(cut.end).not.toBe('open');
    expect(cut.ms).toBeGreaterThan(4_500);
  });

  it('loses an idle connection', async () => {
    const talk = await converse(hasty.port, requestBytes({ target: '/healthz' }, false));
    expect(summariseConversation(talk)).toEqual([['200'], 'closed']);
    // A real connection may be idle for 5 s.
    expect(talk.ms).toBeLessThan(4_500);
  });

  it('loses a connection that it does not read from', async ({ expect }) => {
    // More than the kernel can hold for one connection: a receive buffer of up to 32 MiB, and a send buffer of 4 MiB.
    const answers = { count: 8, bytes: 8 * 1024 * 1024 };
    const note = await hasty.world.note('x'.repeat(answers.bytes));
    const accepted = new Map<number | undefined, Socket>();
    const collect = (own: Socket) => accepted.set(own.remotePort, own);
    hasty.server.on('connection', collect);
    const socket = connect(hasty.port, '127.0.0.1').pause();
    const left = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    const request = requestBytes({ target: `/api/v1/documents/${note.id}` }, false);
    socket.write(Buffer.concat(Array(answers.count).fill(request)));
    await once(socket, 'connect');
    await expect.poll(() => accepted.get(socket.localPort)?.destroyed).toBe(true);
    hasty.server.off('connection', collect);
    // Bytes in kernel buffers can still be read; the rest never arrives.
    let received = 0;
    socket.resume().on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await left;
    expect(received).toBeLessThan(answers.count * answers.bytes);
  });

  it('gets 408 within two seconds for an operation over the time limit', async () => {
    const note = await hasty.world.note('x'.repeat(6 * 1024 * 1024));
    const target = `/api/v1/documents/${note.id}/search-in?regex=true&pattern=.`;
    const started = performance.now();
    expect(verdict(await ask(hasty.port, { target }))).toBe('408 request_timeout');
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

const UPLOAD = 'POST /api/v1/resources HTTP/1.1\r\nHost: localhost\r\n';

describe.concurrent('a client that transfers many bytes', TIMING_OPTIONS, () => {
  const half = 'x'.repeat(4_096);
  const leftovers = () => readdirSync(hasty.library.store.paths.tmp);

  it('can take longer than server.request_timeout_seconds while bytes keep arriving [RU-PACE]', async () => {
    const talk = await converse(
      hasty.port,
      drip(`${UPLOAD}Content-Length: ${25 * half.length}\r\n\r\n`, Array(25).fill(half), 100),
      { answers: 1 },
    );
    expect(summariseConversation(talk)[0]).toEqual(['201']);
    expect(talk.ms).toBeGreaterThan(2_400);
  });

  it.each([
    ['rests', 4_000, half],
    ['drips', 50, 'x'],
  ])('gets 408 when it %s, and leaves nothing behind [RU-PACE]', async (_, everyMs, piece) => {
    const start = `${UPLOAD}Content-Length: 999999\r\n\r\nfirst`;
    const talk = await converse(hasty.port, drip(start, Array(500).fill(piece), everyMs), { answers: 1 });
    expect(summariseConversation(talk)[0]).toEqual(['408 request_timeout']);
    expect(talk.ms).toBeGreaterThan(950);
    expect(talk.ms).toBeLessThan(LATEST_MS);
    // Other tests upload at the same time.
    await expect.poll(leftovers).toEqual([]);
  });

  it('gets no 408 for a slow disk [RU-PACE]', async () => {
    const slow = new TestService(hasty.options);
    await slow.start();
    const { blobs } = slow.library.store;
    const receive = blobs.receive.bind(blobs);
    blobs.receive = async (source, options) => {
      const received = await receive(source, options);
      await sleep(3_500);
      return received;
    };
    const talk = await converse(slow.port, `${UPLOAD}Content-Length: 5\r\n\r\nbytes`, { answers: 1 });
    await slow.stop();
    expect(summariseConversation(talk)[0]).toEqual(['201']);
  });

  it('can read slowly if it keeps reading [RC-SLOW]', async () => {
    const bytes = Buffer.alloc(24 * 1024 * 1024, 'x');
    const { id } = await hasty.world.call('uploadResource', {}, Readable.from([bytes]));
    const socket = connect(hasty.port, '127.0.0.1');
    socket.write(requestBytes({ target: `/api/v1/resources/${id}/content` }));
    let received = 0;
    const started = performance.now();
    for await (const piece of socket) {
      received += (piece as Buffer).length;
      if (received * 100 > (performance.now() - started) * 1024 * 1024) await sleep(100);
    }
    expect(performance.now() - started).toBeGreaterThan(2_000);
    expect(received).toBeGreaterThan(bytes.length);
  });
});

describe('many clients', TIMING_OPTIONS, () => {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  async function open(count: number, bytes: (index: number) => string): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const socket = connect(real.port, '127.0.0.1').on('error', () => {});
      socket.write(bytes(index));
      sockets.push(socket);
    }
    await expect.poll(connections).toBeGreaterThanOrEqual(count);
  }
  const connections = () =>
    new Promise<number>((resolve) => real.server.getConnections((_error, count) => resolve(count)));

  it('that hang do not keep /healthz from answering within a second', async () => {
    const hanging = [
      '',
      'GET /hea',
      'GET /healthz HTTP/1.1\r\nHost: local',
      `${POST}Content-Length: 99\r\n\r\n{"title"`,
    ];
    await open(200, (index) => hanging[index % hanging.length] as string);
    let slowest = 0;
    for (let round = 0; round < 20; round += 1) {
      const started = performance.now();
      expect((await ask(real.port, { target: '/healthz' })).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - started);
    }
    expect(slowest).toBeLessThan(1_000);
  });

  it(`are limited to ${listenerLimits.maxConnections}, and the next one is served when one disconnects`, async () => {
    await expect.poll(connections).toBe(0);
    await open(listenerLimits.maxConnections, () => 'GET /');
    const refused = await converse(real.port, requestBytes({ target: '/healthz' }));
    expect([refused.answers.length, refused.end === 'open']).toEqual([0, false]);
    sockets.pop()?.destroy();
    await expect.poll(connections).toBe(listenerLimits.maxConnections - 1);
    expect((await ask(real.port, { target: '/healthz' })).status).toBe(200);
  });
});

it('the server has its documented limits', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections, maxHeadersCount } = real.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections, maxHeadersCount }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 0,
    keepAliveTimeout: 5_000,
    timeout: 120_000,
    maxConnections: 256,
    maxHeadersCount: 0,
  });
  expect(listenerLimits).toMatchObject({ connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 });
  expect(real.library.config['server.request_timeout_seconds']).toBe(30);
});
