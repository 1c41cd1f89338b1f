import { history, redo, undo } from '@codemirror/commands';
import { EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  findLineBreaks,
  getBody,
  keepLineBreaks,
  offsetsOfBytes,
  setLineBreaks,
  withEditorBreaks,
} from './line-breaks.js';
import { changesBetween } from './text-changes.js';

const createState = (body: string) =>
  EditorState.create({ doc: body, extensions: [keepLineBreaks(body), history({ newGroupDelay: 0 })] });
const applyEdit = (state: EditorState, spec: TransactionSpec) => state.update(spec).state;

const unit = fc.constantFrom('a', ' ', '\t', '\r', '\n', '\r\n', '🎈', 'ع', 'e\u0301', '\u2028');
const body = fc.array(unit, { maxLength: 30 }).map((units) => units.join(''));

describe('line breaks', () => {
  it.each(['', '\r', 'a\r\nb', 'a\nb\r\nc\r', '\n\r', '\r\r\n\n', 'tab\t \r\n👩‍👧 e\u0301 שלום\u2028 \n'])(
    'are kept in %j',
    (text) => expect(getBody(createState(text))).toBe(text),
  );

  it('are kept in any text', () => {
    fc.assert(
      fc.property(body, (text) => {
        expect(getBody(createState(text))).toBe(text);
      }),
      { seed: 64, numRuns: 500 },
    );
  });

  it('of new lines are the usual ones of the note', () => {
    const state = createState('a\r\nb\r\n');
    expect(getBody(applyEdit(state, { changes: { from: 1, insert: '\n' } }))).toBe('a\r\n\r\nb\r\n');
  });

  it('stay with their lines when text before, between and after them changes', () => {
    let state = createState('a\r\nb\nc\nd');
    state = applyEdit(state, {
      changes: [
        { from: 0, insert: 'x\n' },
        { from: 1, insert: 'y' },
        { from: 2, insert: 'z' },
      ],
    });
    expect(getBody(state)).toBe('x\nay\r\nzb\nc\nd');
  });

  it.each(['x', 'xyz', 'x\ny'])('that differ are dropped when %j replaces them', (insert) => {
    const state = applyEdit(createState('a\r\nb\nc\nd'), { changes: { from: 1, to: 2, insert } });
    expect(getBody(state)).toBe(`a${insert}b\nc\nd`);
  });

  it('are restored when their deletion is undone', () => {
    let state = createState('a\r\nb\nc\nd');
    state = applyEdit(state, { changes: { from: 0, to: 3 } });
    expect(getBody(state)).toBe('\nc\nd');
    undo({ state, dispatch: (transaction) => (state = transaction.state) });
    expect(getBody(state)).toBe('a\r\nb\nc\nd');
  });

  it('from a remote change stay when an edit of other lines is undone', () => {
    let state = createState('a\r\nb\nc\nd\n');
    state = applyEdit(state, { changes: { from: 0, to: 2 } });
    const theirs = findLineBreaks('b\nc\r\nd\n');
    state = applyEdit(state, { effects: setLineBreaks.of(theirs), annotations: Transaction.addToHistory.of(false) });
    undo({ state, dispatch: (transaction) => (state = transaction.state) });
    expect(getBody(state)).toBe('a\r\nb\nc\r\nd\n');
    redo({ state, dispatch: (transaction) => (state = transaction.state) });
    expect(getBody(state)).toBe('b\nc\r\nd\n');
  });

  it('of a replacing text apply to it, and are undone with it', () => {
    fc.assert(
      fc.property(body, body, (before, after) => {
        let state = createState(before);
        const changes = changesBetween(withEditorBreaks(before), withEditorBreaks(after));
        state = applyEdit(state, { changes, effects: setLineBreaks.of(findLineBreaks(after)) });
        expect(getBody(state)).toBe(after);
        undo({ state, dispatch: (transaction) => (state = transaction.state) });
        expect(getBody(state)).toBe(before);
      }),
      { seed: 65, numRuns: 300 },
    );
  });
});

test('offsetsOfBytes converts byte offsets after any line breaks and characters', () => {
  const body = '\uFEFFé\r\n👩‍🚀 [[a]]\r\rb';
  const byte = (text: string) => new TextEncoder().encode(body.slice(0, body.indexOf(text))).length;
  const offsets = offsetsOfBytes(body, [byte('b'), byte('[['), byte('[['), 0]);
  const inEditor = body.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  expect([...offsets]).toEqual([
    [0, 0],
    [byte('[['), inEditor.indexOf('[[')],
    [byte('b'), inEditor.indexOf('b')],
  ]);
});
