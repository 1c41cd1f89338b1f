import { signal } from '@preact/signals';
import { Alarm } from './clock.js';
import { type Draft, isNewKey } from './journal.js';
import { type BaseText, type NoteText, sameText } from './note-text.js';
import { reconcile } from './reconcile.js';
import type { Outcome, RemoteNote } from './remote.js';
import type { HeldWord, SavePorts, SaveStart, SaveStatus } from './save-types.js';

/** How soon what is typed is in the journal. */
const JOURNAL_MS = 300;
/** How long nothing is typed before it is saved; every save is a revision. */
const IDLE_MS = 3_000;
/** How long typing may go on before it is saved all the same. */
const LONGEST_MS = 20_000;
const MOST_UNANSWERED = 3;

const HELD: ReadonlySet<string> = new Set(['conflict', 'trashed', 'missing', 'read_only']);

/**
 * Brings one note to the server: from the buffer into the journal, from there to the server, and out of the journal
 * once the server confirmed it. One save is under way at a time.
 */
export class SaveEngine {
  readonly status = signal<SaveStatus>({ word: 'saved', at: undefined });
  /** False while this browser cannot keep drafts. */
  readonly journalWorks = signal(true);
  readonly #ports: SavePorts;
  readonly #startedAt: number;
  #key: string;
  #base: BaseText | undefined;
  #notebookId: string | undefined;
  #unanswered: readonly NoteText[];
  #running: Promise<void> | undefined;
  #again = false;
  #journalled: Promise<void> = Promise.resolve();
  readonly #journalAlarm: Alarm;
  readonly #idleAlarm: Alarm;
  readonly #longestAlarm: Alarm;

  constructor(ports: SavePorts, { key, base, notebookId, unanswered = [], startedAt, held }: SaveStart) {
    this.#ports = ports;
    this.#startedAt = startedAt ?? ports.clock.now();
    this.#key = key;
    this.#base = base;
    this.#notebookId = notebookId;
    this.#unanswered = unanswered;
    if (held !== undefined) this.status.value = { word: held };
    const saveInTime = () => void (this.#triesByItself() && this.save());
    this.#journalAlarm = new Alarm(ports.clock, () => void this.#record());
    this.#idleAlarm = new Alarm(ports.clock, saveInTime);
    this.#longestAlarm = new Alarm(ports.clock, saveInTime);
  }

  /** The id of the note, or the key of its draft while it has none. */
  get key(): string {
    return this.#key;
  }

  /** What the server is known to hold. */
  get base(): BaseText | undefined {
    return this.#base;
  }

  /** Whether the server holds all that is written. */
  get isClean(): boolean {
    return this.status.peek().word === 'saved';
  }

  /** To be called after every change of the text. */
  changed(): void {
    this.#journalAlarm.setOnce(JOURNAL_MS);
    const { word } = this.status.peek();
    if (HELD.has(word)) return;
    this.#idleAlarm.set(this.#base === undefined ? 0 : IDLE_MS);
    this.#longestAlarm.setOnce(LONGEST_MS);
    if (word === 'saved' || word === 'refused') this.status.value = { word: 'editing' };
  }

  /** Saves now; resolves when the server confirmed it or it cannot be done now. Never rejects. */
  save(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#saveWhileAsked();
    return this.#running;
  }

  /** The journal has what is unsaved when this resolves. */
  async keep(): Promise<void> {
    if (!this.isClean) await this.#record();
  }

  /** Writes nothing until it is released. */
  hold(word: HeldWord): void {
    this.status.value = { word };
  }

  /** Tries once more what was held. */
  release(): Promise<void> {
    this.status.value = { word: 'editing' };
    return this.save();
  }

  /** Takes over what others wrote, where nothing is unsaved here. */
  follow(note: RemoteNote): void {
    if (!this.isClean || this.#base === undefined || note.revisionId === this.#base.revisionId) return;
    if (!sameText(this.#text(), this.#base)) return;
    this.#base = baseOf(note);
    this.#ports.source.follow(note);
  }

  /** No timer rings any more; a save under way comes to its end. */
  stop(): void {
    for (const alarm of [this.#journalAlarm, this.#idleAlarm, this.#longestAlarm]) alarm.clear();
  }

  #text(): NoteText {
    return this.#ports.source.read().text;
  }

  /** Offline, the return of the server is waited for; what was refused waits for a change. */
  #triesByItself(): boolean {
    const { word } = this.status.peek();
    return word !== 'offline' && word !== 'refused';
  }

  async #saveWhileAsked(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        await (HELD.has(this.status.peek().word) ? this.keep() : this.#saveOnce());
      }
    } finally {
      this.#running = undefined;
    }
  }

  async #saveOnce(): Promise<void> {
    this.#idleAlarm.clear();
    this.#longestAlarm.clear();
    const mine = this.#text();
    if (sameText(mine, this.#base ?? { title: '', body: '' })) return this.isClean ? undefined : this.#settle();
    this.status.value = { word: 'saving' };
    const outcome = this.#base === undefined ? await this.#create(mine) : await this.#replace(mine, this.#base);
    await this.#take(outcome);
  }

  async #replace(mine: NoteText, base: BaseText): Promise<Outcome> {
    await this.#recordSending(mine);
    return this.#ports.remote.replace(this.#key, mine, base.revisionId);
  }

  /** A note is made once: what an attempt without an answer made is looked for first. */
  async #create(mine: NoteText): Promise<Outcome> {
    const { remote } = this.#ports;
    if (this.#unanswered.length > 0) {
      const found = await remote.findCreated(this.#unanswered, this.#notebookId, this.#startedAt);
      if (found !== undefined) return found;
    }
    await this.#recordSending(mine);
    return remote.create(mine, this.#notebookId);
  }

  async #take(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'done') return this.#confirm(outcome.note);
    if (outcome.kind === 'stale') return this.#reconcile();
    this.status.value = outcome.kind === 'offline' ? { word: 'offline' } : this.#refusal(outcome);
    await this.#record();
  }

  #refusal({ code, message }: { readonly code: string; readonly message: string }): SaveStatus {
    if (code === 'not_found' && !isNewKey(this.#key)) return { word: 'missing' };
    return code === 'forbidden' ? { word: 'read_only', message } : { word: 'refused', code, message };
  }

  async #confirm(note: RemoteNote): Promise<void> {
    this.#base = baseOf(note);
    this.#unanswered = [];
    if (isNewKey(this.#key)) await this.#becomeKnown(note);
    this.#ports.onSaved?.(note);
    if (sameText(this.#text(), note)) return this.#settle();
    this.status.value = { word: 'editing' };
    this.#idleAlarm.setOnce(IDLE_MS);
    await this.#record();
  }

  async #becomeKnown(note: RemoteNote): Promise<void> {
    const oldKey = this.#key;
    this.#key = note.id;
    this.#notebookId = note.notebookId;
    await this.#write(() => this.#ports.journal.replace(oldKey, this.#draft()));
    this.#ports.onCreated?.(note);
  }

  async #settle(): Promise<void> {
    this.#journalAlarm.clear();
    this.#unanswered = [];
    this.status.value = { word: 'saved', at: this.#ports.clock.now() };
    await this.#write(() => this.#ports.journal.remove(this.#key));
  }

  async #reconcile(): Promise<void> {
    const current = await this.#ports.remote.read(this.#key);
    if (current.kind !== 'done') return this.#take(current.kind === 'stale' ? { kind: 'offline' } : current);
    const sides = { base: this.#base as BaseText, mine: this.#text(), unanswered: this.#unanswered };
    const decision = reconcile(sides, current.note);
    if (decision.kind === 'held') {
      this.status.value = { word: decision.word };
      return this.#record();
    }
    this.#base = baseOf(current.note);
    this.#unanswered = [];
    if (decision.kind === 'merged') this.#ports.source.merge(decision.text, decision.changes);
    this.#again = true;
  }

  async #recordSending(mine: NoteText): Promise<void> {
    const others = this.#unanswered.filter((known) => !sameText(known, mine));
    this.#unanswered = [...others.slice(1 - MOST_UNANSWERED), mine];
    await this.#record();
  }

  #record(): Promise<void> {
    this.#journalAlarm.clear();
    return this.#write(() => this.#ports.journal.put(this.#draft()));
  }

  /** One after the other: a draft that was removed does not come back. */
  #write(step: () => Promise<void>): Promise<void> {
    this.#journalled = this.#journalled.then(() => this.#attempt(step));
    return this.#journalled;
  }

  async #attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step();
      this.journalWorks.value = true;
    } catch {
      this.journalWorks.value = false;
    }
  }

  #draft(): Draft {
    return {
      key: this.#key,
      base: this.#base,
      notebookId: this.#notebookId,
      ...this.#ports.source.read(),
      unanswered: this.#unanswered,
      startedAt: this.#startedAt,
      changedAt: this.#ports.clock.now(),
    };
  }
}

const baseOf = ({ title, body, revisionId }: RemoteNote): BaseText => ({ title, body, revisionId });
