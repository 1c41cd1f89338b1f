import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { describe, expect, it, vi } from 'vitest';
import { requestBytes, verdict } from './support/ask.js';
import { cleanUp, getPort, type Program, serve, temporaryFolder } from './support/binary.js';
import { converse } from './support/raw.js';

cleanUp();

const NOTE = '{"title":"x"}';
const create = (url: string) =>
  fetch(`${url}/api/v1/documents`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: NOTE });

/** Yields a POST request whose second half comes after `between`. */
async function* halves(between: () => Promise<unknown>): AsyncGenerator<string> {
  yield `POST /api/v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${NOTE.length}\r\n\r\n${NOTE.slice(0, 5)}`;
  await between();
  yield NOTE.slice(5);
}

/** Lists every file and folder below a folder, with its mode. */
function modes(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), (statSync(path).mode & 0o777).toString(8)];
  });
}

const notesLeft = (folder: string) => readdirSync(folder).filter((name) => /-(wal|shm|journal)$/.test(name));

describe('the running service', () => {
  it('prints its address once on standard output, and logs to standard error', async () => {
    const program = serve(temporaryFolder());
    const url = await program.ready();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (let round = 0; round < 5; round += 1) await create(url);
    await fetch(`${url}/api/v1/documents/doc_x`);
    const { stdout, stderr, code } = await program.stop();
    expect(stdout).toBe(`listening on ${url}\n`);
    expect(code).toBe(0);
    for (const line of stderr.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) });
  });

  it('restricts its files to its user', async () => {
    const folder = join(temporaryFolder(), 'deep', 'data');
    const program = serve(folder);
    await create(await program.ready());
    const found = modes(folder);
    expect(found.map(([name]) => name)).toEqual(expect.arrayContaining(['notes.db', 'notes.db-wal', 'lock']));
    for (const [name, mode] of found)
      expect([name, mode]).toEqual([name, statSync(join(folder, name)).isDirectory() ? '700' : '600']);
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
  });

  it('logs no content', async () => {
    const program = serve(temporaryFolder(), ['--set', 'log.level=trace', '--set', 'log.format=json']);
    const url = await program.ready();
    const headers = { 'Content-Type': 'application/json', Authorization: 'canary-secret' };
    for (const body of ['{"title":"canary-title","body":"canary-body"}', '{"title":7,"canary-field":1}', '{canary'])
      await fetch(`${url}/api/v1/documents`, { method: 'POST', headers, body });
    await fetch(`${url}/api/v1/search?q=canary-query`, { headers });
    await fetch(`${url}/canary-path`);
    expect((await program.stop()).stderr).not.toContain('canary');
  });

  it('survives a shortage of file descriptors', async (context) => {
    try {
      execFileSync('prlimit', ['--version']);
    } catch {
      context.skip('needs prlimit');
    }
    const program = serve(temporaryFolder());
    const port = getPort(await program.ready());
    const used = readdirSync(`/proc/${program.child.pid}/fd`).length;
    execFileSync('prlimit', ['--pid', String(program.child.pid), `--nofile=${used + 10}:`]);
    const sockets = Array.from({ length: 60 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await sleep(500);
    for (const socket of sockets) socket.destroy();
    execFileSync('prlimit', ['--pid', String(program.child.pid), '--nofile=1024:']);
    const { answers } = await converse(port, requestBytes({ target: '/healthz' }));
    expect(answers.map((answer) => verdict(answer))).toEqual(['200']);
  });
});

describe('a stop of the service', TIMING_OPTIONS, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('by %s completes pending requests and leaves one file', async (signal) => {
    const folder = temporaryFolder();
    const program = serve(folder);
    const port = getPort(await program.ready());
    const talk = converse(
      port,
      halves(async () => {
        await sleep(200);
        program.child.kill(signal);
        await sleep(500);
      }),
    );
    const { answers, end } = await talk;
    expect([answers.map((answer) => verdict(answer)), end]).toEqual([['201'], 'closed']);
    const ended = await program.ended;
    expect([ended.code, ended.signal]).toEqual([0, null]);
    expect(notesLeft(folder)).toEqual([]);
    expect(existsSync(join(folder, 'notes.db'))).toBe(true);
  });

  it('accepts no new connection, and closes active ones after their answer', async () => {
    const program = serve(temporaryFolder());
    const port = getPort(await program.ready());
    let refused: unknown;
    const talk = converse(
      port,
      halves(async () => {
        await sleep(100);
        program.child.kill('SIGTERM');
        await sleep(200);
        refused = await converse(port, requestBytes({ target: '/healthz' }));
      }),
    );
    expect((await talk).end).toBe('closed');
    expect(refused).toMatchObject({ answers: [], end: 'reset' });
    expect((await program.ended).code).toBe(0);
  });

  it('loses no acknowledged write under load', async () => {
    const folder = temporaryFolder();
    const program = serve(folder);
    const url = await program.ready();
    let acknowledged = 0;
    const client = async () => {
      for (;;) {
        try {
          if ((await create(url)).status === 201) acknowledged += 1;
        } catch {
          return;
        }
      }
    };
    const clients = [client(), client(), client(), client()];
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(20), 60_000);
    const ended = await program.stop();
    await Promise.all(clients);
    expect([ended.code, notesLeft(folder)]).toEqual([0, []]);
    const again = serve(folder);
    const status = (await (await fetch(`${await again.ready()}/api/v1/status`)).json()) as Status;
    expect(status.database_info.counts.documents).toBeGreaterThanOrEqual(acknowledged);
  });

  it('does not wait for idle connections', async () => {
    const program = serve(temporaryFolder());
    const url = await program.ready();
    const sockets = Array.from({ length: 5 }, () => connect(getPort(url), '127.0.0.1').on('error', () => {}));
    await (await fetch(`${url}/healthz`)).text();
    await sleep(200);
    expect(await stopTime(program)).toBeLessThan(1_500);
    for (const socket of sockets) socket.destroy();
  });

  it('answers the requests already sent by a client that never stops, and no more', async () => {
    const program = serve(temporaryFolder());
    const port = getPort(await program.ready());
    let asking = true;
    async function* requests(): AsyncGenerator<Buffer> {
      for (; asking; await sleep(1)) yield requestBytes({ target: '/api/v1/notebooks' }, false);
    }
    const talk = converse(port, requests(), { timeoutMs: 60_000 });
    await sleep(300);
    expect(await stopTime(program)).toBeLessThan(1_500);
    asking = false;
    const { answers } = await talk;
    expect(answers.length).toBeGreaterThan(10);
    // The last request may have been answered just before the stop, with its connection closed between two requests.
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('sends an answer completely even to a slow reader', async () => {
    const program = serve(temporaryFolder());
    const url = await program.ready();
    const body = 'x'.repeat(12_000_000);
    const headers = { 'Content-Type': 'application/json' };
    const made = await fetch(`${url}/api/v1/documents`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: 'x', body }),
    });
    const { id } = (await made.json()) as { id: string };
    const socket = connect(getPort(url), '127.0.0.1').pause();
    socket.write(requestBytes({ target: `/api/v1/documents/${id}/body` }, false));
    await sleep(300);
    program.child.kill('SIGTERM');
    await sleep(500);
    let received = 0;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    socket.resume();
    expect((await program.ended).code).toBe(0);
    expect(received).toBeGreaterThan(body.length);
  });

  it('is immediate when requested twice', async () => {
    const program = serve(temporaryFolder());
    const port = getPort(await program.ready());
    const talk = converse(
      port,
      halves(() => sleep(5_000)),
    );
    await sleep(200);
    program.child.kill('SIGTERM');
    await sleep(300);
    expect(program.child.exitCode).toBe(null);
    expect(await stopTime(program)).toBeLessThan(1_000);
    expect((await talk).answers).toEqual([]);
  });

  it('works during the start', async () => {
    const folder = temporaryFolder();
    const program = serve(folder);
    while (!existsSync(join(folder, 'lock'))) await sleep(5);
    const ended = await program.stop();
    expect([ended.code, ended.signal, notesLeft(folder)]).toEqual([0, null, []]);
  });
});

type Status = { database_info: { counts: { documents: number } } };

async function stopTime(program: Program): Promise<number> {
  const started = performance.now();
  await program.stop();
  return performance.now() - started;
}
