import { FIELD_NAMES, HAS_VALUES, IS_VALUES, nameKey, printValue } from '@notes/query-language';
import { tagValue } from './queries.js';

/** Names in the library, for completion. */
export interface Names {
  readonly tags: readonly string[];
  readonly notebooks: readonly string[];
}

export interface Completion {
  /** Range of the query that an option replaces, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly string[];
}

const MAX_OPTIONS = 8;
const WORD = /(?<![^\s(])-?(?:([a-z-]+):)?("?)([^\s"()]*)$/;

/** Returns the completions of the word before the caret. */
export function completionAt(query: string, caret: number, names: Names): Completion {
  const [whole = '', field, quote = '', typed = ''] = WORD.exec(query.slice(0, caret)) ?? [];
  const start = caret - typed.length - quote.length;
  const isFieldName = field === undefined && quote === '' && typed !== '';
  const all = isFieldName ? FIELD_NAMES.map((name) => `${name}:`) : listValues(field, names);
  const key = nameKey(typed);
  const options = all.filter((option) => {
    const bare = option.replace(/^"/, '');
    return nameKey(bare).startsWith(key) && bare !== typed;
  });
  return { from: whole === '' ? caret : start, to: caret, options: options.slice(0, MAX_OPTIONS) };
}

/** Returns values in query notation. */
function listValues(field: string | undefined, { tags, notebooks }: Names): readonly string[] {
  if (field === 'tag') return ['none', ...tags.map(tagValue)];
  if (field === 'notebook' || field === 'category')
    return notebooks.map((path) => printValue(path, path.startsWith('nb_')));
  if (field === 'is') return IS_VALUES;
  return field === 'has' ? HAS_VALUES : [];
}
