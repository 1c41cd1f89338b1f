import { ifAnswered } from '../api/api-error.js';
import { startWorker } from '../kernel/worker.js';
import type { FinderMessage, FinderRequest, FindRequest } from './finder.worker.js';
import workerUrl from './finder.worker.js?worker&url';
import { LibraryReader } from './library-reader.js';
import { TextSearch } from './text-search.js';

/** Pause in typing after which the text of notes is searched. */
const PAUSE_MS = 120;
/** Notes opened last whose headings are searched. */
const HEADINGS_OF = 6;

/** Finds targets in a worker, from listings that the page reads: the policy of workers forbids them requests. */
export class Finder {
  readonly #worker = startWorker(workerUrl);
  readonly #reader = new LibraryReader((changes) => this.#send({ kind: 'change', ...changes }));
  readonly #text = new TextSearch(this.#reader);
  #pending = new AbortController();
  #version: number | undefined;
  #updating = Promise.resolve();

  constructor(onMessage: (message: FinderMessage) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FinderMessage>) => onMessage(data));
  }

  /** Reads what changed up to a version of the library. A failed update is made good by the next. */
  update(version: number, noteCount: number): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#updating = this.#updating.then(async () => {
      const isDone = await ifAnswered(this.#reader.update(noteCount).then(() => true));
      if (isDone === true) return;
      this.#version = undefined;
      this.#send({ kind: 'change', added: [], removed: [], readCount: undefined });
    });
  }

  /** Finds targets by their names at once, and by the text of notes when typing pauses. */
  find(request: Omit<FindRequest, 'kind'>): void {
    this.#pending.abort();
    this.#pending = new AbortController();
    this.#send({ kind: 'find', ...request });
    if (request.typed.trim() !== '') void this.#searchText(request, this.#pending.signal);
  }

  async #searchText({ requestId, typed, opened }: Omit<FindRequest, 'kind'>, signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return;
    const matches = await this.#text.find(typed, opened.slice(0, HEADINGS_OF), this.#version ?? 0, signal);
    if (!signal.aborted) this.#send({ kind: 'text', requestId, ...matches });
  }

  #send(request: FinderRequest): void {
    this.#worker.postMessage(request);
  }
}
