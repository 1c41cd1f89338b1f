import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type Operation,
  type OperationName,
  type Output,
  operations,
  type RawInput,
  takesQuery,
} from '@notes/contract';

const run = promisify(execFile);
const SERVER = fileURLToPath(new URL('../../../server/dist/bundle/notes-server.js', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../../cli/dist/bundle/notes.js', import.meta.url));
const READY = /^listening on http:\/\/127\.0\.0\.1:(\d+)$/;
/** Requests in flight while a library is filled. */
const AT_ONCE = 16;

export type Note = Output<'getDocument'>;

/** The built service as a process, with its own library. It can be killed and restarted at the same address. */
export class Service {
  readonly #folder = mkdtempSync(join(tmpdir(), 'notes-web-'));
  #child: ChildProcess | undefined;
  /** Port; 0 until the service was first ready. */
  #port = 0;
  #settings: readonly string[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get dataDir(): string {
    return join(this.#folder, 'data');
  }

  /** @param settings `key=value`, as `--set` takes them; default: those of the previous start */
  async start(settings: readonly string[] = this.#settings): Promise<void> {
    this.#settings = settings;
    const flags = ['--data-dir', this.dataDir, '--listen', `127.0.0.1:${this.#port}`];
    const args = [SERVER, 'serve', ...flags, ...settings.flatMap((setting) => ['--set', setting])];
    const child = spawn(process.execPath, args, { env: this.#env(), stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      const port = READY.exec(line)?.[1];
      if (port === undefined) continue;
      this.#port = Number(port);
      return;
    }
    throw new Error(`the service ended with ${child.exitCode} before it was ready`);
  }

  /** Kills the process without a shutdown, as a crash would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * Calls an operation as a program would.
   *
   * @throws when the call does not succeed
   */
  async ask<Name extends OperationName>(name: Name, input: RawInput<Name>): Promise<Output<Name>> {
    const { http } = operations[name] as Operation;
    if (http === null) throw new Error(`${name} has no route`);
    const { path, rest } = fillPath(http.path, input as Record<string, unknown>);
    const inQuery = takesQuery(http);
    const query = inQuery ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
    const body = inQuery ? null : JSON.stringify(rest);
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(this.url + path + query, { method: http.method.toUpperCase(), headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Output<Name>;
  }

  /**
   * Runs the command line on the library.
   *
   * @throws when the command does not succeed
   */
  async command(...args: readonly string[]): Promise<void> {
    const all = [COMMAND, '--data-dir', this.dataDir, ...args];
    // Runs asynchronously, so that connections the service closes meanwhile are noticed.
    await run(process.execPath, all, { env: this.#env() });
  }

  /** Starts a command on the library, which runs in the background. */
  startCommand(...args: readonly string[]): ChildProcess {
    const all = [COMMAND, '--data-dir', this.dataDir, ...args];
    return spawn(process.execPath, all, { env: this.#env(), stdio: 'ignore' });
  }

  note = (fields: RawInput<'createDocument'>): Promise<Note> => this.ask('createDocument', fields);
  read = (document_id: string): Promise<Note> => this.ask('getDocument', { document_id });
  trash = async (note: Note): Promise<void> => {
    await this.ask('trashDocument', { document_id: note.id, base_revision_id: note.current_revision_id });
  };

  /** Stores bytes as an attachment; returns its id. */
  async store(filename: string, type: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
    const url = `${this.url}/api/v1/resources?${new URLSearchParams({ filename })}`;
    const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: content });
    return ((await answer.json()) as { id: string }).id;
  }

  /** Creates `count` notes. */
  async fill(count: number, fields: (index: number) => RawInput<'createDocument'>): Promise<void> {
    let next = 0;
    const work = async () => {
      while (next < count) await this.note(fields(next++));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Returns an environment without the user's own settings, which would affect tests. */
  #env(): NodeJS.ProcessEnv {
    const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('NOTES_'));
    return { ...Object.fromEntries(environment), XDG_CONFIG_HOME: this.#folder };
  }
}

/** Returns a path with its parameters filled in, and the remaining fields. */
function fillPath(template: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  return { path, rest };
}
