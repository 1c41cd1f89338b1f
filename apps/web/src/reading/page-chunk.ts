import { isAttribute, isTag, type RenderedBlock, type SafeNode } from '@notes/markdown-view';
import { sharedEnds } from '../text/shared-ends.js';

interface BuiltBlock {
  readonly json: string;
  readonly element: HTMLElement;
  readonly release: () => void;
}

/** Activates the parts of a new block. Returns a function that ends them. */
export type AdoptBlock = (element: HTMLElement) => () => void;

/** Height of a line of prose, in `em`. */
const ROW_EM = 1.65;

/**
 * Consecutive blocks of a page. Its element is empty until `fill` adds their text, or `build` creates their elements:
 * text outside the view costs next to nothing, and the browser's own search finds it.
 */
export class PageChunk {
  readonly element = document.createElement('div');
  readonly #adopt: AdoptBlock;
  #blocks: readonly RenderedBlock[] = [];
  #hasText = false;
  #built: BuiltBlock[] | undefined;

  constructor(blocks: readonly RenderedBlock[], adopt: AdoptBlock) {
    this.#adopt = adopt;
    this.element.className = 'chunk';
    this.update(blocks);
  }

  get blocks(): readonly RenderedBlock[] {
    return this.#blocks;
  }

  /** False while the element of an unbuilt chunk lacks its text. */
  get isFilled(): boolean {
    return this.#hasText || this.isBuilt;
  }

  get isBuilt(): boolean {
    return this.#built !== undefined;
  }

  /** Size of the blocks' JSON in characters. */
  get size(): number {
    return this.#blocks.reduce((size, { json }) => size + json.length, 0);
  }

  /** True when focus or the selection is in the chunk, so that it must stay. */
  get isInUse(): boolean {
    const { element } = this;
    const { anchorNode = null, focusNode = null } = document.getSelection() ?? {};
    return (
      [document.activeElement, anchorNode, focusNode].some((node) => node !== null && element.contains(node)) ||
      element.querySelector('details[open], dialog') !== null ||
      [...element.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ paused }) => !paused)
    );
  }

  /** Replaces the blocks. Elements of unchanged blocks are kept. */
  update(blocks: readonly RenderedBlock[]): void {
    this.#blocks = blocks;
    const rows = blocks.reduce((sum, block) => sum + block.rows, 0);
    this.element.style.containIntrinsicBlockSize = `auto ${(rows * ROW_EM).toFixed(1)}em`;
    if (this.#built === undefined) this.#clear();
    else this.#rebuild(this.#built, blocks);
    this.setLines(blocks);
  }

  /** Takes over blocks that differ from the present ones only in their lines. */
  setLines(blocks: readonly RenderedBlock[]): void {
    this.#blocks = blocks;
    this.element.dataset.start = String(blocks[0]?.line ?? 1);
    for (const [index, { element }] of this.#built?.entries() ?? [])
      element.dataset.start = String(blocks[index]?.line);
  }

  /** Adds the text of a chunk that is not built. */
  fill(): void {
    if (this.isFilled) return;
    this.element.textContent = this.#blocks.map(({ text }) => text).join('\n');
    this.#hasText = true;
  }

  build(): void {
    if (this.#built !== undefined) return;
    this.#clear();
    this.#built = [];
    this.#rebuild(this.#built, this.#blocks);
    this.setLines(this.#blocks);
  }

  /** Ends the live parts, and replaces the elements with their text. */
  replaceWithPlaceholder(): void {
    if (this.#built === undefined) return;
    for (const { release } of this.#built) release();
    this.#built = undefined;
    this.update(this.#blocks);
    this.fill();
  }

  remove(): void {
    for (const { release } of this.#built ?? []) release();
    this.#built = undefined;
    this.element.remove();
  }

  /** Returns the element of a block, building it if needed. */
  elementAt(index: number): HTMLElement | undefined {
    this.build();
    return this.#built?.[index]?.element;
  }

  #clear(): void {
    this.element.replaceChildren();
    this.#hasText = false;
  }

  #rebuild(built: BuiltBlock[], blocks: readonly RenderedBlock[]): void {
    const { start, end } = sharedEnds<Pick<BuiltBlock, 'json'>>(
      [built, blocks],
      (one, other) => one.json === other.json,
    );
    for (const { element, release } of built.splice(start, built.length - end - start)) {
      release();
      element.remove();
    }
    const next = built[start]?.element ?? null;
    const added = blocks.slice(start, blocks.length - end).map(({ json }) => this.#buildBlock(json, next));
    built.splice(start, 0, ...added);
  }

  #buildBlock(json: string, next: Node | null): BuiltBlock {
    const element = document.createElement('div');
    element.className = 'block';
    element.append(buildNode(JSON.parse(json)));
    this.element.insertBefore(element, next);
    return { json, element, release: this.#adopt(element) };
  }
}

/**
 * Builds DOM nodes from the worker's result. Only tags and attributes on the lists are accepted, whatever the worker
 * sends.
 */
export function buildNode(node: SafeNode): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  if (!isTag(node.tag)) return document.createTextNode('');
  const element = document.createElement(node.tag);
  for (const [name, value] of Object.entries(node.attributes)) {
    if (isAttribute(name, value)) element.setAttribute(name, value);
  }
  if (element instanceof HTMLAnchorElement && element.hasAttribute('href')) {
    element.rel = 'noopener noreferrer';
    element.target = '_blank';
  }
  for (const child of node.children) element.append(buildNode(child));
  return element;
}
