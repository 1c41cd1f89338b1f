import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setInterval as every } from 'node:timers';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { LibrarySyncStore } from '@notes/storage/sync';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, onTestFinished, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { encodeCursor } from '../../src/platform/cursor.js';
import { loadGroup } from '../../src/sync/center/group.js';
import { openPeerTarget } from '../../src/sync/center/peer-target.js';
import { PLAN_BINDING } from '../../src/sync/center/plan-sync.js';
import { withReplica } from '../../src/sync/center/replica.js';
import { connectPeer, type PeerTimeouts } from '../../src/sync/rest/index.js';
import { openTestLibrary } from '../support.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n';

/** Returns the error of a request to a service that answers with raw data. */
async function getRequestError(answer: (socket: Socket) => void, patience?: PeerTimeouts): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const peer = connectPeer({ baseUrl: `http://127.0.0.1:${port}`, certificateSha256: null }, patience);
  try {
    return await peer.http({ method: 'GET', target: '/api/v1/sync/handshake', headers: {} }).catch((error) => error);
  } finally {
    peer.close();
    server.close();
  }
}

/** Sends a piece repeatedly until the other side closes the connection. */
function drip(socket: Socket, piece: string): void {
  const timer = every(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

const QUICK: PeerTimeouts = { idleTimeoutMs: 200, exchangeTimeoutMs: 400, bytesPerMs: 4, maxReuseIdleMs: 500 };
const SLOWLY = { code: 'unreachable', message: 'The service responds too slowly' };

describe('a request to a peer that stops responding [SYNC-REST-PATIENCE]', () => {
  // An unhandled error event would end the service.
  test.each<[string, (socket: Socket) => void]>([
    ['stops in the middle of a response', (socket) => socket.write(`${HEAD}{`)],
    ['sends no response', () => {}],
  ])('fails as unreachable when the peer %s', async (_, answer) => {
    expect(await getRequestError(answer, QUICK)).toMatchObject({
      code: 'unreachable',
      message: 'The service does not respond',
    });
  });

  test.each<[string, RegExp, (socket: Socket) => void]>([
    ['resets the connection', /was interrupted/, (socket) => socket.write(`${HEAD}{`, () => socket.resetAndDestroy())],
    ['ends the response early', /was interrupted/, (socket) => socket.end(`${HEAD}{`)],
    ['does not speak HTTP', /does not answer as HTTP/, (socket) => socket.end('220 mail ready\r\n')],
    [
      'switches protocols',
      /closed the connection/,
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('fails as unreachable when the peer %s', async (_, words, answer) => {
    expect(await getRequestError(answer)).toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(words),
    });
  });
});

describe('a request to a peer that responds without end [SYNC-REST-PATIENCE]', () => {
  test.each<[string, string, string]>([
    ['headers', 'HTTP/1.1 200 OK\r\nX-A: ', 'a'],
    ['a body', HEAD, ' '],
    ['interim responses', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('times out while the peer drips %s', TIMING_OPTIONS, async (_, head, piece) => {
    const answer = (socket: Socket) => {
      socket.write(head);
      drip(socket, piece);
    };
    expect(await getRequestError(answer, QUICK)).toMatchObject(SLOWLY);
  });

  test('may take longer the more bytes are transferred', async () => {
    const body = 'x'.repeat(8_000);
    const answer = (socket: Socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length * 40}\r\n\r\n`);
      let pieces = 0;
      const timer = every(() => {
        socket.write(body);
        pieces += 1;
        if (pieces === 40) clearInterval(timer);
      }, 20);
    };
    // A busy machine may be silent for longer than the other tests wait.
    expect(await getRequestError(answer, { ...QUICK, idleTimeoutMs: 30_000 })).toMatchObject({ status: 200 });
  });
});

test('a service without TLS is named as the cause [SYNC-REST-TOLD]', async () => {
  const plain = createServer((socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void plain.close());
  await once(plain, 'listening');
  const baseUrl = `https://127.0.0.1:${(plain.address() as AddressInfo).port}`;
  const peer = connectPeer({ baseUrl, certificateSha256: '0'.repeat(64) });
  await expect(peer.http({ method: 'GET', target: '/', headers: {} })).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringMatching(/does not use TLS/),
  });
  peer.close();
});

describe('closing a connection to a peer [SYNC-REST-PATIENCE]', () => {
  // A socket that waits for the TLS handshake is not among those of its agent yet.
  test.each(['http', 'https'])(
    'ends a request over %s that is not answered, and refuses later ones',
    async (scheme) => {
      const { server, sockets, port } = await startSilentServer();
      const peer = connectPeer({
        baseUrl: `${scheme}://127.0.0.1:${port}`,
        certificateSha256: scheme === 'https' ? '0'.repeat(64) : null,
      });
      const ask = () => peer.http({ method: 'GET', target: '/', headers: {} });
      const asked = expect(ask()).rejects.toMatchObject({ code: 'unreachable' });
      await once(server, 'connection');
      peer.close();
      await asked;
      await Promise.all(sockets.map(awaitClose));
      await expect(ask()).rejects.toMatchObject({ code: 'unreachable' });
      expect(sockets).toHaveLength(1);
    },
  );

  test('happens at once when the signal has aborted before a peer is opened', async () => {
    const { sockets, port } = await startSilentServer();
    const { library, call } = await openTestLibrary();
    await call('initializeSync', { name: 'desk' });
    await withReplica(library, async (replica) => {
      const { state } = await loadGroup(replica, new LibrarySyncStore(library));
      const address = { baseUrl: `http://127.0.0.1:${port}`, certificateSha256: null };
      const target = openPeerTarget(replica, address, { state, now: Date.now, signal: AbortSignal.abort() });
      await expect(target.carrier.identity()).rejects.toMatchObject({ code: 'unreachable' });
      target.close();
    });
    expect(sockets).toEqual([]);
  });
});

describe('discoverCarrier of a silent service [SYNC-DISCOVER]', () => {
  // An idle connection ends by itself after 30 s.
  test('closes the first connection when its caller aborts', { timeout: 20_000 }, async () => {
    const { server, sockets, port } = await startSilentServer();
    const { context } = await openTestLibrary();
    const controller = new AbortController();
    const input = { target: 'rest', base_url: `https://127.0.0.1:${port}` };
    const found = invoke('discoverCarrier', { ...context, signal: controller.signal }, input);
    await once(server, 'connection');
    controller.abort();
    expect((await found).state).toBe('unreachable');
    await Promise.all(sockets.map(awaitClose));
  });
});

test('a sync is queued after a few seconds while its service is silent, unless a plan has to be compared [SYNC-START-JOB]', {
  timeout: 25_000,
}, async () => {
  const { port } = await startSilentServer();
  const settings = ['sync.target=rest', `sync.rest_peer.base_url=http://127.0.0.1:${port}`];
  const { library, call } = await openTestLibrary(undefined, settings);
  await call('initializeSync', { name: 'desk' });
  const plan_id = encodeCursor(library.cursorKey, PLAN_BINDING, { kind: 'incremental', target_digest: null });
  await Promise.all([
    expect(call('startSyncJob', { plan_id })).rejects.toMatchObject({ code: 'storage_unavailable' }),
    expect(call('startSyncJob', {})).resolves.toMatchObject({ state: 'queued', target_digest: null }),
  ]);
});

/** Starts a server that accepts connections and sends nothing, for the duration of a test. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {}).resume();
    sockets.push(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return { server, sockets, port: (server.address() as AddressInfo).port };
}

const awaitClose = async (socket: Socket) => socket.closed || (await once(socket, 'close'));

/** A service that closes idle connections, even while this thread is busy. */
const SERVICE = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((_request, response) => response.end('{}'));
  server.keepAliveTimeout = 2_000;
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('a device that was busy past the idle time of its connection opens a new one [SYNC-REST-PATIENCE]', async () => {
  const service = new Worker(SERVICE, { eval: true });
  const [port] = (await once(service, 'message')) as [number];
  const peer = connectPeer({ baseUrl: `http://127.0.0.1:${port}`, certificateSha256: null }, QUICK);
  const ask = () => peer.http({ method: 'GET', target: '/', headers: {} });
  try {
    expect(await ask()).toMatchObject({ status: 200 });
    await turn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
    expect(await ask()).toMatchObject({ status: 200 });
  } finally {
    peer.close();
    await service.terminate();
  }
});
