import { isPseudo } from './locale.js';
import { pseudo } from './pseudo.js';

/** Texts by name: strings, or functions of the values they contain. */
type Texts = Readonly<Record<string, string | ((...args: never[]) => string)>>;

/**
 * Texts of a part of the page, in British English. All texts of the page come from catalogues: a translation is another
 * object of the same type.
 */
export function catalogue<const T extends Texts>(texts: T): T {
  return isPseudo ? (Object.fromEntries(Object.entries(texts).map(translateEntry)) as T) : texts;
}

const translateEntry = ([name, text]: [string, Texts[string]]) => [
  name,
  typeof text === 'string' ? pseudo(text) : (...args: never[]) => pseudo(text(...args)),
];
