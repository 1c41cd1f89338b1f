import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '@notes/contract';
import type { Library } from '../../platform/context.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './encode-snapshot.js';

/** Milliseconds that the order of a merged search is kept. */
export const SNAPSHOT_LIFE_MS = 600_000;
/** Maximum bytes of the snapshots of a process, over 400 with 1,000 notes each; the oldest ends first. */
const MAX_MEMORY_BYTES = 16 * 2 ** 20;
/** Maximum bytes of the files of snapshots. */
const MAX_FILES_BYTES = 16 * 2 ** 20;
/** Maximum files of snapshots, all of which are listed when one is written. */
const MAX_FILES = 1_000;
const FILE_NAME = /^search-[0-9a-f]{24}$/;

/** Snapshot as bytes, and the time in milliseconds since the Unix epoch at which it ends. */
interface KeptSnapshot {
  readonly bytes: Buffer;
  readonly expiresAt: number;
}

/** Snapshots of a process by id, oldest first. */
class SnapshotStore {
  readonly #snapshots = new Map<string, KeptSnapshot>();
  #sizeBytes = 0;

  get(id: string): Buffer | undefined {
    return this.#snapshots.get(id)?.bytes;
  }

  /** Adds a snapshot, and removes the expired ones and the oldest ones beyond the bound. */
  add(id: string, snapshot: KeptSnapshot, now: number): void {
    this.#snapshots.set(id, snapshot);
    this.#sizeBytes += snapshot.bytes.length;
    for (const [oldest, { bytes, expiresAt }] of this.#snapshots) {
      if (this.#sizeBytes <= MAX_MEMORY_BYTES && now < expiresAt) break;
      this.#snapshots.delete(oldest);
      this.#sizeBytes -= bytes.length;
    }
  }
}

const inMemory = new WeakMap<Library, SnapshotStore>();

/**
 * Keeps a snapshot for ten minutes, or until newer ones need the room.
 *
 * @param now milliseconds since the Unix epoch
 * @param isShared true when another process continues the list: the snapshot is also written to a file
 * @returns id of the snapshot, for {@link readSnapshot}
 */
export function keepSnapshot(library: Library, snapshot: Snapshot, now: number, isShared: boolean): string {
  const id = randomBytes(12).toString('hex');
  const expiresAt = now + SNAPSHOT_LIFE_MS;
  const bytes = encodeSnapshot({ ...snapshot, expiresAt });
  const snapshots = inMemory.get(library) ?? new SnapshotStore();
  inMemory.set(library, snapshots);
  snapshots.add(id, { bytes, expiresAt }, now);
  if (isShared) writeSnapshot(library.store.paths.tmp, id, bytes);
  return id;
}

/**
 * Reads a snapshot.
 *
 * @throws ServiceError `cursor_invalid` when it has expired, gave way to newer ones, or is not in this process
 */
export function readSnapshot(library: Library, id: string, now: number): Snapshot {
  const bytes = inMemory.get(library)?.get(id) ?? readFile(library.store.paths.tmp, id);
  const snapshot = bytes && decodeSnapshot(bytes);
  if (snapshot === undefined || now >= snapshot.expiresAt)
    throw new ServiceError('cursor_invalid', 'The search is older than ten minutes, or no longer kept. Search again');
  return snapshot;
}

const getFile = (folder: string, id: string): string => join(folder, `search-${id}`);

/** Writes a snapshot. A search does not fail when it cannot: the cursor is then invalid in other processes. */
function writeSnapshot(folder: string, id: string, bytes: Buffer): void {
  try {
    removeOldFiles(folder, MAX_FILES_BYTES - bytes.length);
    writeFileSync(getFile(folder, id), bytes, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

/** Removes the files of expired snapshots, and the oldest ones beyond the bytes that may stay. */
function removeOldFiles(folder: string, maxBytes: number): void {
  const files = readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat === undefined ? [] : [{ path, sizeBytes: stat.size, writtenAt: stat.mtimeMs }];
    })
    .toSorted((a, b) => b.writtenAt - a.writtenAt);
  const oldest = Date.now() - SNAPSHOT_LIFE_MS;
  let totalBytes = 0;
  for (const [index, { path, sizeBytes, writtenAt }] of files.entries()) {
    totalBytes += sizeBytes;
    if (writtenAt < oldest || totalBytes > maxBytes || index >= MAX_FILES - 1) rmSync(path, { force: true });
  }
}

function readFile(folder: string, id: string): Buffer | undefined {
  try {
    return readFileSync(getFile(folder, id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
