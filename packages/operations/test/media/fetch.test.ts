import { readdirSync } from 'node:fs';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, test } from 'vitest';
import { drip, type MediaLibrary, mediaLibrary, type Origin, origin, PNG, rawOrigin, sha256 } from './origin.js';

type Fetched = Awaited<ReturnType<MediaLibrary['localized']>>['items'][number];

/** Localizes one image of an origin. A refused image must leave nothing behind. */
async function fetchFrom(from: Origin, set: readonly string[] = [], path = '/a.png'): Promise<Fetched & MediaLibrary> {
  const opened = await mediaLibrary([from], set);
  const { items, document, note } = await opened.localized(`![a](${from.url}${path})`);
  const [item] = items as [Fetched];
  expect(readdirSync(join(opened.dataDir, 'tmp'))).toEqual([]);
  if (item.status !== 'localized') {
    expect(document).toEqual(note);
    expect([...opened.library.store.blobs.list()]).toEqual([]);
  }
  return { ...item, ...opened };
}

const getOutcome = ({ status, reasons }: Fetched) => [status, ...reasons];

describe('A response of an origin [MEDIA-TYPE]', () => {
  const answers: [string, RequestListener, ...string[]][] = [
    ['an image', (_, to) => to.end(PNG), 'localized'],
    ['an image with a wrong type', (_, to) => to.setHeader('Content-Type', 'text/html').end(PNG), 'localized'],
    [
      'an image with the encoding identity',
      (_, to) => to.setHeader('Content-Encoding', 'identity').end(PNG),
      'localized',
    ],
    [
      'a page with an image type',
      (_, to) => to.setHeader('Content-Type', 'image/png').end('<!doctype html>'),
      'refused',
      'type_not_allowed',
    ],
    [
      'SVG',
      (_, to) => to.setHeader('Content-Type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'refused',
      'type_not_allowed',
    ],
    [
      'a program',
      (_, to) => to.end(Buffer.from('7f454c46020101000000000000000000', 'hex')),
      'refused',
      'type_not_allowed',
    ],
    ['an empty body', (_, to) => to.end(), 'refused', 'type_not_allowed'],
    ['an error status', (_, to) => to.writeHead(404).end(PNG), 'failed', 'http_status'],
    ['no content', (_, to) => to.writeHead(204).end(), 'failed', 'http_status'],
    ['partial content', (_, to) => to.writeHead(206).end(PNG), 'failed', 'http_status'],
    ['a redirect without a location', (_, to) => to.writeHead(302).end(), 'failed', 'http_status'],
    ['status 304', (_, to) => to.writeHead(304, { Location: '/b' }).end(), 'failed', 'http_status'],
    [
      'compressed bytes',
      (_, to) => to.setHeader('Content-Encoding', 'gzip').end(gzipSync(PNG)),
      'refused',
      'encoded_answer',
    ],
    [
      'a compressed transfer encoding',
      (_, to) => to.setHeader('Transfer-Encoding', 'gzip, chunked').end(PNG),
      'refused',
      'encoded_answer',
    ],
    [
      'an upgrade',
      (_, to) => to.writeHead(101, { Connection: 'upgrade', Upgrade: 'x' }).end(),
      'failed',
      'connection_failed',
    ],
  ];

  test.each(answers)('with %s has the expected outcome', async (_what, listener, ...expected) => {
    expect(getOutcome(await fetchFrom(await origin(listener)))).toEqual(expected);
  });

  const head = 'HTTP/1.1 200 OK\r\n';
  const raw: [string, (socket: Socket) => void, ...string[]][] = [
    ['another protocol', (socket) => socket.end('SSH-2.0-x\r\n'), 'failed', 'connection_failed'],
    ['no bytes', (socket) => socket.end(), 'failed', 'connection_failed'],
    ['a reset', (socket) => socket.resetAndDestroy(), 'failed', 'connection_failed'],
    [
      'too many headers',
      (socket) => socket.end(`${head}${'X: y\r\n'.repeat(10_000)}\r\n`),
      'failed',
      'connection_failed',
    ],
    [
      'fewer bytes than announced',
      (socket) => socket.write(`${head}Content-Length: 999\r\n\r\n`) && socket.end(PNG),
      'failed',
      'incomplete_answer',
    ],
    [
      'an incomplete chunk',
      (socket) => socket.write(`${head}Transfer-Encoding: chunked\r\n\r\nff\r\n`) && socket.end(PNG),
      'failed',
      'incomplete_answer',
    ],
    [
      'a chunk without a length',
      (socket) => socket.write(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`) && socket.end(PNG),
      'failed',
      'incomplete_answer',
    ],
    [
      'a reset within the body',
      (socket) => {
        socket.write(`${head}Content-Length: 999\r\n\r\n`);
        setTimeout(() => socket.resetAndDestroy(), 50);
      },
      'failed',
      'incomplete_answer',
    ],
    [
      'a declared length beyond the limit',
      (socket) => socket.write(`${head}Content-Length: 99999999999\r\n\r\n`),
      'refused',
      'too_large',
    ],
    ['no declared length', (socket) => socket.write(`${head}\r\n`) && socket.end(PNG), 'localized'],
  ];

  test.each(raw)('with raw bytes has the expected outcome: %s', async (_what, answer, ...expected) => {
    expect(getOutcome(await fetchFrom(await rawOrigin(answer)))).toEqual(expected);
  });

  test('is read only up to its announced length', async () => {
    const from = await rawOrigin((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${PNG.length}\r\n\r\n`);
      socket.end(Buffer.concat([PNG, Buffer.alloc(1_000)]));
    });
    const { library } = await fetchFrom(from);
    expect([...library.store.blobs.list()].map(({ sha256 }) => sha256)).toEqual([sha256(PNG)]);
  });

  test('is missing when nothing listens at the address', async () => {
    const gone = await rawOrigin((socket) => socket.end());
    const closed = { ...gone, url: 'http://127.0.0.1:1', host: '127.0.0.1:1' };
    expect(getOutcome(await fetchFrom(closed))).toEqual(['failed', 'connection_failed']);
  });
});

describe('The limits of a fetch [MEDIA-LIMITS]', () => {
  const MAX = 'media.max_bytes=65536';

  test.each([
    [65_536, ['localized']],
    [65_537, ['refused', 'too_large']],
  ])('apply to the size: %i bytes', async (length, expected) => {
    const bytes = Buffer.concat([PNG, Buffer.alloc(length - PNG.length)]);
    const from = await origin((_, to) => {
      to.write(bytes.subarray(0, 100));
      to.end(bytes.subarray(100));
    });
    expect(getOutcome(await fetchFrom(from, [MAX]))).toEqual(expected);
  });

  test('stop an endless response', async () => {
    let sent = 0;
    const piece = Buffer.alloc(16_384, 1);
    let reportEnd = () => {};
    const closed = new Promise<void>((resolve) => {
      reportEnd = resolve;
    });
    const from = await origin((_, to) => {
      const pour = () => {
        do sent += piece.length;
        while (to.write(piece));
      };
      to.on('drain', pour).on('close', reportEnd);
      to.write(PNG);
      pour();
    });
    expect(getOutcome(await fetchFrom(from, [MAX]))).toEqual(['refused', 'too_large']);
    await closed;
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  test('refuse a compressed file, which is never decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const from = await origin((_, to) => to.end(bomb));
    expect(getOutcome(await fetchFrom(from, [MAX]))).toEqual(['refused', 'type_not_allowed']);
  });

  test('stop a response whose bytes arrive slowly', TIMING_OPTIONS, async () => {
    const from = await origin((_, to) => drip(to, PNG));
    const start = performance.now();
    expect(getOutcome(await fetchFrom(from, ['media.timeout_seconds=1']))).toEqual(['failed', 'timeout']);
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  test('stop a response with slow headers, and a missing one', async () => {
    const from = await rawOrigin((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX: '));
    const silent = await rawOrigin(() => {});
    const both = await Promise.all([from, silent].map((each) => fetchFrom(each, ['media.timeout_seconds=1'])));
    expect(both.map(getOutcome)).toEqual([
      ['failed', 'timeout'],
      ['failed', 'timeout'],
    ]);
  });

  test('apply to all redirects together', TIMING_OPTIONS, async () => {
    let asked = 0;
    const from = await origin((_, to) => {
      setTimeout(() => to.writeHead(302, { Location: `/${++asked}` }).end(), 400);
    });
    expect(getOutcome(await fetchFrom(from, ['media.timeout_seconds=1']))).toEqual(['failed', 'timeout']);
    expect(asked).toBe(2);
  });

  test('refuse content by its digest', async () => {
    const from = await origin((_, to) => to.end(PNG));
    const blocked = `media.blocked_sha256=${sha256(PNG)}`;
    expect(getOutcome(await fetchFrom(from, [blocked]))).toEqual(['refused', 'hash_blocked']);
  });

  test('refuse types that are not allowed', async () => {
    const from = await origin((_, to) => to.end(PNG));
    const types = 'media.allowed_mime_types=image/gif';
    expect(getOutcome(await fetchFrom(from, [types]))).toEqual(['refused', 'type_not_allowed']);
  });
});

describe('A redirect [MEDIA-REDIRECT]', () => {
  /** Redirects `/a.png` to the given location, and serves an image at every other path. */
  const redirecting = (location: (from: Origin) => string, status = 302) => {
    const from: Promise<Origin> = origin(async (request, to) => {
      if (request.url !== '/a.png') return to.end(PNG);
      return to.writeHead(status, { Location: location(await from) }).end(PNG);
    });
    return from;
  };

  test.each([301, 302, 303, 307, 308])('with status %i is followed', async (status) => {
    const { egress, ...item } = await fetchFrom(await redirecting(() => 'b.png', status));
    expect(getOutcome(item)).toEqual(['localized']);
    expect(egress).toEqual([
      { host: '127.0.0.1', outcome: 'redirected' },
      { host: '127.0.0.1', outcome: 'fetched' },
    ]);
  });

  test.each([
    [3, ['localized']],
    [4, ['refused', 'too_many_redirects']],
  ])('in a chain of %i has the expected outcome', async (redirects, expected) => {
    let asked = 0;
    const from = await origin((_, to) => {
      if (asked++ < redirects) to.writeHead(302, { Location: `/${asked}` }).end();
      else to.end(PNG);
    });
    expect(getOutcome(await fetchFrom(from))).toEqual(expected);
    expect(asked).toBe(4);
  });

  test.each([
    ['another port', ({ host }: Origin) => `http://${host}/`, 'port_not_allowed', 'private_address'],
    [
      'a decimal address',
      ({ host }: Origin) => `http://2130706433:${host.split(':')[1]}/`,
      'port_not_allowed',
      'private_address',
    ],
    [
      'a mapped address',
      ({ host }: Origin) => `http://[::ffff:127.0.0.1]:${host.split(':')[1]}/`,
      'port_not_allowed',
      'private_address',
    ],
    ['a compatible address', () => 'http://[::7f00:1]/', 'private_address'],
    [
      'a name of this machine',
      ({ host }: Origin) => `http://localhost:${host.split(':')[1]}/`,
      'port_not_allowed',
      'private_address',
    ],
    [
      'a user',
      ({ host }: Origin) => `http://me:secret@${host}/`,
      'credentials_in_url',
      'port_not_allowed',
      'private_address',
    ],
    ['a file', () => 'file:///etc/passwd', 'scheme_not_allowed'],
    ['a link-local address', () => 'http://169.254.169.254/latest/meta-data/', 'private_address'],
  ])('to %s makes no connection', async (_what, location, ...reasons) => {
    let hits = 0;
    const canary = await origin((_, to) => to.end(String(++hits)));
    const item = await fetchFrom(await redirecting(() => location(canary)));
    expect(getOutcome(item)).toEqual(['refused', ...reasons]);
    expect(hits).toBe(0);
    expect(item.egress).toEqual([{ host: '127.0.0.1', outcome: reasons[0] }]);
  });
});

test('A request contains nothing of the library or of an earlier response [MEDIA-REQUEST]', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const from = await origin((request, to) => {
    seen.push(request.headers);
    if (seen.length === 1) to.writeHead(302, { Location: '/b', 'Set-Cookie': 'a=b' }).end();
    else to.end(PNG);
  });
  await fetchFrom(from, ['media.allowed_mime_types=image/png,image/gif']);
  const headers = {
    host: from.host,
    accept: 'image/png, image/gif',
    'accept-encoding': 'identity',
    'user-agent': 'Notes',
    connection: 'close',
  };
  expect(seen).toEqual([headers, headers]);
});

test('A private host that is not allowed receives no connection [MEDIA-ADDRESS]', async () => {
  let hits = 0;
  const canary = await origin((_, to) => to.end(String(++hits)));
  const permitted = await origin((_, to) => to.end(PNG));
  const { localized, egress } = await mediaLibrary([permitted]);
  const { items } = await localized(`![a](${canary.url}/a.png) ![b](http://localhost/) ![c](http://[::1]/)`);
  expect(items.map(({ status }) => status)).toEqual(['refused', 'refused', 'refused']);
  expect([hits, egress]).toEqual([0, []]);
});
