import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** Path of the built program. */
export const MAIN = fileURLToPath(new URL('../../dist/bundle/notes-server.js', import.meta.url));

/** Environment without variables that configure the service. */
const plainEnvironment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NOTES_')));

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly cwd?: string;
  /** Command that starts it and becomes the program. */
  readonly under?: readonly string[];
  /** Path of the program; {@link MAIN} by default. */
  readonly main?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds from the start of the process to its end. */
  readonly ms: number;
}

/** Process of the built `notes-server`. */
export class Program {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  constructor(args: readonly string[], { env = {}, cwd, under = [], main = MAIN }: RunOptions = {}) {
    const started = performance.now();
    const [command, ...rest] = [...under, process.execPath, main, ...args] as [string, ...string[]];
    this.child = spawn(command, rest, { env: { ...plainEnvironment, ...env }, cwd });
    this.child.stdout.on('data', (chunk: Buffer) => {
      this.stdout += chunk;
    });
    this.child.stderr.on('data', (chunk: Buffer) => {
      this.stderr += chunk;
    });
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        const { stdout, stderr } = this;
        resolve({ code, signal, stdout, stderr, ms: performance.now() - started });
      });
    });
  }

  /** Returns its address once it is ready; throws when it ends before. */
  async ready(): Promise<string> {
    const line = /^listening on (http:\S+)\n/;
    while (!line.test(this.stdout)) {
      const ended = await Promise.race([this.ended, new Promise<void>((resolve) => setTimeout(resolve, 10))]);
      if (ended !== undefined) throw new Error(`ended with ${ended.code}: ${ended.stderr}`);
    }
    return line.exec(this.stdout)?.[1] as string;
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }

  /** Returns its peak memory in bytes. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) * 1024;
  }

  /**
   * Returns the processor time of its main thread in milliseconds, to the hundredth of a second; the clock where that
   * is not available.
   */
  mainThreadTime(): number {
    return this.#readCpuTimeMs(`/task/${this.child.pid}`);
  }

  /** Returns the processor time of all its threads. */
  processorTime(): number {
    return this.#readCpuTimeMs('');
  }

  #readCpuTimeMs(thread: string): number {
    const file = `/proc/${this.child.pid}${thread}/stat`;
    if (!existsSync(file)) return performance.now();
    const stat = readFileSync(file, 'utf8');
    // Fields 14 and 15, in ticks, counted behind the name of the program, which may contain anything.
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
    return (Number(user) + Number(system)) * 10;
  }
}

export const getPort = (url: string): number => Number(new URL(url).port);

const folders: string[] = [];
const programs: Program[] = [];

/** Makes a folder that is removed after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'notes-program-'));
  folders.push(folder);
  return folder;
}

/** Starts the program; processes still running after the tests of the file are killed. */
export function run(args: readonly string[], options: RunOptions = {}): Program {
  const program = new Program(args, options);
  programs.push(program);
  return program;
}

/** Serves a library on a free port. */
export const serve = (dataDir: string, more: readonly string[] = [], options: RunOptions = {}): Program =>
  run(['--data-dir', dataDir, '--listen', '127.0.0.1:0', ...more], options);

/** Ends the programs and removes the folders of a test file. */
export function cleanUp(): void {
  afterAll(async () => {
    for (const { child, ended } of programs.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    }
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
}
