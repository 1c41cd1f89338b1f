import { appendFileSync, truncateSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createFolders } from '@notes/storage/folders';
import type { Likeness, Outcome } from './outcome.js';

/** Result for one note, attachment, or file embedded in a note. */
export interface Entry {
  readonly kind: 'note' | 'attachment' | 'embedded';
  readonly path: string;
  /** Title, when the path does not contain it. */
  readonly title?: string;
  readonly outcome: Outcome;
}

/** Warning about a folder. */
export interface FolderWarning {
  readonly folder: string;
  readonly message: string;
}

/** Position in a ledger: its file name and a length in bytes. */
export interface LedgerMark {
  readonly name: string;
  readonly bytes: number;
}

/** Entries of a ledger up to its mark, in order. */
export type LedgerRecord = readonly (Entry | FolderWarning)[];

/** Runs a change to the ledger file while no other process can resume the ledger; throws when another one has. */
export type Fence = (change: () => void) => Promise<void>;

const FOLDER = 'imports';

/** JSON Lines file with the result for each file of an import and the changes to folder names. */
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

  /** Creates `imports/<UTC time>-<source>.jsonl` in the data directory, readable by its owner only. */
  static async begin(dataDir: string, source: string, at: number, fence: Fence): Promise<Ledger> {
    const folder = join(dataDir, FOLDER);
    createFolders(folder, 0o700);
    const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
    const name = source
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .slice(0, 60);
    const { path, handle } = await create(join(folder, `${time}-${name}`));
    return new Ledger(path, handle, fence, 0);
  }

  /** Resumes a ledger at a mark and truncates what follows; undefined when the file is shorter than the mark. */
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
    const lines = Buffer.from([...warnings.map(formatFolderLine), ...entries.map(formatFileLine)].join(''));
    await this.#fence(() => appendFileSync(this.#handle.fd, lines));
    this.#bytes += lines.length;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Creates the file with a number when another import began in the same second. */
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
      title?: string;
      document_id?: string;
      resource_id?: string;
      looks_imported_from?: string;
      in_format?: Likeness['format'];
      at_other_path?: true;
      warnings?: string[];
    });

const formatFolderLine = ({ folder, message }: FolderWarning) => toLine({ folder, warnings: [message] });

const formatFileLine = ({ kind, path, title, outcome }: Entry) => {
  const { status, documentId, resourceId, reason, message, looksImportedFrom, warnings } = outcome;
  return toLine({
    path,
    ...(title !== undefined && { title }),
    ...(kind !== 'note' && { kind }),
    status,
    ...(resourceId !== undefined && { resource_id: resourceId }),
    ...(documentId !== undefined && { document_id: documentId }),
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    ...(looksImportedFrom !== undefined && { looks_imported_from: looksImportedFrom.source }),
    ...(looksImportedFrom?.format !== undefined && { in_format: looksImportedFrom.format }),
    ...(looksImportedFrom?.isRecognised === false && { at_other_path: true as const }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  });
};

const toLine = (line: Line) => `${JSON.stringify(line)}\n`;

/** @throws Error when the file is shorter than the mark; SyntaxError when a line is not JSON */
async function readUpTo(path: string, bytes: number): Promise<LedgerRecord> {
  const text = (await readFile(path)).subarray(0, bytes);
  if (text.length !== bytes) throw new Error('The ledger is shorter than its checkpoint');
  const lines = text.toString('utf8').split('\n').slice(0, -1);
  return lines.map((line) => parseLine(JSON.parse(line) as Line));
}

function parseLine(line: Line): Entry | FolderWarning {
  if ('folder' in line) return { folder: line.folder, message: line.warnings[0] };
  const { kind = 'note', path, title, document_id, resource_id, looks_imported_from: source, ...rest } = line;
  const { in_format: format, at_other_path, warnings = [], ...outcome } = rest;
  const isRecognised = at_other_path !== true;
  const ids = {
    ...(document_id !== undefined && { documentId: document_id }),
    ...(resource_id !== undefined && { resourceId: resource_id }),
    ...(source !== undefined && {
      looksImportedFrom: { ...(format !== undefined && { format }), source, isRecognised },
    }),
  };
  return { kind, path, ...(title !== undefined && { title }), outcome: { ...outcome, ...ids, warnings } };
}
