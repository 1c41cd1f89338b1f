import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openJournal } from './journal.js';
import type { NoteText } from './note-text.js';
import type { Outcome, Remote, RemoteNote } from './remote.js';
import { SaveEngine } from './save-engine.js';
import type { SaveStart, SaveStatus } from './save-types.js';
import { openTable } from './table.js';
import type { Tail } from './tail.js';

/** A server with one notebook, whose responses can be lost and whose requests can be blocked. */
class FakeService implements Remote {
  readonly notes = new Map<string, RemoteNote>();
  readonly revisions: NoteText[] = [];
  network: 'works' | 'down' | 'answer is lost' = 'works';
  refusal: { code: string; message: string; isTemporary?: boolean } | undefined;
  /** True when notes can be read although writes are refused. */
  readsInSpite = false;
  lookups = 0;

  write(id: string, { title, body }: NoteText, more: Partial<RemoteNote> = {}): RemoteNote {
    this.revisions.push({ title, body });
    const revisionId = `rev_${this.revisions.length}`;
    const fixed = { notebookId: 'nb_notes', editable: true, deletedAt: undefined, updatedAt: 0 };
    const note = { id, title, body, revisionId, ...fixed, ...more };
    this.notes.set(id, note);
    return note;
  }

  #delay: Promise<void> | undefined;

  read = async (id: string) => {
    const found = this.notes.get(id);
    const isRead = this.readsInSpite && found !== undefined;
    const outcome = isRead ? ({ kind: 'done', note: found } as const) : this.#answer(() => found ?? 'not_found');
    const delay = this.#delay;
    this.#delay = undefined;
    await delay;
    return outcome;
  };
  /** Delays the response to the next read until the returned function is called. */
  delayNextRead(): () => void {
    let arrive = () => {};
    this.#delay = new Promise((done) => {
      arrive = done;
    });
    return arrive;
  }
  replace = async (id: string, text: NoteText, base: string) =>
    this.#answer(() => {
      const known = this.notes.get(id);
      if (known === undefined) return 'not_found';
      return known.revisionId === base ? this.write(id, text) : 'stale';
    });
  readonly deletedNotebooks = new Set<string>();
  create = async (text: NoteText, notebookId: string | undefined) =>
    this.#answer(() => {
      if (this.deletedNotebooks.has(notebookId ?? '')) return 'not_found';
      return this.write(`doc_${this.notes.size + 1}`, text, { notebookId: notebookId ?? 'nb_notes' });
    });
  findCreated = async (texts: readonly NoteText[]) => {
    if (this.network !== 'works') return { kind: 'offline' } as const;
    const note = [...this.notes.values()].find((one) => texts.some(({ body }) => body === one.body));
    return note && ({ kind: 'done', note } as const);
  };

  async #answer(act: () => RemoteNote | 'stale' | 'not_found'): Promise<Outcome> {
    this.lookups += 1;
    if (this.network === 'down') return { kind: 'offline' };
    if (this.refusal !== undefined) return { kind: 'refused', ...this.refusal };
    const result = act();
    if (this.network === 'answer is lost') return { kind: 'offline' };
    if (result === 'stale') return { kind: 'stale' };
    if (result === 'not_found') return { kind: 'refused', code: 'not_found', message: 'no such note' };
    return { kind: 'done', note: result };
  }
}

/** A clock advanced by the test. */
class HandClock {
  #now = 1_000_000;
  #due: { at: number; run: () => void }[] = [];
  now = () => this.#now;
  after = (ms: number, run: () => void) => {
    const entry = { at: this.#now + ms, run };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((one) => one !== entry);
    };
  };
  pass(ms: number): void {
    this.#now += ms;
    const ripe = this.#due.filter(({ at }) => at <= this.#now);
    this.#due = this.#due.filter(({ at }) => at > this.#now);
    for (const { run } of ripe) run();
  }
}

let databases = 0;
let journal = openJournal('unused');
let tails = openTable<Tail>('unused');
let clock = new HandClock();
let server = new FakeService();
let buffer: NoteText = { title: '', body: '' };
let merges = 0;
let seen: RemoteNote[] = [];
let isOurs = true;
const selection = { anchor: 1, head: 2 };

beforeEach(() => {
  databases += 1;
  journal = openJournal(`drafts-${databases}`);
  tails = openTable<Tail>(`tails-${databases}`);
  clock = new HandClock();
  server = new FakeService();
  merges = 0;
  seen = [];
  isOurs = true;
});

const theirDraft = {
  base: undefined,
  notebookId: undefined,
  text: { title: 'T', body: 'of another tab' },
  selection,
  unanswered: [],
  startedAt: 0,
  changedAt: 0,
};

const createEngine = (start: SaveStart) =>
  new SaveEngine(
    {
      remote: server,
      journal,
      tails,
      clock,
      onRemoteNote: (note) => seen.push(note),
      canWrite: () => isOurs,
      source: {
        read: () => ({ text: buffer, selection }),
        merge: (text) => {
          merges += 1;
          buffer = text;
        },
        follow: (text) => {
          buffer = text;
        },
      },
    },
    start,
  );

function openNote(body = 'one\ntwo\nthree\n') {
  const note = server.write('doc_1', { title: 'T', body });
  buffer = { title: note.title, body: note.body };
  return createEngine({ key: note.id, base: note, notebookId: note.notebookId });
}

const type = (engine: SaveEngine, body: string) => {
  const edits = [{ from: 0, to: buffer.body.length, insert: body }];
  buffer = { ...buffer, body };
  engine.recordChange({ title: buffer.title, edits, lineBreak: '\n', selection, isComplete: true });
};

const becomes = (engine: SaveEngine, word: SaveStatus['word']) =>
  expect.poll(() => engine.status.value.word, { interval: 5 }).toBe(word);

describe('SaveEngine', () => {
  it('writes a change at once, and drops it when the draft or the server has it', async () => {
    const engine = openNote('one\n');
    type(engine, 'two\n');
    await expect
      .poll(() => tails.list())
      .toMatchObject([{ note: 'doc_1', base: { revisionId: 'rev_1' }, since: 0, seq: 1 }]);
    expect(await journal.list()).toEqual([]);
    clock.pass(300);
    await expect.poll(() => journal.get('doc_1')).toMatchObject({ seq: 1 });
    await expect.poll(() => tails.list()).toEqual([]);
    type(engine, 'three\n');
    await expect.poll(() => tails.list()).toMatchObject([{ base: undefined, since: 1, seq: 2 }]);
    await engine.save();
    expect([await tails.list(), await journal.list()]).toEqual([[], []]);
    type(engine, 'four\n');
    await expect.poll(() => tails.list()).toMatchObject([{ base: { revisionId: 'rev_2' }, since: 2, seq: 3 }]);
  });

  it('drops the draft and its changes when an unchanged note follows another revision', async () => {
    const engine = openNote('one\n');
    type(engine, 'one!\n');
    await engine.keep();
    type(engine, 'one\n');
    await expect.poll(() => tails.list()).toMatchObject([{ seq: 2 }]);
    server.write('doc_1', { title: 'T', body: 'zero\none\n' });
    await engine.checkRemote();
    expect(buffer.body).toBe('zero\none\n');
    await expect.poll(async () => [await tails.list(), await journal.list()]).toEqual([[], []]);
    type(engine, 'zero\none, two\n');
    await expect.poll(() => tails.list()).toMatchObject([{ base: { revisionId: 'rev_2' }, since: 2, seq: 3 }]);
  });

  it('stores typed text in the journal, saves it after a pause, and then removes the draft', async () => {
    const engine = openNote();
    type(engine, 'one\r\n');
    expect(engine.status.value.word).toBe('editing');
    clock.pass(300);
    const stored = { text: { body: 'one\r\n' }, base: { revisionId: 'rev_1' } };
    await expect.poll(() => journal.get('doc_1')).toMatchObject(stored);
    clock.pass(2_700);
    await becomes(engine, 'saved');
    expect(server.notes.get('doc_1')?.body).toBe('one\r\n');
    expect(await journal.list()).toEqual([]);
  });

  it('creates no revision for an unchanged note', async () => {
    const engine = openNote();
    await engine.save();
    type(engine, 'other');
    type(engine, 'one\ntwo\nthree\n');
    await engine.save();
    expect(server.revisions).toHaveLength(1);
  });

  it('saves within 20 s of continuous typing', async () => {
    const engine = openNote();
    for (let second = 1; second <= 20; second += 1) {
      expect(engine.status.value.word).toBe(second === 1 ? 'saved' : 'editing');
      type(engine, `${second}`);
      clock.pass(1_000);
    }
    await becomes(engine, 'saved');
    expect(server.revisions.map(({ body }) => body).slice(1)).toEqual(['20']);
  });

  it('runs one save at a time, and bases text typed meanwhile on the new revision', async () => {
    const engine = openNote();
    type(engine, 'a');
    const first = engine.save();
    type(engine, 'ab');
    await Promise.all([first, engine.save()]);
    expect(server.revisions.map(({ body }) => body).slice(1)).toEqual(['a', 'ab']);
    expect(server.notes.get('doc_1')?.body).toBe('ab');
    expect(engine.status.value.word).toBe('saved');
  });

  it('keeps the draft while the server is unreachable, and saves once when it is back', async () => {
    const engine = openNote();
    server.network = 'down';
    type(engine, 'offline text');
    clock.pass(3_000);
    await becomes(engine, 'offline');
    expect(await journal.list()).toHaveLength(1);
    server.network = 'works';
    await engine.save();
    expect(server.revisions).toHaveLength(2);
    expect(await journal.list()).toEqual([]);
  });

  it('recognises its own revision after a lost response, without a conflict with text typed since', async () => {
    const engine = openNote();
    server.network = 'answer is lost';
    type(engine, 'one\ntwo\nthree\nA');
    clock.pass(3_000);
    await becomes(engine, 'offline');
    server.network = 'works';
    type(engine, 'one\ntwo\nthree\nA and more');
    await engine.save();
    expect(engine.status.value.word).toBe('saved');
    expect(server.revisions.map(({ body }) => body)).toEqual([
      'one\ntwo\nthree\n',
      'one\ntwo\nthree\nA',
      'one\ntwo\nthree\nA and more',
    ]);
    expect(merges).toBe(0);
  });

  it('creates a new note once although the response was lost', async () => {
    buffer = { title: '', body: '' };
    const engine = createEngine({ key: 'new:1', base: undefined, notebookId: undefined });
    await engine.save();
    expect(server.notes.size).toBe(0);
    server.network = 'answer is lost';
    type(engine, 'a');
    clock.pass(0);
    await becomes(engine, 'offline');
    server.network = 'works';
    type(engine, 'abc');
    await engine.save();
    await engine.save();
    expect([...server.notes.values()].map(({ body }) => body)).toEqual(['abc']);
    expect(engine.key).toBe('doc_1');
    expect(await journal.list()).toEqual([]);
  });

  it('merges remote changes of other lines', async () => {
    const engine = openNote();
    server.write('doc_1', { title: 'T', body: 'one\ntwo\nTHREE\n' });
    type(engine, 'ONE\ntwo\nthree\n');
    await engine.save();
    expect(server.notes.get('doc_1')?.body).toBe('ONE\ntwo\nTHREE\n');
    expect([merges, engine.status.value.word]).toEqual([1, 'saved']);
  });

  it('stops at a conflict, keeps the draft, and resumes when it is released', async () => {
    const engine = openNote();
    server.write('doc_1', { title: 'T', body: 'theirs\ntwo\nthree\n' });
    type(engine, 'mine\ntwo\nthree\n');
    await engine.save();
    expect(engine.status.value.word).toBe('conflict');
    type(engine, 'mine!\ntwo\nthree\n');
    clock.pass(30_000);
    const stored = { text: { body: 'mine!\ntwo\nthree\n' }, base: { revisionId: 'rev_1' } };
    await expect.poll(() => journal.get('doc_1')).toMatchObject(stored);
    expect(server.revisions).toHaveLength(2);
    server.write('doc_1', { title: 'T', body: 'one\ntwo\nthree\n' });
    await engine.release();
    expect(engine.status.value.word).toBe('saved');
  });

  it.each([
    [{ deletedAt: '2026-11-21T10:00:00Z' }, 'trashed'],
    [{ editable: false }, 'read_only'],
  ] as const)('does not overwrite a note with %o', async (more, word) => {
    const engine = openNote();
    server.write('doc_1', { title: 'T', body: 'x' }, more);
    type(engine, 'mine');
    await engine.save();
    expect(engine.status.value.word).toBe(word);
    expect(await journal.list()).toHaveLength(1);
  });

  it.each([
    ['body_too_large', 'refused'],
    ['not_found', 'missing'],
    ['forbidden', 'read_only'],
  ])('keeps the draft when the server answers %s', async (code, word) => {
    const engine = openNote();
    server.refusal = { code, message: 'no' };
    type(engine, 'mine');
    await engine.save();
    expect(engine.status.value.word).toBe(word);
    expect(await journal.list()).toHaveLength(1);
  });

  it('stores and saves nothing after its text was discarded', async () => {
    const engine = openNote();
    server.refusal = { code: 'not_found', message: 'no' };
    type(engine, 'mine');
    await engine.save();
    await engine.discard();
    type(engine, 'mine and more');
    clock.pass(30_000);
    await Promise.all([engine.save(), engine.keep()]);
    expect(await journal.list()).toEqual([]);
    expect(server.revisions).toHaveLength(1);
  });

  it('follows remote changes only while nothing is unsaved', async () => {
    const engine = openNote();
    server.write('doc_1', { title: 'T', body: 'theirs' });
    await engine.checkRemote();
    expect(buffer.body).toBe('theirs');
    type(engine, 'theirs and mine');
    server.write('doc_1', { title: 'T', body: 'again theirs' });
    await engine.checkRemote();
    expect(buffer.body).toBe('theirs and mine');
  });

  it('ignores a response requested before the last save [WEB-A1]', async () => {
    const engine = openNote();
    const arrive = server.delayNextRead();
    const looking = engine.checkRemote();
    type(engine, 'typed since');
    await engine.save();
    arrive();
    await looking;
    expect(buffer.body).toBe('typed since');
    type(engine, 'typed since, and more');
    await engine.save();
    expect(server.notes.get('doc_1')?.body).toBe('typed since, and more');
  });

  it('reports a note in Trash, and saves waiting text when the note is restored [WEB-B9]', async () => {
    const engine = openNote();
    const note = server.write('doc_1', { title: 'T', body: buffer.body }, { revisionId: 'rev_1', deletedAt: 'now' });
    server.refusal = { code: 'forbidden', message: 'it is in Trash' };
    server.readsInSpite = true;
    type(engine, 'mine');
    await engine.save();
    expect([engine.status.value.word, seen.at(-1)?.deletedAt]).toEqual(['trashed', 'now']);
    server.refusal = undefined;
    server.notes.set('doc_1', { ...note, deletedAt: undefined });
    await engine.checkRemote();
    expect([engine.status.value.word, server.notes.get('doc_1')?.body]).toEqual(['saved', 'mine']);
    expect(await journal.list()).toEqual([]);
  });

  it('stores no draft of a read-only note without unsaved text [WEB-A6]', async () => {
    const engine = openNote();
    const note = server.write('doc_1', { title: 'T', body: buffer.body }, { revisionId: 'rev_1', deletedAt: 'now' });
    await engine.checkRemote();
    expect(engine.status.value.word).toBe('trashed');
    await engine.save();
    await engine.keep();
    expect(await journal.list()).toEqual([]);
    server.write('doc_1', { ...note, body: 'NEW' });
    await engine.checkRemote();
    expect([engine.status.value.word, buffer.body]).toEqual(['saved', 'NEW']);
  });

  it('reports a deleted note that has no unsaved text as missing [WEB-REFUSED]', async () => {
    const engine = openNote();
    server.notes.clear();
    await engine.checkRemote();
    expect(engine.status.value.word).toBe('missing');
    expect(await journal.list()).toEqual([]);
  });

  it('retries temporary failures at growing intervals [WEB-A2]', async () => {
    const engine = openNote();
    server.refusal = { code: 'storage_unavailable', message: 'no', isTemporary: true };
    type(engine, 'mine');
    await engine.save();
    expect(engine.status.value.word).toBe('refused');
    clock.pass(2_000);
    await becomes(engine, 'refused');
    expect(server.lookups).toBe(2);
    server.refusal = undefined;
    clock.pass(4_999);
    expect(engine.status.value.word).toBe('refused');
    clock.pass(1);
    await becomes(engine, 'saved');
    expect(server.notes.get('doc_1')?.body).toBe('mine');
  });

  it('does not retry a permanent refusal', async () => {
    const engine = openNote();
    server.refusal = { code: 'body_too_large', message: 'no' };
    type(engine, 'mine');
    await engine.save();
    clock.pass(60_000);
    expect([engine.status.value.word, server.lookups]).toEqual(['refused', 1]);
  });

  it('creates a note in the default notebook when its notebook no longer exists [WEB-REFUSED]', async () => {
    server.deletedNotebooks.add('nb_gone');
    buffer = { title: '', body: '' };
    const engine = createEngine({ key: 'new:1', base: undefined, notebookId: 'nb_gone' });
    type(engine, 'a');
    clock.pass(0);
    await becomes(engine, 'saved');
    expect(server.notes.get('doc_1')?.notebookId).toBe('nb_notes');
    expect(await journal.list()).toEqual([]);
  });

  it('writes neither the note nor its draft while another tab holds the note [WEB-TABS]', async () => {
    const engine = openNote();
    await journal.put({ ...theirDraft, key: 'doc_1' });
    isOurs = false;
    buffer = { title: 'T', body: 'left here' };
    await Promise.all([engine.save(), engine.keep()]);
    expect(server.revisions).toHaveLength(1);
    expect(await journal.get('doc_1')).toMatchObject({ text: theirDraft.text });
  });
});
