import { findAnchor } from '@notes/markdown-blocks';
import type { Library } from '../../platform/context.js';
import { computeView } from '../markdown/compute-view.js';
import type { View } from '../markdown/views.js';

/** The note that contains the links. Its text may not be stored. */
export interface OwnText {
  readonly pk: number | null;
  readonly body: string;
}

/** Finds anchors within notes, reading each note once. */
export class Anchors {
  readonly #library: Library;
  readonly #own: OwnText;
  readonly #read = new Map<number | null, View<'anchors'>>();

  constructor(library: Library, own: OwnText) {
    this.#library = library;
    this.#own = own;
  }

  /** Key of the note that contains the links; null when it is not stored. */
  get pk(): number | null {
    return this.#own.pk;
  }

  /**
   * Returns the anchor as the note spells it; undefined when the note has no such anchor. In a note too long to be
   * known in full, an unknown anchor is returned as written. `pk` null means the note that contains the links.
   */
  async find(pk: number | null, anchor: string): Promise<string | undefined> {
    const { anchors, complete } = await this.#readAnchors(pk);
    return findAnchor(anchors, anchor) ?? (complete ? undefined : anchor);
  }

  async #readAnchors(pk: number | null): Promise<View<'anchors'>> {
    const key = pk === this.#own.pk ? null : pk;
    let anchors = this.#read.get(key);
    if (anchors === undefined) {
      const markdown = {
        body: key === null ? this.#own.body : this.#readBody(key),
        databaseId: this.#library.databaseId,
      };
      anchors = await computeView('anchors', markdown, UNKNOWN);
      this.#read.set(key, anchors);
    }
    return anchors;
  }

  #readBody(pk: number): string {
    return this.#library.store.read(({ documents }) => documents.getPage([pk])[0]?.body ?? '');
  }
}

const UNKNOWN: View<'anchors'> = { anchors: new Map(), complete: false };
