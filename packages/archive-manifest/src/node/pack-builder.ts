import { PACK_PREFIX_BYTES } from '../manifest/location.js';
import { packHeader, packPrefix } from '../manifest/pack.js';
import type { Location } from '../manifest/schema.js';
import { packPath } from '../paths.js';
import type { Draft } from './draft.js';
import type { Target } from './target.js';

/** Where an object of a pack that is not finished will lie. */
export interface Slot {
  readonly offset: number;
  readonly length: number;
}

/** A pack on its way to the disk. */
export interface StoringPack {
  locate(slot: Slot): Location;
  /** Waits until it is durable, in place of one that may have been altered. */
  settle(): void;
}

/** A pack in the making. It is named by its digest, so where its objects lie can be told when it is finished. */
export class PackBuilder {
  readonly #target: Target;
  readonly #draft: Draft;

  constructor(target: Target) {
    this.#target = target;
    this.#draft = target.draft();
    this.#draft.write(packHeader());
  }

  /** Bytes it would have with one more object. */
  sizeWith(length: number): number {
    return this.#draft.size + PACK_PREFIX_BYTES + length;
  }

  add(kind: 'records' | 'blob', sha256: string, bytes: Uint8Array): Slot {
    this.#draft.write(packPrefix(kind, sha256, bytes.length));
    const slot = { offset: this.#draft.size, length: bytes.length };
    this.#draft.write(bytes);
    return slot;
  }

  /** No object comes after it. */
  finish(): StoringPack {
    const sha256 = this.#draft.finish();
    const path = packPath(sha256);
    return {
      locate: (slot) => ({ layout: 'pack', path, pack_sha256: sha256, ...slot }),
      settle: () => {
        this.#draft.settle();
        this.#target.publish(this.#draft.path, path);
      },
    };
  }
}
