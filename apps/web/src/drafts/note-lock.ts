import { signal } from '@preact/signals';

interface TakeMessage {
  readonly take: string;
}

const CHANNEL = 'notes.note-locks';
const NAME = 'notes.note:';
/** What this tab has. */
const ours = new Set<string>();

/** The keys of the notes other tabs write now. */
export async function heldElsewhere(): Promise<ReadonlySet<string>> {
  const locks = navigator.locks as LockManager | undefined;
  const names = (await locks?.query())?.held?.map(({ name = '' }) => name) ?? [];
  return new Set(names.filter((name) => !ours.has(name)).map((name) => name.slice(NAME.length)));
}

/**
 * Which tab of this browser writes a note. The one that has it gives it up when another asks for it. Where the page
 * came by plain HTTP from elsewhere there are no locks: every tab writes then, and the revisions tell them apart.
 */
export class NoteLock {
  readonly isHeld = signal(false);
  readonly #name: string;
  readonly #closed = new AbortController();
  readonly #channel = new BroadcastChannel(CHANNEL);
  #giveBack: (() => void) | undefined;

  /** `beforeGiving` brings what is unsaved into the journal before another tab goes on with it. */
  constructor(key: string, beforeGiving: () => Promise<void>) {
    this.#name = NAME + key;
    this.#channel.onmessage = ({ data }: MessageEvent<TakeMessage>) => {
      if (data.take === this.#name && this.isHeld.peek()) void beforeGiving().finally(() => this.release());
    };
  }

  /**
   * Takes the lock: at once if it is free; with `ask` from the tab that has it, which may take its time: `left` ends the
   * waiting, without the lock.
   */
  async acquire(ask: boolean, left: AbortSignal = this.#closed.signal): Promise<void> {
    const locks = navigator.locks as LockManager | undefined;
    if (locks === undefined) {
      this.isHeld.value = true;
      return;
    }
    if (ask) this.#channel.postMessage({ take: this.#name } satisfies TakeMessage);
    await new Promise<void>((settled) => {
      const held = locks.request(this.#name, ask ? { signal: left } : { ifAvailable: true }, async (lock) => {
        if (lock !== null) ours.add(this.#name);
        this.isHeld.value = lock !== null;
        settled();
        if (lock !== null) await new Promise<void>((give) => (this.#giveBack = give));
      });
      void held.catch(ignoreAbort).finally(settled);
    });
  }

  /** Runs once no tab has it any more, unless this is closed before. Whoever asks for the lock then gets it. */
  whenFree(run: () => void): void {
    const shared = { mode: 'shared', signal: this.#closed.signal } as const;
    navigator.locks.request(this.#name, shared, run).catch(ignoreAbort);
  }

  release(): void {
    if (this.isHeld.peek()) ours.delete(this.#name);
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
