import { expect, test } from 'vitest';
import { matches, parseEntry } from './entry.js';

test('parseEntry chooses the kind of query by the first character', () => {
  expect(['garden', '>theme', '# work', '/tag:a', '@Intro', ':12', ''].map((typed) => parseEntry(typed).kind)).toEqual([
    'notes',
    'commands',
    'tags',
    'query',
    'headings',
    'line',
    'notes',
  ]);
  expect(parseEntry('# work ')).toEqual({ kind: 'tags', text: 'work' });
});

test('matches ignores the order and case of words', () => {
  expect(matches('Go to the graph', 'GRAPH go')).toBe(true);
  expect(matches('Go to the graph', 'graph trash')).toBe(false);
  expect(matches('Go to the graph', '')).toBe(true);
});
