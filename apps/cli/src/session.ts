import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningJob } from '@notes/operations';
import type { LoadedConfig } from '@notes/operations/config';
import { isStorageError } from './failures.js';
import type { Call } from './presentation.js';
import { version } from './version.js';

export interface SessionOptions {
  readonly config: LoadedConfig;
  readonly missing: 'refuse' | 'make' | 'pretend';
  readonly progress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
  readonly jobStarted?: (job: RunningJob) => void;
  /** Called with the data directory before a new library is made there. */
  readonly onNew: (dataDir: string) => void;
}

/** A library open for one command. */
export interface Session
  extends Pick<Call, 'invoke' | 'readContent' | 'findNotes' | 'findNotesInTrash' | 'findNotebook' | 'continueJob'> {
  close(): void;
}

/** Opens the library in this process, beside a server or without one; `--help` and wrong usage never come here. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { openLibrary, invoke, readContent, findNotes, findNotesInTrash, findNotebook, continueJob } = await import(
    '@notes/operations'
  );
  const { config, missing, progress, signal, jobStarted, onNew } = options;
  const open = (at: LoadedConfig, create: boolean) => openLibrary({ config: at, serviceVersion: version, create });
  const scratch: string[] = [];
  const library = await open(config, false).catch((error: unknown) => {
    if (missing === 'refuse' || !isStorageError(error) || error.reason !== 'missing') throw explained(error);
    if (missing === 'make') {
      onNew(config.dataDir);
      return open(config, true);
    }
    scratch.push(mkdtempSync(join(tmpdir(), 'notes-dry-run-')));
    return open({ ...config, dataDir: scratch[0] as string }, true);
  });
  const context = {
    library,
    origin: 'cli',
    now: Date.now,
    ...(progress && { progress }),
    ...(signal && { signal }),
    ...(jobStarted && { jobStarted }),
  } as const;
  return {
    invoke: (name, raw, bytes) => invoke(name, { ...context, ...(bytes && { bytes }) }, raw),
    readContent: (content, range) => readContent(library, content, range),
    findNotes: (text) => findNotes(library, text),
    findNotesInTrash: (text) => findNotesInTrash(library, text),
    findNotebook: (text) => findNotebook(library, text),
    continueJob: (id, from) => continueJob(context, id, from),
    close: () => {
      library.store.close();
      for (const folder of scratch) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Says what to do about a library that is not there. */
function explained(error: unknown): unknown {
  if (isStorageError(error) && error.reason === 'missing')
    error.message += '; notes new and notes import make one, --data-dir and --profile name another';
  return error;
}
