import { describe, expect, it, test } from 'vitest';
import { addViewField, findRowDay, groupRows, type QueryRow } from './query-rows.js';

const choice = { view: 'table', columns: 'notebook', date: 'updated_at' } as const;
const row = (title: string, more: Partial<QueryRow> = {}): QueryRow => ({
  document_id: title,
  uri: '',
  title,
  ...more,
});

describe('addViewField', () => {
  const block = 'query: tag:a\nfields: tags\nsort: -title\nlimit: 500';
  it('keeps a block that has the field of the view', () => {
    expect(addViewField(block, choice)).toBe(block);
    expect(addViewField(block, { ...choice, view: 'board', columns: 'tags' })).toBe(block);
  });
  it('adds the field of the view, and keeps the rest', () => {
    expect(addViewField(block, { ...choice, view: 'board' })).toBe(
      'query: tag:a\nfields: title, tags, notebook\nsort: -title\nlimit: 100',
    );
    expect(addViewField('query:', { ...choice, view: 'calendar', date: 'created_at' })).toBe(
      'query: \nfields: title, created_at\nsort: updated_at\nlimit: 20',
    );
  });
  it('keeps an invalid block, whose error the service names', () => {
    expect(addViewField('view: board', { ...choice, view: 'board' })).toBe('view: board');
  });
});

test('groupRows groups notes by notebook, and by each of their tags with those without tags last', () => {
  const rows = [row('1', { notebook: 'Work', tags: ['b', 'a'] }), row('2', { notebook: 'Home', tags: [] })];
  const names = (columns: 'notebook' | 'tags') =>
    groupRows(rows, columns).map(([name, those]) => [name, those.map(({ title }) => title)]);
  expect(names('notebook')).toEqual([
    ['Home', ['2']],
    ['Work', ['1']],
  ]);
  expect(names('tags')).toEqual([
    ['a', ['1']],
    ['b', ['1']],
    ['', ['2']],
  ]);
});

test.each([
  ['2026-11-23', '2026-11-23'],
  ['Meeting 2026_11_23, notes', '2026-11-23'],
  ['2026.11.23', '2026-11-23'],
  ['2026-02-30', undefined],
  ['2026-11.23', undefined],
  ['12026-11-233', undefined],
  ['Kettle', undefined],
])('the date in the title “%s” is %s', (title, expected) => {
  expect(findRowDay(row(title), 'title')).toBe(expected);
});

test('findRowDay returns the local day of a moment', () => {
  const at = new Date(2026, 10, 23, 0, 30).toISOString();
  expect(findRowDay(row('a', { updated_at: at }), 'updated_at')).toBe('2026-11-23');
});
