import { expectWithin } from '@notes/tooling/expect-time';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS, parseQuery } from '../src/index.js';
import { hostileText, query } from './support.js';

const text = (...terms: string[]) => ({ type: 'text', scope: 'any', terms, prefix: false });
const and = (...children: unknown[]) => ({ type: 'and', children });
const or = (...children: unknown[]) => ({ type: 'or', children });
const not = (child: unknown) => ({ type: 'not', child });
const [a, b, c] = [text('a'), text('b'), text('c')];

describe('parseQuery', () => {
  it.each<[string, unknown]>([
    ['', null],
    [' \n\t ', null],
    ['a b', and(a, b)],
    ['a OR b c', or(a, and(b, c))],
    ['(a OR b) c', and(or(a, b), c)],
    ['-a', not(a)],
    ['--a', a],
    ['-(a b) c', and(not(and(a, b)), c)],
    ['-"a b"', not(text('a', 'b'))],
    ['-tag:none', not({ type: 'tag', path: null })],
    ['-OR', not(text('or'))],
    ['a or b', and(a, b, text('or'))],
    ['\\OR', text('or')],
    ['a - b -- c', and(a, b, c)],
    ['a -> b', and(a, b)],
    ['a-b', text('a', 'b')],
    ['\\-a', a],
    ['a() (b) !!!', and(a, b)],
    ['a OR !!!', a],
    ['f(b)', and(b, text('f'))],
    ['"a""b"c', and(a, b, c)],
    ['ab*', { ...text('ab'), prefix: true }],
    ['"a bc"*', { ...text('a', 'bc'), prefix: true }],
    ['ab-* a*b', and(text('a', 'b'), text('ab'))],
    ['"ab*"', text('ab')],
    ['ab\\*', text('ab')],
    ['https://x.y 10:30 note:a', and(text('10', '30'), text('https', 'x', 'y'), text('note', 'a'))],
    ['title\\:a', text('title', 'a')],
    ['C:\\notes', text('c', 'notes')],
    ['"say \\"a\\" \\\\"', text('say', 'a')],
    ['東京', text('東', '京')],
    ['TITLE:Été*', { type: 'text', scope: 'title', terms: ['ete'], prefix: true }],
    ['body:"a b"', { type: 'text', scope: 'body', terms: ['a', 'b'], prefix: false }],
    ['tag:Work/Plans', { type: 'tag', path: 'work/plans' }],
    ['tag:" work / Été "', { type: 'tag', path: 'work/été' }],
    ['tag:None', { type: 'tag', path: null }],
    ['tag:"none"', { type: 'tag', path: 'none' }],
    ['category:"My Notes"/Sub', { type: 'notebook', path: ['my notes', 'sub'] }],
    ['notebook:nb_notes', { type: 'notebook_id', id: 'nb_notes' }],
    ['notebook:"nb_notes"', { type: 'notebook', path: ['nb_notes'] }],
    ['is:TRASHED', { type: 'is', value: 'trashed' }],
    ['has:open-task', { type: 'has', value: 'open-task' }],
    ['links-to:doc_abc', { type: 'link', direction: 'to', target: { id: 'doc_abc' } }],
    ['linked-from:"Plan B"', { type: 'link', direction: 'from', target: { title: 'plan b' } }],
    ['links-to:"doc_abc"', { type: 'link', direction: 'to', target: { title: 'doc_abc' } }],
    ['id:doc_abc', { type: 'id', id: 'doc_abc' }],
    ['filename:Report', { type: 'filename', parts: ['', 'report', ''] }],
    ['filename:"my report"*.PDF', { type: 'filename', parts: ['my report', '.pdf'] }],
    ['filename:**a**b**', { type: 'filename', parts: ['', 'a', 'b', ''] }],
    ['mime:Image/*', { type: 'mime', mediaType: 'image', subtype: '*' }],
    ['mime:image/svg+xml', { type: 'mime', mediaType: 'image', subtype: 'svg+xml' }],
  ])('parses %j', (source, root) => {
    expect(query(source).root).toEqual(root);
  });

  it.each<[string, boolean, boolean]>([
    ['', false, false],
    ['-a', false, false],
    ['-(b -a)', false, true],
    ['tag:x', false, false],
    ['is:trashed', true, false],
    ['title:a -is:trashed', true, true],
  ])('parses %j with seesTrash %s and hasText %s', (source, seesTrash, hasText) => {
    expect(query(source)).toMatchObject({ seesTrash, hasText });
  });
});

describe('errors', () => {
  it.each<[string, string, string]>([
    ['a "b', 'unclosed_quote', 'unclosed quote at column 3: add a closing quotation mark'],
    ['👍👍 "b', 'unclosed_quote', 'unclosed quote at column 4: add a closing quotation mark'],
    ['title:"b', 'unclosed_quote', 'unclosed quote at column 7: add a closing quotation mark'],
    ['a "b\\"', 'unclosed_quote', 'unclosed quote at column 3: add a closing quotation mark'],
    ['a (b (c)', 'unclosed_group', 'unclosed parenthesis at column 3: add a closing parenthesis'],
    ['a)', 'unexpected', 'unexpected ) at column 2: remove it, or add an opening parenthesis'],
    ['OR', 'unexpected', 'OR needs a term on both sides at column 1: add a term, or remove OR'],
    ['a OR', 'unexpected', 'OR needs a term on both sides at column 3: add a term, or remove OR'],
    ['a OR OR b', 'unexpected', 'OR needs a term on both sides at column 6: add a term, or remove OR'],
    ['(a OR) b', 'unexpected', 'OR needs a term on both sides at column 4: add a term, or remove OR'],
    ['a tag:', 'bad_value', 'missing value for tag at column 3: it takes a tag such as work/plans, or none'],
    ['title: a', 'bad_value', 'missing value for title at column 1: it takes a word or a "quoted phrase"'],
    [
      ' is:red',
      'bad_value',
      'bad value for is at column 5: it takes trashed, template, readonly, orphan, tagged, imported',
    ],
    ['!!! ...', 'nothing_to_search', 'nothing to search for at column 1: add a word, or a field such as tag:work'],
    [' ()', 'nothing_to_search', 'nothing to search for at column 2: add a word, or a field such as tag:work'],
  ])('refuse %j with %s: %s', (source, code, message) => {
    const result = parseQuery(source);
    expect(result).toMatchObject({ ok: false, error: { code, message } });
  });

  it.each([
    ...[
      'title:!!',
      'title:(a)',
      'tag:a//b',
      'tag:/',
      'tag:a*',
      'tag:""',
      'notebook:" "',
      'is:',
      'has:tasks',
      'mime:pdf',
      'mime:*/*',
    ],
    ...[
      'id:a',
      'id:nb_notes',
      'links-to:doc_A',
      'links-to:""',
      'filename:""',
      'created:yesterday',
      'updated:2026-13',
      'created:2026-02-29',
    ],
  ])('refuse the value of %s', (source) => {
    expect(parseQuery(`x ${source}`)).toMatchObject({ ok: false, error: { code: 'bad_value' } });
  });

  it('have the range and column of a bad value', () => {
    expect(parseQuery('x created:2026-02-30 y')).toMatchObject({ error: { start: 10, end: 20, column: 11 } });
  });

  it.each([
    ['a ID:b', { field: 'id', missing: false, takes: 'a note id' }],
    ['a id:', { field: 'id', missing: true, takes: 'a note id' }],
    ['a "b', undefined],
  ])('of %j have the field and its valid values apart from the message', (source, value) => {
    const parsed = parseQuery(source);
    expect(parsed.ok ? parsed : parsed.error.value).toEqual(value);
  });
});

describe('limits', () => {
  const code = (source: string) => {
    const result = parseQuery(source);
    return result.ok ? 'ok' : result.error.code;
  };

  it('allow 4,096 UTF-8 bytes and refuse more', () => {
    for (const [char, bytes] of [
      ['a', 1],
      ['é', 2],
      ['漢', 3],
      ['👍', 4],
      ['\ud800', 3],
    ] as const) {
      const fits = char.repeat(Math.floor(LIMITS.bytes / bytes));
      const pad = 'a'.repeat(LIMITS.bytes - (fits.length / char.length) * bytes);
      expect(code(fits.slice(char.length) + pad)).not.toBe('too_long');
      expect(code(fits + pad)).not.toBe('too_long');
      expect(code(`${fits + pad}a`)).toBe('too_long');
    }
    expect(parseQuery('é'.repeat(2049))).toMatchObject({ error: { start: 2048, end: 2049, column: 2049 } });
  });

  it('allow 256 tokens and refuse more', () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
    expect([255, 256, 257].map((count) => code(words(count)))).toEqual(['ok', 'ok', 'too_many_tokens']);
    const minuses = (count: number) => `${'-'.repeat(count - 1)}a`;
    const phrase = (count: number) => `"${'a '.repeat(count)}"`;
    expect([255, 256, 257].map((count) => code(phrase(count)))).toEqual(['ok', 'ok', 'too_many_tokens']);
    expect([256, 257].map((count) => code('漢'.repeat(count)))).toEqual(['ok', 'too_many_tokens']);
    expect([255, 256, 257].map((count) => code(minuses(count)))).toEqual(['ok', 'ok', 'too_many_tokens']);
    expect(code(`${words(126)} OR ${words(127)} (tag:x)`)).toBe('too_many_tokens');
    expect(code(`${words(125)} OR ${words(127)} (tag:x)`)).toBe('ok');
  });

  it('allow 16 levels of parentheses and refuse more', () => {
    for (const open of ['(', '-(', '(a OR (b ', '--(']) {
      const step = open.split('(').length - 1;
      const nest = (levels: number) => `${open.repeat(levels / step)}a${')'.repeat(levels)}`;
      expect(code(nest(LIMITS.depth - step))).toBe('ok');
      expect(code(nest(LIMITS.depth))).toBe('ok');
      expect(code(nest(LIMITS.depth + step))).toBe('too_deep');
    }
    expect(code('(a) '.repeat(80))).toBe('ok');
  });

  it('keep parsing within 50 ms for hostile strings', () => {
    const fill = (piece: string) => piece.repeat(LIMITS.bytes).slice(0, LIMITS.bytes);
    const sources = ['(', ')', '-', '"', '\\', '*', '-(', 'OR ', 'a OR ', ':', '""', 'tag:', 'title:"'].map(fill);
    sources.push('漢'.repeat(1365), 'ﷺ'.repeat(1365), '"ﷺ ﷺ ﷺ" OR '.repeat(120).concat('a'), '('.repeat(2 ** 24));
    sources.push(`filename:${'*a'.repeat(2000)}`, `tag:${'a/'.repeat(2000)}a`, '½-'.repeat(1000), '👍'.repeat(2 ** 20));
    for (const source of sources) {
      expectWithin(50, () => parseQuery(source), source.slice(0, 20));
    }
  });

  it('leave a query, or an error with a range inside the string, for any string', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary', maxLength: 200 })), (source) => {
        const result = parseQuery(source);
        if (result.ok) return;
        const { start, end, column, message } = result.error;
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(source.length);
        expect(column).toBe([...source.slice(0, start)].length + 1);
        expect(message).toContain(`at column ${column}`);
      }),
      { numRuns: samples(1000) },
    );
  });
});
