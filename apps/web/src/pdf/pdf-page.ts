import {
  type PageViewport,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { text } from './texts.js';

/** Most pixels of a drawn page; a larger one is drawn coarser. */
const MAX_PAGE_PIXELS = 8_000_000;
/** Longest side of a drawn page in pixels, which every browser can draw. */
const MAX_SIDE_PX = 8_192;
/** Tallest page at 100 %, in CSS pixels; a page of a stranger shape is narrower than the view. */
const MAX_HEIGHT_PX = 6_000;
/** Lowest page at 100 %, in CSS pixels, so that few pages are visible at once. */
const MIN_HEIGHT_PX = 40;
/** Time in which a page must be drawn, after which it counts as damaged. */
const DRAW_MS = 20_000;

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Fit of a page: CSS pixels available for its width, and the zoom chosen by the reader. */
export interface Fit {
  readonly widthPx: number;
  readonly zoom: number;
}

/** One page of a PDF: an empty sheet until it is drawn, and again after it is released. */
export class PdfPage {
  readonly element = document.createElement('div');
  /** Pixels that the page holds while it is drawn. */
  pixels = 0;
  readonly #source: PDFDocumentProxy;
  readonly #number: number;
  #size: PageSize;
  #page: PDFPageProxy | undefined;
  #cancel: (() => void) | undefined;

  constructor(source: PDFDocumentProxy, number: number, size: PageSize) {
    this.#source = source;
    this.#number = number;
    this.#size = size;
    this.element.className = 'pdf-page';
    this.element.role = 'group';
    this.element.ariaLabel = text.pageOf(number, source.numPages);
    this.element.dataset.page = String(number);
  }

  /** Sets the size of the sheet on the screen. */
  layOut(fit: Fit): void {
    const scale = this.#toScale(fit);
    const height = Math.max(this.#size.height * scale, MIN_HEIGHT_PX * fit.zoom);
    this.element.style.inlineSize = `${this.#size.width * scale}px`;
    this.element.style.blockSize = `${height}px`;
  }

  /** Draws the page with its text over it. Resolves when it is complete, was released, or cannot be drawn. */
  async draw(fit: Fit): Promise<void> {
    this.release();
    const drawing = new AbortController();
    this.#cancel = () => drawing.abort();
    let timer: number | undefined;
    const ended = new Promise<void>((resolve) => {
      drawing.signal.addEventListener('abort', () => resolve());
      timer = setTimeout(() => {
        if (drawing.signal.aborted) return;
        this.release();
        this.#showProblem();
      }, DRAW_MS);
    });
    try {
      await Promise.race([this.#draw(fit, drawing.signal), ended]);
    } catch {
      if (!drawing.signal.aborted) this.#showProblem();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Frees the pixels of the page and removes its text. */
  release(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#page?.cleanup();
    for (const canvas of this.element.querySelectorAll('canvas')) canvas.width = 0;
    this.element.replaceChildren();
    this.pixels = 0;
  }

  async #draw(fit: Fit, signal: AbortSignal): Promise<void> {
    const page = await this.#source.getPage(this.#number);
    if (signal.aborted) return;
    this.#page = page;
    const { width, height } = page.getViewport({ scale: 1 });
    this.#size = { width, height };
    this.layOut(fit);
    const viewport = page.getViewport({ scale: this.#toScale(fit) });
    const canvas = this.#addCanvas(viewport);
    const task = page.render({
      canvas,
      viewport,
      transform: [canvas.width / viewport.width, 0, 0, canvas.height / viewport.height, 0, 0],
    });
    signal.addEventListener('abort', () => task.cancel());
    await task.promise;
    await this.#addText(page, viewport, signal);
  }

  #addCanvas({ width, height }: PageViewport): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    const ratio = Math.min(
      devicePixelRatio,
      Math.sqrt(MAX_PAGE_PIXELS / (width * height)),
      MAX_SIDE_PX / Math.max(width, height),
    );
    canvas.width = Math.max(1, Math.floor(width * ratio));
    canvas.height = Math.max(1, Math.floor(height * ratio));
    canvas.ariaHidden = 'true';
    this.pixels = canvas.width * canvas.height;
    this.element.append(canvas);
    return canvas;
  }

  /** Adds the words of the page, invisible over their pictures, so that they can be selected, found and read aloud. */
  async #addText(page: PDFPageProxy, viewport: PageViewport, signal: AbortSignal): Promise<void> {
    const container = document.createElement('div');
    container.className = 'pdf-text';
    container.style.setProperty('--total-scale-factor', String(viewport.scale));
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
    signal.addEventListener('abort', () => layer.cancel());
    await layer.render();
    if (!signal.aborted) this.element.append(container);
  }

  #showProblem(): void {
    const note = document.createElement('p');
    note.role = 'note';
    note.textContent = text.pageFailed;
    this.element.replaceChildren(note);
  }

  #toScale({ widthPx, zoom }: Fit): number {
    const { width, height } = this.#size;
    return Math.min(widthPx / width, MAX_HEIGHT_PX / height) * zoom;
  }
}
