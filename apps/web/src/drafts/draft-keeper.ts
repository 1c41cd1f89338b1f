import { signal } from '@preact/signals';
import { Alarm } from './clock.js';
import type { Draft } from './journal.js';
import { type BaseText, type NoteText, sameText } from './note-text.js';
import type { DraftPorts, SaveStart } from './save-types.js';
import { type NoteChange, type Tail, TailLog } from './tail.js';

/**
 * Delay until the first draft is written to the journal, and between later writes; the tail gets every change at once.
 */
const FIRST_DRAFT_MS = 300;
const NEXT_DRAFT_MS = 2_000;
const MAX_UNANSWERED = 3;
const EMPTY_NOTE: NoteText = { title: '', body: '' };

/**
 * Stores the unsaved text of one note in this browser until the server confirms it: the whole draft periodically, and
 * the changes since then with every change. The changes are small enough to be written while a key is handled.
 */
export class DraftKeeper {
  /** False when this browser cannot store drafts. */
  readonly isWorking = signal(true);
  readonly #ports: DraftPorts;
  readonly startedAt: number;
  /** Id of the note, or the key of its draft while it has no id. */
  key: string;
  /** Text last confirmed by the server. */
  base: BaseText | undefined;
  notebookId: string | undefined;
  /** Texts sent without a response; the server may hold any of them. */
  unanswered: readonly NoteText[];
  readonly #alarm: Alarm;
  readonly #log: TailLog;
  #isTailWritten = false;
  #isKeepingFull = false;
  #written: Promise<void> = Promise.resolve();

  constructor(ports: DraftPorts, { key, base, notebookId, unanswered = [], startedAt, session }: SaveStart) {
    this.#ports = ports;
    this.startedAt = startedAt ?? ports.clock.now();
    this.key = key;
    this.base = base;
    this.notebookId = notebookId;
    this.unanswered = unanswered;
    this.#alarm = new Alarm(ports.draftClock ?? ports.clock, () => void this.keep());
    this.#log = new TailLog(session);
  }

  /** True when the text differs from the one the server confirmed. */
  get isAhead(): boolean {
    return !sameText(this.#ports.source.read().text, this.base ?? EMPTY_NOTE);
  }

  /** Records that the server stored this text; earlier requests no longer matter. */
  confirm({ title, body, revisionId }: BaseText): void {
    this.base = { title, body, revisionId };
    this.unanswered = [];
  }

  /** Records a change and writes it before the task that made it ends. */
  record(change: NoteChange): void {
    this.#log.add(change, this.base?.revisionId);
    if (!this.#log.isTooLarge) void this.#writeTail();
    if (!change.isComplete || this.#log.isFull) void this.#keepFull();
    else this.#alarm.setOnce(this.#log.followsDraft ? NEXT_DRAFT_MS : FIRST_DRAFT_MS);
  }

  /** Writes the whole draft; the journal has the current text when the promise resolves. */
  keep(): Promise<void> {
    this.#alarm.clear();
    return this.#write(async () => {
      const draft = this.#draft();
      await this.#ports.journal.put(draft);
      await this.#dropTail(draft.seq);
    });
  }

  /** Stores the text that is about to be sent. */
  keepSending(text: NoteText): Promise<void> {
    const others = this.unanswered.filter((sent) => !sameText(sent, text));
    this.unanswered = [...others.slice(1 - MAX_UNANSWERED), text];
    return this.keep();
  }

  /** Changes the key of the draft. */
  moveTo(key: string): Promise<void> {
    const oldKey = this.key;
    this.key = key;
    return this.#write(async () => {
      const draft = this.#draft();
      await this.#ports.journal.replace(oldKey, draft);
      await this.#dropTail(draft.seq);
    });
  }

  /** Removes the draft and its changes. */
  forget(): Promise<void> {
    this.#alarm.clear();
    this.unanswered = [];
    this.#log.clear();
    // Requested before other steps, so that changes typed from here on are written after the removal.
    const removed = this.#writeTail();
    return this.#write(async () => {
      await removed;
      await this.#ports.journal.remove(this.key);
    });
  }

  stop(): void {
    this.#alarm.clear();
  }

  /** Runs writes one after the other, so that a removed draft does not come back. */
  #write(step: () => Promise<void>): Promise<void> {
    this.#written = this.#written.then(() => this.#attempt(step));
    return this.#written;
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step();
      this.isWorking.value = true;
    } catch {
      this.isWorking.value = false;
    }
  }

  /** Writes the whole draft at once; at most one such write is queued. */
  async #keepFull(): Promise<void> {
    if (this.#isKeepingFull) return;
    this.#isKeepingFull = true;
    await this.keep();
    this.#isKeepingFull = false;
    if (this.#log.isFull && this.isWorking.peek()) await this.#keepFull();
  }

  /** Drops the changes contained in the draft in the journal. */
  async #dropTail(seq: number): Promise<void> {
    this.#log.drop(seq);
    await this.#writeTail();
  }

  /** Writes the changes missing in the draft, or removes the tail when there are none. */
  async #writeTail(): Promise<void> {
    const { tails, clock } = this.#ports;
    const changes = this.#log.read();
    try {
      if (changes !== undefined) {
        this.#isTailWritten = true;
        const { key: note, notebookId, startedAt } = this;
        await tails.put({ ...changes, note, notebookId, startedAt, changedAt: clock.now() } satisfies Tail);
      } else if (this.#isTailWritten) {
        this.#isTailWritten = false;
        await tails.remove(this.#log.session);
      }
    } catch {
      this.isWorking.value = false;
    }
  }

  #draft(): Draft & { readonly seq: number } {
    const { session } = this.#log;
    return {
      session,
      seq: this.#log.seal(),
      key: this.key,
      base: this.base,
      notebookId: this.notebookId,
      ...this.#ports.source.read(),
      unanswered: this.unanswered,
      startedAt: this.startedAt,
      changedAt: this.#ports.clock.now(),
    };
  }
}
