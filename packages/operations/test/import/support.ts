import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Input, Output } from '@notes/contract';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { type CallContext, invoke, type Library, openLibrary } from '../../src/index.js';

export type Report = Output<'importFolder'>;

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'notes-import-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes files below a folder, making the folders they need. */
export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

export interface TestLibrary {
  readonly library: Library;
  readonly context: CallContext;
  readonly run: (path: string, options?: Partial<Input<'importFolder'>>) => Promise<Report>;
  /** Grows with every write. */
  readonly changes: () => number;
  /** The active notes as `notebook path/title`, sorted. */
  readonly notes: () => string[];
}

export async function testLibrary(): Promise<TestLibrary> {
  const config = loadConfig({ dataDir: join(temporaryFolder(), 'data') }, {});
  const library = await openLibrary({ config, serviceVersion: '0.0.0', create: true });
  onTestFinished(() => library.store.close());
  const context: CallContext = { library, origin: 'cli', now: Date.now };
  return {
    library,
    context,
    run: (path, options = {}) => invoke('importFolder', context, { format: 'markdown', path, ...options }),
    changes: () => library.store.read((reader) => reader.journal.last()),
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

/** The one active note of a title, as REST shows it. */
export async function noteCalled({ context, library }: TestLibrary, title: string): Promise<Output<'getDocument'>> {
  const ids = library.store.read((reader) => reader.documents.findByTitleKey(title.toLowerCase(), 2));
  if (ids.length !== 1) throw new Error(`${ids.length} notes are called ${title}`);
  return invoke('getDocument', context, { document_id: ids[0] as string });
}
