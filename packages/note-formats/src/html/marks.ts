/** Marks of text in a line, from the outermost to the innermost. */
export const MARKS = ['strong', 'emphasis', 'strike', 'highlight'] as const;
export type Mark = (typeof MARKS)[number];

/** Marks by element name. */
export const MARK_BY_ELEMENT: ReadonlyMap<string, Mark> = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'emphasis'],
  ['em', 'emphasis'],
  ['cite', 'emphasis'],
  ['dfn', 'emphasis'],
  ['s', 'strike'],
  ['strike', 'strike'],
  ['del', 'strike'],
  ['mark', 'highlight'],
]);

/** Delimiters of each mark. The second one does not work within words. */
const DELIMITERS: Readonly<Record<Mark, readonly string[]>> = {
  strong: ['**', '__'],
  emphasis: ['*', '_'],
  strike: ['~~'],
  highlight: ['=='],
};

const WORD_END = /[\p{L}\p{N}_]$/u;
const WORD_START = /^[\p{L}\p{N}_]/u;
const PUNCTUATION = /^[\p{P}\p{S}]/u;
const PUNCTUATION_END = /[\p{P}\p{S}]$/u;

export interface Surroundings {
  /** Adjacent text, as far as it is known. */
  readonly before: string;
  readonly after: string;
}

/**
 * Puts a mark around text, with spaces at its ends moved outside. Returns the text without the mark when the
 * surroundings would prevent the delimiters from being parsed.
 */
export function applyMark(mark: Mark, text: string, { before, after }: Surroundings): string {
  const core = text.trim();
  if (core === '') return text;
  const lead = text.slice(0, text.indexOf(core));
  const trail = text.slice(lead.length + core.length);
  const left = lead === '' && WORD_END.test(before);
  const right = trail === '' && WORD_START.test(after);
  // A delimiter between a letter and punctuation would be parsed as the wrong kind.
  if ((left && PUNCTUATION.test(core)) || (right && PUNCTUATION_END.test(core))) return text;
  const [usual, other] = DELIMITERS[mark] as [string, string?];
  const fits = (delimiter: string) => lead !== '' || !before.endsWith(delimiter.slice(-1));
  const isApart = !left && !right && other !== undefined;
  const wanted = mark === 'emphasis' && isApart ? [other, usual] : isApart ? [usual, other] : [usual];
  const delimiter = wanted.find(fits);
  if (delimiter === undefined) return text;
  return `${lead}${delimiter}${core}${delimiter}${trail}`;
}
