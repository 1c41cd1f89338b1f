/** Minimum length of a key: shorter ones are those of too many words. */
const MIN_KEY = 3;
const LATIN_OR_CYRILLIC = /^(?:[a-zß]+|[а-яёіїєґ]+)$/;

/**
 * Spellings of one sound, in the order in which they are replaced. The rules join what people confuse who write English,
 * German or Russian by ear, and no more than that: the key is not the pronunciation.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^(?:kn|gn|pn)/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/ough|augh/g, 'o'],
  [/tion|sion|cian/g, 'sn'],
  [/sch|sh|tch|tsch/g, 's'],
  [/ph|pf/g, 'f'],
  [/gh/g, 'g'],
  [/ck|qu|q/g, 'k'],
  [/ch/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/tz|z|ß/g, 's'],
  [/th|dt|d/g, 't'],
  [/w|v/g, 'f'],
  [/b/g, 'p'],
  [/j/g, 'g'],
  [/h/g, ''],
  [/тся|ться/g, 'ца'],
  [/стн/g, 'сн'],
  [/здн/g, 'зн'],
  [/[ьъ]/g, ''],
  [/б/g, 'п'],
  [/в/g, 'ф'],
  [/г/g, 'к'],
  [/д/g, 'т'],
  [/з/g, 'с'],
  [/ж/g, 'ш'],
  [/щ/g, 'ш'],
];
const VOWELS = /[aeiouyаеёиоуыэюяіїєй]+/g;
const DOUBLED = /(.)\1+/g;

/**
 * Returns what words have in common that sound alike: their consonants, those of one sound as one letter, without
 * doubled ones, and if they begin with a vowel.
 *
 * @param term a folded word
 * @returns null for a word of another script, and for one with too few consonants
 */
export function getSoundKey(term: string): string | null {
  if (!LATIN_OR_CYRILLIC.test(term)) return null;
  const replaced = RULES.reduce((text, [spelling, letter]) => text.replace(spelling, letter), term);
  const startsWithVowel = replaced.search(VOWELS) === 0;
  const key = replaced.replace(VOWELS, '').replace(DOUBLED, '$1');
  return key.length < MIN_KEY ? null : `${startsWithVowel ? '*' : ''}${key}`;
}
