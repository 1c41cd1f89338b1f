import { parseQuery } from '@notes/query-language';
import { expect, test } from 'vitest';
import { completionAt } from './completion.js';
import { examples } from './syntax-help.js';

const names = { tags: ['work', 'work/sync', 'Wörter und mehr'], notebooks: ['Projects/Sync', 'Notes'] };
const at = (query: string) => completionAt(query, query.length, names);

test('completionAt completes field names', () => {
  expect(at('git ta')).toEqual({ from: 4, to: 6, options: ['tag:'] });
  expect(at('-ti').options).toEqual(['title:']);
});

test('completionAt completes the values of a field', () => {
  expect(at('tag:wo')).toEqual({ from: 4, to: 6, options: ['work', 'work/sync'] });
  expect(at('(has:op')).toEqual({ from: 5, to: 7, options: ['open-task'] });
  expect(at('notebook:')).toEqual({ from: 9, to: 9, options: ['Projects/Sync', 'Notes'] });
});

test('completionAt quotes a value that would be read as syntax', () => {
  const { from, to, options } = at('tag:"wö');
  expect([from, to, options]).toEqual([4, 7, ['"Wörter und mehr"']]);
  expect(parseQuery(`tag:${options[0]}`).ok).toBe(true);
  expect(completionAt('tag:no', 6, { tags: ['none'], notebooks: [] }).options).toEqual(['none', '"none"']);
});

test('completionAt offers nothing for an empty or a complete word', () => {
  expect(at('git ').options).toEqual([]);
  expect(at('tag:work/sync').options).toEqual([]);
});

test.each(examples)('the example %s is a valid query', (query) => {
  expect(parseQuery(query).ok).toBe(true);
});
