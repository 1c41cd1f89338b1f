import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { DistinctNames } from '../distinct-names.js';
import type { FileItem, OpenFile } from '../item.js';
import { clampMoment } from '../moment.js';
import { createRejection, type Rejection } from '../rejection.js';
import { SourceError } from '../source-error.js';
import { checkEntries, checkEntry } from './check-entries.js';
import { checkEntryPath, entryNames } from './entry-path.js';
import { createRejectedEntry, isSkipped, type Tree, type Walk } from './tree.js';

/** Error in the bytes of an entry. */
class EntryError extends Error {}

interface OpenArchive {
  readonly zip: ZipFile;
  readonly handle: FileHandle;
}

const ZIP = /\.zip$/i;

/**
 * Files of a zip archive by path; with `nested`, also those of archives at its top level. Entries are decompressed when
 * they are read. Only nested archives are written to disk, as unlinked temporary files.
 */
export class ZipTree implements Tree {
  readonly #path: string;
  readonly #nested: boolean;
  readonly #opened: OpenArchive[] = [];

  constructor(path: string, { nested }: { nested: boolean }) {
    this.#path = path;
    this.#nested = nested;
  }

  async walk(signal: AbortSignal | undefined): Promise<Walk> {
    const files: FileItem[] = [];
    const refusedEntries: FileItem[] = [];
    const names = new DistinctNames();
    const skipped: string[] = [];
    const refuse = (path: string, why: Rejection) => refusedEntries.push(createRejectedEntry(path, why));
    const add = async (opened: OpenArchive, outer: string | null): Promise<Rejection | undefined> => {
      const seen = new Set<string>();
      const entries = await listEntries(opened);
      if ('reason' in entries) return entries;
      for (const entry of entries) {
        if (signal?.aborted) return undefined;
        const path = outer === null ? entry.fileName : `${outer}/${entry.fileName}`;
        const segments = entryNames(entry.fileName);
        const isInner = outer === null && this.#nested && segments.length === 1 && ZIP.test(entry.fileName);
        const flaw = checkEntryPath(entry.fileName);
        const name = entry.fileName.normalize('NFC');
        if (flaw !== undefined) refuse(path, flaw);
        else if (isSkipped(segments) || segments.includes('__MACOSX')) skipped.push(segments.join('/'));
        else if (seen.has(name)) refuse(path, createRejection('duplicate'));
        else if (isInner) {
          const inner = checkEntry(entry) ?? (await this.#openInner(opened, entry));
          const why = 'reason' in inner ? inner : await add(inner, entry.fileName);
          if (why !== undefined) refuse(path, why);
        } else files.push(rejectDuplicate(names, createItem(opened.zip, entry, segments)));
        seen.add(name);
      }
      return undefined;
    };
    const damage = await add(await this.#open(await open(this.#path, 'r')), null);
    if (damage !== undefined) throw new SourceError('damaged', damage.message);
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files, refused: refusedEntries, skipped, complete: signal?.aborted !== true };
  }

  async close(): Promise<void> {
    for (const { handle } of this.#opened.splice(0)) await handle.close();
  }

  async #open(handle: FileHandle): Promise<OpenArchive> {
    const zip = await fromFdPromise(handle.fd, { autoClose: false, decodeStrings: false }).catch(
      async (error: unknown) => {
        await handle.close();
        throw new SourceError('damaged', basename(this.#path), error);
      },
    );
    const opened = { zip, handle };
    this.#opened.push(opened);
    return opened;
  }

  /**
   * Copies a nested archive to an unlinked temporary file, which disappears when it is closed.
   *
   * @returns the opened archive, or the reason why it cannot be opened
   */
  async #openInner({ zip }: OpenArchive, entry: Entry): Promise<OpenArchive | Rejection> {
    const path = join(tmpdir(), `notes-import-${randomBytes(12).toString('hex')}`);
    const handle = await open(path, 'wx+', 0o600);
    try {
      await rm(path).catch(() => undefined);
      for await (const piece of readPieces(zip, entry, entry.uncompressedSize)) await handle.writeFile(piece);
    } catch (error) {
      await handle.close();
      if (error instanceof EntryError) return createRejection('malformed', error.message);
      throw error;
    }
    return this.#open(handle).catch((error: unknown) => {
      if (error instanceof SourceError) return createRejection('malformed', 'not a zip archive');
      throw error;
    });
  }
}

/** Rejects a file of a nested archive whose path exists already. */
function rejectDuplicate(names: DistinctNames, file: FileItem): FileItem {
  const ending = extname(file.path);
  const path = names.makeDistinct(file.path.slice(0, file.path.length - ending.length), ending);
  return path === file.path ? file : { ...file, path, key: path, rejection: createRejection('duplicate') };
}

/**
 * Lists the entries that are files.
 *
 * @returns the entries, or the reason why the directory of the archive cannot be read
 */
async function listEntries({ zip }: OpenArchive): Promise<Entry[] | Rejection> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entry.fileName = decodeName(entry);
      entries.push(entry);
      checkEntries.count(entries.length);
    }
  } catch (error) {
    // Errors of yauzl about the archive carry no code; errors of the system and SourceError do.
    if (!(error instanceof Error) || 'code' in error) throw error;
    return createRejection('malformed', error.message);
  }
  checkEntries.all(entries);
  return entries.filter(({ fileName }) => !fileName.endsWith('/'));
}

/** General purpose flag of an entry whose name is UTF-8. Names of other entries are in code page 437. */
const UTF8_NAME = 0x800;

/**
 * Decodes the name of an entry without the check of yauzl, which would refuse the whole archive for one bad name. A
 * name that is valid UTF-8 is UTF-8, since macOS does not set the flag.
 */
function decodeName({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_NAME : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

function createItem(zip: ZipFile, entry: Entry, names: readonly string[]): FileItem {
  const path = names.join('/');
  const unreadable = checkEntry(entry);
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

/** First moment of the times in archives, which programs write for an unknown one, in milliseconds. */
const DOS_EPOCH = Date.UTC(1980, 0, 1);

async function openEntry<T>(
  zip: ZipFile,
  entry: Entry,
  use: (file: OpenFile) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  const written = entry.getLastModDate({ timezone: 'UTC' }).getTime();
  const modifiedAt = written <= DOS_EPOCH ? undefined : clampMoment(written);
  const pieces = (maxBytes: number, start = 0) => readPieces(zip, entry, maxBytes, start);
  try {
    return await use({ sizeBytes: entry.uncompressedSize, modifiedAt, pieces });
  } catch (error) {
    if (error instanceof EntryError) return createRejection('malformed', error.message);
    throw error;
  }
}

/**
 * Reads an entry from `start`, at most one byte more than `maxBytes`.
 *
 * @throws EntryError at the end when the CRC does not match
 */
async function* readPieces(zip: ZipFile, entry: Entry, maxBytes: number, start = 0): AsyncGenerator<Buffer> {
  let [length, crc] = [0, 0];
  const stream = await zip.openReadStreamPromise(entry).catch(asEntryError);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      crc = crc32(piece, crc);
      const wanted = piece.subarray(Math.max(0, start - length));
      length += piece.length;
      if (wanted.length > 0) yield wanted;
      if (length > start + maxBytes) return;
    }
  } catch (error) {
    asEntryError(error);
  } finally {
    stream.destroy();
  }
  if (crc !== entry.crc32) throw new EntryError('its checksum does not match');
}

function asEntryError(error: unknown): never {
  throw error instanceof EntryError ? error : new EntryError((error as Error).message, { cause: error });
}
