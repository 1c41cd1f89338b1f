import { createReadStream, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Store, syncFile } from '@notes/storage';
import type { BlobRef } from '@notes/sync-protocol';

const FOLDER = 'sync-parts';
const NAME = /^([0-9a-f]{64})\.(\d+)$/;

/** Chunks of content that is not here in whole: files, so that what was fetched once stays fetched. */
export class Parts {
  readonly #store: Store;
  readonly #folder: string;
  /** How many chunks are here of what is being fetched. */
  readonly #counts = new Map<string, number>();

  constructor(store: Store) {
    this.#store = store;
    this.#folder = join(store.paths.dataDir, FOLDER);
  }

  /** The numbers of the chunks that are here, by the SHA-256 of the whole. */
  begun(): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const name of this.#names()) {
      const [, sha256, chunk] = NAME.exec(name) ?? [];
      if (sha256 !== undefined) found.set(sha256, [...(found.get(sha256) ?? []), Number(chunk)]);
    }
    return found;
  }

  /** Keeps a chunk, and with the last of them the whole; false where that is not what it should be. */
  async keep(blob: BlobRef, chunk: number, bytes: Uint8Array): Promise<boolean> {
    const { sha256, chunks } = blob;
    if (chunks === 1) return this.#place(blob, [bytes]);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.#path(sha256, chunk);
    writeFileSync(`${path}.new`, bytes, { mode: 0o600 });
    syncFile(`${path}.new`);
    renameSync(`${path}.new`, path);
    syncFile(this.#folder);
    if (this.#counted(sha256) < chunks) return true;
    try {
      return await this.#place(blob, this.#whole(sha256, chunks));
    } finally {
      this.#counts.delete(sha256);
      for (let n = 0; n < chunks; n += 1) rmSync(this.#path(sha256, n), { force: true });
    }
  }

  /** Chunks are kept one after another, each once: read from the folder before the first, counted from then on. */
  #counted(sha256: string): number {
    const known = this.#counts.get(sha256);
    const count = known === undefined ? (this.begun().get(sha256)?.length ?? 0) : known + 1;
    this.#counts.set(sha256, count);
    return count;
  }

  async #place({ sha256, size }: BlobRef, bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<boolean> {
    const { blobs } = this.#store;
    const received = await blobs.receive(Readable.from(bytes), { maxBytes: size });
    const isRight = received.sha256 === sha256;
    if (isRight) await this.#store.write(() => blobs.place(received));
    else blobs.discard(received);
    return isRight;
  }

  async *#whole(sha256: string, chunks: number): AsyncGenerator<Uint8Array> {
    for (let chunk = 0; chunk < chunks; chunk += 1)
      yield* createReadStream(this.#path(sha256, chunk)) as AsyncIterable<Uint8Array>;
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
