import { expectWithin } from '@notes/tooling/expect-time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appendText, frontMatter, prependText } from '../src/index.js';
import { flat, SEED, text } from './text.js';

describe('frontMatter', () => {
  test.each([
    ['---\na: 1\n---\nText', { start: 0, end: 13, contentStart: 4, contentEnd: 9 }],
    ['\ufeff---\na: 1\n...\n', { start: 1, end: 14, contentStart: 5, contentEnd: 10 }],
    ['--- \t\r\na: 1\r\n---  \r\nText', { start: 0, end: 20, contentStart: 7, contentEnd: 13 }],
    ['---\na:\n----\n--- x\n ---\n...', { start: 0, end: 26, contentStart: 4, contentEnd: 23 }],
    ['---\n{---\n---', { start: 0, end: 12, contentStart: 4, contentEnd: 9 }],
  ])('finds the front matter of %j', (body, expected) => {
    expect(frontMatter(body)).toEqual(expected);
  });

  test.each([
    '',
    '---',
    '---\n',
    '---\n---',
    '---\na: 1',
    ' ---\n---\n',
    '----\n---\n',
    '--- x\n---\n',
    '...\n---\n',
    '\n---\n---\n',
    'a\n---\n---\n',
    '---\r---\n',
  ])('finds none in %j', (body) => {
    expect(frontMatter(body)).toBeNull();
  });

  test.each([
    'a:',
    'a: 1',
    'a:\t1\r',
    ' a b : 1',
    '# b\n\n \t# c\r\na: 1',
    '"a\\": b" : 1',
    "'a'': b':",
    '-a: 1',
    '?a:b#c: 1',
    '{a: 1}',
    '{',
    `${'é'.repeat(1_024)}: 1`,
    `"${'\\"'.repeat(1_024)}": 1`,
  ])('reads %j as the beginning of a mapping', (yaml) => {
    expect(frontMatter(`---\n${yaml}\n---\n`)?.contentEnd).toBe(yaml.length + 5);
  });

  test.each([
    '',
    ' \t\r\n',
    '# a: 1',
    'Text',
    'Text http://x.org/',
    'Text # a: 1',
    'Text\na: 1',
    'a:b',
    ':',
    '- a: 1',
    '? a: 1',
    ': a: 1',
    '\ta: 1',
    ...Array.from('[],}#&*!|>%@`', (mark) => `${mark}a: 1`),
    '"a: 1',
    "'a: 1",
    '"a"b: 1',
    '"a\n": 1',
    `${'é'.repeat(1_025)}: 1`,
  ])('does not read %j as the beginning of a mapping', (yaml) => expect(frontMatter(`---\n${yaml}\n---\n`)).toBeNull());

  test('starts with a marker line and ends with the next one', () => {
    fc.assert(
      fc.property(text(8), text(8), fc.constantFrom('---', '...', '--- '), (yaml, rest, mark) => {
        const body = `---\na: ${yaml}\n${mark}\n${rest}`;
        const found = frontMatter(body)!;
        expect(body.slice(0, found.contentStart)).toBe('---\n');
        expect(body.slice(found.contentEnd, found.end)).toMatch(/^(?:---|\.\.\.)[ \t]*\r?\n$/);
        expect(found.contentEnd).toBeLessThanOrEqual(yaml.length + 8);
        const content = body.slice(found.contentStart, found.contentEnd).split('\n');
        expect(content.filter((line) => /^(?:---|\.\.\.)[ \t]*\r?$/.test(line))).toEqual([]);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test.each(['---      x\n\n', '#\n', '\n', 'a', 'a ', 'a:', ' ', '"', '\\"', "''", '" '])(
    'takes linear time if it is never closed: %j',
    (part) => {
      for (const start of ['---\na: 1\n', '---\n', '---\n"', "---\n'"]) {
        const body = flat(start + part.repeat(1_000_000 / part.length));
        expectWithin(200, () => frontMatter(body));
      }
    },
  );

  test('reads no further after a thematic break', () => {
    const lines = 'a\n'.repeat(4_000_000);
    const body = flat(`---\nText\n${lines}---\n`);
    expectWithin(1, () => frontMatter(body));
  });
});

describe('appendText', () => {
  test.each([
    ['', 'x', 'x'],
    ['a', 'x', 'a\nx'],
    ['a\n', 'x', 'a\nx'],
    ['a\r\nb', 'x\ny', 'a\r\nb\r\nx\ny'],
    ['a\r\n', 'x', 'a\r\nx'],
    ['\ufeff', 'x', '\ufeffx'],
    ['a', '', 'a'],
    ['a\nb\r\nc', 'x', 'a\nb\r\nc\nx'],
  ])('%j and %j', (body, added, expected) => {
    expect(appendText(body, added)).toBe(expected);
  });
});

describe('prependText', () => {
  test.each([
    ['', 'x', 'x'],
    ['a', 'x', 'x\na'],
    ['a', 'x\n', 'x\na'],
    ['a\r\n', 'x', 'x\r\na\r\n'],
    ['\ufeffa', 'x', '\ufeffx\na'],
    ['---\nk: v\n---\na', 'x', '---\nk: v\n---\nx\na'],
    ['---\nk: v\n---', 'x', '---\nk: v\n---\nx'],
    ['---\r\nk: v\r\n---', 'x', '---\r\nk: v\r\n---\r\nx'],
    ['---\nk: v\n---\n', 'x', '---\nk: v\n---\nx'],
    ['---\nk: v\n', 'x', 'x\n\n---\nk: v\n'],
    ['---\n---\na', 'x', 'x\n\n---\n---\na'],
    ['  ===\r\na', 'x', 'x\r\n\r\n  ===\r\na'],
    ['---\na', 'x\n\n', 'x\n\n---\na'],
    ['---\nk: v\n---\n---', 'x', '---\nk: v\n---\nx\n\n---'],
    ['--- x', 'x', 'x\n--- x'],
    ['---\nk: v\n---', '', '---\nk: v\n---'],
  ])('%j and %j', (body, added, expected) => {
    expect(prependText(body, added)).toBe(expected);
  });
});

test('appendText and prependText keep the body and its front matter, and add only the text and newlines', () => {
  const bodies = fc.oneof(
    text(),
    text(6).map((value) => `---\n${value}\n---`),
    text(6).map((value) => `\ufeff---\r\n---\r\n${value}`),
  );
  fc.assert(
    fc.property(bodies, text(6), (body, added) => {
      const appended = appendText(body, added);
      expect(appended.startsWith(body) && appended.endsWith(added)).toBe(true);
      expect(['', '\n', '\r\n']).toContain(appended.slice(body.length, appended.length - added.length));
      const at = frontMatter(body)?.end ?? (body.startsWith('\ufeff') ? 1 : 0);
      const prepended = prependText(body, added);
      expect(prepended.startsWith(body.slice(0, at)) && prepended.endsWith(body.slice(at))).toBe(true);
      const between = prepended.slice(at, prepended.length - (body.length - at));
      expect(between.replace(added, () => '')).toMatch(/^(?:\r?\n){0,2}$/);
    }),
    { seed: SEED, numRuns: 500 },
  );
});
