import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isId, ServiceError } from '@notes/contract';
import {
  acquireLock,
  asStorageError,
  findLockHolder,
  type LibraryLock,
  makeFolder,
  StorageError,
  syncFile,
} from '@notes/storage';
import { createNotFoundError } from '../../platform/not-found.js';
import { type BackupRecord, parseRecord } from './record.js';

const RECORD = 'record.json';
/** Lock files; a lock ends with its process. */
const MAKING = 'making.lock';
const FETCHING = 'fetching.lock';

/**
 * Backups of a data directory, each in a folder `backups/sync/<id>`, with its record and its bytes as `sealed`, or as
 * `part` while it is made or fetched.
 */
export class BackupShelf {
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'backups', 'sync');
  }

  /** Returns all records, the oldest first. */
  all(): BackupRecord[] {
    const found = this.#names().flatMap((name) => this.find(name) ?? []);
    return found.sort((a, b) => a.created_at - b.created_at || (a.backup_id < b.backup_id ? -1 : 1));
  }

  find(id: string): BackupRecord | undefined {
    if (!isId('backup', id)) return undefined;
    try {
      const record = parseRecord(readFileSync(join(this.folderFor(id), RECORD), 'utf8'));
      return record?.backup_id === id ? record : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** @throws ServiceError `not_found` */
  getExisting(id: string): BackupRecord {
    const record = this.find(id);
    if (record === undefined) throw createNotFoundError('backup', id);
    return record;
  }

  /** Stores a record durably and atomically, replacing the former one. */
  keep(record: BackupRecord): void {
    const folder = this.folderFor(record.backup_id);
    makeFolder(folder);
    const draft = join(folder, `${RECORD}.draft`);
    rmSync(draft, { force: true });
    writeFileSync(draft, `${JSON.stringify(record)}\n`, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(draft, join(folder, RECORD));
    syncFile(folder);
  }

  folderFor(id: string): string {
    return join(this.#root, id);
  }

  /** Returns the path of the bytes of a complete backup. */
  encryptedPathFor(id: string): string {
    return join(this.folderFor(id), 'sealed');
  }

  partPathFor(id: string): string {
    return join(this.folderFor(id), 'part');
  }

  /** Turns the partial file into the bytes of the backup. */
  complete(id: string): void {
    syncFile(this.partPathFor(id));
    renameSync(this.partPathFor(id), this.encryptedPathFor(id));
    syncFile(this.folderFor(id));
  }

  /** Returns the number of stored bytes of a complete or partial backup. */
  getStoredBytes(id: string): number {
    const [whole, part] = [this.encryptedPathFor(id), this.partPathFor(id)].map((path) =>
      statSync(path, { throwIfNoEntry: false }),
    );
    return (whole ?? part)?.size ?? 0;
  }

  isComplete(id: string): boolean {
    return statSync(this.encryptedPathFor(id), { throwIfNoEntry: false }) !== undefined;
  }

  remove(id: string): void {
    rmSync(this.folderFor(id), { recursive: true, force: true });
  }

  /** Removes everything but the record. */
  removeContents(id: string): void {
    for (const name of entries(this.folderFor(id)))
      if (name !== RECORD) rmSync(join(this.folderFor(id), name), { recursive: true, force: true });
  }

  /** Removes expired backups that were made for other replicas. */
  removeExpired(now: number): void {
    for (const { backup_id, origin, sealed } of this.all())
      if (origin === 'served' && sealed?.expires_at != null && sealed.expires_at <= now) this.remove(backup_id);
  }

  /**
   * Locks the making of backups: one at a time among all processes. Removes the remains of a process that died while
   * making one.
   *
   * @throws ServiceError `conflict` while one is made; errors of the disk, after which the lock is free again
   */
  beginMaking(): LibraryLock {
    const lock = this.#lock(MAKING, 'Another backup is being made by');
    try {
      this.#removeRemains();
      return lock;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  #removeRemains(): void {
    for (const name of this.#names()) {
      const record = this.find(name);
      if (record === undefined || (record.origin === 'served' && !this.isComplete(name))) this.remove(name);
      else if (record.origin === 'made' && !this.isComplete(name)) this.removeContents(name);
    }
  }

  /**
   * Locks the fetching of backups: one at a time among all processes. @throws ServiceError `conflict` while one is
   * fetched
   */
  beginFetching(): LibraryLock {
    return this.#lock(FETCHING, 'Another backup is being fetched by');
  }

  /** Returns true while a living process makes a backup. */
  isMaking(): boolean {
    return findLockHolder(join(this.#root, MAKING)) !== undefined;
  }

  /** Returns true while a living process fetches a backup. */
  isFetching(): boolean {
    return findLockHolder(join(this.#root, FETCHING)) !== undefined;
  }

  #lock(name: string, refusal: string): LibraryLock {
    makeFolder(this.#root);
    try {
      return acquireLock(join(this.#root, name), `process ${process.pid}`, { refusal });
    } catch (error) {
      if (error instanceof StorageError && error.reason === 'locked') throw new ServiceError('conflict', error.message);
      throw asStorageError(error);
    }
  }

  #names(): string[] {
    return entries(this.#root).filter((name) => isId('backup', name));
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
