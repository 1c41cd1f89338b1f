import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Input, Output } from '@notes/contract';
import { invoke, type Library } from '../../src/index.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';

export type Report = Output<'importFolder'>;

export { temporaryFolder };

/** Writes files below a folder, creating missing folders. */
export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const OF_JOBS = new Set(['job', 'source_bundle']);

export interface TestLibrary extends OpenedLibrary {
  readonly run: (path: string, options?: Partial<Input<'importFolder'>>) => Promise<Report>;
  /** Counter of writes, except writes of jobs about themselves and about their sources. */
  readonly changes: () => number;
  /** Returns the active notes as `notebook path/title`, sorted. */
  readonly notes: () => string[];
}

export async function testLibrary(): Promise<TestLibrary> {
  const opened = await openTestLibrary();
  const { library, context } = opened;
  return {
    ...opened,
    run: (path, options = {}) => invoke('importFolder', context, { format: 'markdown', path, ...options }),
    changes: () =>
      library.store.read(
        ({ journal }) => journal.since(0, 1_000_000).filter(({ entity }) => !OF_JOBS.has(entity)).length,
      ),
    notes: () => listNotes(library),
  };
}

function listNotes({ store }: Library): string[] {
  return store.read((reader) => {
    const rows = reader.notebooks.all();
    const path = (pk: number | null): string[] => {
      const row = rows.find((each) => each.pk === pk);
      return row === undefined ? [] : [...path(row.parentPk), row.name];
    };
    const notes = rows
      .filter((row) => !row.readOnly)
      .flatMap((row) => reader.documents.listInNotebook(row.pk, 10_000).map((note) => [...path(row.pk), note.title]));
    return notes.map((parts) => parts.join('/')).sort();
  });
}

/** Returns the only active note with a title, in REST form. */
export async function noteCalled({ context, library }: TestLibrary, title: string): Promise<Output<'getDocument'>> {
  const ids = library.store.read((reader) => reader.documents.findByTitleKey(title.toLowerCase(), 2));
  if (ids.length !== 1) throw new Error(`${ids.length} notes are called ${title}`);
  return invoke('getDocument', context, { document_id: ids[0] as string });
}
