import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Library, PeerService } from '@notes/operations';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { toRequestFault } from '../src/failures.js';
import { createPeerListener } from '../src/peer/listener.js';
import { ask, checkAnswer, type RawRequest, requestBytes, verdict } from './support/ask.js';
import { SETTINGS } from './support/peers.js';
import { converse, type RawAnswer } from './support/raw.js';
import { useService } from './support/service.js';

const MALFORMED = '%E0%A4%A';
const BAD = '400 validation_failed';

const webFolder = mkdtempSync(join(tmpdir(), 'notes-page-'));
mkdirSync(join(webFolder, 'assets'));
writeFileSync(join(webFolder, 'index.html'), '<!doctype html>');
writeFileSync(join(webFolder, 'assets/a.js'), '');
afterAll(() => rmSync(webFolder, { recursive: true, force: true }));

/** Service that accepts peers; a line at level error in its log fails the file. */
const service = useService({ settings: SETTINGS, webFolder });
const log = () => pino({ level: 'info', base: null }, { write: (line: string) => void service.log.push(line) });

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

describe('the router without the guard', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer(createApp({ library: service.library, log: log(), listenHost: '127.0.0.1', webFolder }));
    port = await listen(server);
  });
  afterAll(() => server.close());

  it.each([
    `/api/v1/documents/${MALFORMED}`,
    `/api/v1/documents/${MALFORMED}/body`,
    '/api/v1/resources/%/content',
    '/api/v1/notebooks/%ff/notes',
    '/api/v1/jobs/%ED%A0%80',
    '/api/v1/links/%c0%af',
  ])('answers GET %s with an error envelope and logs no error [E-ROUTER-FAULTS]', async (target) => {
    const before = service.faults.length;
    expect(['400 validation_failed', '404 not_found']).toContain(verdict(await ask(port, { target })));
    expect(service.faults.length).toBe(before);
  });
});

describe('an error with an HTTP status', () => {
  const fail = (status: unknown) => Object.assign(new Error('secret detail'), { status });

  it.each([
    [400, 'validation_failed'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [408, 'request_timeout'],
    [413, 'body_too_large'],
    [415, 'unsupported_media_type'],
    [416, 'range_not_satisfiable'],
    [418, 'validation_failed'],
    [431, 'headers_too_large'],
  ])('of %i becomes %s without its message [E-ROUTER-FAULTS]', (status, code) => {
    const fault = toRequestFault(fail(status));
    expect(fault?.code).toBe(code);
    expect(fault?.message).not.toContain('secret');
  });

  it.each([200, 399, 500, 503, '400', undefined])('of %s is an internal error', (status) => {
    expect(toRequestFault(fail(status))).toBeUndefined();
  });
});

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const post = (body: string | Uint8Array, headers: RawRequest['headers'] = []): RawRequest => ({
  method: 'POST',
  target: '/api/v1/documents',
  body,
  headers,
});

/** Requests that a router, body parser or file server could refuse with a status of its own. */
const requests: Record<string, [request: RawRequest, expected: string]> = {
  'a malformed path': [{ target: `/api/v1/documents/${MALFORMED}` }, BAD],
  'a malformed path of HEAD': [{ method: 'HEAD', target: `/api/v1/documents/${MALFORMED}` }, '400'],
  'a malformed path of a write': [{ ...post('{}'), target: `/api/v1/documents/${MALFORMED}/append` }, BAD],
  'a malformed query': [{ target: `/api/v1/search?q=${MALFORMED}` }, BAD],
  'a malformed query name': [{ target: `/api/v1/search?${MALFORMED}=1` }, BAD],
  'an encoded slash in a parameter': [{ target: '/api/v1/documents/a%2Fb' }, '404 not_found'],
  'an encoded slash in a fixed segment': [{ target: '/api/v1%2Fdocuments' }, '404 not_found'],
  'an encoded NUL in a parameter': [{ target: '/api/v1/documents/doc%00x' }, '404 not_found'],
  'encoded dots': [{ target: '/api/v1/documents/%2e%2e/%2e%2e/status' }, '404 not_found'],
  'a malformed path outside the API': [{ target: `/${MALFORMED}` }, BAD],
  'a malformed asset': [{ target: `/assets/${MALFORMED}` }, BAD],
  'an asset with an encoded slash': [{ target: '/assets%2Fa.js' }, '404 not_found'],
  'an asset with encoded dots': [{ target: '/assets/%2e%2e/index.html' }, '404 not_found'],
  'an asset with an encoded NUL': [{ target: '/assets/a.js%00' }, '404 not_found'],
  'a range of a missing asset': [{ target: '/assets/b.js', headers: [['Range', 'bytes=9-']] }, '404 not_found'],
  'a malformed path below /mcp': [{ target: `/mcp/${MALFORMED}` }, BAD],
  'a malformed query of /mcp': [{ ...post('{}'), target: `/mcp?${MALFORMED}` }, BAD],
  'a malformed path of peers': [{ target: `/api/v1/sync/${MALFORMED}` }, '404 not_found'],
  'a malformed parameter of peers': [{ target: `/api/v1/sync/carrier/${MALFORMED}/ops` }, '404 not_found'],
  'a malformed query for peers': [{ target: `/api/v1/sync/handshake?${MALFORMED}` }, BAD],
  'another charset': [post('{}', [['Content-Type', 'application/json; charset=utf-16']]), '415 unsupported_media_type'],
  'a malformed charset': [
    post('{}', [['Content-Type', 'application/json; charset=%E0%A4']]),
    '415 unsupported_media_type',
  ],
  'another encoding': [post('{}', [JSON_TYPE, ['Content-Encoding', 'zstd']]), '415 unsupported_media_type'],
  'bytes that do not match their encoding': [
    post('{}', [JSON_TYPE, ['Content-Encoding', 'gzip']]),
    '415 unsupported_media_type',
  ],
  'a body that is no JSON': [post('{"title":'), BAD],
  'a body that is no UTF-8': [post(Buffer.from([0x22, 0xff, 0x22])), BAD],
  'a body that is too large': [{ ...post('x'.repeat(1_100_000)), target: '/api/v1/batch' }, '413 body_too_large'],
  'a malformed precondition': [
    { method: 'DELETE', target: '/api/v1/documents/doc_x', headers: [['If-Match', '"%E0%A4%A", "']] },
    BAD,
  ],
};

describe.each(Object.entries(requests))('%s', (label, [request, expected]) => {
  it(`is answered ${expected} on a raw socket, and logged as no error [E-ROUTER-FAULTS]`, async () => {
    const before = service.faults.length;
    const answer = await ask(service.port, request);
    expect(verdict(answer, request.method), label).toBe(expected);
    expect(service.faults.length).toBe(before);
  });
});

describe('an upload', () => {
  it('with a malformed file name is stored or rejected in the envelope [E-ROUTER-FAULTS]', async () => {
    for (const disposition of [
      `attachment; filename*=UTF-8''${MALFORMED}`,
      `attachment; filename="${MALFORMED}"`,
      "attachment; filename*=utf-16''%zz",
      '%E0%A4%A',
      ';;;=',
    ]) {
      const headers = [['Content-Type', 'text/plain'] as const, ['Content-Disposition', disposition] as const];
      const answer = await ask(service.port, { method: 'POST', target: '/api/v1/resources', body: 'x', headers });
      expect(['201', '200', BAD], disposition).toContain(verdict(answer));
    }
  });

  it('that breaks off is answered in the envelope [E-ROUTER-FAULTS]', async () => {
    const whole = requestBytes({ method: 'POST', target: '/api/v1/resources?filename=a', body: 'x'.repeat(1_000) });
    const { answers } = await converse(service.port, whole.subarray(0, -500), { endInput: true });
    expect(answers.map((each) => verdict(each))).toEqual([BAD]);
    checkAnswer(answers[0] as RawAnswer);
  });
});

describe('the peer listener', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    const library = service.library as Library & { readonly peers: PeerService };
    server = createPeerListener({ library, log: log(), listenHost: '127.0.0.1', webFolder }, null);
    port = await listen(server);
  });
  afterAll(() => server.close());

  it.each(['/', '/api/v1/documents/', '/api/v1/sync/', '/api/v1/sync/carrier/', '/api/v1/sync/backups/', '/assets/'])(
    'answers 404 for a malformed path below %s [E-ROUTER-FAULTS]',
    async (prefix) => {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
        const answer = await ask(port, { method, target: `${prefix}${MALFORMED}` });
        expect(verdict(answer, method)).toBe(method === 'HEAD' ? '404' : '404 not_found');
      }
    },
  );
});
