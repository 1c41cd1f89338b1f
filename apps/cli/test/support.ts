import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { run as runInProcess } from '../src/run.js';

/** The built command. */
export const MAIN = fileURLToPath(new URL('../dist/bundle/notes.js', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
}

/** Makes a folder that is removed after the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'notes-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Starts the built command with a minimal environment. */
export function start(args: readonly string[], env: Options['env'] = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH, ...env } });
}

export async function waitForEnd(child: ChildProcessWithoutNullStreams): Promise<CommandResult> {
  const read = async (stream: NodeJS.ReadableStream) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString('utf8');
  };
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([read(child.stdout), read(child.stderr)]);
  return { code: await code, stdout, stderr };
}

/** Runs the built command to its end. */
export function notes(args: readonly string[], { env, input }: Options = {}): Promise<CommandResult> {
  const child = start(args, env);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return waitForEnd(child);
}

/** Returns what was written to a stream. From Node 26, each `read` returns one chunk. */
export function readAll(stream: PassThrough): string {
  const chunks: Buffer[] = [];
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Runs a command line in this process, for tests that need no separate one. */
export async function inProcess(args: readonly string[], { env = {}, input }: Options = {}): Promise<CommandResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const code = await runInProcess({ argv: args, env, stdin, stdout, stderr });
  return { code, stdout: readAll(stdout), stderr: readAll(stderr) };
}

export interface TestLibrary {
  readonly dataDir: string;
  /** Runs a command on this library. */
  readonly run: (args: readonly string[], options?: Options) => Promise<CommandResult>;
}

/** Prepares a library, which does not exist yet. */
export function testLibrary(runner = notes): TestLibrary {
  const dataDir = join(temporaryFolder(), 'data');
  return { dataDir, run: (args, options) => runner(['--data-dir', dataDir, ...args], options) };
}
