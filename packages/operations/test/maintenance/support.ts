import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallContext, observeClock } from '../../src/index.js';
import { type OpenedLibrary, uploadBytes } from '../support.js';

export const DAY_MS = 86_400_000;

/** Creates notes and moves them to Trash. Returns their ids. */
export async function createTrashed({ call }: OpenedLibrary, bodies: readonly string[]): Promise<string[]> {
  const made = await Promise.all(bodies.map((body, n) => call('createDocument', { title: `Note ${n}`, body })));
  await Promise.all(
    made.map(({ id, current_revision_id }) =>
      call('trashDocument', { document_id: id, base_revision_id: current_revision_id }),
    ),
  );
  return made.map(({ id }) => id);
}

export const uploadText = (library: OpenedLibrary, text: string) =>
  uploadBytes(library, text, { filename: `${text}.txt` });

/** Makes a library believe a time by two readings of its clock. */
export async function believe({ library }: OpenedLibrary, at: number): Promise<void> {
  await observeClock(library, at - DAY_MS);
  await observeClock(library, at);
}

/** Returns a context that is cancelled once its job has started. */
export function stoppedOnceBegun(context: CallContext): CallContext {
  const stop = new AbortController();
  const progress = (done: number) => done > 0 && stop.abort();
  return { ...context, signal: stop.signal, progress };
}

/** Returns true when any file of the library contains a text, ignoring case. */
export function isAnywhere(dataDir: string, text: string): boolean {
  const files = readdirSync(dataDir).filter((name) => name.startsWith('notes.db'));
  return files.some((name) => readFileSync(join(dataDir, name)).toString('latin1').toLowerCase().includes(text));
}
