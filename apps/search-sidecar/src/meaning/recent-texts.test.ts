import { describe, expect, it } from 'vitest';
import { RecentTexts } from './recent-texts.js';

const makeNote = (id: string, text: string) => ({ id, version: `version of ${id}`, text });

describe('RecentTexts', () => {
  it('returns the latest text of a note once', () => {
    const texts = new RecentTexts();
    texts.keep(makeNote('a', 'first'));
    texts.keep(makeNote('a', 'second'));
    expect(texts.take('a')).toEqual(makeNote('a', 'second'));
    expect(texts.take('a')).toBeUndefined();
  });

  it('keeps no more than eight million characters, and has room again for each text that is taken', () => {
    const texts = new RecentTexts();
    const half = 'x'.repeat(4 * 1024 * 1024);
    for (const id of ['a', 'b', 'c']) texts.keep(makeNote(id, half));
    expect(texts.take('c')).toBeUndefined();
    expect(texts.take('a')?.id).toBe('a');
    texts.keep(makeNote('c', half));
    expect(texts.take('c')?.id).toBe('c');
  });

  it('forgets the earlier text of a note when there is no room for the new one', () => {
    const texts = new RecentTexts();
    texts.keep(makeNote('a', 'first'));
    texts.keep(makeNote('a', 'x'.repeat(9 * 1024 * 1024)));
    expect(texts.take('a')).toBeUndefined();
  });
});
