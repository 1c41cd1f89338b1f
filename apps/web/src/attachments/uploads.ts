import { signal } from '@preact/signals';
import { type ApiError, asApiError, formatError } from '../api/api-error.js';
import { call } from '../api/client.js';
import { type Uploaded, upload } from '../api/upload.js';
import { whenOnline } from '../kernel/connection.js';
import { makeVisible } from '../text/visible.js';
import { notify } from '../ui/notices.js';
import { attempt } from '../ui/use-action.js';
import { pendingUploadCount } from './pending-uploads.js';
import { text } from './texts.js';

type State =
  | { readonly kind: 'waiting' }
  /** `sent` is in bytes. */
  | { readonly kind: 'sending'; readonly sent: number }
  | { readonly kind: 'stored'; readonly resource: Uploaded }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'given up' };

/** Uploads at once; more would leave no connection for saving notes meanwhile. */
const AT_ONCE = 2;
/** Attempts without an answer after which only the user retries: the service may refuse a file by hanging up. */
const MAX_UNANSWERED = 5;
const queue: Upload[] = [];
let sending = 0;

/**
 * An upload of a file. A failed upload waits to be retried or dismissed; one without an answer is also retried once the
 * service is reachable again.
 */
export class Upload {
  readonly state = signal<State>({ kind: 'waiting' });
  /** The stored file; undefined when the upload was cancelled. */
  readonly done: Promise<Uploaded | undefined>;
  readonly #ending = new AbortController();
  #unanswered = 0;
  /** True when a failed upload is sent again once the service is reachable. */
  #willRetry = false;
  #isHidden = false;
  #stopWaiting = (): void => {};
  #settle: (resource: Uploaded | undefined) => void = () => {};

  constructor(readonly file: File) {
    this.done = new Promise((resolve) => {
      this.#settle = resolve;
    });
    pendingUploadCount.value += 1;
    void this.done.then(() => {
      pendingUploadCount.value -= 1;
    });
    this.#queue();
  }

  /** Queues a failed upload again. */
  retry(): void {
    this.#unanswered = 0;
    this.#queue();
  }

  #queue(): void {
    this.#stopWaiting();
    this.state.value = { kind: 'waiting' };
    queue.push(this);
    sendNext();
  }

  /** Called when the place on the page that shows the upload goes away: from then on a notice reports a failure. */
  hide(): void {
    this.#isHidden = true;
    this.#reportHidden();
  }

  #reportHidden(): void {
    const state = this.state.peek();
    if (!this.#isHidden || state.kind !== 'failed' || this.#willRetry) return;
    notify(
      text.notUploaded(makeVisible(this.file.name), formatError(state.error)),
      { label: text.tryAgain, run: () => this.retry() },
      () => this.cancel(),
    );
  }

  cancel(): void {
    this.#stopWaiting();
    const index = queue.indexOf(this);
    if (index !== -1) queue.splice(index, 1);
    this.state.value = { kind: 'given up' };
    this.#ending.abort();
    this.#settle(undefined);
  }

  async send(): Promise<void> {
    const onProgress = (sent: number) => {
      this.state.value = { kind: 'sending', sent };
    };
    onProgress(0);
    try {
      const resource = await upload(this.file, { onProgress, signal: this.#ending.signal });
      this.state.value = { kind: 'stored', resource };
      this.#settle(resource);
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#fail(asApiError(error));
    }
  }

  #fail(error: ApiError): void {
    this.state.value = { kind: 'failed', error };
    this.#willRetry = error.code === 'offline' && ++this.#unanswered < MAX_UNANSWERED;
    if (this.#willRetry) this.#stopWaiting = whenOnline(() => queueMicrotask(() => this.#queue()));
    this.#reportHidden();
  }
}

function sendNext(): void {
  const next = sending < AT_ONCE ? queue.shift() : undefined;
  if (next === undefined) return;
  sending += 1;
  void next.send().finally(() => {
    sending -= 1;
    sendNext();
  });
}

/** Makes the browser ask before it leaves the page and loses files. */
addEventListener('beforeunload', (event) => {
  if (pendingUploadCount.peek() > 0) event.preventDefault();
});

/** Reports the result of files that were added together, once all have ended. */
export async function reportOutcome(uploads: readonly Upload[]): Promise<void> {
  const stored = (await Promise.all(uploads.map(({ done }) => done))).filter((one) => one !== undefined);
  const reused = stored.filter(({ deduplicated }) => deduplicated).length;
  if (stored.length === 0) return;
  if (reused === 0) notify(text.uploaded(stored.length));
  else notify(reused === stored.length ? text.allReused(reused) : text.someReused(stored.length, reused));
}

/**
 * Attaches a stored file to a note, whatever its text contains. Returns false when the service refused, which is
 * reported.
 */
export const attach = (document_id: string, { id, filename }: { readonly id: string; readonly filename: string }) =>
  attempt(
    () => call('attachResource', { document_id, resource_id: id }),
    (error) => text.attachFailed(filename, formatError(error)),
  );
