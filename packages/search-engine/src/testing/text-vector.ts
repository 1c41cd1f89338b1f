import { foldTerm } from '@notes/query-language';

const DIMENSIONS = 512;
/** Share of a word in the vector of a text; the rest is that of its parts, so that forms of a word are alike. */
const WORD_WEIGHT = 2;

/** Words that mean the same. */
export type Synonyms = readonly (readonly string[])[];

/** Model that turns terms into vectors by the words and parts of words in them, with a table of synonyms. */
export class TextVectors {
  readonly dimensions = DIMENSIONS;
  readonly #meanings = new Map<string, string>();

  constructor(synonyms: Synonyms) {
    for (const [first, ...others] of synonyms)
      for (const word of others) this.#meanings.set(foldTerm(word), foldTerm(first as string));
  }

  /** Returns the vector of a text, of length 1; all zero for a text without terms. */
  embed(terms: readonly string[]): Float64Array {
    const vector = new Float64Array(DIMENSIONS);
    const add = (feature: string, weight: number) => {
      const index = hashText(feature) % DIMENSIONS;
      vector[index] = (vector[index] as number) + weight;
    };
    for (const term of terms) {
      const word = this.#meanings.get(term) ?? term;
      add(word, WORD_WEIGHT);
      const characters = Array.from(`^${word}$`);
      const parts = Math.max(1, characters.length - 2);
      for (let start = 0; start + 3 <= characters.length; start++)
        add(`#${characters.slice(start, start + 3).join('')}`, 1 / parts);
    }
    const length = Math.sqrt(multiply(vector, vector));
    return length === 0 ? vector : vector.map((value) => value / length);
  }
}

/** Returns the 32-bit FNV-1a hash of the UTF-16 units of a text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Returns the similarity of two vectors of length 1, from 0 to 1. */
export function multiply(first: Float64Array, second: Float64Array): number {
  return first.reduce((sum, value, index) => sum + value * (second[index] as number), 0);
}
