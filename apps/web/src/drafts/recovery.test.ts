import 'fake-indexeddb/auto';
import { history } from '@codemirror/commands';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { getBody, keepLineBreaks, usualLineBreak } from '../editor/line-breaks.js';
import { toEdits } from '../editor/text-changes.js';
import { type Draft, openJournal } from './journal.js';
import type { NoteText } from './note-text.js';
import { listTailNotes, recoverTails } from './recovery.js';
import { openTable } from './table.js';
import { applyTail, type NoteChange, type Tail, TailLog } from './tail.js';

const selection = { anchor: 0, head: 0 };
const change = (insert: string, from = 0, to = from): NoteChange => ({
  title: 'T',
  edits: [{ from, to, insert }],
  lineBreak: '\n',
  selection,
  isComplete: true,
});
const readTail = (log: TailLog, note = 'doc_1'): Tail => ({
  ...(log.read() as NonNullable<ReturnType<TailLog['read']>>),
  note,
  notebookId: undefined,
  startedAt: 0,
  changedAt: 1,
});

describe('a tail', () => {
  it('applied to its base text gives the text of the editor with all line breaks', () => {
    const body = fc
      .array(fc.constantFrom('a', 'é', '👩', '\r\n', '\n', '\r\n', 'word '))
      .map((parts) => parts.join(''));
    const edit = fc.record({ at: fc.nat(), length: fc.nat(4), insert: fc.constantFrom('', 'x', 'yz', '\n', 'a\nb') });
    fc.assert(
      fc.property(body, fc.array(edit, { maxLength: 20 }), fc.nat(20), (text, edits, storedCount) => {
        let state = EditorState.create({ doc: text, extensions: [keepLineBreaks(text), history()] });
        const log = new TailLog();
        let draft = { text: { title: '', body: text }, seq: 0 };
        const apply = (spec: TransactionSpec) => {
          const transaction = state.update(spec);
          state = transaction.state;
          const lineBreak = usualLineBreak(state);
          log.add({ title: '', edits: toEdits(transaction.changes), lineBreak, selection, isComplete: true }, 'rev_1');
        };
        for (const [index, { at, length, insert }] of edits.entries()) {
          const from = at % (state.doc.length + 1);
          apply({ changes: { from, to: Math.min(state.doc.length, from + length), insert } });
          if (index === storedCount) draft = { text: { title: '', body: getBody(state) }, seq: log.seal() };
        }
        if (edits.length === 0) return;
        expect(applyTail(draft.text, readTail(log), draft.seq).body).toBe(getBody(state));
        log.drop(draft.seq);
        if (!log.isEmpty) expect(applyTail(draft.text, readTail(log), draft.seq).body).toBe(getBody(state));
      }),
    );
  });

  it('merges consecutive letters, and is full beyond its limit', () => {
    const log = new TailLog();
    for (let at = 0; at < 8_192; at += 1) log.add(change('x', at), 'rev_1');
    expect(readTail(log).edits).toHaveLength(1);
    expect(log.isFull).toBe(false);
    log.add(change('x', 0), 'rev_1');
    expect(log.isFull).toBe(true);
    log.drop(log.seal());
    expect([log.isFull, log.isEmpty]).toEqual([false, true]);
  });
});

describe('recoverTails', () => {
  let databases = 0;
  let journal = openJournal('unused');
  let tails = openTable<Tail>('unused');
  let revisions: Record<string, NoteText | null | undefined> = {};
  let written = new Set<string>();
  const ports = () => ({
    journal,
    tails,
    readRevision: async (_: string, revision: string) => revisions[revision],
    isWritten: async (note: string) => written.has(note),
  });
  const draft: Draft = {
    key: 'doc_1',
    base: { title: 'T', body: 'one\n', revisionId: 'rev_1' },
    notebookId: 'nb_notes',
    text: { title: 'T', body: 'one\ntwo\n' },
    selection,
    unanswered: [],
    startedAt: 0,
    changedAt: 0,
  };

  beforeEach(() => {
    databases += 1;
    journal = openJournal(`recovery-drafts-${databases}`);
    tails = openTable<Tail>(`recovery-tails-${databases}`);
    revisions = { rev_1: { title: 'T', body: 'one\n' } };
    written = new Set();
  });

  const recoverAndList = async () => {
    await recoverTails('doc_1', ports());
    return (await journal.list()).map(({ text }) => text.body);
  };

  it('adds the missing changes to the draft of the same session', async () => {
    const log = new TailLog();
    log.add(change('a'), 'rev_1');
    const seq = log.seal();
    log.add(change('b', 1), 'rev_1');
    await tails.put(readTail(log));
    await journal.put({ ...draft, text: { title: 'T', body: 'aone\n' }, session: log.session, seq });
    expect(await recoverAndList()).toEqual(['abone\n']);
    expect(await tails.list()).toEqual([]);
    expect(await recoverAndList()).toEqual(['abone\n']);
  });

  it('creates a draft from the base revision when there is none', async () => {
    const log = new TailLog();
    log.add(change('new '), 'rev_1');
    await tails.put(readTail(log));
    revisions = {};
    expect(await recoverAndList()).toEqual([]);
    expect(await tails.list()).toHaveLength(1);
    revisions = { rev_1: { title: 'T', body: 'one\n' } };
    expect(await recoverAndList()).toEqual(['new one\n']);
    expect((await journal.get('doc_1'))?.base?.revisionId).toBe('rev_1');
  });

  it('merges a tail with the draft of another session, or creates a second draft when both changed a line', async () => {
    await journal.put({ ...draft, session: 'other', seq: 1 });
    const log = new TailLog();
    log.add(change('zero\n'), 'rev_1');
    await tails.put(readTail(log));
    expect(await recoverAndList()).toEqual(['zero\none\ntwo\n']);
    await journal.put({ ...draft, text: { title: 'T', body: 'ONE\n' }, session: 'other', seq: 1 });
    await tails.put(readTail(log));
    expect((await recoverAndList()).sort()).toEqual(['ONE\n', 'zero\none\n']);
  });

  it('finds the draft of a note that had no id when its tail was written', async () => {
    const log = new TailLog();
    log.add(change('a'), undefined);
    const seq = log.seal();
    log.drop(seq);
    log.add(change('b', 1), undefined);
    await tails.put(readTail(log, 'new:1'));
    await journal.put({ ...draft, text: { title: 'T', body: 'a' }, session: log.session, seq });
    expect([...(await listTailNotes(ports()))]).toEqual(['doc_1']);
    expect(await recoverAndList()).toEqual(['ab']);
  });

  it('keeps the inserted text as a new note when the base revision no longer exists', async () => {
    revisions = { rev_1: null };
    const log = new TailLog();
    log.add(change('kept'), 'rev_1');
    await tails.put(readTail(log));
    expect(await recoverAndList()).toEqual(['kept']);
    expect((await journal.list())[0]).toMatchObject({ base: undefined, text: { title: 'T' } });
  });

  it('ignores tails of a note that is open in an editor', async () => {
    written.add('doc_1');
    const log = new TailLog();
    log.add(change('kept'), 'rev_1');
    await tails.put(readTail(log));
    expect(await recoverAndList()).toEqual([]);
    expect(await tails.list()).toHaveLength(1);
  });
});
