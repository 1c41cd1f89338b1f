import { describe, expect, it } from 'vitest';
import { MAX_PARTS, splitNote } from './split-note.js';

describe('splitNote [SIDECAR-MEANING]', () => {
  it('keeps a short note as one part, and puts the title in front of each part', () => {
    expect(splitNote('Title\n\nOne\n\nTwo\n \n\nThree')).toEqual(['Title\n\nOne\n\nTwo\n\nThree']);
    const paragraph = 'x'.repeat(1_000);
    expect(splitNote(`Title\n\n${paragraph}\n\n${paragraph}`)).toEqual([
      `Title\n\n${paragraph}`,
      `Title\n\n${paragraph}`,
    ]);
  });

  it('has the title of a note without text, and nothing of an empty one', () => {
    expect(splitNote('Title\n\n')).toEqual(['Title']);
    expect(splitNote('\n\n')).toEqual([]);
    expect(splitNote('\n\nText')).toEqual(['Text']);
  });

  it('cuts long paragraphs at spaces, without losing text', () => {
    const words = Array.from({ length: 1_000 }, (_, index) => `word${index}`);
    const parts = splitNote(`\n\n${words.join(' ')}`);
    expect(parts.every((part) => part.length <= 1_500)).toBe(true);
    expect(parts.join(' ')).toBe(words.join(' '));
    expect(splitNote(`\n\n${'x'.repeat(3_100)}`).map(({ length }) => length)).toEqual([1_500, 1_500, 100]);
  });

  it('has a limit of parts, reached in little time', () => {
    expect(splitNote(`Title\n\n${'x'.repeat(1_000_000)}`)).toHaveLength(MAX_PARTS);
    expect(splitNote(`Title\n\n${' \n'.repeat(2_000_000)}end`)).toEqual(['Title\n\nend']);
    expect(splitNote(`Title\n\n${' '.repeat(4_000_000)}end`)).toHaveLength(1);
  });
});
