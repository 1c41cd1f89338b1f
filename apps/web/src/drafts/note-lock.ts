import { signal } from '@preact/signals';
import { LOCK_PREFIX, ownLocks } from './foreign-locks.js';

interface TakeMessage {
  readonly take: string;
}

const CHANNEL = 'notes.note-locks';

/**
 * Lock on a note, so that one tab of this browser writes it. The holder releases it when another tab asks. Insecure
 * contexts have no Web Locks: every tab writes then, and revisions detect conflicts.
 */
export class NoteLock {
  readonly isHeld = signal(false);
  readonly #name: string;
  readonly #closed = new AbortController();
  readonly #channel = new BroadcastChannel(CHANNEL);
  #giveBack: (() => void) | undefined;

  /** @param beforeRelease writes unsaved text to the journal before another tab continues with it */
  constructor(key: string, beforeRelease: () => Promise<void>) {
    this.#name = LOCK_PREFIX + key;
    this.#channel.onmessage = ({ data }: MessageEvent<TakeMessage>) => {
      if (data.take === this.#name && this.isHeld.peek()) void beforeRelease().finally(() => this.release());
    };
  }

  /**
   * Acquires the lock if it is free. With `ask`, requests it from the tab that holds it, which may take time;
   * `cancelSignal` ends the wait without the lock.
   */
  async acquire(ask: boolean, cancelSignal: AbortSignal = this.#closed.signal): Promise<void> {
    const locks = navigator.locks as LockManager | undefined;
    if (locks === undefined) {
      this.isHeld.value = true;
      return;
    }
    if (ask) this.#channel.postMessage({ take: this.#name } satisfies TakeMessage);
    await new Promise<void>((resolve) => {
      const request = locks.request(
        this.#name,
        ask ? { signal: cancelSignal } : { ifAvailable: true },
        async (lock) => {
          if (lock !== null) ownLocks.add(this.#name);
          this.isHeld.value = lock !== null;
          resolve();
          if (lock !== null) await new Promise<void>((endHold) => (this.#giveBack = endHold));
        },
      );
      void request.catch(ignoreAbort).finally(resolve);
    });
  }

  /** Calls `run` once no tab holds the lock, unless this object is closed before. The next tab to ask gets the lock. */
  onceAvailable(run: () => void): void {
    const shared = { mode: 'shared', signal: this.#closed.signal } as const;
    navigator.locks.request(this.#name, shared, run).catch(ignoreAbort);
  }

  release(): void {
    if (this.isHeld.peek()) ownLocks.delete(this.#name);
    this.isHeld.value = false;
    this.#giveBack?.();
  }

  close(): void {
    this.#closed.abort();
    this.release();
    this.#channel.close();
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
