import { computeDigest, type HashFactory } from '../hash.js';
import { PACK_PREFIX_BYTES } from '../manifest/location.js';
import { packHeader, packPrefix } from '../manifest/pack.js';
import type { Location } from '../manifest/schema.js';
import { packPath } from '../paths.js';
import { type Draft, writeObject } from './draft.js';
import type { Target } from './target.js';

interface PackedObject {
  readonly kind: 'records' | 'blob';
  readonly sha256: string;
  readonly size_bytes: number;
}

/** Range of an object within an unfinished pack. */
export interface Slot {
  readonly offset: number;
  readonly length: number;
}

/**
 * Writes one pack. A pack is named by its digest, so locations are known only after the pack was read back; that pass
 * also verifies every object, and the pack is hashed once.
 */
export class PackBuilder {
  readonly #target: Target;
  readonly #hash: HashFactory;
  readonly #draft: Draft;

  constructor(target: Target, hash: HashFactory) {
    this.#target = target;
    this.#hash = hash;
    this.#draft = target.createDraft();
    this.#writeFrame(packHeader());
  }

  /** Size of the pack with one more object, in bytes. */
  sizeWith(length: number): number {
    return this.#draft.size + PACK_PREFIX_BYTES + length;
  }

  /**
   * Adds an object.
   * @throws errors of {@link writeObject}
   */
  add({ kind, sha256, size_bytes: length }: PackedObject, source: Iterable<Uint8Array>): Slot {
    this.#writeFrame(packPrefix(kind, sha256, length));
    const slot = { offset: this.#draft.size, length };
    writeObject(this.#draft, sha256, length, source);
    this.#draft.endPart(sha256);
    return slot;
  }

  /**
   * Ends the pack; no object may follow. Returns a function that waits until the pack is durable, replacing an altered
   * one, and then maps slots to locations.
   */
  finish(): () => (slot: Slot) => Location {
    this.#draft.finish();
    return () => {
      const sha256 = this.#draft.waitUntilVerified();
      const path = packPath(sha256);
      this.#target.publish(this.#draft.path, path);
      return (slot) => ({ layout: 'pack', path, pack_sha256: sha256, ...slot });
    };
  }

  #writeFrame(bytes: Uint8Array): void {
    this.#draft.write(bytes);
    this.#draft.endPart(computeDigest(bytes, this.#hash));
  }
}
