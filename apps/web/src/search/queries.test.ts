import { parseQuery } from '@notes/query-language';
import { expect, test } from 'vitest';
import { tagQuery } from './queries.js';

test.each(['work/sync', 'none', 'None', 'two words', 'a"b\\c', '(x)', 'c++', 'star*'])(
  'tagQuery for %j is read as that tag',
  (name) => {
    expect(parseQuery(tagQuery(name))).toMatchObject({ query: { root: { type: 'tag', path: name.toLowerCase() } } });
  },
);
