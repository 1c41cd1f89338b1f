import { type ReadonlySignal, signal } from '@preact/signals';
import { Alarm } from './clock.js';
import { DraftKeeper } from './draft-keeper.js';
import { isNewKey } from './journal.js';
import { type BaseText, type NoteText, sameText } from './note-text.js';
import { heldBy, reconcile } from './reconcile.js';
import type { Outcome, RemoteNote } from './remote.js';
import type { HeldWord, SavePorts, SaveStart, SaveStatus } from './save-types.js';

/** How long nothing is typed before it is saved; every save is a revision. */
const IDLE_MS = 3_000;
/** How long typing may go on before it is saved all the same. */
const LONGEST_MS = 20_000;

/** How long what failed in passing waits to be tried again: the first time, the second, and so on. */
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];

const HELD: ReadonlySet<string> = new Set(['conflict', 'trashed', 'missing', 'read_only']);
/** Held only for as long as the note is as it was found. */
const ENDS_BY_ITSELF: ReadonlySet<string> = new Set(['trashed', 'missing', 'read_only']);
const NOTHING: NoteText = { title: '', body: '' };

/**
 * Brings one note to the server: from the buffer into the journal, from there to the server, and out of the journal
 * once the server confirmed it. One save is under way at a time.
 */
export class SaveEngine {
  readonly status = signal<SaveStatus>({ word: 'saved', at: undefined });
  readonly #ports: SavePorts;
  readonly #draft: DraftKeeper;
  #running: Promise<void> | undefined;
  #again = false;
  #isDiscarded = false;
  /** How often in a row saving failed in passing. */
  #failures = 0;
  readonly #retryAlarm: Alarm;
  readonly #idleAlarm: Alarm;
  readonly #longestAlarm: Alarm;

  constructor(ports: SavePorts, start: SaveStart) {
    this.#ports = ports;
    this.#draft = new DraftKeeper(ports, start);
    if (start.held !== undefined) this.status.value = { word: start.held };
    const saveInTime = () => void (this.#triesByItself() && this.save());
    this.#idleAlarm = new Alarm(ports.clock, saveInTime);
    this.#longestAlarm = new Alarm(ports.clock, saveInTime);
    this.#retryAlarm = new Alarm(ports.clock, () => void this.save());
  }

  /** The id of the note, or the key of its draft while it has none. */
  get key(): string {
    return this.#draft.key;
  }

  /** What the server is known to hold. */
  get base(): BaseText | undefined {
    return this.#draft.base;
  }

  /** False while this browser cannot keep drafts. */
  get journalWorks(): ReadonlySignal<boolean> {
    return this.#draft.works;
  }

  /** Whether the server holds all that is written; also of a note that may not be written. */
  get isClean(): boolean {
    return this.#draft.unanswered.length === 0 && sameText(this.#text(), this.#draft.base ?? NOTHING);
  }

  /** To be called after every change of the text. */
  changed(): void {
    if (this.#isDiscarded) return;
    this.#draft.keepSoon();
    const { word } = this.status.peek();
    if (HELD.has(word)) return;
    this.#idleAlarm.set(this.#draft.base === undefined && word !== 'refused' ? 0 : IDLE_MS);
    this.#longestAlarm.setOnce(LONGEST_MS);
    if (word === 'saved' || word === 'refused') this.status.value = { word: 'editing' };
  }

  /** Saves now; resolves when the server confirmed it or it cannot be done now. Never rejects. */
  save(): Promise<void> {
    if (!this.#mayWrite) return Promise.resolve();
    this.#again = true;
    this.#running ??= this.#saveWhileAsked();
    return this.#running;
  }

  /** The journal has what is unsaved when this resolves. */
  async keep(): Promise<void> {
    if (this.#mayWrite) await (this.isClean ? this.#draft.forget() : this.#draft.keep());
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

  /**
   * Reads the note again, and takes over what others wrote where nothing is unsaved here. An answer that was asked for
   * before the server confirmed another text may be older than that: it counts for nothing.
   */
  async look(): Promise<void> {
    const { base } = this.#draft;
    const found = await this.#ports.remote.read(this.#draft.key);
    if (this.#draft.base !== base) return this.look();
    if (found.kind === 'done') return this.#see(found.note);
    if (found.kind === 'refused' && found.code === 'not_found' && this.isClean) this.hold('missing');
  }

  /** The text has gone elsewhere: nothing of it is kept or saved here any more. */
  discard(): Promise<void> {
    this.#isDiscarded = true;
    this.stop();
    return this.#settle();
  }

  /** No timer rings any more; a save under way comes to its end. */
  stop(): void {
    for (const timer of [this.#idleAlarm, this.#longestAlarm, this.#retryAlarm]) timer.clear();
    this.#draft.stop();
  }

  get #mayWrite(): boolean {
    return !this.#isDiscarded && (this.#ports.mayWrite?.() ?? true);
  }

  async #see(note: RemoteNote): Promise<void> {
    this.#ports.onSeen?.(note);
    this.#follow(note);
    const held = heldBy(note);
    if (held === undefined && ENDS_BY_ITSELF.has(this.status.peek().word)) await this.release();
    if (held !== undefined && this.isClean) this.hold(held);
  }

  #follow(note: RemoteNote): void {
    const { base } = this.#draft;
    if (!this.isClean || base === undefined || note.revisionId === base.revisionId) return;
    this.#draft.base = baseOf(note);
    this.#ports.source.follow(note);
  }

  #text(): NoteText {
    return this.#ports.source.read().text;
  }

  /** Offline, the return of the server is waited for; what was refused waits for a change, or its own time. */
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
    this.#retryAlarm.clear();
    const { base, unanswered } = this.#draft;
    const mine = this.#text();
    if (sameText(mine, base ?? NOTHING)) return this.status.peek().word === 'saved' ? undefined : this.#settle();
    this.status.value = { word: 'saving' };
    const outcome = await (base === undefined ? this.#create(mine) : this.#replace(mine, base));
    // A refusal is an answer.
    if (outcome.kind === 'refused' && !outcome.isPassing) this.#draft.unanswered = unanswered;
    await this.#take(outcome);
  }

  async #replace(mine: NoteText, base: BaseText): Promise<Outcome> {
    await this.#draft.keepSending(mine);
    return this.#ports.remote.replace(this.#draft.key, mine, base.revisionId);
  }

  /** Where the notebook is gone the note goes to the one notes go to by default. */
  async #create(mine: NoteText): Promise<Outcome> {
    const outcome = await this.#createOnce(mine);
    const isWithoutNotebook = outcome.kind === 'refused' && outcome.code === 'not_found';
    if (!isWithoutNotebook || this.#draft.notebookId === undefined) return outcome;
    this.#draft.notebookId = undefined;
    return this.#createOnce(mine);
  }

  /** A note is made once: what an attempt without an answer made is looked for first. */
  async #createOnce(mine: NoteText): Promise<Outcome> {
    const { remote } = this.#ports;
    if (this.#draft.unanswered.length > 0) {
      const found = await remote.findCreated(this.#draft.unanswered, this.#draft.notebookId, this.#draft.startedAt);
      if (found !== undefined) return found;
    }
    await this.#draft.keepSending(mine);
    return remote.create(mine, this.#draft.notebookId);
  }

  async #take(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'done') return this.#confirm(outcome.note);
    if (outcome.kind === 'stale') return this.#reconcile();
    this.status.value = outcome.kind === 'offline' ? { word: 'offline' } : await this.#refusal(outcome);
    if (outcome.kind === 'refused' && outcome.isPassing) this.#tryLater();
    await this.#draft.keep();
  }

  #tryLater(): void {
    this.#retryAlarm.set(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] as number);
    this.#failures += 1;
  }

  async #refusal({ code, message }: { readonly code: string; readonly message: string }): Promise<SaveStatus> {
    if (code === 'not_found' && !isNewKey(this.#draft.key)) return { word: 'missing' };
    if (code !== 'forbidden') return { word: 'refused', code, message };
    return (await this.#isTrashed()) ? { word: 'trashed' } : { word: 'read_only', message };
  }

  async #isTrashed(): Promise<boolean> {
    if (this.#draft.base === undefined) return false;
    const current = await this.#ports.remote.read(this.#draft.key);
    if (current.kind !== 'done') return false;
    this.#ports.onSeen?.(current.note);
    return current.note.deletedAt !== undefined;
  }

  async #confirm(note: RemoteNote): Promise<void> {
    this.#draft.base = baseOf(note);
    this.#draft.unanswered = [];
    this.#failures = 0;
    if (isNewKey(this.#draft.key)) await this.#becomeKnown(note);
    this.#ports.onSaved?.(note);
    if (sameText(this.#text(), note)) return this.#settle();
    this.status.value = { word: 'editing' };
    this.#idleAlarm.setOnce(IDLE_MS);
    await this.#draft.keep();
  }

  async #becomeKnown(note: RemoteNote): Promise<void> {
    this.#draft.notebookId = note.notebookId;
    await this.#draft.moveTo(note.id);
    this.#ports.onCreated?.(note);
  }

  async #settle(): Promise<void> {
    this.status.value = { word: 'saved', at: this.#ports.clock.now() };
    await this.#draft.forget();
  }

  async #reconcile(): Promise<void> {
    const current = await this.#ports.remote.read(this.#draft.key);
    if (current.kind !== 'done') return this.#take(current.kind === 'stale' ? { kind: 'offline' } : current);
    this.#ports.onSeen?.(current.note);
    const sides = { base: this.#draft.base as BaseText, mine: this.#text(), unanswered: this.#draft.unanswered };
    const decision = reconcile(sides, current.note);
    if (decision.kind === 'held') {
      this.status.value = { word: decision.word };
      return this.#draft.keep();
    }
    this.#draft.base = baseOf(current.note);
    this.#draft.unanswered = [];
    if (decision.kind === 'merged') this.#ports.source.merge(decision.text, decision.changes);
    this.#again = true;
  }
}

const baseOf = ({ title, body, revisionId }: RemoteNote): BaseText => ({ title, body, revisionId });
