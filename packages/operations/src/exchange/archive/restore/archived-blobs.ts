import { rmSync } from 'node:fs';
import { type ArchiveContents, type BlobEntry, serializeEntry } from '@notes/archive-manifest';
import { KnownObjects } from '@notes/storage';

const BATCH = 10_000;

/** Index of the blobs of an archive. It lies on disk, since there may be millions. */
export class ArchivedBlobs {
  readonly #known: KnownObjects;

  /** @param path path of the database file to create */
  constructor(path: string) {
    this.#known = new KnownObjects(path);
  }

  async addBlobs(contents: ArchiveContents): Promise<void> {
    let batch: BlobEntry[] = [];
    for await (const blob of contents.blobs()) {
      batch.push(blob);
      if (batch.length < BATCH) continue;
      this.#add(batch);
      batch = [];
    }
    this.#add(batch);
  }

  /** Returns the blob with a digest and size. */
  find(sha256: string, sizeBytes: number): BlobEntry | undefined {
    const found = this.#known.find('blob', sha256);
    const blob = found === undefined ? undefined : (JSON.parse(found) as BlobEntry);
    return blob?.size_bytes === sizeBytes ? blob : undefined;
  }

  /** Closes the file and removes it. */
  remove(): void {
    this.#known.close();
    for (const file of this.#known.files) rmSync(file, { force: true });
  }

  #add(blobs: readonly BlobEntry[]): void {
    this.#known.add(blobs.map((blob) => ({ kind: blob.kind, sha256: blob.sha256, location: serializeEntry(blob) })));
  }
}
