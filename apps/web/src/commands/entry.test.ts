import { expect, test } from 'vitest';
import { entryOf, matches } from './entry.js';

test('the first character says what is looked for', () => {
  expect(['garden', '>theme', '# work', '/tag:a', '@Intro', ':12', ''].map((typed) => entryOf(typed).kind)).toEqual([
    'notes',
    'commands',
    'tags',
    'query',
    'headings',
    'line',
    'notes',
  ]);
  expect(entryOf('# work ')).toEqual({ kind: 'tags', text: 'work' });
});

test('words are found in any order, whatever their case', () => {
  expect(matches('Go to the graph', 'GRAPH go')).toBe(true);
  expect(matches('Go to the graph', 'graph trash')).toBe(false);
  expect(matches('Go to the graph', '')).toBe(true);
});
