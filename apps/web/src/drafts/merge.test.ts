import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Merge, mergedText, mergeNotes, type Region, splitLines } from './merge.js';

const note = (body: string, title = 'T') => ({ title, body });
const joinSide = (side: 'base' | 'mine' | 'theirs', { regions }: Merge) =>
  regions.map((region: Region) => (region.kind === 'agreed' ? region.text : region[side])).join('');

const line = fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd\r', 'é 👩‍👧\n', '\t- x  \n');
const body = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', 'end', '  '))
  .map(([lines, last]) => lines.join('') + last);

describe('mergeNotes', () => {
  it('merges changes of different lines and counts the remote ones', () => {
    const merge = mergeNotes(note('1\n2\n3\n4\n5\n'), note('1!\n2\n3\n4\n5\n'), note('1\n2\n3\n4\n5?\n'));
    expect(mergedText(merge)).toEqual(note('1!\n2\n3\n4\n5?\n'));
    expect(merge.changes).toBe(1);
  });

  it('returns a conflict where both sides changed one line', () => {
    const merge = mergeNotes(note('1\n2\n3\n'), note('1\nmine\n3\n'), note('1\ntheirs\n3\n'));
    expect(mergedText(merge)).toBeUndefined();
    expect(merge.regions[1]).toEqual({ kind: 'conflict', base: '2\n', mine: 'mine\n', theirs: 'theirs\n', line: 1 });
  });

  it('merges the title separately from the body', () => {
    expect(mergedText(mergeNotes(note('x', 'T'), note('y', 'T'), note('x', 'New')))).toEqual(note('y', 'New'));
    expect(mergeNotes(note('x', 'T'), note('x', 'A'), note('x', 'B')).title).toBeUndefined();
    expect(mergeNotes(note('x', 'T'), note('x', 'A'), note('x', 'A')).title).toBe('A');
  });

  it('returns the changed side byte for byte when the other is unchanged', () => {
    fc.assert(
      fc.property(body, body, (base, changed) => {
        expect(mergedText(mergeNotes(note(base), note(changed), note(base)))).toEqual(note(changed));
        expect(mergedText(mergeNotes(note(base), note(base), note(changed)))).toEqual(note(changed));
        expect(mergedText(mergeNotes(note(base), note(changed), note(changed)))).toEqual(note(changed));
      }),
      { seed: 61 },
    );
  });

  it('loses no side of a conflict: choosing one side everywhere gives that side', () => {
    fc.assert(
      fc.property(body, body, (afterMine, afterTheirs) => {
        const [mine, theirs] = [`mine\n${afterMine}`, `theirs\n${afterTheirs}`];
        const merge = mergeNotes(note(''), note(mine), note(theirs));
        expect(joinSide('mine', merge)).toBe(mine);
        expect(joinSide('theirs', merge)).toBe(theirs);
      }),
      { seed: 62 },
    );
  });

  it('splitLines splits a text into lines that join to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\u2028', '🎈') }), (text) => {
        expect(splitLines(text).join('')).toBe(text);
      }),
      { seed: 63 },
    );
  });
});
