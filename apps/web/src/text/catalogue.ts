import { isPseudo } from './locale.js';
import { pseudo } from './pseudo.js';

/** Texts by name: as they stand, or made from what they speak of. */
type Texts = Readonly<Record<string, string | ((...given: never[]) => string)>>;

/**
 * The texts of one part of the page, in British English. Whatever the page says comes from a catalogue: a translation
 * is another object of the same type.
 */
export function catalogue<const Given extends Texts>(texts: Given): Given {
  return isPseudo ? (Object.fromEntries(Object.entries(texts).map(translated)) as Given) : texts;
}

const translated = ([name, text]: [string, Texts[string]]) => [
  name,
  typeof text === 'string' ? pseudo(text) : (...given: never[]) => pseudo(text(...given)),
];
