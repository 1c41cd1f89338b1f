import { digestOf, type HashFactory } from '../hash.js';
import type { Location } from '../manifest/schema.js';
import { fanoutPath } from '../paths.js';
import { ArchiveError } from '../problems.js';
import { EXPORT_FOLDER, type Target } from './target.js';

const DRAFT = `${EXPORT_FOLDER}/object`;

/** Objects that are files of their own. */
export class Fanout {
  readonly #target: Target;
  readonly #hash: HashFactory;

  constructor(target: Target, hash: HashFactory) {
    this.#target = target;
    this.#hash = hash;
  }

  /**
   * Takes an object whose digest is known. One that is there is not written again, if it reads as it should.
   *
   * @throws ArchiveError `archive_object_digest` for bytes of another digest
   */
  add(sha256: string, sizeBytes: number, read: () => Iterable<Uint8Array>): Location {
    const path = fanoutPath(sha256);
    const isThere = this.#target.sizeOf(path) === sizeBytes && this.#target.digestOf(path) === sha256;
    if (!isThere) this.#write(path, sha256, sizeBytes, read());
    return { layout: 'fanout', path };
  }

  addWhole(bytes: Uint8Array): { sha256: string; location: Location } {
    const sha256 = digestOf(bytes, this.#hash);
    return { sha256, location: this.add(sha256, bytes.length, () => [bytes]) };
  }

  #write(path: string, sha256: string, sizeBytes: number, source: Iterable<Uint8Array>): void {
    const draft = this.#target.draft(DRAFT);
    for (const bytes of source) draft.write(bytes);
    const { size } = draft;
    if (draft.finish() !== sha256 || size !== sizeBytes)
      throw new ArchiveError('archive_object_digest', `${sha256}: what should be archived has other bytes`);
    this.#target.publish(DRAFT, path);
  }
}
