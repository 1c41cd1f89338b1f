import type { HashFactory } from '../hash.js';
import { type IndexEntry, serializeEntry } from '../index/entry.js';
import { RunState } from '../index/run-state.js';
import { LIMITS } from '../limits.js';
import { concatBytes } from '../lines.js';
import { INDEX_MEDIA_TYPE, type IndexObject } from '../manifest/schema.js';
import { ArchiveError } from '../problems.js';
import { encodeUtf8 } from '../utf8.js';
import type { WriterBounds } from './bounds.js';
import type { Fanout } from './fanout.js';

/** Builds index objects from entries. Buffers the lines of one object. */
export class IndexBuilder {
  readonly #fanout: Fanout;
  readonly #bounds: WriterBounds;
  readonly #run: RunState;
  readonly #objects: IndexObject[] = [];
  #lines: Uint8Array[] = [];
  #bytes = 0;

  constructor(fanout: Fanout, bounds: WriterBounds, hash: HashFactory) {
    this.#fanout = fanout;
    this.#bounds = bounds;
    this.#run = new RunState(hash);
  }

  /**
   * Adds the next entry.
   * @throws ArchiveError when the entry must not follow the previous ones
   */
  add(entry: IndexEntry): void {
    const [wrong] = this.#run.add(entry);
    if (wrong !== undefined) throw new ArchiveError(wrong.code, `Object ${entry.sha256}: ${wrong.detail}`);
    const line = encodeUtf8(`${serializeEntry(entry)}\n`);
    const { indexEntries, indexBytes } = this.#bounds;
    if (this.#lines.length === indexEntries || this.#bytes + line.length > indexBytes) this.#close();
    this.#lines.push(line);
    this.#bytes += line.length;
  }

  /** Returns the index, and the sums over its entries. */
  finish(): { readonly index: IndexObject[]; readonly run: RunState } {
    if (this.#lines.length > 0) this.#close();
    return { index: this.#objects, run: this.#run };
  }

  #close(): void {
    if (this.#objects.length === LIMITS.indexObjects)
      throw new ArchiveError('archive_limit_exceeded', `An archive has at most ${LIMITS.indexObjects} index objects`);
    const bytes = concatBytes(this.#lines);
    const { sha256, location } = this.#fanout.addWhole(bytes);
    this.#objects.push({
      sha256,
      size_bytes: bytes.length,
      entries: this.#lines.length,
      media_type: INDEX_MEDIA_TYPE,
      location,
    });
    this.#lines = [];
    this.#bytes = 0;
  }
}
