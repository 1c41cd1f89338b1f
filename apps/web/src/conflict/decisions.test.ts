import { describe, expect, it } from 'vitest';
import { chosen, draftOf } from './decisions.js';

describe('draftOf', () => {
  it('begins with mine, and knows where each hunk is as the editor counts', () => {
    const draft = draftOf([
      { kind: 'agreed', text: 'a\r\nb\r\n' },
      { kind: 'conflict', base: 'x\r\n', mine: 'mine\r\n', theirs: 'theirs\r\n' },
      { kind: 'agreed', text: 'c' },
    ]);
    expect(draft.body).toBe('a\r\nb\r\nmine\r\nc');
    expect(draft.hunks).toEqual([{ base: 'x\r\n', mine: 'mine\r\n', theirs: 'theirs\r\n', from: 4, to: 9 }]);
  });
});

describe('chosen', () => {
  it.each([
    ['mine', 'm\n'],
    ['theirs', 't'],
    ['both', 'm\nt'],
  ] as const)('takes %s', (side, text) => expect(chosen({ mine: 'm\n', theirs: 't' }, side)).toBe(text));

  it('keeps both on lines of their own', () => {
    expect(chosen({ mine: 'm', theirs: 't' }, 'both')).toBe('m\nt');
    expect(chosen({ mine: '', theirs: 't' }, 'both')).toBe('t');
  });
});
