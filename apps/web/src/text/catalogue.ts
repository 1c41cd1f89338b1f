import type { ComponentChildren } from 'preact';
import { isPseudo, pseudo } from './locale.js';

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

/** Inserts elements into a text at named placeholders: `fill('{code} of {name}', { code: <code>…</code>, name })`. */
export const fill = (text: string, parts: Readonly<Record<string, ComponentChildren>>): ComponentChildren[] =>
  text.split(/\{(\w+)\}/).map((piece, index) => (index % 2 === 0 ? piece : parts[piece]));

/** Converts a code to words: `broken_document_link` is “Broken document link”. */
export const { words } = catalogue({
  words: (code: string) => {
    const spaced = code.replaceAll('_', ' ');
    return spaced.charAt(0).toUpperCase() + spaced.slice(1);
  },
});
