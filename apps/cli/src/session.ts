import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ServiceError } from '@notes/contract';
import type { RunningJob } from '@notes/operations';
import { type LoadedConfig, makeTemporaryFolder } from '@notes/operations/config';
import { isStorageError } from './failures.js';
import type { Call } from './presentation.js';
import { version } from './version.js';

/** Operations of a session: those of `@notes/operations`, or of an entry that loads fewer of them at once. */
export type SessionOperations = Pick<
  typeof import('@notes/operations'),
  | 'openLibrary'
  | 'invoke'
  | 'readContent'
  | 'findNotes'
  | 'findNotesInTrash'
  | 'findNotebook'
  | 'continueJob'
  | 'createFolders'
>;

export interface SessionOptions {
  readonly loadOperations: () => Promise<SessionOperations>;
  readonly config: LoadedConfig;
  /** Behaviour without a library. `make-if-done` keeps a new library only when the command succeeds. */
  readonly missing: 'refuse' | 'make' | 'make-if-done' | 'pretend';
  readonly progress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
  readonly jobStarted?: (job: RunningJob) => void;
  /** Called with the data directory once a new library exists. */
  readonly onNew: (dataDir: string) => void;
  /** Called before `make` creates a library; an error that it throws leaves none. */
  readonly beforeMaking?: (() => Promise<void>) | undefined;
  /** Receives errors of background work, which no operation reports. */
  readonly onError: (error: unknown) => void;
}

/** A library open for one command. */
export interface Session
  extends Pick<
    Call,
    'invoke' | 'readContent' | 'findNotes' | 'findNotesInTrash' | 'findNotebook' | 'continueJob' | 'keepLibrary'
  > {
  /**
   * Keeps a library that was created for a command which has succeeded, or whose new library stays after an error. Call
   * it before `close`.
   *
   * @throws ServiceError `storage_unavailable` when another program created a library there meanwhile; both stay
   */
  keep(): void;
  close(): void;
}

/**
 * Opens the library in this process, with or without a running server. `--help` and wrong usage never reach this
 * function.
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { openLibrary, invoke, readContent, findNotes, findNotesInTrash, findNotebook, continueJob, createFolders } =
    await options.loadOperations();
  const { config, missing, progress, signal, jobStarted, onNew, beforeMaking, onError } = options;
  const open = (at: LoadedConfig, create: boolean) =>
    openLibrary({ config: at, serviceVersion: version, create, onError });
  const scratch: string[] = [];
  let draft: string | undefined;
  let library = await open(config, false).catch(async (error: unknown) => {
    if (missing === 'refuse' || !isStorageError(error) || error.reason !== 'missing') throw addAdvice(error);
    if (missing === 'make-if-done' && isUnused(config.dataDir)) {
      draft = tryCreateDraftFolder(config.dataDir, createFolders);
      if (draft !== undefined) {
        scratch.push(draft);
        return open({ ...config, dataDir: draft }, true);
      }
    }
    if (missing !== 'pretend') {
      if (missing === 'make') await beforeMaking?.();
      const made = await open(config, true);
      onNew(config.dataDir);
      return made;
    }
    scratch.push(makeTemporaryFolder('notes-dry-run-'));
    return open({ ...config, dataDir: scratch[0] as string }, true);
  });
  const getContext = () => ({
    library,
    origin: 'cli' as const,
    now: Date.now,
    ...(progress && { progress }),
    ...(signal && { signal }),
    ...(jobStarted && { jobStarted }),
  });
  const keep = () => {
    library.store.close();
    if (draft === undefined) return;
    const made = draft;
    if (!tryMoveLibrary(made, config.dataDir)) {
      scratch.splice(0);
      throw createTakenError(config.dataDir, made);
    }
    draft = undefined;
    onNew(config.dataDir);
  };
  return {
    invoke: (name, raw, bytes) => invoke(name, { ...getContext(), ...(bytes && { bytes }) }, raw),
    readContent: (content, range) => readContent(library, content, range),
    findNotes: (text) => findNotes(library, text),
    findNotesInTrash: (text) => findNotesInTrash(library, text),
    findNotebook: (text) => findNotebook(library, text),
    continueJob: (id, from) => continueJob(getContext(), id, from),
    keepLibrary: async () => {
      if (draft === undefined) return;
      keep();
      library = await open(config, false);
    },
    keep,
    close: () => {
      library.store.close();
      for (const folder of scratch) removeScratch(folder);
    },
  };
}

/** Removes a temporary folder. What the disk does not remove stays: the command has ended by now. */
function removeScratch(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A draft that stays is no library, and `isUnused` ignores it.
  }
}

const createTakenError = (dataDir: string, draft: string) =>
  new ServiceError(
    'storage_unavailable',
    `${dataDir} got a library from another program meanwhile, which stays unchanged. The library of this command is at ${draft}. Use it with --data-dir, or delete it`,
  );

/** File that makes a folder a library; it is moved last. */
const LIBRARY_FILE = 'notes.db';
/** File of a data directory that may exist before its library. */
const SETTINGS_FILE = 'config.toml';

/** Part of the name of a draft, inside an existing data directory or beside a missing one. */
const DRAFT_PREFIX = '.new-';

/**
 * Returns true for a data directory that does not exist, or holds only settings and drafts, which killed commands leave;
 * false for a link to nothing.
 */
function isUnused(dataDir: string): boolean {
  if (!existsSync(dataDir)) return lstatSync(dataDir, { throwIfNoEntry: false }) === undefined;
  return readdirSync(dataDir).every((name) => name === SETTINGS_FILE || name.startsWith(DRAFT_PREFIX));
}

/**
 * Creates an empty folder on the file system of a data directory. It is inside an existing one, which may be a mounted
 * disk or in a folder of another account.
 *
 * @returns undefined when it cannot be created; the creation of the library then reports the cause
 */
function tryCreateDraftFolder(dataDir: string, createFolders: SessionOperations['createFolders']): string | undefined {
  try {
    if (existsSync(dataDir)) return mkdtempSync(join(dataDir, DRAFT_PREFIX));
    createFolders(dirname(dataDir), 0o700);
    return mkdtempSync(`${dataDir}${DRAFT_PREFIX}`);
  } catch {
    return undefined;
  }
}

/**
 * Moves the contents of a folder into a data directory without a library. Replaces nothing there, because another
 * program may create a library at the same time.
 *
 * @returns false when the data directory got one of the files meanwhile; the contents then stay in the folder
 */
function tryMoveLibrary(from: string, dataDir: string): boolean {
  if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 });
  const others = readdirSync(from).filter((name) => name !== LIBRARY_FILE);
  const moved: string[] = [];
  const moveBack = () => {
    for (const name of moved) renameSync(join(dataDir, name), join(from, name));
  };
  for (const name of [...others, LIBRARY_FILE]) {
    try {
      if (!tryMove(join(from, name), join(dataDir, name))) {
        moveBack();
        return false;
      }
    } catch (error) {
      moveBack();
      throw error;
    }
    moved.push(name);
  }
  return true;
}

/** Moves a file or folder to a path of the same file system; returns false when the path exists. */
function tryMove(from: string, to: string): boolean {
  try {
    if (statSync(from).isDirectory()) moveFolder(from, to);
    else moveFile(from, to);
    return true;
  } catch (error) {
    if (existsSync(to)) return false;
    throw error;
  }
}

function moveFolder(from: string, to: string): void {
  // Only Windows refuses to replace an empty folder.
  if (process.platform !== 'win32') mkdirSync(to, { mode: 0o700 });
  renameSync(from, to);
}

function moveFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some file systems have no hard links.
    if (existsSync(to)) throw error;
    renameSync(from, to);
    return;
  }
  rmSync(from);
}

/** Adds advice to the error for a missing library. */
function addAdvice(error: unknown): unknown {
  if (isStorageError(error) && error.reason === 'missing')
    error.message += '. Create one with notes new or notes import, or choose another with --data-dir or --profile';
  return error;
}
