import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalQuery, findQueryWarnings, parseQuery } from '../src/index.js';

const canonical = (text: string) => {
  const parsed = parseQuery(text);
  return parsed.ok ? canonicalQuery(parsed.query) : parsed.error.message;
};

describe('parseQuery with forms of other programs', () => {
  it.each([
    ['tag:#work', 'tag:work'],
    ['-tag:#work/plans', '-tag:work/plans'],
    ['tag:"#work"', 'tag:"#work"'],
    ['tag:\\#work', 'tag:"#work"'],
    ['tag:#none', 'tag:none'],
    ['has:attachment', 'has:resource'],
    ['has:Attachments', 'has:resource'],
  ])('reads %j as %j without a warning', (text, meant) => {
    expect(canonical(text)).toBe(meant);
    expect(canonical(meant)).toBe(meant);
    expect(findQueryWarnings(text)).toEqual([]);
  });
});

describe('findQueryWarnings', () => {
  it.each([
    ['tea NOT green', 4, 7, '“-green”'],
    ['NOT tag:work', 0, 3, '“-tag:work”'],
    ['NOT "two words"', 0, 3, '-"two words"'],
    ['NOT (a OR b)', 0, 3, '“-(…)”'],
    ['tea AND coffee', 4, 7, 'leave AND out'],
    ['path:work/plans', 0, 15, '“notebook:work/plans”'],
    ['path:/work/plans/', 0, 17, '“notebook:work/plans”'],
    ['folder:Work', 0, 11, '“notebook:Work”'],
    ['tea in:Work', 4, 11, '“notebook:Work”'],
    ['in:"My work"', 0, 3, 'notebook:"My work"'],
    ['-folder:Work', 1, 12, '“notebook:Work”'],
    ['label:#home', 0, 11, '“tag:home”'],
    ['since:2026-01-01', 0, 16, '“updated:>=2026-01-01”'],
    ['author:me', 0, 9, 'The fields are title, body, tag'],
    ['a_very_long_name:x', 0, 18, 'The fields are title'],
    ['#work', 0, 5, '“tag:work”'],
  ])('suggests a form that works for %j', (text, start, end, form) => {
    const [warning, ...others] = findQueryWarnings(text);
    expect(warning).toMatchObject({ start, end, message: expect.stringContaining(form) });
    expect(others).toEqual([]);
  });

  it.each([
    '',
    'not and or',
    '"NOT x" "path:work"',
    'NOT',
    'AND tea',
    'tea AND',
    'https://example.org/a:b',
    '10:30 C:\\notes std::vector',
    'path\\:work',
    'Note: tea',
    'title:NOT tag:work in\\:x',
    'C# # #',
    'tea OR coffee -milk',
    'NOT (unclosed',
  ])('returns no warning for %j', (text) => {
    expect(findQueryWarnings(text)).toEqual([]);
  });

  it.each([
    ['Body NOT folder:x', '“-notebook:x”', '“notebook:x”'],
    ['Body NOT folder:"My work"', '“-notebook:"My work"”', '“notebook:"My work"”'],
    ['Body NOT #work', '“-tag:work”', '“tag:work”'],
    ['Body NOT author:me', 'write “-” before the term', 'The fields are title'],
    ['Body NOT since:yesterday', 'write “-” before the term', 'The fields are title'],
  ])('suggests a negation with an existing field for %j', (text, negated, field) => {
    const messages = findQueryWarnings(text).map(({ message }) => message);
    expect(messages).toEqual([expect.stringContaining(negated), expect.stringContaining(field)]);
  });

  it('quotes with “ and ” in messages', () => {
    for (const text of ['tea NOT green', 'tea AND coffee', 'path:a', 'author:me', '#work'])
      for (const { message } of findQueryWarnings(text)) expect(message).not.toContain('"');
  });

  it.each([
    ['path:/', 'The fields are title'],
    ['folder:a//b', 'The fields are title'],
    ['since:yesterday', 'The fields are title'],
    ['tags:#', 'The fields are title'],
  ])('[S-WARNING-FORMS] lists the fields for %j, because the renamed form is not a valid query', (text, list) => {
    expect(findQueryWarnings(text)).toEqual([expect.objectContaining({ message: expect.stringContaining(list) })]);
  });

  it('lists the fields if the renamed form exceeds the byte limit', () => {
    const [warning] = findQueryWarnings(`path:${'x'.repeat(4_090)}`);
    expect(warning?.message).toContain('The fields are title');
  });

  it.each([
    ['NOT #a//b', '“-#a//b”'],
    ['NOT #work*', '“-#work*”'],
  ])('[S-WARNING-FORMS] negates the word as written for %j, because no tag has this name', (text, negated) => {
    expect(findQueryWarnings(text)).toEqual([expect.objectContaining({ message: expect.stringContaining(negated) })]);
  });

  it.each(['#a//b', '#work*', 'NOT !!!'])(
    '[S-WARNING-FORMS] returns no warning for %j, because no form of it works',
    (text) => {
      expect(findQueryWarnings(`tea ${text}`)).toEqual([]);
    },
  );

  it('returns no warning for a query over the limits', () => {
    expect(findQueryWarnings(`path:${'x'.repeat(5000)}`)).toEqual([]);
  });

  it('never throws, gives at most ten warnings and quotes at most 60 characters of each part', () => {
    const word = fc.constantFrom(
      'NOT',
      'AND',
      'OR',
      'path:',
      'in:x',
      '#a',
      '-',
      '(',
      ')',
      '"',
      '\\',
      'a',
      '*',
      ' ',
      '💚',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        expect(findQueryWarnings(words.join('')).length).toBeLessThanOrEqual(10);
        expect(findQueryWarnings(words.join(' ')).length).toBeLessThanOrEqual(10);
      }),
    );
    const [warning] = findQueryWarnings(`path:${'x'.repeat(1000)}`);
    expect(warning?.message.length).toBeLessThan(200);
  });
});
