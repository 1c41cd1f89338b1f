import { useEffect, useRef } from 'preact/hooks';
import { asApiError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { linkTable } from '../reading/parts/link-table.js';
import type { Printed, PrintPage, References } from './print-page.js';
import './printing.css';

/** Timeout for pictures, embedded notes, diagrams and query results, after which the note is printed without them. */
const SETTLE_MS = 10_000;
/** Time without changes after which a page counts as complete. */
const QUIET_MS = 250;

const NO_REFERENCES: References = { links: new Map(), resources: new Map() };

/** Note on a screen, as read by the printer. */
export interface Printable {
  /** Returns the current text, drafts included. */
  readonly read: () => Printed;
  /** Returns undefined while the service does not have the note. */
  readonly documentId: () => string | undefined;
  /** Returns true when the reading view on the screen already shows the whole text. */
  readonly isOnScreen: () => boolean;
}

type Builder = typeof import('./print-page.js').buildPrintPage;

/** Prints a note in its reading view, in any display mode, for any print request. */
export class NotePrinter {
  readonly #printable: Printable;
  readonly #ending = new AbortController();
  #build: Builder | undefined;
  #page: PrintPage | undefined;

  constructor(printable: Printable) {
    this.#printable = printable;
    const { signal } = this.#ending;
    addEventListener('beforeprint', () => this.#prepareNow(), { signal });
    addEventListener('afterprint', () => this.#remove(), { signal });
    // Preloads the code on keys or clicks that may lead to printing, because the browser's print command does not wait
    // for it.
    const load = () => void this.#load();
    const onKey = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey) load();
    };
    addEventListener('keydown', onKey, { signal, capture: true });
    addEventListener('blur', load, { signal });
    document.documentElement.addEventListener('pointerleave', load, { signal });
  }

  /** Lays out the note, waits for its pictures and embedded notes, and opens the browser's print dialog. */
  async print(): Promise<void> {
    const [build, references] = await Promise.all([this.#load(), this.#references()]);
    if (this.#ending.signal.aborted) return;
    if (build !== undefined) {
      this.#show(build(this.#printable.read(), references));
      if (this.#page !== undefined) await waitUntilStill(this.#page.element);
    }
    if (!this.#ending.signal.aborted) window.print();
  }

  close(): void {
    this.#ending.abort();
    this.#remove();
  }

  async #load(): Promise<Builder | undefined> {
    try {
      this.#build ??= (await import('./print-page.js')).buildPrintPage;
    } catch {
      // The code cannot be loaded, as after an update of the service: the source text is printed.
    }
    return this.#build;
  }

  /** Loads links and attachments of the note; empty when the service does not respond. */
  async #references(): Promise<References> {
    const document_id = this.#printable.documentId();
    if (document_id === undefined) return NO_REFERENCES;
    try {
      const [{ outgoing }, { resources }] = await Promise.all([
        call('listDocumentLinks', { document_id, direction: 'outgoing' }, this.#ending.signal),
        call('listDocumentResources', { document_id }, this.#ending.signal),
      ]);
      return { links: linkTable(outgoing), resources: new Map(resources.map((one) => [one.id, one])) };
    } catch (error) {
      asApiError(error);
      return NO_REFERENCES;
    }
  }

  /** Prepares the page for the current text, without waiting for anything. */
  #prepareNow(): void {
    const now = this.#printable.read();
    const isCurrent = this.#page?.body === now.body && this.#page.title === now.title;
    if (isCurrent || (this.#page === undefined && this.#printable.isOnScreen())) return;
    this.#show(this.#build?.(now, NO_REFERENCES) ?? plainPage(now));
  }

  #show(page: PrintPage): void {
    this.#remove();
    this.#page = page;
    document.body.append(page.element);
    document.documentElement.dataset.printing = '';
  }

  #remove(): void {
    this.#page?.close();
    this.#page?.element.remove();
    this.#page = undefined;
    delete document.documentElement.dataset.printing;
  }
}

/** Returns a page with the source text, for use when it cannot be rendered. */
function plainPage({ title, body }: Printed): PrintPage {
  const element = document.createElement('div');
  element.className = 'print-page';
  element.inert = true;
  const raw = document.createElement('pre');
  raw.className = 'raw';
  raw.textContent = body;
  const heading = document.createElement('h1');
  heading.textContent = title;
  element.append(heading, raw);
  return { title, body, element, close: () => undefined };
}

/** Waits until an element and its pictures are loaded and it no longer changes, up to a time limit. */
function waitUntilStill(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    let idleTimer: number | undefined;
    const finish = () => {
      clearTimeout(idleTimer);
      clearTimeout(deadlineTimer);
      changes.disconnect();
      resolve();
    };
    const wait = () => {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => {
        if (isLoaded(element)) finish();
        else wait();
      }, QUIET_MS);
    };
    const deadlineTimer = setTimeout(finish, SETTLE_MS);
    const changes = new MutationObserver(wait);
    changes.observe(element, { subtree: true, childList: true, attributes: true, characterData: true });
    wait();
  });
}

/** Returns true when no picture and no part, such as an embedded note, is still loading. */
const isLoaded = (element: HTMLElement): boolean =>
  element.querySelector('[aria-busy="true"]') === null &&
  [...element.querySelectorAll('img')].every(({ complete }) => complete);

/**
 * Makes the browser print a note in its reading view while the calling screen is shown. Returns a function that prints
 * it after all content has loaded.
 */
export function usePrinting(printable: Printable): () => void {
  const latest = useRef(printable);
  latest.current = printable;
  const printer = useRef<NotePrinter>(undefined);
  useEffect(() => {
    printer.current = new NotePrinter({
      read: () => latest.current.read(),
      documentId: () => latest.current.documentId(),
      isOnScreen: () => latest.current.isOnScreen(),
    });
    return () => printer.current?.close();
  }, []);
  return () => void printer.current?.print();
}
