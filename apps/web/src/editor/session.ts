import { computed, effect, type Signal, signal } from '@preact/signals';
import { libraryVersion, noteChange, whenOnline } from '../app/connection.js';
import { systemClock } from '../drafts/clock.js';
import type { Draft } from '../drafts/journal.js';
import { NoteLock } from '../drafts/note-lock.js';
import type { NoteText } from '../drafts/note-text.js';
import { heldBy } from '../drafts/reconcile.js';
import type { RemoteNote } from '../drafts/remote.js';
import { SaveEngine } from '../drafts/save-engine.js';
import { isCurrent, service } from '../drafts/service.js';
import { journal, lookAfter, refreshPending } from '../drafts/shared-journal.js';
import { notify } from '../ui/notices.js';
import { NoteBuffer } from './buffer.js';
import { cursorOf, rememberCursor } from './cursors.js';
import type { EditMode } from './setup.js';
import { text } from './texts.js';

/** What is opened: a note, a draft of a new one, or a new one. */
export interface Opening {
  readonly documentId: string | undefined;
  readonly draftKey: string | undefined;
  readonly notebookId: string | undefined;
  /** Of a new note. */
  readonly title: string;
  readonly mode: EditMode;
  /** Whether to take the note from the tab that writes it. */
  readonly take: boolean;
  readonly onCreated: (documentId: string) => void;
  /** Called when the tab that wrote the note has let go of it: what it left is to be opened anew. */
  readonly onFree: () => void;
}

interface Beginning {
  readonly key: string;
  readonly lock: NoteLock;
  readonly draft: Draft | undefined;
  readonly note: RemoteNote | undefined;
}

/** Sessions being closed: a note is opened again only when what was unsaved is kept. */
const closing = new Map<string, Promise<void>>();

/** Resolves when this tab has let go of a note. */
export const whenClosed = async (documentId: string): Promise<void> => closing.get(documentId);

/** One note being written in this tab: its text, and what brings it to the server. */
export class NoteSession {
  readonly buffer: NoteBuffer;
  readonly engine: SaveEngine;
  /** The note as the server last gave it; undefined while it has none. */
  readonly note = signal<RemoteNote | undefined>(undefined);
  /** The version of the library in which the note was last looked for. */
  readonly seenVersion = signal(libraryVersion.peek());
  readonly #lock: Signal<NoteLock>;
  /** Whether nothing more is written here: it is being closed, or given to another tab. */
  readonly #isLetGo = signal(false);
  readonly #isReadOnly = computed(
    () => this.#isLetGo.value || this.isElsewhere || ['trashed', 'read_only'].includes(this.engine.status.value.word),
  );
  readonly #ends: (() => void)[] = [];

  constructor({ key, lock, draft, note }: Beginning, opening: Opening) {
    this.note.value = note;
    this.#lock = signal(lock);
    const written: NoteText = draft?.text ?? note ?? { title: opening.title, body: '' };
    this.buffer = new NoteBuffer({
      text: written,
      selection: draft?.selection ?? cursorOf(key),
      mode: opening.mode,
      documentId: () => liveId(this.note.peek()),
      onChange: () => this.engine.changed(),
    });
    const ports = {
      source: this.buffer,
      remote: service,
      journal,
      clock: systemClock,
      mayWrite: () => this.#lock.peek().isHeld.peek(),
      onSeen: (seen: RemoteNote) => {
        this.note.value = seen;
      },
      onSaved: (saved: RemoteNote) => this.#saved(saved),
      onCreated: (made: RemoteNote) => this.#created(made, opening),
    };
    const base = draft?.base ?? note;
    const notebookId = draft?.notebookId ?? note?.notebookId ?? opening.notebookId;
    const { unanswered, startedAt } = draft ?? {};
    const start = { key, base, notebookId, unanswered, startedAt, held: note && heldBy(note) };
    this.engine = new SaveEngine(ports, start);
    this.#follow(opening);
    if (draft !== undefined && lock.isHeld.peek()) void this.engine.save();
  }

  /** Whether another tab of this browser writes this note. */
  get isElsewhere(): boolean {
    return !this.#lock.value.isHeld.value;
  }

  /** Whether the text cannot be changed here: another tab writes it, it is in Trash, or it may not be changed at all. */
  get isReadOnly(): boolean {
    return this.#isReadOnly.value;
  }

  /** Saves or at least keeps what there is, for another tab to go on with. */
  async giveUp(): Promise<void> {
    this.#isLetGo.value = true;
    await this.engine.keep();
    await this.engine.save();
  }

  /** Reads the note again: it may have left Trash, or have been changed elsewhere. */
  async refresh(): Promise<void> {
    const known = this.note.peek();
    if (known === undefined || (await isCurrent(known))) return;
    await this.engine.look();
  }

  async #see(version: number): Promise<void> {
    if (version === this.seenVersion.peek()) return;
    await this.refresh();
    this.seenVersion.value = Math.max(version, this.seenVersion.peek());
  }

  /** Nothing more can be written here; what is written is saved, or at least kept. */
  close(): void {
    this.#isLetGo.value = true;
    for (const end of this.#ends) end();
    const { key } = this.engine;
    rememberCursor(key, this.buffer.selection);
    const done = this.#end().finally(() => closing.delete(key));
    closing.set(key, done);
  }

  async #end(): Promise<void> {
    await this.engine.save();
    await this.engine.keep();
    await refreshPending();
    this.engine.stop();
    this.#lock.peek().close();
    this.buffer.view.destroy();
  }

  #saved(note: RemoteNote): void {
    this.note.value = note;
    noteChange();
  }

  #created(note: RemoteNote, { notebookId, onCreated }: Opening): void {
    if (notebookId !== undefined && note.notebookId !== notebookId) notify(text.otherNotebook);
    if (!this.#isLetGo.peek()) {
      this.#ends.push(lookAfter(note.id));
      void this.#lockAs(note.id);
    }
    onCreated(note.id);
  }

  /** Other tabs know a note by its id only. */
  async #lockAs(documentId: string): Promise<void> {
    const lock = new NoteLock(documentId, () => this.giveUp());
    await lock.acquire(false);
    const former = this.#lock.peek();
    this.#lock.value = lock;
    former.close();
  }

  #follow({ onFree }: Opening): void {
    const saveSoon = () => void this.engine.save();
    const hide = () => document.hidden && saveSoon();
    const keep = () => {
      rememberCursor(this.engine.key, this.buffer.selection);
      void this.engine.keep();
    };
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', keep);
    this.#ends.push(
      lookAfter(this.engine.key),
      () => document.removeEventListener('visibilitychange', hide),
      () => removeEventListener('pagehide', keep),
      whenOnline(saveSoon),
      libraryVersion.subscribe((version) => void this.#see(version)),
      effect(() => this.buffer.setReadOnly(this.isReadOnly)),
      effect(() => void (this.isElsewhere && this.#lock.peek().whenFree(onFree))),
    );
  }
}

/** The id of a note that is not in Trash: of that one nothing is asked. */
const liveId = (note: RemoteNote | undefined) => (note?.deletedAt === undefined ? note?.id : undefined);
