import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './apply.js';

/** A JSON Lines file that says of each file of an import what became of it. */
export interface Ledger {
  readonly path: string;
  append(entries: readonly { path: string; outcome: Outcome }[]): Promise<void>;
  close(): Promise<void>;
}

/** Begins `imports/<UTC time>-<source>.jsonl` in the data directory, readable by its owner alone. */
export async function openLedger(dataDir: string, source: string, at: number): Promise<Ledger> {
  const folder = join(dataDir, 'imports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = source
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(0, 60);
  const { path, handle } = await create(join(folder, `${time}-${name}`));
  return {
    path,
    append: async (entries) => {
      await handle.appendFile(entries.map(({ path: file, outcome }) => line(file, outcome)).join(''));
    },
    close: () => handle.close(),
  };
}

/** Two imports may begin in one second. */
async function create(stem: string): Promise<{ path: string; handle: FileHandle }> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? `${stem}.jsonl` : `${stem}-${number}.jsonl`;
    try {
      return { path, handle: await open(path, 'ax', 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function line(path: string, { status, documentId, reason, warnings }: Outcome): string {
  const entry = {
    path,
    status,
    ...(documentId !== undefined && { document_id: documentId }),
    ...(reason !== undefined && { reason }),
    ...(warnings.length > 0 && { warnings }),
  };
  return `${JSON.stringify(entry)}\n`;
}
