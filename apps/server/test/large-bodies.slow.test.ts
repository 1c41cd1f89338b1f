import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, it } from 'vitest';
import { ask, checkAnswer, requestBytes, verdict } from './support/ask.js';
import { cleanUp, getPort, serve, temporaryFolder } from './support/binary.js';
import { converse, parseAnswers } from './support/raw.js';

const GIB = 1024 ** 3;
const MIB = 1024 ** 2;
/** True on systems whose kernel reports the memory of a process. */
const MEASURED = existsSync('/proc/self/status');
const TOO_LARGE = '413 body_too_large';
const chunk = Buffer.alloc(256 * 1024, 'x');

cleanUp();

const post = (headers: string, path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

async function* streamDeclared(bytes: number): AsyncGenerator<string | Uint8Array> {
  yield post(`Content-Length: ${bytes}`, '/api/v1/documents');
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

async function* endless(path: string): AsyncGenerator<string | Uint8Array> {
  yield post('Transfer-Encoding: chunked', path);
  for (;;) yield Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
}

/** Sends everything before it reads anything, as simple clients do. */
function sendThenRead(port: number, bytes: AsyncIterable<string | Uint8Array>): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      resolve(parseAnswers(received).map((answer) => verdict(answer)));
    });
    void (async () => {
      for await (const piece of bytes)
        if (!socket.write(piece)) await new Promise((resolveDrain) => socket.once('drain', resolveDrain));
      socket.on('data', (each: Buffer) => {
        received = Buffer.concat([received, each]);
      });
      socket.resume();
    })();
  });
}

describe('a body far over the size limit', () => {
  /** Refuses such a body and continues, within a bound of additional memory. */
  async function refusing(mebibytes: number, work: (port: number) => Promise<void>): Promise<void> {
    const program = serve(temporaryFolder());
    const port = getPort(await program.ready());
    for (let round = 0; round < 50; round += 1) await ask(port, { target: '/api/v1/notebooks' });
    const before = program.peakMemory();
    await work(port);
    expect((program.peakMemory() - before) / MIB).toBeLessThan(mebibytes);
    expect((await ask(port, { target: '/healthz' })).status).toBe(200);
  }

  async function refusedOnce(port: number, body: AsyncIterable<string | Uint8Array>): Promise<void> {
    const { answers, end } = await converse(port, body);
    expect(answers.map((answer) => verdict(answer))).toEqual([TOO_LARGE]);
    for (const answer of answers) checkAnswer(answer);
    expect(end).not.toBe('open');
  }

  it.runIf(MEASURED)('of 1 GiB is rejected by its Content-Length and drained in little memory', () =>
    refusing(64, async (port) => {
      await refusedOnce(port, streamDeclared(GIB));
      expect(await sendThenRead(port, streamDeclared(GIB / 8))).toEqual([TOO_LARGE]);
    }),
  );

  it.runIf(MEASURED).each([
    ['1 MiB where no text is taken', '/api/v1/notebooks'],
    ['32 MiB where text is taken', '/api/v1/documents'],
  ])('of endless length is rejected as it passes %s', TIMING_OPTIONS, (_, path) =>
    refusing(64, async (port) => {
      const { answers, ms } = await converse(port, endless(path), { answers: 1 });
      expect(answers.map((answer) => verdict(answer))).toEqual([TOO_LARGE]);
      expect(ms).toBeLessThan(2_000);
    }),
  );

  it('is rejected for fetch as well, which then continues', async () => {
    const url = await serve(temporaryFolder()).ready();
    const headers = { 'Content-Type': 'application/json' };
    for (const body of [new Uint8Array(64 * MIB), new Blob([new Uint8Array(40 * MIB)]).stream()]) {
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
      const answer = await fetch(`${url}/api/v1/documents`, init);
      expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
        413,
        'body_too_large',
      ]);
      for (let round = 0; round < 3; round += 1) expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok');
      const note = await fetch(`${url}/api/v1/documents`, { method: 'POST', headers, body: '{"title":"x"}' });
      expect(note.status).toBe(201);
    }
  });
});

it('a rejected body is answered, and a request pipelined after it is not', async () => {
  const port = getPort(await serve(temporaryFolder()).ready());
  const refused = requestBytes(
    { method: 'POST', target: '/api/v1/notebooks', body: Buffer.alloc(2 * MIB, ' ') },
    false,
  );
  const { answers } = await converse(port, Buffer.concat([refused, requestBytes({ target: '/healthz' })]));
  expect(answers.map((answer) => verdict(answer))).toEqual([TOO_LARGE]);
});
