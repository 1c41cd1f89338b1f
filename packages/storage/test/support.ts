import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import {
  openStore,
  type ReceivedBlob,
  type Store,
  type StoreOptions,
  type StoreTuning,
  type UnitOfWork,
} from '../src/index.js';
import { derive } from './derive.js';

export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'notes-storage-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Replaces functions of `node:fs` until the end of the test, in modules that are loaded already too. */
export function replaceFileFunctions(functions: Partial<typeof fs>): void {
  const names = Object.keys(functions) as (keyof typeof fs)[];
  const former = Object.fromEntries(names.map((name) => [name, fs[name]]));
  const set = (values: object) => {
    Object.assign(fs, values);
    syncBuiltinESMExports();
  };
  set(functions);
  onTestFinished(() => set(former));
}

export const NOTEBOOK = 'nb_notes';

/** Opens the library of a folder, creating it with one notebook when it is missing; closes it after the test. */
export function openIn(dataDir: string, options: Partial<StoreOptions> = {}, tuning: StoreTuning = {}): Store {
  const store = openStore(
    { dataDir, create: true, exclusive: false, holder: 'the test', initialise: addNotebook, ...options },
    tuning,
  );
  onTestFinished(() => store.close());
  return store;
}

export function addNotebook(unit: UnitOfWork, id = NOTEBOOK, name = 'Notes', parentPk: number | null = null): number {
  return unit.notebooks.insert({ id, name, parentPk, iconEmoji: null, at: 1 }).pk;
}

export interface NoteFields {
  readonly id: string;
  readonly title?: string;
  readonly body?: string;
  readonly notebookPk?: number;
  readonly fileName?: string;
  readonly at?: number;
}

let revisions = 0;

export function revision(title: string, body: string, at = 1_000) {
  const id = `rev_${++revisions}`;
  const sizeBytes = Buffer.byteLength(body);
  return {
    revisionId: id,
    origin: 'rest',
    title,
    body,
    sizeBytes,
    excerpt: body.slice(0, 20),
    derived: derive(body),
    at,
  };
}

/** Adds a note in one call and returns its key. */
export function addNote(
  unit: UnitOfWork,
  { id, title = '', body = '', notebookPk, fileName, at = 1_000 }: NoteFields,
): number {
  const home = notebookPk ?? (unit.notebooks.get(NOTEBOOK)?.pk as number);
  return unit.documents.insert({
    ...revision(title, body, at),
    id,
    notebookPk: home,
    fileName: fileName ?? null,
    createdAt: at,
    updatedAt: at,
  });
}

/** Stores bytes without an attachment. They can be adopted any number of times, also in writes that are rolled back. */
export async function storedBytes(store: Store): Promise<ReceivedBlob> {
  const source = Readable.from([Buffer.from('bytes')]);
  const received = await store.blobs.receive(source, { maxBytes: 10 });
  await store.write(() => store.blobs.place(received));
  return received;
}

/** Returns every file below a folder with the digest of its bytes. */
export function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      return [name, statSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder'];
    }),
  );
}

export interface Child {
  readonly process: ChildProcess;
  /** Resolves to the next printed line; undefined when the process ended. */
  line(): Promise<string | undefined>;
  /**
   * Waits for the end of the process.
   *
   * @returns the exit code, or the signal that ended it
   */
  end(): Promise<number | string>;
}

/** Starts a script of `test/children` in a separate process, as the argument of the command `under` when given. */
export function start(script: string, args: readonly (string | number)[], under: readonly string[] = []): Child {
  const path = fileURLToPath(new URL(`children/${script}`, import.meta.url));
  const [command, ...rest] = [...under, process.execPath, path, ...args.map(String)] as [string, ...string[]];
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal as string)));
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    line: async () => {
      const { value, done } = await lines.next();
      return done ? undefined : value;
    },
    end: () => ended,
  };
}

/** Returns the reason why a tool cannot be used here; undefined when it can. */
export function explainMissing(tool: string, ...args: string[]): string | undefined {
  const { error, status } = spawnSync(tool, args, { stdio: 'ignore' });
  return error === undefined && status === 0 ? undefined : `${tool} cannot be used here`;
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
