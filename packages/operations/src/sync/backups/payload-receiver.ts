import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { asFileError, type StagedBlobs } from '@notes/storage';
import type { PayloadSink } from '@notes/sync-protocol/backup';

/**
 * Receives a payload while it is read: writes the library to a file and, when requested, attachments to their
 * destination.
 */
export class PayloadReceiver implements PayloadSink {
  /** Number of bytes of each attachment, by its digest. */
  readonly assets = new Map<string, number>();
  readonly #file: number;
  readonly #blobs: StagedBlobs | null;
  #stream: PassThrough | undefined;
  #taking: Promise<void> = Promise.resolve();

  /** @param image Path of a file that does not exist yet. */
  constructor(image: string, blobs: StagedBlobs | null) {
    this.#file = openSync(image, 'wx', 0o600);
    this.#blobs = blobs;
  }

  manifest(): void {}

  image(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      throw asFileError(error);
    }
  }

  async asset(sha256: string, sizeBytes: number): Promise<void> {
    await this.#finish();
    this.assets.set(sha256, sizeBytes);
    if (this.#blobs === null) return;
    this.#stream = new PassThrough();
    this.#taking = this.#blobs.write(sha256, this.#stream);
    // The error is reported where the promise is awaited.
    this.#taking.catch(() => {});
  }

  async assetBytes(bytes: Uint8Array): Promise<void> {
    if (this.#stream?.write(bytes) === false) await Promise.race([once(this.#stream, 'drain'), this.#taking]);
  }

  /** Completes the unpacking after the whole payload was read. @throws StorageError for a disk error */
  async end(): Promise<void> {
    await this.#finish();
    await this.#blobs?.sync();
  }

  /** Releases resources. Call it in any case. */
  close(): void {
    this.#stream?.destroy();
    closeSync(this.#file);
  }

  async #finish(): Promise<void> {
    this.#stream?.end();
    await this.#taking;
    this.#stream = undefined;
  }
}
