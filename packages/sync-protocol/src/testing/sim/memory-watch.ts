import { getHeapStatistics } from 'node:v8';

/** Bytes a run may hold in addition to its start. An artifact and its inflated payload are a tenth of it. */
const MAX_RUN_BYTES = 64 * 1024 * 1024;
/** Bytes of garbage tolerated before a collection. */
const MAX_GARBAGE_BYTES = 16 * 1024 * 1024;

const getUsedBytes = () => {
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
  start(): void {
    if (Math.abs(getUsedBytes() - this.#base) > MAX_GARBAGE_BYTES) this.#collect();
    this.#base = getUsedBytes();
  }

  /**
   * Checks the memory in use.
   *
   * @throws Error when a run holds more than `MAX_RUN_BYTES` bytes
   */
  check(): void {
    if (getUsedBytes() - this.#base < MAX_RUN_BYTES) return;
    this.#collect();
    const more = getUsedBytes() - this.#base;
    if (more > MAX_RUN_BYTES) throw new Error(`I9: a run holds ${Math.round(more / 1024 / 1024)} MiB of memory`);
  }
}
