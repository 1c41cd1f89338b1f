import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from '../../platform/context.js';
import { cursorInvalid } from '../../platform/cursor.js';
import type { ChannelStates } from './ask-engine.js';
import type { FusedHit } from './fuse.js';

/** Milliseconds that the order of a merged search is kept. */
export const SNAPSHOT_LIFE_MS = 600_000;
/** Maximum snapshots in memory, with 1,000 notes some 70 KB each; the oldest ends first. */
const MAX_SNAPSHOTS = 32;
/** Maximum files of snapshots. */
const MAX_FILES = 32;
const FILE_NAME = /^search-[0-9a-f]{24}\.json$/;

/** Merged search with all its notes, in their order. */
export interface Snapshot {
  readonly hits: readonly FusedHit[];
  readonly channels: ChannelStates;
  /** True when there may be more notes than a snapshot holds. */
  readonly truncated: boolean;
}

interface StoredSnapshot extends Snapshot {
  /** Time in milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** Snapshots of a process by id, as JSON, oldest first. */
const inMemory = new WeakMap<Library, Map<string, string>>();

/**
 * Keeps a snapshot for ten minutes.
 *
 * @param now milliseconds since the Unix epoch
 * @param isShared true when another process continues the list: the snapshot is also written to a file
 * @returns id of the snapshot, for {@link readSnapshot}
 */
export function keepSnapshot(library: Library, snapshot: Snapshot, now: number, isShared: boolean): string {
  const id = randomBytes(12).toString('hex');
  const stored: StoredSnapshot = { ...snapshot, expiresAt: now + SNAPSHOT_LIFE_MS };
  const json = JSON.stringify(stored);
  const snapshots = inMemory.get(library) ?? new Map<string, string>();
  inMemory.set(library, snapshots.set(id, json));
  for (const oldest of snapshots.keys()) {
    if (snapshots.size <= MAX_SNAPSHOTS) break;
    snapshots.delete(oldest);
  }
  if (isShared) writeSnapshot(library.store.paths.tmp, id, json);
  return id;
}

/**
 * Reads a snapshot.
 *
 * @throws ServiceError `cursor_invalid` when it has expired, or this process does not have it
 */
export function readSnapshot(library: Library, id: string, now: number): Snapshot {
  const json = inMemory.get(library)?.get(id) ?? readFile(library.store.paths.tmp, id);
  const snapshot = json === undefined ? undefined : parseSnapshot(json);
  if (snapshot === undefined || now >= snapshot.expiresAt) throw cursorInvalid();
  return snapshot;
}

const getFile = (folder: string, id: string): string => join(folder, `search-${id}.json`);

/** Writes a snapshot. A search does not fail when it cannot: the cursor is then invalid in other processes. */
function writeSnapshot(folder: string, id: string, json: string): void {
  try {
    removeOldFiles(folder);
    writeFileSync(getFile(folder, id), json, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

/** Removes the files of expired snapshots, and the oldest ones while there are too many. */
function removeOldFiles(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, writtenAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.writtenAt - a.writtenAt);
  const oldest = Date.now() - SNAPSHOT_LIFE_MS;
  for (const [index, { path, writtenAt }] of files.entries())
    if (writtenAt < oldest || index >= MAX_FILES - 1) rmSync(path, { force: true });
}

function readFile(folder: string, id: string): string | undefined {
  try {
    return readFileSync(getFile(folder, id), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}

/** Parses the JSON of a snapshot; undefined when a file is incomplete. */
function parseSnapshot(json: string): StoredSnapshot | undefined {
  try {
    return JSON.parse(json) as StoredSnapshot;
  } catch {
    return undefined;
  }
}
