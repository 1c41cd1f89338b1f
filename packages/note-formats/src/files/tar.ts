import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileItem } from '../item.js';
import { clampMoment } from '../moment.js';
import { quote } from '../quote.js';
import { createRejection, type Rejection } from '../rejection.js';
import { SourceError } from '../source-error.js';
import { readPieces, readStamp } from './disk-file.js';
import { checkEntryPath, entryNames } from './entry-path.js';
import { MAX_ENTRIES } from './limits.js';
import { BLOCK_BYTES, isEmpty, readHeader, readPax, type TarHeader } from './tar-header.js';
import { createRejectedEntry, type Tree, type Walk } from './tree.js';

/** Entry types that describe the next entry. */
const PAX = 'x';
const PAX_FOR_ALL = 'g';
const LONG_NAME = 'L';
const LONG_LINK_NAME = 'K';
const MAX_DESCRIPTION_BYTES = 1024 * 1024;
const FILES: ReadonlySet<string> = new Set(['0', '\0', '7']);
/** Hard and symbolic links. */
const LINKS: ReadonlySet<string> = new Set(['1', '2']);
const FOLDER = '5';
const END_BYTES = 2 * BLOCK_BYTES;

interface EntryDescription {
  readonly path?: string;
  readonly size?: number;
}

/** Files of a tar archive by path, read in place. */
export class TarTree implements Tree {
  readonly #path: string;
  #handle: FileHandle | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async walk(signal: AbortSignal | undefined): Promise<Walk> {
    const handle = await open(this.#path, 'r');
    this.#handle = handle;
    const found = new Map<string, FileItem>();
    const refusedEntries: FileItem[] = [];
    const stamp = await readStamp(this.#path, this.#path);
    for await (const { header, start } of this.#entries(handle)) {
      if (signal?.aborted) return { files: [], skipped: [], complete: false };
      if (header.type === FOLDER) continue;
      const path = entryNames(header.path).join('/');
      const flaw = checkHeader(header) ?? (found.has(path) ? createRejection('duplicate') : undefined);
      if (flaw === undefined) found.set(path, toFileItem(handle, { ...header, path }, start, stamp));
      else refusedEntries.push(createRejectedEntry(header.path, flaw));
      const count = found.size + refusedEntries.length;
      if (count > MAX_ENTRIES) throw new SourceError('too_many_entries', String(count));
    }
    const files = [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files, refused: refusedEntries, skipped: [], complete: true };
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /**
   * Yields the entries with their descriptions applied and the offsets of their bytes, up to the two empty blocks at
   * the end.
   */
  async *#entries(handle: FileHandle): AsyncGenerator<{ header: TarHeader; start: number }> {
    const { size: end } = await handle.stat();
    let described: EntryDescription = {};
    for (let at = 0; ; ) {
      const blocks = await read(handle, at, END_BYTES);
      if (blocks.length === END_BYTES && isEmpty(blocks)) return;
      const header = blocks.length < BLOCK_BYTES ? undefined : readHeader(blocks.subarray(0, BLOCK_BYTES));
      if (header === undefined) throw new SourceError('damaged', `${basename(this.#path)} at byte ${at}`);
      const start = at + BLOCK_BYTES + (await countSparseBytes(handle, header, blocks, at));
      const { path, size } = { ...header, ...described };
      if (start + size > end) throw new SourceError('damaged', `${path}: cut off`);
      if (isDescription(header)) described = { ...described, ...(await readDescription(handle, header, start)) };
      else {
        yield { header: { ...header, path, size }, start };
        described = {};
      }
      at = start + Math.ceil((isDescription(header) ? header.size : size) / BLOCK_BYTES) * BLOCK_BYTES;
    }
  }
}

const DESCRIPTIONS: ReadonlySet<string> = new Set([PAX, PAX_FOR_ALL, LONG_NAME, LONG_LINK_NAME]);
const isDescription = ({ type }: TarHeader) => DESCRIPTIONS.has(type);

async function readDescription(
  handle: FileHandle,
  { type, path, size }: TarHeader,
  start: number,
): Promise<EntryDescription> {
  if (size > MAX_DESCRIPTION_BYTES) throw new SourceError('damaged', path);
  const bytes = await read(handle, start, size);
  if (type === LONG_NAME) return { path: bytes.toString('utf8').replace(/\0.*$/s, '') };
  return type === PAX ? readPax(bytes) : {};
}

/** Byte offsets of the continuation flag in a GNU sparse header and in each of its further blocks. */
const SPARSE = { type: 'S', inHeader: 482, inBlock: 504 } as const;

/** Returns the length of the blocks that continue the header of a sparse entry. */
async function countSparseBytes(handle: FileHandle, { type }: TarHeader, block: Buffer, at: number): Promise<number> {
  let bytes = 0;
  if (type !== SPARSE.type) return bytes;
  for (let hasMore = block[SPARSE.inHeader]; hasMore !== 0 && hasMore !== undefined; ) {
    bytes += BLOCK_BYTES;
    hasMore = (await read(handle, at + bytes, BLOCK_BYTES))[SPARSE.inBlock];
  }
  return bytes;
}

async function read(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** Returns the reason to reject an entry: its path or its kind. */
function checkHeader({ path, type }: TarHeader): Rejection | undefined {
  const flaw = checkEntryPath(path);
  if (flaw !== undefined || FILES.has(type)) return flaw;
  return LINKS.has(type) ? createRejection('symlink') : createRejection('not_a_file', `entry type ${quote(type)}`);
}

function toFileItem(handle: FileHandle, { path, size, modifiedAt }: TarHeader, start: number, stamp: string): FileItem {
  return {
    path,
    key: path,
    folder: path.split('/').slice(0, -1),
    filename: basename(path),
    stamp: () => Promise.resolve(JSON.stringify([stamp, path, start, size])),
    open: (use) =>
      use({
        sizeBytes: size,
        modifiedAt: modifiedAt === 0 ? undefined : clampMoment(modifiedAt),
        pieces: (maxBytes, from = 0) =>
          readPieces(handle, start + from, Math.min(size - from, maxBytes + 1), start + size),
      }),
  };
}
