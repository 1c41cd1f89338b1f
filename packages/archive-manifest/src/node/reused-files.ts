import { locateObject, type ObjectPosition, type StoredObject } from '../manifest/location.js';
import type { PendingDigest } from './file-digests.js';
import type { Target } from './target.js';

const GIB = 1024 ** 3;

/** Default number of bytes of existing files that an export reads back. */
export const DEFAULT_REREAD_BYTES = GIB;
/** Largest number of files that are read ahead of a request. */
const MAX_FILES_AHEAD = 1_000;

interface FoundPack {
  /** Size in bytes; -1 where there is no file. */
  readonly size: number;
  /** True when the file is intact; null for one that was not read. */
  readonly isSame: boolean | null;
}

/** Files of earlier exports that a new export can reuse. */
export class ReusedFiles {
  /** Objects accepted by the sizes of their files only. */
  readonly unread = { objects: 0, bytes: 0 };
  readonly #target: Target;
  /** Reads in progress. */
  readonly #ahead = new Map<string, PendingDigest>();
  /** Packs with a requested object, some 66,000 at most. */
  readonly #packs = new Map<string, FoundPack>();
  #remainingBytes: number;

  /** @param rereadBytes bytes of files to read; for later files only the size is compared */
  constructor(target: Target, rereadBytes: number) {
    this.#target = target;
    this.#remainingBytes = rereadBytes;
  }

  /** Starts to read a file of which an object may be requested. */
  prefetch(path: string): void {
    if (this.#remainingBytes === 0 || this.#ahead.size >= MAX_FILES_AHEAD || this.#ahead.has(path)) return;
    const size = this.#target.getSize(path);
    if (size === null || size > this.#remainingBytes) return;
    this.#remainingBytes -= size;
    this.#ahead.set(path, this.#target.startDigest(path));
  }

  /**
   * Returns true when an object exists intact where an earlier export put it. A pack is reused as a whole or not at
   * all.
   */
  has(stored: StoredObject): boolean {
    const { path, pack } = locateObject(stored);
    const length = stored.size_bytes;
    const isSame = pack === null ? this.#isFileSame(path, stored) : this.#isInPack(path, pack, length);
    if (isSame === null) {
      this.unread.objects += 1;
      this.unread.bytes += length;
    }
    return isSame ?? true;
  }

  #isFileSame(path: string, { sha256, size_bytes }: StoredObject): boolean | null {
    return this.#target.getSize(path) === size_bytes && this.#isSame(path, size_bytes, sha256);
  }

  #isInPack(path: string, { sha256, offset }: NonNullable<ObjectPosition['pack']>, length: number): boolean | null {
    const found = this.#packs.get(path) ?? this.#find(path, sha256);
    this.#packs.set(path, found);
    return offset + length <= found.size && found.isSame;
  }

  #find(path: string, sha256: string): FoundPack {
    const size = this.#target.getSize(path) ?? -1;
    return { size, isSame: size >= 0 && this.#isSame(path, size, sha256) };
  }

  #isSame(path: string, size: number, sha256: string): boolean | null {
    const ahead = this.#ahead.get(path);
    if (ahead !== undefined) {
      this.#ahead.delete(path);
      return this.#target.hasDigest(path, sha256, ahead);
    }
    if (size > this.#remainingBytes) return null;
    this.#remainingBytes -= size;
    return this.#target.hasDigest(path, sha256);
  }
}
