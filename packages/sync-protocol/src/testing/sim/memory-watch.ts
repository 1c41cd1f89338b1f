import { getHeapStatistics } from 'node:v8';

/** Bytes a run may hold beyond what was there when it began. An artifact and what it inflates to are a tenth of it. */
const RUN_MOST = 64 * 1024 * 1024;
/** Garbage that is taken for what is held, between two looks. */
const GARBAGE_MOST = 16 * 1024 * 1024;

const held = () => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};

/** Looks whether runs hold more and more, whatever lies on a carrier. */
export class MemoryWatch {
  readonly #collect: () => void;
  #base = 0;

  /** @param collect Frees what is garbage, as `gc` of `node --expose-gc` does */
  constructor(collect: () => void) {
    this.#collect = collect;
  }

  /** Before a run. */
  begin(): void {
    if (Math.abs(held() - this.#base) > GARBAGE_MOST) this.#collect();
    this.#base = held();
  }

  /** @throws Error for a run that holds too much */
  look(): void {
    if (held() - this.#base < RUN_MOST) return;
    this.#collect();
    const more = held() - this.#base;
    if (more > RUN_MOST) throw new Error(`I9: a run holds ${Math.round(more / 1024 / 1024)} MiB`);
  }
}
