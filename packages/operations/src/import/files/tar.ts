import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileItem } from '../item.js';
import { clampMoment } from '../moment.js';
import { piecesOf, stampOf } from './disk-file.js';
import { MAX_ENTRIES, refused } from './refused.js';
import { BLOCK_BYTES, isEmpty, readHeader, readPax, type TarHeader } from './tar-header.js';
import type { Tree, Walk } from './tree.js';

/** What describes the entry behind it. */
const PAX = 'x';
const PAX_FOR_ALL = 'g';
const LONG_NAME = 'L';
const MAX_DESCRIPTION_BYTES = 1024 * 1024;
const FILES: ReadonlySet<string> = new Set(['0', '\0', '7']);
const FOLDER = '5';
const END_BYTES = 2 * BLOCK_BYTES;

interface Described {
  readonly path?: string;
  readonly size?: number;
}

/** The files in a tar archive, by their paths, read where they are. */
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
    const stamp = await stampOf(this.#path, this.#path);
    for await (const { header, start } of this.#entries(handle)) {
      if (signal?.aborted) return { files: [], skipped: 0, complete: false };
      if (header.type === FOLDER) continue;
      if (!FILES.has(header.type)) throw refused('link', header.path);
      const path = safePath(header.path);
      if (found.has(path)) throw refused('duplicate_entry', path);
      found.set(path, fileOf(handle, { ...header, path }, start, stamp));
      if (found.size > MAX_ENTRIES) throw refused('too_many_entries', String(found.size));
    }
    const files = [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files, skipped: 0, complete: true };
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** The entries, each with what describes it and where its bytes are, up to the two empty blocks that end them. */
  async *#entries(handle: FileHandle): AsyncGenerator<{ header: TarHeader; start: number }> {
    const { size: end } = await handle.stat();
    let described: Described = {};
    for (let at = 0; ; ) {
      const blocks = await read(handle, at, END_BYTES);
      if (blocks.length === END_BYTES && isEmpty(blocks)) return;
      const header = blocks.length < BLOCK_BYTES ? undefined : readHeader(blocks.subarray(0, BLOCK_BYTES));
      if (header === undefined) throw refused('damaged', `${basename(this.#path)} at byte ${at}`);
      const start = at + BLOCK_BYTES;
      const { path, size } = { ...header, ...described };
      if (start + size > end) throw refused('damaged', `${path}: cut off`);
      if (isDescription(header)) described = { ...described, ...(await describe(handle, header, start)) };
      else {
        yield { header: { ...header, path, size }, start };
        described = {};
      }
      at = start + Math.ceil((isDescription(header) ? header.size : size) / BLOCK_BYTES) * BLOCK_BYTES;
    }
  }
}

const isDescription = ({ type }: TarHeader) => type === PAX || type === PAX_FOR_ALL || type === LONG_NAME;

async function describe(handle: FileHandle, { type, path, size }: TarHeader, start: number): Promise<Described> {
  if (size > MAX_DESCRIPTION_BYTES) throw refused('damaged', path);
  const bytes = await read(handle, start, size);
  if (type === LONG_NAME) return { path: bytes.toString('utf8').replace(/\0.*$/s, '') };
  return type === PAX ? readPax(bytes) : {};
}

async function read(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** @throws ServiceError where a path is absolute or leads upwards */
function safePath(path: string): string {
  const names = path.split('/').filter((name) => name !== '.' && name !== '');
  if (/^(?:\/|[A-Za-z]:)|[\u0000-\u001f\\]/.test(path) || names.includes('..') || names.length === 0)
    throw refused('unsafe_path', path);
  return names.join('/');
}

function fileOf(handle: FileHandle, { path, size, modifiedAt }: TarHeader, start: number, stamp: string): FileItem {
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
          piecesOf(handle, start + from, Math.min(size - from, maxBytes + 1), start + size),
      }),
  };
}
