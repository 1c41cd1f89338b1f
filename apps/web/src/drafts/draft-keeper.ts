import { signal } from '@preact/signals';
import { Alarm } from './clock.js';
import type { Draft } from './journal.js';
import { type BaseText, type NoteText, sameText } from './note-text.js';
import type { DraftPorts, SaveStart } from './save-types.js';

/** How soon what is typed is in the journal. */
const JOURNAL_MS = 300;
const MOST_UNANSWERED = 3;
const NOTHING: NoteText = { title: '', body: '' };

/** Keeps in the journal what is written of one note and what is known of it, until the server confirmed it. */
export class DraftKeeper {
  /** False while this browser cannot keep drafts. */
  readonly works = signal(true);
  readonly #ports: DraftPorts;
  readonly startedAt: number;
  /** The id of the note, or the key of its draft while it has none. */
  key: string;
  /** What the server is known to hold. */
  base: BaseText | undefined;
  notebookId: string | undefined;
  /** Texts that were sent without an answer: the server may hold any of them. */
  unanswered: readonly NoteText[];
  readonly #alarm: Alarm;
  #written: Promise<void> = Promise.resolve();

  constructor(ports: DraftPorts, { key, base, notebookId, unanswered = [], startedAt }: SaveStart) {
    this.#ports = ports;
    this.startedAt = startedAt ?? ports.clock.now();
    this.key = key;
    this.base = base;
    this.notebookId = notebookId;
    this.unanswered = unanswered;
    this.#alarm = new Alarm(ports.clock, () => void this.keep());
  }

  /** Whether more is written than the server is known to hold. */
  get isAhead(): boolean {
    return !sameText(this.#ports.source.read().text, this.base ?? NOTHING);
  }

  /** The server holds this, whatever was sent to it before. */
  confirmed({ title, body, revisionId }: BaseText): void {
    this.base = { title, body, revisionId };
    this.unanswered = [];
  }

  keepSoon(): void {
    this.#alarm.setOnce(JOURNAL_MS);
  }

  /** The journal has what is written now when this resolves. */
  keep(): Promise<void> {
    this.#alarm.clear();
    return this.#write(() => this.#ports.journal.put(this.#draft()));
  }

  /** Keeps what is about to be sent. */
  keepSending(text: NoteText): Promise<void> {
    const others = this.unanswered.filter((known) => !sameText(known, text));
    this.unanswered = [...others.slice(1 - MOST_UNANSWERED), text];
    return this.keep();
  }

  /** The draft is of another key from now on. */
  moveTo(key: string): Promise<void> {
    const oldKey = this.key;
    this.key = key;
    return this.#write(() => this.#ports.journal.replace(oldKey, this.#draft()));
  }

  /** Nothing is left to be kept. */
  forget(): Promise<void> {
    this.#alarm.clear();
    this.unanswered = [];
    return this.#write(() => this.#ports.journal.remove(this.key));
  }

  stop(): void {
    this.#alarm.clear();
  }

  /** One after the other: a draft that was removed does not come back. */
  #write(step: () => Promise<void>): Promise<void> {
    this.#written = this.#written.then(() => this.#attempt(step));
    return this.#written;
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step();
      this.works.value = true;
    } catch {
      this.works.value = false;
    }
  }

  #draft(): Draft {
    return {
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
