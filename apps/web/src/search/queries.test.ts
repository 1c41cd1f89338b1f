import { parseQuery } from '@notes/query-language';
import { expect, test } from 'vitest';
import { tagQuery } from './queries.js';

test.each(['work/sync', 'none', 'None', 'two words', 'a"b\\c', '(x)', 'c++', 'star*'])(
  '%j is asked for as a tag',
  (name) => {
    expect(parseQuery(tagQuery(name))).toMatchObject({ query: { root: { type: 'tag', path: name.toLowerCase() } } });
  },
);
