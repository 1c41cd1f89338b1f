import { readdirSync, rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobRef } from '@notes/sync-protocol/run';
import { syncFileInBackground } from '../library/files.js';
import { createFolders } from '../library/folders.js';
import type { Store } from '../library/store.js';

const FOLDER = 'sync-parts';
const NAME = /^([0-9a-f]{64})\.(\d+)$/;

/** Chunks of incomplete content, stored as files so that fetched chunks survive an interruption. */
export class ChunkStore {
  readonly #store: Store;
  readonly #folder: string;
  /** Number of stored chunks of content being fetched. */
  readonly #counts = new Map<string, number>();

  constructor(store: Store) {
    this.#store = store;
    this.#folder = join(store.paths.dataDir, FOLDER);
  }

  /** Returns the numbers of the stored chunks, by the SHA-256 of the whole. */
  listStoredChunks(): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const name of this.#names()) {
      const [, sha256, chunk] = NAME.exec(name) ?? [];
      if (sha256 !== undefined) found.set(sha256, [...(found.get(sha256) ?? []), Number(chunk)]);
    }
    return found;
  }

  /** Removes what is left of content that is not fetched any more. */
  removeExcept(isWanted: (sha256: string) => boolean): void {
    for (const name of this.#names()) {
      const [, sha256] = NAME.exec(name) ?? [];
      if (sha256 === undefined || !isWanted(sha256)) rmSync(join(this.#folder, name), { force: true });
    }
  }

  /** Stores a chunk, and with the last chunk the whole content; false when the content does not match its digest. */
  async keep(blob: BlobRef, chunk: number, bytes: Uint8Array): Promise<boolean> {
    const { sha256, chunks } = blob;
    if (chunks === 1) return this.#place(blob, [bytes]);
    createFolders(this.#folder, 0o700);
    const path = this.#path(sha256, chunk);
    await writeFile(`${path}.new`, bytes, { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
    await syncFileInBackground(this.#folder);
    if (this.#countStored(sha256) < chunks) return true;
    try {
      return await this.#place(blob, this.#whole(sha256, chunks));
    } finally {
      this.#counts.delete(sha256);
      for (let n = 0; n < chunks; n += 1) rmSync(this.#path(sha256, n), { force: true });
    }
  }

  /** Returns the number of stored chunks: read from the folder once, then counted, since each chunk is stored once. */
  #countStored(sha256: string): number {
    const known = this.#counts.get(sha256);
    const count = known === undefined ? (this.listStoredChunks().get(sha256)?.length ?? 0) : known + 1;
    this.#counts.set(sha256, count);
    return count;
  }

  async #place({ sha256, size }: BlobRef, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<boolean> {
    const { blobs } = this.#store;
    const received = await blobs.receive(Readable.from(bytes), { maxBytes: size });
    const isRight = received.sha256 === sha256;
    if (isRight) {
      await this.#store.write(() => blobs.move(received));
      await blobs.flush(received);
    } else blobs.discard(received);
    return isRight;
  }

  async *#whole(sha256: string, chunks: number): AsyncGenerator<Uint8Array> {
    for (let chunk = 0; chunk < chunks; chunk += 1) yield await readFile(this.#path(sha256, chunk));
  }

  #path(sha256: string, chunk: number): string {
    return join(this.#folder, `${sha256}.${chunk}`);
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}
