import { type ReadonlySignal, signal } from '@preact/signals';
import { DraftKeeper } from './draft-keeper.js';
import { isNewKey } from './journal.js';
import type { BaseText, NoteText } from './note-text.js';
import { getHoldReason, reconcile } from './reconcile.js';
import type { Outcome, RemoteNote } from './remote.js';
import { SaveTiming } from './save-timing.js';
import type { HeldWord, SavePorts, SaveStart, SaveStatus } from './save-types.js';
import { send } from './sending.js';
import type { NoteChange } from './tail.js';

const HELD_WORDS: ReadonlySet<string> = new Set(['conflict', 'trashed', 'missing', 'read_only']);
/** States that end when a later read shows the note changed. */
const ENDS_BY_ITSELF: ReadonlySet<string> = new Set(['trashed', 'missing', 'read_only']);

/**
 * Saves one note: from the buffer to the journal, from there to the server, and out of the journal once the server
 * confirmed it. One save runs at a time.
 */
export class SaveEngine {
  readonly status = signal<SaveStatus>({ word: 'saved', at: undefined });
  readonly #ports: SavePorts;
  readonly #draft: DraftKeeper;
  readonly #timing: SaveTiming;
  #running: Promise<void> | undefined;
  #again = false;
  #isDiscarded = false;

  constructor(ports: SavePorts, start: SaveStart) {
    this.#ports = ports;
    this.#draft = new DraftKeeper(ports, start);
    if (start.held !== undefined) this.status.value = { word: start.held };
    this.#timing = new SaveTiming(
      ports.clock,
      () => void (this.#triesByItself() && this.save()),
      () => void this.save(),
    );
  }

  /** Id of the note, or the key of its draft while it has no id. */
  get key(): string {
    return this.#draft.key;
  }

  /** Text last confirmed by the server. */
  get base(): BaseText | undefined {
    return this.#draft.base;
  }

  /** False when this browser cannot store drafts. */
  get journalWorks(): ReadonlySignal<boolean> {
    return this.#draft.isWorking;
  }

  /** True when the server holds the whole text; also for a read-only note. */
  get isClean(): boolean {
    return this.#draft.unanswered.length === 0 && !this.#draft.isAhead;
  }

  /** Records a change of the text; called after every change. */
  recordChange(change: NoteChange): void {
    if (this.#isDiscarded) return;
    this.#draft.record(change);
    const { word } = this.status.peek();
    if (HELD_WORDS.has(word)) return;
    this.#timing.recordTyping(this.#draft.base !== undefined || word === 'refused');
    if (word === 'saved' || word === 'refused') this.status.value = { word: 'editing' };
  }

  /** Saves now. Resolves when the server confirmed the text or it cannot be saved now; never rejects. */
  save(): Promise<void> {
    if (!this.#canWrite) return Promise.resolve();
    this.#again = true;
    this.#running ??= this.#saveWhileAsked();
    return this.#running;
  }

  /** Writes unsaved text to the journal; it is stored when the promise resolves. */
  async keep(): Promise<void> {
    if (this.#canWrite) await (this.isClean ? this.#draft.forget() : this.#draft.keep());
  }

  /** Stops saving until `release` is called. */
  hold(word: HeldWord): void {
    this.status.value = { word };
  }

  /** Resumes saving, and saves now. */
  release(): Promise<void> {
    this.status.value = { word: 'editing' };
    return this.save();
  }

  /**
   * Reads the note again, and takes over remote changes when nothing is unsaved here. A response requested before the
   * server confirmed another text is ignored, because it may be older.
   */
  async checkRemote(): Promise<void> {
    const { base } = this.#draft;
    const answer = await this.#ports.remote.read(this.#draft.key);
    if (this.#draft.base !== base) return this.checkRemote();
    if (answer.kind === 'done') return this.#see(answer.note);
    if (answer.kind === 'refused' && answer.code === 'not_found' && this.isClean) this.hold('missing');
  }

  /** Discards the text: it was saved elsewhere, and nothing of it is stored here any more. */
  discard(): Promise<void> {
    this.#isDiscarded = true;
    this.stop();
    return this.#settle();
  }

  /** Stops all timers; a running save finishes. */
  stop(): void {
    this.#timing.clear();
    this.#draft.stop();
  }

  get #canWrite(): boolean {
    return !this.#isDiscarded && (this.#ports.canWrite?.() ?? true);
  }

  async #see(note: RemoteNote): Promise<void> {
    this.#ports.onRemoteNote?.(note);
    this.#follow(note);
    const holdReason = getHoldReason(note);
    if (holdReason === undefined && ENDS_BY_ITSELF.has(this.status.peek().word)) await this.release();
    if (holdReason !== undefined && this.isClean) this.hold(holdReason);
  }

  #follow(note: RemoteNote): void {
    const { base } = this.#draft;
    if (!this.isClean || base === undefined || note.revisionId === base.revisionId) return;
    this.#draft.confirm(note);
    this.#ports.source.follow(note);
    // The draft and its recorded changes belong to the previous text.
    void this.#draft.forget();
  }

  #text(): NoteText {
    return this.#ports.source.read().text;
  }

  /**
   * Returns false while offline, when the server's return is awaited, and after a refusal, which waits for a change or
   * the retry timer.
   */
  #triesByItself(): boolean {
    const { word } = this.status.peek();
    return word !== 'offline' && word !== 'refused';
  }

  async #saveWhileAsked(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        await (HELD_WORDS.has(this.status.peek().word) ? this.keep() : this.#saveOnce());
      }
    } finally {
      this.#running = undefined;
    }
  }

  async #saveOnce(): Promise<void> {
    this.#timing.clear();
    if (!this.#draft.isAhead) return this.status.peek().word === 'saved' ? undefined : this.#settle();
    this.status.value = { word: 'saving' };
    await this.#take(await send(this.#text(), this.#draft, this.#ports.remote));
  }

  async #take(outcome: Outcome): Promise<void> {
    if (outcome.kind === 'done') return this.#confirm(outcome.note);
    if (outcome.kind === 'stale') return this.#reconcile();
    this.status.value = outcome.kind === 'offline' ? { word: 'offline' } : await this.#refusal(outcome);
    if (HELD_WORDS.has(this.status.value.word)) this.#ports.onHeld?.();
    if (outcome.kind === 'refused' && outcome.isTemporary) this.#timing.recordFailure();
    await this.#draft.keep();
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
    this.#ports.onRemoteNote?.(current.note);
    return current.note.deletedAt !== undefined;
  }

  async #confirm(note: RemoteNote): Promise<void> {
    this.#draft.confirm(note);
    this.#timing.recordSuccess();
    if (isNewKey(this.#draft.key)) await this.#becomeKnown(note);
    this.#ports.onSaved?.(note);
    if (!this.#draft.isAhead) return this.#settle();
    this.status.value = { word: 'editing' };
    this.#timing.recordTypingDuringSave();
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
    this.#ports.onRemoteNote?.(current.note);
    const base = this.#draft.base as BaseText;
    const sides = { base, mine: this.#text(), unanswered: this.#draft.unanswered };
    const decision = reconcile(sides, current.note);
    if (decision.kind === 'held') {
      this.status.value = { word: decision.word };
      this.#ports.onHeld?.();
      return this.#draft.keep();
    }
    this.#draft.confirm(current.note);
    if (decision.kind === 'merged') {
      const revisions = { from: base.revisionId, to: current.note.revisionId };
      this.#ports.source.merge(decision.text, decision.changes, revisions);
    }
    this.#again = true;
  }
}
