import type { EditorView } from '@codemirror/view';

/** Input in the page after which it keeps its own position. */
const OWN_INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Range of source lines of a rendered element, from 1; `end` is exclusive. */
export interface RenderedLines {
  readonly element: HTMLElement;
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps a rendered note at the lines that the editor shows: at each scrolling of the editor, and while the page is laid
 * out again. The editor never follows the page, so that neither moves the other in turns. Returns a function that ends
 * this, one that begins before the editor is scrolled, and one that makes a line visible.
 */
export function followScroll(
  view: EditorView,
  page: HTMLElement,
): { end: () => void; follow: () => void; showLine: (line: number) => void } {
  const controller = new AbortController();
  const options = { passive: true, signal: controller.signal };
  let frame = 0;
  let isFollowing = false;
  const align = () => {
    frame = 0;
    const line = readTopLine(view);
    const found = findRendered(page, line);
    if (found === undefined) return;
    const { element, start, end } = found;
    const { top, height } = element.getBoundingClientRect();
    const isAtTop = view.scrollDOM.scrollTop === 0;
    const share = Math.min(1, (line - start) / Math.max(1, end - start));
    page.scrollTop = isAtTop ? 0 : page.scrollTop + top + share * height - page.getBoundingClientRect().top;
  };
  const alignSoon = () => {
    if (isFollowing && frame === 0) frame = requestAnimationFrame(align);
  };
  const observer = new ResizeObserver(alignSoon);
  const observeChildren = () => {
    for (const child of page.children) observer.observe(child);
  };
  // The elements of the page are added once its code is loaded.
  const children = new MutationObserver(observeChildren);
  const follow = () => {
    isFollowing = true;
    observeChildren();
    children.observe(page, { childList: true });
    alignSoon();
  };
  view.scrollDOM.addEventListener('scroll', follow, options);
  for (const name of OWN_INPUT)
    page.addEventListener(
      name,
      () => {
        isFollowing = false;
      },
      options,
    );
  return {
    end: () => {
      controller.abort();
      observer.disconnect();
      children.disconnect();
      cancelAnimationFrame(frame);
    },
    follow,
    showLine: (line) => {
      const element = findRendered(page, line)?.element;
      if (element === undefined) return;
      const { top, bottom } = element.getBoundingClientRect();
      const bounds = page.getBoundingClientRect();
      if (bottom < bounds.top || top > bounds.bottom) element.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** Returns the line at the upper edge of the editor, from 1, with the share of it that is scrolled out. */
export function readTopLine(view: EditorView): number {
  const height = view.scrollDOM.getBoundingClientRect().top - view.documentTop;
  const block = view.lineBlockAtHeight(height);
  const { doc } = view.state;
  const first = doc.lineAt(block.from).number;
  const count = doc.lineAt(block.to).number - first + 1;
  const share = block.height === 0 ? 0 : (height - block.top) / block.height;
  return first + Math.max(0, Math.min(1, share)) * count;
}

/** Finds the rendered block of a line, or its chunk while that has no blocks. Chunks and blocks carry their first line. */
export function findRendered(page: HTMLElement, line: number): RenderedLines | undefined {
  const chunks = page.querySelectorAll<HTMLElement>('.chunk');
  const index = findLast(chunks, line);
  const chunk = chunks[index];
  if (chunk === undefined) return undefined;
  const end = readStart(chunks[index + 1]) ?? Math.max(line, 1) + 1;
  const blocks = chunk.querySelectorAll<HTMLElement>('.block');
  const at = findLast(blocks, line);
  const element = blocks[at] ?? chunk;
  return { element, start: readStart(element) ?? 1, end: blocks[at] ? (readStart(blocks[at + 1]) ?? end) : end };
}

const readStart = (element: HTMLElement | undefined): number | undefined =>
  element?.dataset.start === undefined ? undefined : Number(element.dataset.start);

/** Returns the index of the last element that starts at or before a line; 0 when all start later. */
function findLast(elements: ArrayLike<HTMLElement>, line: number): number {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((readStart(elements[middle]) ?? 1) <= line) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
