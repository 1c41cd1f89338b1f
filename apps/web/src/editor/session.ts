import type { Text } from '@codemirror/state';
import { computed, effect, type Signal, signal } from '@preact/signals';
import { idleClock, systemClock } from '../drafts/clock.js';
import type { Draft } from '../drafts/journal.js';
import { NoteLock } from '../drafts/note-lock.js';
import type { NoteText } from '../drafts/note-text.js';
import { getHoldReason } from '../drafts/reconcile.js';
import type { RemoteNote } from '../drafts/remote.js';
import { SaveEngine } from '../drafts/save-engine.js';
import { isCurrent, remoteService } from '../drafts/service.js';
import { handleDraft, journal, tails } from '../drafts/shared-journal.js';
import { libraryVersion, refreshStatus, whenOnline } from '../kernel/connection.js';
import type { Owner } from '../reading/parts/remote-image.js';
import { notify } from '../ui/notices.js';
import { NoteBuffer } from './buffer.js';
import { FoldMemory } from './fold-memory.js';
import { recallCursor, rememberCursor } from './remembered-view.js';
import type { EditMode } from './setup.js';
import { text } from './texts.js';
import { UndoMemory } from './undo-memory.js';

/** Parameters for opening a note, a draft of a new note, or a new note. */
export interface Opening {
  readonly documentId: string | undefined;
  readonly draftKey: string | undefined;
  readonly notebookId: string | undefined;
  /** Title of a new note. */
  readonly title: string;
  readonly mode: EditMode;
  /** True to take the note over from the tab that writes it. */
  readonly take: boolean;
  readonly onCreated: (documentId: string) => void;
  /** Called when the tab that wrote the note has released it; its text is then opened again. */
  readonly onFree: () => void;
}

interface SessionStart {
  readonly key: string;
  readonly lock: NoteLock;
  readonly draft: Draft | undefined;
  readonly note: RemoteNote | undefined;
  /** Text to edit, and the document of its body. */
  readonly text: NoteText;
  readonly doc: Text;
}

/** Sessions being closed. A note is opened again only after its unsaved text has been stored. */
const closing = new Map<string, Promise<void>>();

const undoMemory = new UndoMemory();
const foldMemory = new FoldMemory();

/** Resolves when this tab has released a note. */
export const waitUntilClosed = async (documentId: string): Promise<void> => closing.get(documentId);

/** A note being edited in this tab: its text, and the engine that saves it. */
export class NoteSession {
  readonly buffer: NoteBuffer;
  readonly engine: SaveEngine;
  /** The note as last received from the server; undefined while it is not there. */
  readonly note = signal<RemoteNote | undefined>(undefined);
  /** Library version at which the note was last looked up. */
  readonly seenVersion = signal(libraryVersion.peek());
  /** Resolves when the cursor is at the location of the address. */
  arrival: Promise<void> = Promise.resolve();
  readonly #lock: Signal<NoteLock>;
  /** True when nothing more is written here: the note is being closed, or handed to another tab. */
  readonly #isLetGo = signal(false);
  readonly #isReadOnly = computed(
    () => this.#isLetGo.value || this.isElsewhere || ['trashed', 'read_only'].includes(this.engine.status.value.word),
  );
  readonly #ends: (() => void)[] = [];
  /** Functions that end the handling of drafts. Drafts belong to this session until the last text is stored. */
  readonly #draftEnds: (() => void)[] = [];

  constructor({ key, lock, draft, note, text: initialText, doc }: SessionStart, opening: Opening) {
    this.note.value = note;
    this.#lock = signal(lock);
    const base = draft?.base ?? note;
    this.buffer = new NoteBuffer({
      text: initialText,
      doc,
      selection: draft?.selection ?? recallCursor(key),
      mode: opening.mode,
      documentId: () => liveId(this.note.peek()),
      owner: () => toOwner(this.note.peek()),
      onChange: (change) => this.engine.recordChange(change),
      restoreHistory: (doc) => undoMemory.take(key, doc, base?.revisionId),
    });
    foldMemory.restore(key, this.buffer.view);
    const ports = {
      source: this.buffer,
      remote: remoteService,
      journal,
      tails,
      clock: systemClock,
      draftClock: idleClock,
      canWrite: () => this.#lock.peek().isHeld.peek(),
      onRemoteNote: (remoteNote: RemoteNote) => {
        this.note.value = remoteNote;
      },
      onSaved: (saved: RemoteNote) => this.#handleSaved(saved),
      onHeld: refreshStatus,
      onCreated: (created: RemoteNote) => this.#handleCreated(created, opening),
    };
    const notebookId = draft?.notebookId ?? note?.notebookId ?? opening.notebookId;
    const { unanswered, startedAt, session } = draft ?? {};
    const start = { key, base, notebookId, unanswered, startedAt, session, held: note && getHoldReason(note) };
    this.engine = new SaveEngine(ports, start);
    this.#follow(opening);
    if (draft !== undefined && lock.isHeld.peek()) void this.engine.save();
  }

  /** True when another tab of this browser writes this note. */
  get isElsewhere(): boolean {
    return !this.#lock.value.isHeld.value;
  }

  /** True when the text cannot be changed here: another tab writes it, it is in Trash, or it is read-only. */
  get isReadOnly(): boolean {
    return this.#isReadOnly.value;
  }

  /** Saves the text, or at least stores it, so that another tab can continue. */
  async release(): Promise<void> {
    this.buffer.finishPastes();
    this.#isLetGo.value = true;
    await this.engine.keep();
    await this.engine.save();
  }

  /** Reads the note again: it may have been restored from Trash, or changed elsewhere. */
  async refresh(): Promise<void> {
    const current = this.note.peek();
    if (current === undefined || (await isCurrent(current))) return;
    await this.engine.checkRemote();
  }

  async #see(version: number): Promise<void> {
    if (version === this.seenVersion.peek()) return;
    await this.refresh();
    this.seenVersion.value = Math.max(version, this.seenVersion.peek());
  }

  /** Ends the session; unsaved text is saved, or at least stored. */
  close(): void {
    this.buffer.finishPastes();
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
    foldMemory.keep(this.engine.key, this.buffer.view.state);
    undoMemory.keep(this.engine.key, this.buffer.view.state, this.engine.base?.revisionId);
    for (const end of this.#draftEnds) end();
    this.engine.stop();
    this.#lock.peek().close();
    this.buffer.view.destroy();
  }

  #handleSaved(note: RemoteNote): void {
    this.note.value = note;
    refreshStatus();
  }

  #handleCreated(note: RemoteNote, { notebookId, onCreated }: Opening): void {
    if (notebookId !== undefined && note.notebookId !== notebookId) notify(text.createdInDefaultNotebook);
    if (!this.#isLetGo.peek()) {
      this.#draftEnds.push(handleDraft(note.id));
      void this.#lockAs(note.id);
    }
    onCreated(note.id);
  }

  /** Other tabs know a note only by its id. */
  async #lockAs(documentId: string): Promise<void> {
    const lock = new NoteLock(documentId, () => this.release());
    await lock.acquire(false);
    const previousLock = this.#lock.peek();
    this.#lock.value = lock;
    previousLock.close();
  }

  #follow({ onFree }: Opening): void {
    const saveSoon = () => void this.engine.save();
    const hide = () => document.hidden && saveSoon();
    const keep = () => {
      this.buffer.finishPastes();
      rememberCursor(this.engine.key, this.buffer.selection);
      void this.engine.keep();
    };
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', keep);
    this.#draftEnds.push(handleDraft(this.engine.key));
    this.#ends.push(
      () => document.removeEventListener('visibilitychange', hide),
      () => removeEventListener('pagehide', keep),
      whenOnline(saveSoon),
      libraryVersion.subscribe((version) => void this.#see(version)),
      effect(() => this.buffer.setReadOnly(this.isReadOnly)),
      effect(() => void (this.isElsewhere && this.#lock.peek().onceAvailable(onFree))),
    );
  }
}

/** Id of a note that is not in Trash; no requests are made for a note in Trash. */
const liveId = (note: RemoteNote | undefined) => (note?.deletedAt === undefined ? note?.id : undefined);

function toOwner(note: RemoteNote | undefined): Owner | undefined {
  const id = liveId(note);
  return note === undefined || id === undefined
    ? undefined
    : { id, current_revision_id: note.revisionId, editable: note.editable };
}
