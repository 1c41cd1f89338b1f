import { describe, expect, it } from 'vitest';
import { countEdits, maxEdits } from './edits.js';
import { getSoundKey } from './sound-key.js';
import { Vocabulary } from './vocabulary.js';

/** Counts edits by the definition, with the full table. */
function countByTable(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : i)),
  );
  const get = (i: number, j: number) => (table[i] as number[])[j] as number;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const options = [get(i - 1, j) + 1, get(i, j - 1) + 1, get(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) options.push(get(i - 2, j - 2) + 1);
      (table[i] as number[])[j] = Math.min(...options);
    }
  return get(a.length, b.length);
}

/** Returns a generator of words of the letters a to d, the same words each time. */
function createWords(seed: number): () => string {
  let state = seed;
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return () => Array.from({ length: 3 + next(9) }, () => 'abcd'[next(4)]).join('');
}

describe('words of the index', () => {
  it('countEdits counts as the whole table does, up to the limit', () => {
    const make = createWords(1);
    for (let run = 0; run < 3_000; run++) {
      const [a, b, limit] = [make(), make(), 1 + (run % 4)];
      expect(countEdits(a, b, limit), `${a} ${b} ${limit}`).toBe(Math.min(countByTable(a, b), limit + 1));
    }
  });

  it('findLike returns exactly the words within the edits of a word, and those of its sound', () => {
    const make = createWords(2);
    for (let run = 0; run < 60; run++) {
      const terms = [...new Set(Array.from({ length: 1 + 5 * run }, make))];
      const vocabulary = new Vocabulary();
      for (const term of terms) vocabulary.add(term);
      const word = make();
      const edits = maxEdits(word);
      const sound = getSoundKey(word);
      const isLike = (term: string) =>
        countByTable(word, term) <= edits ||
        (sound !== null && sound === getSoundKey(term) && countByTable(word, term) <= word.length / 2);
      const expected = edits === 0 ? [] : terms.filter((term) => term !== word && isLike(term));
      const found = vocabulary.findLike(word, 10_000);
      expect(found.map(({ term }) => term).sort(), word).toEqual(expected.sort());
      expect(found.map((each) => each.edits)).toEqual(found.map((each) => each.edits).sort());
    }
  });

  it('finds every word of thousands with a swap and another slip', () => {
    const vocabulary = new Vocabulary();
    for (let number = 0; number < 20_000; number++) vocabulary.add(toWord(number));
    for (let number = 0; number < 20_000; number += 97) {
      const word = toWord(number);
      const swapped = `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`;
      const slipped = `${swapped.slice(0, -1)}x`;
      expect(vocabulary.findLike(slipped, 1_000).map(({ term }) => term)).toContain(word);
    }
    expect(vocabulary.add(toWord(5))).toBe(false);
    expect(vocabulary.size).toBe(20_000);
  });

  it.each([
    ['fotografy', 'photography'],
    ['nife', 'knife'],
    ['filosofie', 'philosophie'],
    ['rythm', 'rhythm'],
    ['definately', 'definitely'],
    ['сонце', 'солнце', false],
    ['лесница', 'лестница'],
    ['щитать', 'считать', false],
  ])('the sound of %s is that of %s: %s', (written, meant, isSame = true) => {
    expect(getSoundKey(written) === getSoundKey(meant)).toBe(isSame);
  });

  it('has no sound for short words and other scripts', () => {
    for (const term of ['ab', 'aaa', 'tea', '会议', 'x1y2']) expect(getSoundKey(term)).toBeNull();
  });
});

/** Returns a word of eight letters for a number. */
const toWord = (number: number) =>
  Array.from({ length: 8 }, (_, at) => String.fromCharCode(97 + (Math.floor(number * (at + 1) * 7.31) % 26)))
    .join('')
    .concat(number.toString(26).replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit))));
