import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Fit, type PageSize, PdfPage } from './pdf-page.js';

/** Most pages listed; the viewer names the limit when a document has more. */
export const MAX_PAGES = 2_000;
/** Most pages drawn at a time, and the pixels they may have together. */
const MAX_DRAWN_PAGES = 24;
const MAX_DRAWN_PIXELS = 32_000_000;
/** Widest page at 100 %, in CSS pixels. */
const MAX_WIDTH_PX = 900;
const MARGIN_PX = 12;
/** Part of the view above and below it where pages are drawn in advance. */
const ADVANCE = '60%';

/** Pages of a PDF in a scrolled element. Pages near the visible part are drawn, the farthest ones released. */
export class PdfPages {
  readonly #scroller: HTMLElement;
  readonly #pages: readonly PdfPage[];
  readonly #report: (page: number) => void;
  readonly #closing = new AbortController();
  readonly #near = new Set<number>();
  readonly #drawn = new Set<number>();
  readonly #watching: IntersectionObserver;
  readonly #resizing: ResizeObserver;
  #fit: Fit;
  #current = 1;
  #isDrawing = false;

  /**
   * Creates the pages within an empty element.
   *
   * @param size size of the first page, which others are taken to have until they are drawn
   * @param report is called with the page in view, from 1, when another one comes into view
   */
  constructor(scroller: HTMLElement, source: PDFDocumentProxy, size: PageSize, report: (page: number) => void) {
    this.#scroller = scroller;
    this.#report = report;
    const count = Math.min(source.numPages, MAX_PAGES);
    this.#pages = Array.from({ length: count }, (_, index) => new PdfPage(source, index + 1, size));
    this.#fit = { widthPx: this.#measureWidth(), zoom: 1 };
    this.#layOut();
    scroller.append(...this.#pages.map(({ element }) => element));
    this.#watching = new IntersectionObserver((entries) => this.#notice(entries), {
      root: scroller,
      rootMargin: `${ADVANCE} 0px`,
    });
    for (const { element } of this.#pages) this.#watching.observe(element);
    this.#resizing = new ResizeObserver(() => this.#refit({ ...this.#fit, widthPx: this.#measureWidth() }));
    this.#resizing.observe(scroller);
    scroller.addEventListener('scroll', () => this.#findCurrent(), { signal: this.#closing.signal });
  }

  /** Scrolls to a page, from 1. */
  goTo(number: number): void {
    const element = this.#pages[number - 1]?.element;
    if (element === undefined) return;
    this.#scroller.scrollTop += this.#getOffset(element) - MARGIN_PX;
    this.#findCurrent();
  }

  /** Shows the pages larger or smaller; 1 fits them to the width. */
  zoom(zoom: number): void {
    this.#refit({ ...this.#fit, zoom });
  }

  /** Returns the text of a page once it is drawn; undefined when it has none, or after `signal` aborts. */
  async waitForText(number: number, signal: AbortSignal): Promise<HTMLElement | undefined> {
    const element = this.#pages[number - 1]?.element;
    while (!signal.aborted && !this.#closing.signal.aborted) {
      const drawn = element?.querySelector<HTMLElement>(':scope > :is(.pdf-text, p)');
      if (drawn != null) return drawn.matches('.pdf-text') ? drawn : undefined;
      await new Promise(requestAnimationFrame);
    }
    return undefined;
  }

  close(): void {
    this.#closing.abort();
    this.#watching.disconnect();
    this.#resizing.disconnect();
    for (const page of this.#pages) page.release();
    this.#scroller.replaceChildren();
  }

  #measureWidth = (): number => Math.max(1, Math.min(this.#scroller.clientWidth - 2 * MARGIN_PX, MAX_WIDTH_PX));

  #layOut(): void {
    for (const page of this.#pages) page.layOut(this.#fit);
  }

  /** Lays out all pages anew and keeps the place in view where it is. */
  #refit(fit: Fit): void {
    if (fit.widthPx === this.#fit.widthPx && fit.zoom === this.#fit.zoom) return;
    const { element } = this.#pages[this.#current - 1] as PdfPage;
    const part = this.#getOffset(element) / element.clientHeight;
    this.#fit = fit;
    for (const number of this.#drawn) this.#pages[number - 1]?.release();
    this.#drawn.clear();
    this.#layOut();
    this.#scroller.scrollTop += this.#getOffset(element) - part * element.clientHeight;
    void this.#drawNext();
  }

  #notice(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const number = Number((target as HTMLElement).dataset.page);
      if (isIntersecting) this.#near.add(number);
      else this.#near.delete(number);
    }
    this.#findCurrent();
    void this.#drawNext();
  }

  /** Draws the pages near the view one after the other, those closest to the current one first. */
  async #drawNext(): Promise<void> {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    for (;;) {
      const number = this.#byDistance(this.#near).find((one) => !this.#drawn.has(one));
      const page = number === undefined ? undefined : this.#pages[number - 1];
      if (number === undefined || page === undefined || !this.#makeRoom(number)) break;
      this.#drawn.add(number);
      await page.draw(this.#fit);
      if (this.#closing.signal.aborted) break;
    }
    this.#isDrawing = false;
  }

  /** Releases the farthest pages until one more may be drawn. Returns false when closer pages fill the room. */
  #makeRoom(number: number): boolean {
    const farthest = this.#byDistance(this.#drawn).reverse();
    for (const drawn of farthest) {
      if (this.#hasRoom()) return true;
      if (this.#getDistance(drawn) <= this.#getDistance(number)) return false;
      this.#pages[drawn - 1]?.release();
      this.#drawn.delete(drawn);
    }
    return true;
  }

  #hasRoom(): boolean {
    let pixels = 0;
    for (const number of this.#drawn) pixels += this.#pages[number - 1]?.pixels ?? 0;
    return this.#drawn.size < MAX_DRAWN_PAGES && pixels < MAX_DRAWN_PIXELS;
  }

  #byDistance = (numbers: Iterable<number>): number[] =>
    [...numbers].sort((one, other) => this.#getDistance(one) - this.#getDistance(other) || one - other);

  #getDistance = (number: number): number => Math.abs(number - this.#current);

  /** Finds the page at the middle of the view. */
  #findCurrent(): void {
    const middle = this.#scroller.clientHeight / 2;
    const inView = [...this.#near].sort((one, other) => one - other);
    const found = inView.findLast((number) => {
      const element = this.#pages[number - 1]?.element;
      return element !== undefined && this.#getOffset(element) <= middle;
    });
    if (found === undefined || found === this.#current) return;
    this.#current = found;
    this.#report(found);
    void this.#drawNext();
  }

  /** Returns the distance of a page from the top of the view, in CSS pixels. */
  #getOffset = (element: HTMLElement): number =>
    element.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top - this.#scroller.clientTop;
}
