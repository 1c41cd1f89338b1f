import { getHeapStatistics } from 'node:v8';

/** Bytes a run may hold in addition to its start. An artifact and its inflated payload are a tenth of it. */
const RUN_MOST = 64 * 1024 * 1024;
/** Bytes of garbage tolerated before a collection. */
const GARBAGE_MOST = 16 * 1024 * 1024;

const held = () => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};

/** Checks that the memory of a run stays bounded, whatever a carrier holds. */
export class MemoryWatch {
  readonly #collect: () => void;
  #base = 0;

  /** @param collect collects garbage, like `gc` of `node --expose-gc` */
  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /** Records the memory in use before a run. */
  begin(): void {
    if (Math.abs(held() - this.#base) > GARBAGE_MOST) this.#collect();
    this.#base = held();
  }

  /**
   * Checks the memory in use.
   *
   * @throws Error when a run holds more than `RUN_MOST` bytes
   */
  look(): void {
    if (held() - this.#base < RUN_MOST) return;
    this.#collect();
    const more = held() - this.#base;
    if (more > RUN_MOST) throw new Error(`I9: a run holds ${Math.round(more / 1024 / 1024)} MiB of memory`);
  }
}
