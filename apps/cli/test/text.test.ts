import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { wantsColour } from '../src/output.js';
import { startProgress } from '../src/progress.js';
import { alignColumns } from '../src/table.js';
import { formatCount, formatNumber, sanitiseForTerminal, toOneLine, truncate } from '../src/text.js';
import { readAll } from './support.js';

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test('toOneLine and sanitiseForTerminal remove control characters', () => {
  const hostile = fc.array(fc.oneof(fc.constantFrom('\u001b[31m', '\u009b2J', '\r\n', '\n', '\u202e'), fc.string()));
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = parts.join('');
      expect(toOneLine(text)).not.toMatch(CONTROL);
      expect(sanitiseForTerminal(text).replace(/[\n\t]/g, '')).not.toMatch(CONTROL);
      const lines = (of: string) => of.split('\n').length;
      expect(lines(sanitiseForTerminal(text))).toBe(lines(text));
    }),
    { seed: 3 },
  );
});

test('formatNumber separates thousands as the English locale does', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(formatNumber(value)).toBe(value.toLocaleString('en'));
    }),
  );
});

test('truncate keeps the start of a long text, or its start and end', () => {
  expect(truncate('🎈'.repeat(5), 5)).toBe('🎈'.repeat(5));
  expect(truncate('🎈'.repeat(6), 5)).toBe(`${'🎈'.repeat(4)}…`);
  expect(truncate('folder/folder/n.md', 9, { end: true })).toBe('fold…n.md');
});

test('a table has columns as wide as their widest cell, and truncates long cells except in the last column', () => {
  const long = '🎈'.repeat(70);
  expect(
    alignColumns([
      ['a', '1', long],
      [long, '', ''],
      ['b\u001b\n', '22', 'x'],
    ]),
  ).toEqual([`a${' '.repeat(126)}  1   ${long}`, `${'🎈'.repeat(63)}…`, `b${' '.repeat(126)}  22  x`]);
});

test('formatCount uses the singular and plural of a noun', () => {
  expect([formatCount(1, 'note'), formatCount(0, 'note'), formatCount(1234, 'entry', 'entries')]).toEqual([
    '1 note',
    '0 notes',
    '1,234 entries',
  ]);
});

test.each([
  [true, true, {}, true],
  [false, true, {}, false],
  [true, false, {}, false],
  [true, true, { NO_COLOR: '1' }, false],
  [true, true, { NO_COLOR: '' }, true],
  [true, true, { TERM: 'dumb' }, false],
  [false, true, { FORCE_COLOR: '1' }, true],
  [true, true, { FORCE_COLOR: '0' }, false],
  [false, true, { FORCE_COLOR: '1', TERM: 'dumb' }, false],
])('terminal %s, flag %s, %j: colour %s', (isTTY, flag, env, expected) => {
  expect(wantsColour(Object.assign(new PassThrough(), { isTTY }), flag, env)).toBe(expected);
});

test('startProgress prints, without a terminal, a line at the start and every ten seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const stream = new PassThrough();
    const progress = startProgress(stream, { label: 'import', unit: 'notes', quiet: false });
    progress.update(0, 4_000);
    for (let done = 1; done <= 25; done += 1) {
      vi.advanceTimersByTime(1_000);
      progress.update(done * 100, 4_000);
    }
    progress.stop();
    expect(readAll(stream)).toBe('import: 0 of 4,000\nimport: 1,000 of 4,000, 100/s\nimport: 2,000 of 4,000, 100/s\n');
  } finally {
    vi.useRealTimers();
  }
});

test('startProgress prints nothing when quiet', () => {
  const stream = new PassThrough();
  const progress = startProgress(stream, { label: 'import', unit: 'notes', quiet: true });
  progress.update(0, 10);
  progress.stop();
  expect(readAll(stream)).toBe('');
});
