import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import type { FileItem, OpenFile } from '../item.js';
import { clampMoment } from '../moment.js';
import { type Rejection, rejection } from '../reasons.js';
import { Names } from '../unlike-names.js';
import { checkEntries } from './check-entries.js';
import { refused } from './refused.js';
import { isSkipped, type Tree, type Walk } from './tree.js';

/** What reading an entry says of its bytes; nobody else's fault. */
class EntryError extends Error {}

interface Opened {
  readonly zip: ZipFile;
  readonly handle: FileHandle;
}

const ZIP = /\.zip$/i;

/**
 * The files in a zip archive, by their paths; with `nested` also those of archives right in it, as if they were in it
 * themselves. What is in there is decompressed when it is read, and into no file but one without a name for a nested
 * archive.
 */
export class ZipTree implements Tree {
  readonly #path: string;
  readonly #nested: boolean;
  readonly #opened: Opened[] = [];

  constructor(path: string, { nested }: { nested: boolean }) {
    this.#path = path;
    this.#nested = nested;
  }

  async walk(signal: AbortSignal | undefined): Promise<Walk> {
    const files: FileItem[] = [];
    const names = new Names();
    let skipped = 0;
    const add = async (opened: Opened, isOuter: boolean): Promise<void> => {
      for (const entry of await entriesOf(opened)) {
        if (signal?.aborted) return;
        const segments = namesOf(entry);
        const isInner = isOuter && this.#nested && segments.length === 1 && ZIP.test(entry.fileName);
        if (segments.some(isSkipped) || segments.includes('__MACOSX')) skipped += 1;
        else if (isInner) await add(await this.#openInner(opened, entry), false);
        else files.push(unlessThere(names, fileOf(opened.zip, entry, segments)));
      }
    };
    await add(await this.#open(await open(this.#path, 'r')), true);
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files, skipped, complete: signal?.aborted !== true };
  }

  async close(): Promise<void> {
    for (const { handle } of this.#opened.splice(0)) await handle.close();
  }

  async #open(handle: FileHandle): Promise<Opened> {
    const zip = await fromFdPromise(handle.fd, { autoClose: false }).catch(async (error: unknown) => {
      await handle.close();
      throw refused('damaged', basename(this.#path), error);
    });
    const opened = { zip, handle };
    this.#opened.push(opened);
    return opened;
  }

  /** Copies a nested archive to where it can be read at any place: a file that is gone when it is closed. */
  async #openInner({ zip }: Opened, entry: Entry): Promise<Opened> {
    const path = join(tmpdir(), `notes-import-${randomBytes(12).toString('hex')}`);
    const handle = await open(path, 'wx+', 0o600);
    try {
      await rm(path).catch(() => undefined);
      for await (const piece of piecesOf(zip, entry, entry.uncompressedSize)) await handle.writeFile(piece);
    } catch (error) {
      await handle.close();
      throw error instanceof EntryError ? refused('damaged', entry.fileName, error) : error;
    }
    return this.#open(handle);
  }
}

/** Of the files of nested archives one may be there already. */
function unlessThere(names: Names, file: FileItem): FileItem {
  const ending = extname(file.path);
  const path = names.unlike(file.path.slice(0, file.path.length - ending.length), ending);
  return path === file.path ? file : { ...file, path, key: path, rejection: rejection('duplicate') };
}

/** The entries that are files. */
async function entriesOf({ zip }: Opened): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      checkEntries.count(entries.length);
    }
  } catch (error) {
    throw asRefusal(error);
  }
  checkEntries.all(entries);
  return entries.filter(({ fileName }) => !fileName.endsWith('/'));
}

/** What yauzl says of names is the one thing that it says so. */
function asRefusal(error: unknown): unknown {
  const { message } = error as Error;
  if (!(error instanceof Error) || 'code' in error) return error;
  return refused(/path|fileName|backslash|characters in/i.test(message) ? 'unsafe_path' : 'damaged', message, error);
}

const namesOf = ({ fileName }: Entry) => fileName.split('/').filter((name) => name !== '' && name !== '.');

function fileOf(zip: ZipFile, entry: Entry, names: readonly string[]): FileItem {
  const path = names.join('/');
  const unreadable = whyNot(entry);
  return {
    path,
    key: path,
    folder: names.slice(0, -1),
    filename: names.at(-1) as string,
    ...(unreadable !== undefined && { rejection: unreadable }),
    stamp: () => Promise.resolve(JSON.stringify([path, entry.uncompressedSize, entry.crc32])),
    open: (use) => openEntry(zip, entry, use),
  };
}

function whyNot(entry: Entry): Rejection | undefined {
  if (entry.isEncrypted()) return rejection('encrypted');
  return entry.canDecodeFileData() ? undefined : rejection('unreadable', 'an unknown compression');
}

async function openEntry<T>(
  zip: ZipFile,
  entry: Entry,
  use: (file: OpenFile) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  const modifiedAt = clampMoment(entry.getLastModDate({ timezone: 'UTC' }).getTime());
  const pieces = (maxBytes: number, start = 0) => piecesOf(zip, entry, maxBytes, start);
  try {
    return await use({ sizeBytes: entry.uncompressedSize, modifiedAt, pieces });
  } catch (error) {
    if (error instanceof EntryError) return rejection('malformed', error.message);
    throw error;
  }
}

/** The bytes of an entry, at most one more than asked for; all of them only when they are what was put in. */
async function* piecesOf(zip: ZipFile, entry: Entry, maxBytes: number, start = 0): AsyncGenerator<Buffer> {
  let [length, crc] = [0, 0];
  const stream = await zip.openReadStreamPromise(entry).catch(asEntryError);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      crc = crc32(piece, crc);
      const asked = piece.subarray(Math.max(0, start - length));
      length += piece.length;
      if (asked.length > 0) yield asked;
      if (length > start + maxBytes) return;
    }
  } catch (error) {
    asEntryError(error);
  } finally {
    stream.destroy();
  }
  if (crc !== entry.crc32) throw new EntryError('its bytes are not those that were put in');
}

function asEntryError(error: unknown): never {
  throw error instanceof EntryError ? error : new EntryError((error as Error).message, { cause: error });
}
