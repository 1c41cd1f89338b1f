import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { asFileError, type StagedBlobs } from '@notes/storage';
import type { PayloadSink } from '@notes/sync-protocol';

/** Takes a payload as it is read: the library into a file, attachments to where they are wanted, if anywhere. */
export class Unpacked implements PayloadSink {
  /** How many bytes each attachment had, by its digest. */
  readonly assets = new Map<string, number>();
  readonly #file: number;
  readonly #blobs: StagedBlobs | null;
  #stream: PassThrough | undefined;
  #taking: Promise<void> = Promise.resolve();

  /** @param image A path where nothing is. */
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
    this.#taking = this.#blobs.take(sha256, this.#stream);
    // Told where it is waited for.
    this.#taking.catch(() => {});
  }

  async assetBytes(bytes: Uint8Array): Promise<void> {
    if (this.#stream?.write(bytes) === false) await Promise.race([once(this.#stream, 'drain'), this.#taking]);
  }

  /** Where all was read. @throws StorageError as the disk is */
  async end(): Promise<void> {
    await this.#finish();
    await this.#blobs?.sync();
  }

  /** To be called in any case. */
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
