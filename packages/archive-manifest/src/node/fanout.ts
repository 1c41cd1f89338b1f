import { digestOf, type HashFactory } from '../hash.js';
import type { Location } from '../manifest/schema.js';
import { fanoutPath } from '../paths.js';
import { writeObject } from './draft.js';
import type { Target } from './target.js';

/** Object that is being written. */
export interface Storing {
  readonly location: Location;
  /** Waits until the object is durable at its location. */
  settle(): void;
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
   * `settle`.
   *
   * @throws what {@link writeObject} throws
   */
  add(sha256: string, sizeBytes: number, read: () => Iterable<Uint8Array>): Storing {
    const path = fanoutPath(sha256);
    const isThere = this.#target.sizeOf(path) === sizeBytes && this.#target.reads(path, sha256);
    const settle = isThere ? () => {} : this.#write(path, sha256, sizeBytes, read());
    return { location: { layout: 'fanout', path }, settle };
  }

  /** Adds an object held in memory; returns when it is durable. */
  addWhole(bytes: Uint8Array): { sha256: string; location: Location } {
    const sha256 = digestOf(bytes, this.#hash);
    const { location, settle } = this.add(sha256, bytes.length, () => [bytes]);
    settle();
    return { sha256, location };
  }

  #write(path: string, sha256: string, sizeBytes: number, source: Iterable<Uint8Array>): () => void {
    const draft = this.#target.draft();
    writeObject(draft, sha256, sizeBytes, source);
    draft.finish(sha256);
    return () => {
      draft.settle();
      this.#target.publish(draft.path, path);
    };
  }
}
