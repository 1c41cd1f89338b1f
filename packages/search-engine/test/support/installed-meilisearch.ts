import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const START_TIMEOUT_MS = 60_000;
const API_KEY = 'key-of-the-installed-meilisearch';

/** A real Meilisearch server: the one that MEILISEARCH_URL names, or the installed program, started here. */
export class InstalledMeilisearch {
  readonly url: string;
  readonly apiKey: string;
  /** True: the server was started here, so that it can be killed. */
  readonly isOwn: boolean;
  readonly #folder: string | null;
  #process: ChildProcess | null = null;

  private constructor(url: string, apiKey: string, folder: string | null) {
    this.url = url;
    this.apiKey = apiKey;
    this.isOwn = folder !== null;
    this.#folder = folder;
  }

  /** Returns the server; null when none is named or installed. */
  static async find(): Promise<InstalledMeilisearch | null> {
    const { MEILISEARCH_URL, MEILISEARCH_API_KEY = '' } = process.env;
    if (MEILISEARCH_URL) return new InstalledMeilisearch(MEILISEARCH_URL, MEILISEARCH_API_KEY, null);
    if (spawnSync('meilisearch', ['--version']).status !== 0) return null;
    const folder = mkdtempSync(join(tmpdir(), 'notes-meilisearch-'));
    const server = new InstalledMeilisearch(`http://127.0.0.1:${await findFreePort()}`, API_KEY, folder);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    if (this.#folder === null) return;
    const options = ['--http-addr', new URL(this.url).host, '--db-path', join(this.#folder, 'data'), '--no-analytics'];
    this.#process = spawn('meilisearch', options, {
      cwd: this.#folder,
      env: { ...process.env, MEILI_MASTER_KEY: API_KEY },
      stdio: 'ignore',
    });
    for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until; await delay(50))
      if (
        await fetch(`${this.url}/health`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return;
    throw new Error('Meilisearch does not start');
  }

  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
