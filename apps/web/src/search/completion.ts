import { FIELD_NAMES, HAS_VALUES, IS_VALUES, nameKey, printValue } from '@notes/query-language';
import { tagValue } from './queries.js';

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
  const all = isFieldName ? FIELD_NAMES.map((name) => `${name}:`) : valuesOf(field, names);
  const key = nameKey(typed);
  const options = all.filter((option) => {
    const bare = option.replace(/^"/, '');
    return nameKey(bare).startsWith(key) && bare !== typed;
  });
  return { from: whole === '' ? caret : start, to: caret, options: options.slice(0, MOST_OPTIONS) };
}

/** Values as a query holds them. */
function valuesOf(field: string | undefined, { tags, notebooks }: Names): readonly string[] {
  if (field === 'tag') return ['none', ...tags.map(tagValue)];
  if (field === 'notebook' || field === 'category')
    return notebooks.map((path) => printValue(path, path.startsWith('nb_')));
  if (field === 'is') return IS_VALUES;
  return field === 'has' ? HAS_VALUES : [];
}
