import { appendFileSync, truncateSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Outcome } from './decide.js';

/** What became of one note, file, or file that is in a note itself. */
export interface Entry {
  readonly kind: 'note' | 'attachment' | 'embedded';
  readonly path: string;
  readonly outcome: Outcome;
}

/** Something about a folder, rather than about a file in it. */
export interface FolderWarning {
  readonly folder: string;
  readonly message: string;
}

/** Where a ledger stood: its file's name, and its length in bytes. */
export interface LedgerMark {
  readonly name: string;
  readonly bytes: number;
}

/** What a ledger said up to its mark, in order. */
export type LedgerRecord = readonly (Entry | FolderWarning)[];

/** Runs a change of the ledger's file while it is sure that nobody else goes on with it; throws when somebody does. */
export type Fence = (change: () => void) => Promise<void>;

const FOLDER = 'imports';

/** A JSON Lines file that says of each file of an import what became of it, and of folders what had to be changed. */
export class Ledger {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #fence: Fence;
  #bytes: number;

  private constructor(path: string, handle: FileHandle, fence: Fence, bytes: number) {
    this.path = path;
    this.#handle = handle;
    this.#fence = fence;
    this.#bytes = bytes;
  }

  /** Begins `imports/<UTC time>-<source>.jsonl` in the data directory, readable by its owner alone. */
  static async begin(dataDir: string, source: string, at: number, fence: Fence): Promise<Ledger> {
    const folder = join(dataDir, FOLDER);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
    const name = source
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .slice(0, 60);
    const { path, handle } = await create(join(folder, `${time}-${name}`));
    return new Ledger(path, handle, fence, 0);
  }

  /** Goes on after a mark, without what was written behind it; undefined when the file does not reach so far. */
  static async resume(
    dataDir: string,
    { name, bytes }: LedgerMark,
    fence: Fence,
  ): Promise<{ ledger: Ledger; record: LedgerRecord } | undefined> {
    const path = join(dataDir, FOLDER, name);
    const record = await readUpTo(path, bytes).catch(() => undefined);
    if (record === undefined) return undefined;
    await fence(() => truncateSync(path, bytes));
    return { ledger: new Ledger(path, await open(path, 'a'), fence, bytes), record };
  }

  get mark(): LedgerMark {
    return { name: basename(this.path), bytes: this.#bytes };
  }

  async append(entries: readonly Entry[], warnings: readonly FolderWarning[]): Promise<void> {
    const lines = Buffer.from([...warnings.map(folderLine), ...entries.map(fileLine)].join(''));
    await this.#fence(() => appendFileSync(this.#handle.fd, lines));
    this.#bytes += lines.length;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
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

type Line =
  | { folder: string; warnings: [string] }
  | (Pick<Outcome, 'status' | 'reason' | 'message'> & {
      kind?: Exclude<Entry['kind'], 'note'>;
      path: string;
      document_id?: string;
      resource_id?: string;
      warnings?: string[];
    });

const folderLine = ({ folder, message }: FolderWarning) => asLine({ folder, warnings: [message] });

const fileLine = ({ kind, path, outcome: { status, documentId, resourceId, reason, message, warnings } }: Entry) =>
  asLine({
    path,
    ...(kind !== 'note' && { kind }),
    status,
    ...(resourceId !== undefined && { resource_id: resourceId }),
    ...(documentId !== undefined && { document_id: documentId }),
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  });

const asLine = (line: Line) => `${JSON.stringify(line)}\n`;

/** @throws when the file is no whole ledger up to there */
async function readUpTo(path: string, bytes: number): Promise<LedgerRecord> {
  const text = (await readFile(path)).subarray(0, bytes);
  if (text.length !== bytes) throw new Error('the ledger is shorter than it was');
  const lines = text.toString('utf8').split('\n').slice(0, -1);
  return lines.map((line) => recordOf(JSON.parse(line) as Line));
}

function recordOf(line: Line): Entry | FolderWarning {
  if ('folder' in line) return { folder: line.folder, message: line.warnings[0] };
  const { kind = 'note', path, document_id, resource_id, warnings = [], ...outcome } = line;
  const ids = {
    ...(document_id !== undefined && { documentId: document_id }),
    ...(resource_id !== undefined && { resourceId: resource_id }),
  };
  return { kind, path, outcome: { ...outcome, ...ids, warnings } };
}
