/** Letters of a script that a slip of the keyboard can put into a word, as terms contain them: folded. */
const ALPHABETS: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяіѓґєјљњќџ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'אבגדהוזחטיכלמנסעפצקרשתםןךףץ',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءگچپژ',
];
/** Minimum number of characters of a word that may be misspelt. Shorter words are near to too many others. */
const MIN_LENGTH = 3;
/** Maximum number of characters of such a word; its near words are at most some 4,000. */
const MAX_LENGTH = 40;

const alphabets = ALPHABETS.map((letters) => ({ letters: [...letters], known: new Set(letters) }));

/**
 * Returns all words one slip away from a term: a letter left out, added or replaced, or two neighbours exchanged.
 *
 * @param term a folded term
 * @returns words without duplicates and without the term itself; none for a term that is short, long, contains a digit,
 *   or is not written in one of the known alphabets (numbers are not misspelt words, and in Chinese or Japanese a
 *   term is one character)
 */
export function listNearWords(term: string): string[] {
  const word = [...term];
  const alphabet = findAlphabet(word);
  if (alphabet === undefined || word.length < MIN_LENGTH || word.length > MAX_LENGTH) return [];
  const near = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at).join('');
    const [here = '', next = ''] = word.slice(at);
    const after = word.slice(at + 1).join('');
    if (here !== '') near.add(before + after);
    if (next !== '') near.add(before + next + here + word.slice(at + 2).join(''));
    for (const letter of alphabet) {
      if (here !== '') near.add(before + letter + after);
      near.add(before + letter + here + after);
    }
  }
  near.delete(term);
  return [...near];
}

const findAlphabet = (word: readonly string[]): readonly string[] | undefined =>
  alphabets.find(({ known }) => word.every((letter) => known.has(letter)))?.letters;

/**
 * Returns the number of slips between two words, each as in {@link listNearWords}.
 *
 * @param max greatest number of interest
 * @returns the number; `max + 1` when there are more
 */
export function countSlips(a: string, b: string, max: number): number {
  const [from, to] = [[...a], [...b]];
  if (Math.abs(from.length - to.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      let slips = Math.min(
        get(last, column) + 1,
        get(current, column - 1) + 1,
        get(last, column - 1) + (isSame ? 0 : 1),
      );
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && isExchanged) slips = Math.min(slips, get(beforeLast, column - 2) + 1);
      current.push(slips);
    }
    if (Math.min(...current) > max) return max + 1;
    [beforeLast, last] = [last, current];
  }
  return Math.min(get(last, to.length), max + 1);
}

const get = (row: readonly number[], column: number): number => row[column] as number;
