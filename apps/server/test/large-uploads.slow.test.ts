import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ask, requestBytes, verdict } from './support/ask.js';
import { cleanUp, getPort, type Program, serve, temporaryFolder } from './support/binary.js';
import { converse, type RawAnswer } from './support/raw.js';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const MEASURED = existsSync('/proc/self/status');
const NOT_MEASURED = 'needs /proc, where the kernel says how much memory a process holds';
const TARGET = '/api/v1/resources';
const piece = Buffer.alloc(MIB, 'x');

cleanUp();

const head = (headers: string) =>
  `POST ${TARGET} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n\r\n`;

async function* streamDeclared(bytes: number): AsyncGenerator<string | Uint8Array> {
  yield head(`Content-Length: ${bytes}`);
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

const madeIn = (answer: RawAnswer | undefined) => JSON.parse(String(answer?.body)) as { id: string; sha256: string };

/** Reads a whole answer and keeps only its length and digest. */
async function readDigest(port: number, target: string): Promise<{ bytes: number; sha256: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(requestBytes({ target }));
  const hash = createHash('sha256');
  let bytes = 0;
  let headed = false;
  for await (const received of socket) {
    const chunk = received as Buffer;
    const body = headed ? chunk : chunk.subarray(chunk.indexOf('\r\n\r\n') + 4);
    headed = true;
    hash.update(body);
    bytes += body.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

describe('an attachment of 512 MiB', () => {
  it('is uploaded and downloaded in little memory while other requests are answered [RU-MEMORY]', async (context) => {
    if (!MEASURED) context.skip(NOT_MEASURED);
    const program = serve(temporaryFolder());
    const port = getPort(await program.ready());
    for (let round = 0; round < 50; round += 1) await ask(port, { target: '/api/v1/notebooks' });
    const before = program.peakMemory();
    let busy = true;
    /** Processor time of the main thread while an answer was pending. */
    let slowest = 0;
    const others = (async () => {
      for (; busy; await sleep(50)) {
        const asked = program.mainThreadTime();
        expect((await ask(port, { target: '/healthz' })).status).toBe(200);
        slowest = Math.max(slowest, program.mainThreadTime() - asked);
      }
    })();
    const { answers } = await converse(port, streamDeclared(512 * MIB), { timeoutMs: 150_000 });
    expect(answers.map((answer) => verdict(answer))).toEqual(['201']);
    const made = madeIn(answers[0]);
    const found = await readDigest(port, `${TARGET}/${made.id}/content`);
    busy = false;
    await others;
    expect(found).toEqual({ bytes: 512 * MIB, sha256: made.sha256 });
    expect((program.peakMemory() - before) / MIB).toBeLessThan(128);
    expect(slowest).toBeLessThan(1_000);
  });
});

describe('an upload 2 GiB over the limit', () => {
  it('is rejected by its Content-Length and drained in little memory [RU-LIMIT]', async (context) => {
    if (!MEASURED) context.skip(NOT_MEASURED);
    const folder = temporaryFolder();
    const program = serve(folder);
    const port = getPort(await program.ready());
    await ask(port, { target: '/api/v1/notebooks' });
    const before = program.peakMemory();
    const { answers, end } = await converse(port, streamDeclared(2 * GIB), { timeoutMs: 150_000 });
    expect([answers.map((answer) => verdict(answer)), end === 'open']).toEqual([['413 body_too_large'], false]);
    expect((program.peakMemory() - before) / MIB).toBeLessThan(64);
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });
});

describe('a full disk', () => {
  /** Uploads until there is no room, makes room, and uploads again. */
  async function fillAndGoOn(program: Program, folder: string, makeRoom: () => void): Promise<void> {
    const port = getPort(await program.ready());
    const upload = (body: Uint8Array) => ask(port, { method: 'POST', target: TARGET, body });
    const small = await upload(Buffer.from('there before'));
    expect(verdict(small)).toBe('201');
    for (let round = 0; round < 3; round += 1)
      expect(verdict(await upload(Buffer.alloc(20 * MIB, 'x')))).toBe('503 storage_unavailable');
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
    expect((await ask(port, { target: `${TARGET}/${madeIn(small).id}/content` })).body.toString()).toBe('there before');
    makeRoom();
    expect(verdict(await upload(Buffer.alloc(MIB, 'y')))).toBe('201');
  }

  it('rejects an upload and accepts the next one when there is space [RU-FULL]', async ({ skip }) => {
    const prlimit = missing('prlimit', '--version');
    if (prlimit !== undefined) skip(prlimit);
    const folder = temporaryFolder();
    const program = serve(folder);
    await program.ready();
    const limit = (bytes: number | string) =>
      execFileSync('prlimit', ['--pid', String(program.child.pid), `--fsize=${bytes}:`]);
    limit(10 * MIB);
    await fillAndGoOn(program, folder, () => limit('unlimited'));
  });

  it('without a free byte on the device leaves no part of an upload [RU-FULL]', async ({ skip }) => {
    const unshare = missing('unshare', '-m', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt');
    if (unshare !== undefined) skip(unshare);
    const under = ['unshare', '-m', 'sh', '-c', 'mount -t tmpfs -o size=12m tmpfs /mnt && exec "$@"', 'sh'];
    const program = serve('/mnt', [], { under });
    await program.ready();
    await fillAndGoOn(program, `/proc/${program.child.pid}/root/mnt`, () => {});
  });
});

/** Returns the reason why a test cannot run here: a required command fails. */
function missing(command: string, ...args: string[]): string | undefined {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return undefined;
  } catch {
    return `needs ${command}`;
  }
}
