import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../apps/search-sidecar/dist/bundle/notes-search.js', import.meta.url));
const READY = /^listening on (http:\/\/\S+)$/;

/** Process of the built `notes-search` with a folder of its own. */
export class SidecarProcess {
  readonly dataDir: string;
  /** Flags of the next start, besides those for folder and address. */
  flags: readonly string[];
  #child: ChildProcess | undefined;
  #url = '';

  constructor(flags: readonly string[] = []) {
    this.flags = flags;
    this.dataDir = mkdtempSync(join(tmpdir(), 'notes-search-'));
  }

  get url(): string {
    return this.#url;
  }

  get apiKey(): string {
    return readFileSync(join(this.dataDir, 'api-key'), 'utf8').trim();
  }

  /** Starts the program; after the first start at the same address. */
  async start(): Promise<void> {
    const listen = this.#url === '' ? '127.0.0.1:0' : new URL(this.#url).host;
    const args = [PROGRAM, 'serve', '--data-dir', this.dataDir, '--listen', listen, ...this.flags];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let log = '';
    child.stderr.on('data', (piece) => {
      log += piece;
    });
    for await (const line of createInterface({ input: child.stdout })) {
      this.#url = READY.exec(line)?.[1] ?? '';
      if (this.#url !== '') return;
    }
    throw new Error(`notes-search ended before it was ready: ${log}`);
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Settings of a service that uses the program, as `key=value`. */
  get settings(): string[] {
    const values = { kind: 'lance', url: this.url, api_key: this.apiKey };
    return Object.entries(values).map(([name, value]) => `search.sidecar.${name}=${value}`);
  }

  /** Stops the program without ending it, so that it accepts connections and answers nothing. */
  suspend(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Ends the program by a signal, and returns its exit code. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || !this.isRunning) return null;
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = await exited;
    return code;
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
