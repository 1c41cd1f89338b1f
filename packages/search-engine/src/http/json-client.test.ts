import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineError, MAX_ENGINE_MESSAGE } from '../port.js';
import { JsonClient, type JsonClientOptions } from './json-client.js';

const KEY = 'secret-key-of-the-engine';
const open: { close(): void }[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listen(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function connect(listener: RequestListener, options: Partial<JsonClientOptions> = {}): Promise<JsonClient> {
  const { url } = await listen(listener);
  return new JsonClient({ baseUrl: url, apiKey: KEY, ...options });
}

/** Makes a self-signed certificate. */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'notes-certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', ...curve, '-days', '2', '-subj', '/CN=engine', ...files], { stdio: 'pipe' });
  const certificate = { key: readFileSync(keyFile), cert: readFileSync(certFile) };
  rmSync(folder, { recursive: true });
  return certificate;
}

const answer =
  (status: number, body: string | Buffer, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  (_: unknown, response: Parameters<RequestListener>[1]) => {
    response.writeHead(status, headers).end(body);
  };

async function fail(sent: Promise<unknown>): Promise<EngineError> {
  const error = await sent.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EngineError);
  expect((error as EngineError).message).not.toContain(KEY);
  expect((error as EngineError).message).not.toContain('text of a note');
  return error as EngineError;
}

const post = { method: 'POST', path: '/v1/apply', body: { body: 'text of a note' } } as const;

describe('[SIDECAR-HTTP] the client of search engines', () => {
  it('sends JSON with the key and headers below the path of the address, and reads JSON', async () => {
    const { url } = await listen((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => {
        body += piece.toString();
      });
      request.on('end', () => {
        const { authorization, 'content-type': type, 'x-version': version } = request.headers;
        const received = { url: request.url, method: request.method, authorization, type, version, body };
        answer(200, JSON.stringify(received), { 'Content-Type': 'application/json; charset=utf-8' })(request, response);
      });
    });
    const client = new JsonClient({ baseUrl: `${url}/search/`, apiKey: KEY, headers: { 'X-Version': '1' } });
    expect(await client.send({ method: 'POST', path: '/v1/describe?a=1', body: { title: 'Zürich' } })).toEqual({
      url: '/search/v1/describe?a=1',
      method: 'POST',
      authorization: `Bearer ${KEY}`,
      type: 'application/json',
      version: '1',
      body: '{"title":"Zürich"}',
    });
  });

  it('reuses a connection, sends no key when there is none, and reads an empty answer', async () => {
    const ports = new Set<number | undefined>();
    const client = await connect(
      (request, response) => {
        ports.add(request.socket.remotePort);
        expect(request.headers.authorization).toBeUndefined();
        response.writeHead(204).end();
      },
      { apiKey: '' },
    );
    for (let count = 0; count < 3; count++) expect(await client.send({ method: 'DELETE', path: '/' })).toBe(undefined);
    expect(ports.size).toBe(1);
  });

  it('sends a request again when the server closed the kept connection', async () => {
    let count = 0;
    const client = await connect((request, response) => {
      count++;
      if (count === 2) request.socket.resetAndDestroy();
      else answer(200, '{}')(request, response);
    });
    await client.send(post);
    expect(await client.send(post)).toEqual({});
    expect(count).toBe(3);
  });

  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [404, 'incompatible'],
    [405, 'incompatible'],
    [426, 'incompatible'],
    [400, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
    [502, 'unreachable'],
    [503, 'unreachable'],
    [507, 'full'],
  ] as const)('maps status %i to %s, without text of the answer in the message', async (status, code) => {
    const echo = JSON.stringify({ message: `text of a note ${KEY}` });
    const error = await fail((await connect(answer(status, echo))).send(post));
    expect(error.code).toBe(code);
    expect(error.message).toContain(`status ${status}`);
  });

  it('takes code and message from the answer when the caller reads it, bounded and without the key', async () => {
    const client = await connect(answer(409, JSON.stringify({ code: 'gap', message: `${KEY} ${'x'.repeat(2_000)}` })), {
      readFailure: ({ body }) => body as { code: 'gap'; message: string },
    });
    const error = await fail(client.send(post));
    expect(error.code).toBe('gap');
    expect(error.message).toHaveLength(MAX_ENGINE_MESSAGE);
  });

  it('does not follow redirects', async () => {
    let visited = false;
    const { url } = await listen((_, response) => {
      visited = true;
      response.end();
    });
    for (const status of [301, 302, 307, 308]) {
      const client = await connect(answer(status, '', { Location: url }));
      expect((await fail(client.send(post))).code).toBe('incompatible');
    }
    expect(visited).toBe(false);
  });

  it.each([
    ['a page', '<html>', { 'Content-Type': 'text/html' }, 'incompatible'],
    ['an answer without type', '{}', {}, 'incompatible'],
    ['text that is not JSON', '{"a":', undefined, 'malformed'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), undefined, 'malformed'],
    ['too large an answer', JSON.stringify('x'.repeat(2_000)), undefined, 'malformed'],
  ] as const)('refuses %s', async (_, body, headers, code) => {
    const client = await connect(answer(200, body, headers));
    expect((await fail(client.send({ ...post, maxAnswerBytes: 1_000 }))).code).toBe(code);
  });

  it('reads no more of an endless answer than its limit', async () => {
    let sent = 0;
    const client = await connect((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const write = () => {
        sent += 1_000_000;
        // From Node 24, writes to a closed connection end before its end is noticed.
        if (!response.destroyed) response.write('x'.repeat(1_000_000), () => setImmediate(write));
      };
      write();
    });
    expect((await fail(client.send({ ...post, maxAnswerBytes: 100_000 }))).code).toBe('malformed');
    expect(sent).toBeLessThan(50_000_000);
  });

  it('is unreachable when no server listens, when the connection ends, and when no answer comes in time', async () => {
    const { server, url } = await listen(() => {});
    const silent = new JsonClient({ baseUrl: url, apiKey: KEY, timeoutMs: 50 });
    const late = await fail(silent.send(post));
    expect(late).toMatchObject({ code: 'unreachable', message: expect.stringContaining('within 50 ms') });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const gone = await fail(silent.send({ ...post, timeoutMs: 60_000 }));
    expect(gone).toMatchObject({ code: 'unreachable', message: expect.stringContaining('ECONNREFUSED') });
    const ending = await connect((request) => request.socket.destroy());
    expect((await fail(ending.send(post))).code).toBe('unreachable');
    const half = await connect((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{', () => response.destroy());
    });
    expect((await fail(half.send(post))).code).toBe('unreachable');
  });

  it('ends a request when the signal aborts, before or during it', async () => {
    const client = await connect(() => {});
    expect((await fail(client.send({ ...post, signal: AbortSignal.abort() }))).message).toContain('cancelled');
    const late = AbortSignal.any([new AbortController().signal, AbortSignal.timeout(1)]);
    await new Promise((resolve) => late.addEventListener('abort', resolve));
    expect((await fail(client.send({ ...post, signal: late }))).message).toContain('did not answer in time');
    const controller = new AbortController();
    const sent = fail(client.send({ ...post, signal: controller.signal }));
    controller.abort();
    expect((await sent).code).toBe('unreachable');
  });

  it('sends nothing to a server with https whose certificate is not trusted', async () => {
    let requests = 0;
    const server = createHttpsServer(makeCertificate(), (request, response) => {
      requests++;
      answer(200, '{}')(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(server);
    const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await fail(new JsonClient({ baseUrl, apiKey: KEY }).send(post));
    expect(error).toMatchObject({ code: 'unreachable', message: expect.stringContaining('SELF_SIGNED_CERT') });
    expect(requests).toBe(0);
  });

  it('is unreachable at an address that is not a URL', async () => {
    const client = new JsonClient({ baseUrl: 'http://[', apiKey: KEY });
    expect(await fail(client.send(post))).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('not a URL'),
    });
  });

  it('is incompatible when the answer is not HTTP', async () => {
    const server = createTcpServer((socket) => socket.end('220 mail ready\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push(server);
    const client = new JsonClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: KEY,
    });
    expect((await fail(client.send(post))).code).toBe('incompatible');
  });

  it('leaves user name and password of the address out of its messages', async () => {
    const client = new JsonClient({ baseUrl: 'http://somebody:password@127.0.0.1:9/', apiKey: KEY });
    const { message } = await fail(client.send(post));
    expect(message).toContain('http://127.0.0.1:9');
    expect(message).not.toMatch(/somebody|password/);
  });
});
