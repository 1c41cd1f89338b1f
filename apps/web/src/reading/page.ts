import { findAnchor } from '@notes/markdown-blocks';
import type { RenderedBlock } from '@notes/markdown-view';
import { sharedEnds } from '../text/shared-ends.js';
import { onNextInput } from '../ui/next-input.js';
import type { ScrollPosition } from '../ui/scroll-positions.js';
import { runInSlices } from '../ui/slices.js';
import { type AdoptBlock, PageChunk } from './page-chunk.js';

/** Characters of JSON in a chunk, about one or two screens. */
const CHUNK_SIZE = 20_000;
/** Maximum total characters of JSON of built chunks. Shorter notes are built whole. */
const MAX_BUILT_SIZE = 2_000_000;
/** Distance from the visible part at which a chunk is built. */
const BUILD_MARGIN = '1500px 0px';
/** Frames during which newly built content may still move the scroll position. */
const SETTLING_FRAMES = 4;
/** Frames of settling after a return to a former position, around which more content is laid out. */
const RETURNING_FRAMES = 20;

/** Location in a note to scroll to. */
export type PageTarget = string | number | ScrollPosition;

/**
 * The blocks of a note on the page, in chunks. Unchanged blocks keep their elements. In a long note only chunks near
 * the visible part have elements, the others contain their text; printing builds all of them.
 */
export class NotePage {
  readonly #root: HTMLElement;
  readonly #scroller: Element;
  readonly #adopt: AdoptBlock;
  readonly #observer: IntersectionObserver;
  readonly #printing = new AbortController();
  #chunks: PageChunk[] = [];
  readonly #chunkOf = new Map<Element, PageChunk>();
  readonly #near = new Set<PageChunk>();
  /** Built chunks, the least recently near one first. */
  readonly #built = new Set<PageChunk>();
  #builtSize = 0;
  #stop: (() => void) | undefined;
  #onFilled: (() => void) | undefined;

  /** @param adopt receives each new block, and returns a function that ends it */
  constructor(root: HTMLElement, adopt: AdoptBlock) {
    this.#root = root;
    this.#adopt = adopt;
    const scroller = findScroller(root);
    this.#scroller = scroller ?? document.documentElement;
    this.#observer = new IntersectionObserver((changes) => this.#follow(changes), {
      root: scroller,
      rootMargin: BUILD_MARGIN,
    });
    const { signal } = this.#printing;
    addEventListener('beforeprint', () => this.#buildAllNow(), { signal });
    addEventListener('afterprint', () => this.#work(), { signal });
  }

  /**
   * Shows `blocks`: the first chunk at once, the others when they come near or there is time.
   *
   * @param onFilled is called once the page contains all text
   */
  show(blocks: readonly RenderedBlock[], onFilled?: () => void): void {
    this.#onFilled = onFilled;
    this.#replace(blocks);
    const [first] = this.#chunks;
    if (first !== undefined) this.#build(first);
    this.#work();
  }

  close(): void {
    this.#stop?.();
    this.#onFilled = undefined;
    this.#printing.abort();
    this.#replace([]);
    this.#observer.disconnect();
  }

  scrollToTop(): void {
    this.#scroller.scrollTop = 0;
  }

  /**
   * Scrolls to a heading's anchor or text, a `^marker`, a 1-based line, a position in the block of a line, or from the
   * top of the page for line 0. Returns false when the page has no such location.
   */
  reveal(target: PageTarget): boolean {
    const { at, offset } = typeof target === 'object' ? target : { at: target, offset: 0 };
    const element = typeof at === 'number' ? this.#elementAtLine(at) : this.#elementOfAnchor(at);
    if (element === undefined) return false;
    let frames = typeof target === 'object' ? RETURNING_FRAMES : SETTLING_FRAMES;
    const stopWaiting = onNextInput(() => {
      frames = 0;
    });
    const scroll = () => {
      if (at === 0) this.scrollToTop();
      else element.scrollIntoView({ block: 'start' });
      this.#scroller.scrollTop += offset;
      frames -= 1;
      if (frames > 0 && element.isConnected) requestAnimationFrame(() => frames > 0 && scroll());
      else stopWaiting();
    };
    scroll();
    const end = this.#chunks.at(-1)?.blocks.at(-1)?.line ?? 0;
    return typeof at === 'string' || at <= end;
  }

  #replace(blocks: readonly RenderedBlock[]): void {
    const old = this.#chunks;
    const { start, end } = sharedEnds<RenderedBlock>(
      [old.flatMap((chunk) => chunk.blocks), blocks],
      (one, other) => one.json === other.json,
    );
    const before = chunksWithin(old, start);
    const after = chunksWithin([...old.slice(before.count)].reverse(), end);
    const changed = old.slice(before.count, old.length - after.count);
    const parts = groupBlocks(blocks.slice(before.blocks, blocks.length - after.blocks), changed.length === 1);
    const next = old[old.length - after.count]?.element ?? null;
    const middle = parts.map((part, index) => this.#place(part, changed[index], next));
    for (const chunk of changed.slice(parts.length)) this.#remove(chunk);
    this.#chunks = [...old.slice(0, before.count), ...middle, ...old.slice(old.length - after.count)];
    let at = 0;
    for (const chunk of this.#chunks) {
      const { length } = chunk.blocks;
      chunk.setLines(blocks.slice(at, at + length));
      at += length;
    }
  }

  /** Puts blocks into the existing chunk, or into a new one. */
  #place(blocks: readonly RenderedBlock[], chunk: PageChunk | undefined, next: Element | null): PageChunk {
    if (chunk !== undefined) {
      const before = chunk.size;
      chunk.update(blocks);
      if (chunk.isBuilt) this.#builtSize += chunk.size - before;
      return chunk;
    }
    const added = new PageChunk(blocks, this.#adopt);
    this.#root.insertBefore(added.element, next);
    this.#chunkOf.set(added.element, added);
    this.#observer.observe(added.element);
    return added;
  }

  #remove(chunk: PageChunk): void {
    this.#observer.unobserve(chunk.element);
    this.#chunkOf.delete(chunk.element);
    this.#near.delete(chunk);
    if (this.#built.delete(chunk)) this.#builtSize -= chunk.size;
    chunk.remove();
  }

  #follow(changes: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of changes) {
      const chunk = this.#chunkOf.get(target);
      if (chunk === undefined) continue;
      if (isIntersecting) this.#near.add(chunk);
      else this.#near.delete(chunk);
      if (this.#built.delete(chunk)) this.#built.add(chunk);
    }
    this.#work();
  }

  #work(): void {
    this.#stop?.();
    this.#stop = runInSlices(this.#steps());
  }

  /** Builds near chunks, adds all text, builds others while there is room, and unbuilds chunks beyond the limit. */
  *#steps(): Generator<void, void> {
    for (const chunk of this.#near) if (this.#build(chunk)) yield;
    for (const chunk of this.#chunks) {
      if (chunk.isFilled) continue;
      chunk.fill();
      yield;
    }
    this.#onFilled?.();
    this.#onFilled = undefined;
    for (const chunk of this.#built) {
      if (this.#builtSize <= MAX_BUILT_SIZE) break;
      if (this.#unbuild(chunk)) yield;
    }
    for (const chunk of this.#chunks) {
      if (this.#builtSize + chunk.size > MAX_BUILT_SIZE) break;
      if (this.#build(chunk)) yield;
    }
  }

  #build(chunk: PageChunk): boolean {
    if (chunk.isBuilt) return false;
    chunk.build();
    this.#built.add(chunk);
    this.#builtSize += chunk.size;
    return true;
  }

  #unbuild(chunk: PageChunk): boolean {
    if (this.#near.has(chunk) || chunk.isInUse) return false;
    this.#built.delete(chunk);
    this.#builtSize -= chunk.size;
    chunk.replaceWithPlaceholder();
    return true;
  }

  /** Builds all chunks before the browser prints, unless a separate print page exists already. */
  #buildAllNow(): void {
    if (document.documentElement.dataset.printing !== undefined) return;
    this.#stop?.();
    for (const chunk of this.#chunks) this.#build(chunk);
    this.#onFilled?.();
    this.#onFilled = undefined;
  }

  /** Finds the last block that begins on or before the line. */
  #elementAtLine(line: number): HTMLElement | undefined {
    const chunk = this.#chunks.findLast(({ blocks }) => (blocks[0]?.line ?? Infinity) <= line) ?? this.#chunks[0];
    return (
      chunk &&
      this.#elementIn(
        chunk,
        Math.max(
          0,
          chunk.blocks.findLastIndex((block) => block.line <= line),
        ),
      )
    );
  }

  #elementOfAnchor(requested: string): HTMLElement | undefined {
    const positions = new Map<string, readonly [PageChunk, number]>();
    for (const chunk of this.#chunks)
      for (const [index, { anchors }] of chunk.blocks.entries())
        for (const anchor of anchors) positions.set(anchor, [chunk, index]);
    const anchor = findAnchor(positions, requested);
    const [chunk, index = 0] = positions.get(anchor ?? '') ?? [];
    const block = chunk && this.#elementIn(chunk, index);
    const marked = [...(block?.querySelectorAll<HTMLElement>('[data-anchor]') ?? [])];
    return marked.find((element) => element.dataset.anchor === anchor);
  }

  #elementIn(chunk: PageChunk, index: number): HTMLElement | undefined {
    this.#build(chunk);
    return chunk.elementAt(index);
  }
}

/** Counts the chunks that lie within the first `limit` blocks, and the blocks in them. */
function chunksWithin(chunks: readonly PageChunk[], limit: number): { count: number; blocks: number } {
  let [count, blocks] = [0, 0];
  for (const chunk of chunks) {
    if (blocks + chunk.blocks.length > limit) break;
    count += 1;
    blocks += chunk.blocks.length;
  }
  return { count, blocks };
}

/** Groups blocks into chunks. A single changed chunk stays one chunk up to twice the normal size. */
function groupBlocks(blocks: readonly RenderedBlock[], isOneChunk: boolean): RenderedBlock[][] {
  const all = blocks.reduce((size, { json }) => size + json.length, 0);
  if (isOneChunk && blocks.length > 0 && all <= 2 * CHUNK_SIZE) return [[...blocks]];
  const groups: RenderedBlock[][] = [];
  let size = Infinity;
  for (const block of blocks) {
    if (size + block.json.length > CHUNK_SIZE) {
      groups.push([]);
      size = 0;
    }
    size += block.json.length;
    groups.at(-1)?.push(block);
  }
  return groups;
}

/** Finds the nearest scrolling ancestor; null when that is the window. */
function findScroller(element: HTMLElement): Element | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at === document.documentElement ? null : at;
  return null;
}
