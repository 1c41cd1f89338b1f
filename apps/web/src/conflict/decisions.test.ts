import { describe, expect, it } from 'vitest';
import { buildInitialResult, getChosenText } from './decisions.js';

describe('buildInitialResult', () => {
  it('starts with the local side and gives the range of each hunk in editor offsets', () => {
    const result = buildInitialResult([
      { kind: 'agreed', text: 'a\r\nb\r\n' },
      { kind: 'conflict', base: 'x\r\n', mine: 'mine\r\n', theirs: 'theirs\r\n', line: 2 },
      { kind: 'agreed', text: 'c' },
    ]);
    expect(result.body).toBe('a\r\nb\r\nmine\r\nc');
    expect(result.hunks).toEqual([
      { base: 'x\r\n', mine: 'mine\r\n', theirs: 'theirs\r\n', line: 2, from: 4, to: 9, isDecided: false },
    ]);
  });
});

describe('getChosenText', () => {
  it.each([
    ['mine', 'm\n'],
    ['theirs', 't'],
    ['both', 'm\nt'],
  ] as const)('returns the text of the choice %s', (side, text) =>
    expect(getChosenText({ mine: 'm\n', theirs: 't' }, side)).toBe(text),
  );

  it('puts both sides on separate lines', () => {
    expect(getChosenText({ mine: 'm', theirs: 't' }, 'both')).toBe('m\nt');
    expect(getChosenText({ mine: '', theirs: 't' }, 'both')).toBe('t');
  });
});
