import { computeDigest, type HashFactory } from '../hash.js';
import type { Location } from '../manifest/schema.js';
import { fanoutPath } from '../paths.js';
import { writeObject } from './draft.js';
import type { Target } from './target.js';

/** Object that is being written. */
export interface PendingObject {
  readonly location: Location;
  /** Waits until the object is durable at its location. */
  waitUntilDurable(): void;
}

/** Stores objects as files of their own. */
export class Fanout {
  readonly #target: Target;
  readonly #hash: HashFactory;

  constructor(target: Target, hash: HashFactory) {
    this.#target = target;
    this.#hash = hash;
  }

  /**
   * Adds an object of a known digest. An intact existing file is not written again. A wrong digest is detected by
   * `waitUntilDurable`.
   *
   * @throws errors of {@link writeObject}
   */
  add(sha256: string, sizeBytes: number, read: () => Iterable<Uint8Array>): PendingObject {
    const path = fanoutPath(sha256);
    const isThere = this.#target.getSize(path) === sizeBytes && this.#target.hasDigest(path, sha256);
    const waitUntilDurable = isThere ? () => {} : this.#write(path, sha256, sizeBytes, read());
    return { location: { layout: 'fanout', path }, waitUntilDurable };
  }

  /** Adds an object held in memory; returns when it is durable. */
  addWhole(bytes: Uint8Array): { sha256: string; location: Location } {
    const sha256 = computeDigest(bytes, this.#hash);
    const { location, waitUntilDurable } = this.add(sha256, bytes.length, () => [bytes]);
    waitUntilDurable();
    return { sha256, location };
  }

  #write(path: string, sha256: string, sizeBytes: number, source: Iterable<Uint8Array>): () => void {
    const draft = this.#target.createDraft();
    writeObject(draft, sha256, sizeBytes, source);
    draft.finish(sha256);
    return () => {
      draft.waitUntilVerified();
      this.#target.publish(draft.path, path);
    };
  }
}
