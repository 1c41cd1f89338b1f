import { EditorState, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween, lineAfter } from './text-changes.js';

/** Returns the text with the cursor, marked `|`, after the text was replaced. */
function followCursor(before: string, after: string): string {
  const at = before.indexOf('|');
  const doc = before.replace('|', '');
  const { state } = EditorState.create({ doc, selection: { anchor: at } }).update({
    changes: changesBetween(doc, after),
  });
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

describe('changesBetween', () => {
  it('keeps the cursor in a changed line [WEB-A4]', () => {
    expect(followCursor('aaa\nbbb|\nccc\n', 'aaa\nbbb theirs\nccc\n')).toBe('aaa\nbbb| theirs\nccc\n');
    expect(followCursor('one two| three', 'ONE two THREE')).toBe('ONE two| THREE');
    expect(followCursor('a\n🎈b| c\n', 'a\n🎉b c!\n')).toBe('a\n🎉b| c!\n');
  });

  it('keeps the cursor before and after a change in a long line', () => {
    const [long, other] = ['x'.repeat(3_000), 'y'.repeat(5_000)];
    expect(followCursor(`a|b${long}c`, `ab${other}c`) === `a|b${other}c`).toBe(true);
    expect(followCursor(`b${long}|c`, `b${other}c`) === `b${other}|c`).toBe(true);
  });

  it('turns any text into any other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '🎈', '🎉', 'e\u0301'), maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { state } = EditorState.create({ doc: before }).update({ changes: changesBetween(before, after) });
        expect(state.doc.toString()).toBe(after);
      }),
      { seed: 66 },
    );
  });
});

describe('lineAfter', () => {
  const now = (body: string) => Text.of(body.split('\n'));

  it('returns the current offset of a line that moved', () => {
    const displayed = '- [ ] pay rent\r\n- [ ] other\r\n';
    expect(lineAfter(displayed, 1, now('- [ ] launch\n- [ ] pay rent\n- [ ] other\n'))).toBe(13);
    expect(lineAfter(displayed, 2, now('- [ ] pay rent\n- [ ] other\n'))).toBe(15);
    expect(lineAfter(displayed, 1, now('- [ ] other\n'))).toBeUndefined();
  });
});
