import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runConcurrently } from '@notes/sync-protocol/run';
import { withFileErrors } from '../errors.js';
import { type DataPaths, syncFileInBackground } from '../library/files.js';
import { createFolders } from '../library/folders.js';
import { Blobs } from '../resources/blobs.js';

const PIECE_BYTES = 1024 * 1024;
/** Calls that wait for the disk at the same time share a flush. */
const MAX_CONCURRENT_CALLS = 16;
const PRIVATE = 0o600;

/** Bytes being written to a library. */
interface StagedDraft {
  update(bytes: Uint8Array): void;
  /** Ends the draft. Must be called exactly once in any case. */
  end(isRight: boolean): void;
}

/** Writes attachment bytes into a library that is not in use yet. Nothing is durable before {@link sync}. */
export class StagedBlobs {
  readonly #paths: DataPaths;
  readonly #blobs: Blobs;
  readonly #folders = new Set<string>();

  constructor(paths: DataPaths) {
    this.#paths = paths;
    this.#blobs = new Blobs(paths);
  }

  /** Returns true when the complete bytes are stored already. Reads and hashes the file. */
  has(sha256: string, sizeBytes: number): boolean {
    return (
      this.#blobs.find(sha256)?.sizeBytes === sizeBytes && computeFileDigest(this.#blobs.getPath(sha256)) === sha256
    );
  }

  /** Writes bytes from a stream, which throws when its bytes are wrong. */
  async write(sha256: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const draft = this.createDraft(sha256);
    let isRight = false;
    try {
      for await (const piece of pieces) draft.update(piece);
      isRight = true;
    } finally {
      draft.end(isRight);
    }
  }

  /** Starts writing bytes. `end(true)` moves them to the location for their digest. */
  createDraft(sha256: string): StagedDraft {
    const draft = join(this.#paths.tmp, randomBytes(8).toString('hex'));
    const file = withFileErrors(() => openSync(draft, 'wx', PRIVATE));
    return {
      update: (bytes) =>
        withFileErrors(() => {
          for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
        }),
      end: (isRight) =>
        withFileErrors(() => {
          closeSync(file);
          if (!isRight) return rmSync(draft, { force: true });
          const path = this.#blobs.getPath(sha256);
          this.#makeFolder(dirname(path));
          renameSync(draft, path);
        }),
    };
  }

  /** Removes blobs that are not wanted. */
  removeExcept(isWanted: (sha256: string) => boolean): void {
    for (const { sha256 } of this.#blobs.list())
      if (!isWanted(sha256)) rmSync(this.#blobs.getPath(sha256), { force: true });
  }

  /** Makes all blobs durable. */
  async sync(): Promise<void> {
    const folders = new Set([this.#paths.blobs]);
    await runConcurrently(this.#blobs.list(), MAX_CONCURRENT_CALLS, async ({ sha256 }) => {
      const path = this.#blobs.getPath(sha256);
      folders.add(dirname(path)).add(dirname(dirname(path)));
      await syncFileInBackground(path);
    });
    await runConcurrently(folders, MAX_CONCURRENT_CALLS, syncFileInBackground);
  }

  #makeFolder(path: string): void {
    if (this.#folders.has(path)) return;
    createFolders(path, 0o700);
    this.#folders.add(path);
  }
}

function computeFileDigest(path: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece))
      hash.update(piece.subarray(0, length));
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
}
