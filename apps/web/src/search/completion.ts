import { FIELD_NAMES, HAS_VALUES, IS_VALUES, nameKey } from '@notes/query-language';

/** What there is in the library to complete with. */
export interface Names {
  readonly tags: readonly string[];
  readonly notebooks: readonly string[];
}

export interface Completion {
  /** UTF-16 units of the query that an option takes the place of. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly string[];
}

const MOST_OPTIONS = 8;
const WORD = /(?<![^\s(])-?(?:([a-z-]+):)?("?)([^\s"()]*)$/;

/** How the word before the caret may go on. */
export function completionAt(query: string, caret: number, names: Names): Completion {
  const [whole = '', field, quote = '', typed = ''] = WORD.exec(query.slice(0, caret)) ?? [];
  const start = caret - typed.length - quote.length;
  const isFieldName = field === undefined && quote === '' && typed !== '';
  const all = isFieldName ? FIELD_NAMES.map((name) => `${name}:`) : valuesOf(field, names).map(quoted);
  const key = nameKey(typed);
  const options = all.filter((option) => {
    const bare = option.replace(/^"/, '');
    return nameKey(bare).startsWith(key) && bare !== typed;
  });
  return { from: whole === '' ? caret : start, to: caret, options: options.slice(0, MOST_OPTIONS) };
}

function valuesOf(field: string | undefined, { tags, notebooks }: Names): readonly string[] {
  if (field === 'tag') return ['none', ...tags];
  if (field === 'notebook' || field === 'category') return notebooks;
  if (field === 'is') return IS_VALUES;
  return field === 'has' ? HAS_VALUES : [];
}

/** A value as a query holds it. */
const quoted = (value: string): string =>
  /^[\p{L}\p{M}\p{N}/_-]+$/u.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
