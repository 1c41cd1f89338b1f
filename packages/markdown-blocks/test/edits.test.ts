import { readFileSync } from 'node:fs';
import { expectLinear } from '@notes/tooling/expect-time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, type EditResult, type TextEdit, utf8Length } from '../src/index.js';
import { flat, isWellFormed, SEED, text } from './text.js';

interface Vector {
  name: string;
  body: string;
  edits: TextEdit[];
  maxBytes?: number;
  result: EditResult;
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL('../vectors/edits.json', import.meta.url), 'utf8'));
const large = { maxBytes: 2 ** 24 };

describe('applyEdits', () => {
  test.each(vectors)('$name', ({ body, edits, maxBytes, result }) => {
    expect(applyEdits(body, edits, { maxBytes: maxBytes ?? 1000 })).toEqual(result);
  });

  const crlf = (value: string) => value.replace(/(?<!\r)\n/g, '\r\n');

  const escapeRegExp = (value: string) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const startsWithCrlfLine = (value: string) => /^[^\n]*\r\n/.test(value);

  test('replaceAll replaces like split and join, where LF also splits at CRLF', () => {
    const search = text(2).filter((value) => value !== '' && !/\r.*\n|\n.*\r/s.test(value));
    fc.assert(
      fc.property(text(), search, text(3), (body, wanted, replace) => {
        const result = applyEdits(body, [{ search: wanted, replace, replaceAll: true }], large);
        const pattern = new RegExp(escapeRegExp(wanted).replaceAll('\n', '\\r?\\n'), 'g');
        const pieces = body.split(pattern);
        if (pieces.length === 1) {
          expect(result).toMatchObject({ ok: false, index: 0, reason: 'not_found' });
          return;
        }
        const replaced = body.replace(pattern, (match) => (startsWithCrlfLine(match) ? crlf(replace) : replace));
        const firstLine = pieces[0]!.split('\n').length;
        const outcomes = [{ index: 0, replacements: pieces.length - 1, firstLine }];
        expect(result).toEqual({ ok: true, text: replaced, outcomes });
        expect(isWellFormed(replaced)).toBe(true);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  test('a search with CR and a single LF is read with CRLF throughout, or else as written', () => {
    const edit = { search: 'a\r\nb\nc', replace: 'x\n' };
    const read = (body: string) => applyEdits(body, [edit], large);
    expect(read('a\r\nb\r\nc')).toMatchObject({ text: 'x\r\n' });
    expect(read('a\r\nb\nc')).toMatchObject({ text: 'x\n' });
    expect(read('a\nb\nc\r\n')).toMatchObject({ reason: 'not_found' });
  });

  test('an edit with LF changes a CRLF body like the LF body', () => {
    const lines = text().map((value) => value.replace(/\r/g, ''));
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(12), lines, (body, at, length, replace) => {
        const characters = [...body];
        const from = at % (characters.length + 1);
        const search = characters.slice(from, from + length).join('');
        fc.pre(search.includes('\n'));
        const edits = [{ search, replace, replaceAll: true }];
        const expected = applyEdits(body, edits, large);
        const actual = applyEdits(crlf(body), edits, large);
        expect(expected.ok && actual.ok).toBe(true);
        if (expected.ok && actual.ok) {
          expect(actual.text).toBe(crlf(expected.text));
          expect(actual.outcomes).toEqual(expected.outcomes);
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('maxBytes is exact for any edits', () => {
    const edit = fc.record({ search: text(1).filter((value) => value !== ''), replace: text(2) });
    fc.assert(
      fc.property(text(), fc.array(edit, { maxLength: 3 }), (body, drafts) => {
        const edits = drafts.map((draft) => ({ ...draft, replaceAll: true }));
        for (const [index] of edits.entries()) {
          const result = applyEdits(body, edits.slice(0, index + 1), large);
          if (!result.ok) return;
          const last = edits.slice(index, index + 1);
          const before = applyEdits(body, edits.slice(0, index), large);
          if (!before.ok) return;
          const bytes = utf8Length(result.text);
          expect(applyEdits(before.text, last, { maxBytes: bytes })).toMatchObject({ ok: true, text: result.text });
          expect(applyEdits(before.text, last, { maxBytes: bytes - 1 })).toEqual({
            ok: false,
            index: 0,
            reason: 'too_large',
          });
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('an ambiguous edit lists 20 lines and counts all matches', () => {
    const result = applyEdits('x y x\n'.repeat(50), [{ search: 'x', replace: '' }], large);
    const lines = Array.from({ length: 20 }, (_, i) => i + 1);
    expect(result).toEqual({ ok: false, index: 0, reason: 'ambiguous', matches: 100, lines });
  });

  test('a result of terabytes is refused before it is built', () => {
    const body = flat('a'.repeat(2 ** 22));
    const bomb = { search: 'a', replace: 'b'.repeat(2 ** 22), replaceAll: true };
    expect(applyEdits(body, [bomb], large)).toEqual({ ok: false, index: 0, reason: 'too_large' });
  });

  test.each([8_191, 8_192, 8_193, 30_000])('%i replacements keep their order', (count) => {
    const body = Array.from({ length: count }, (_, i) => `${i};`).join('');
    const result = applyEdits(body, [{ search: ';', replace: ', ', replaceAll: true }], large);
    expect(result.ok && result.text).toBe(body.split(';').join(', '));
  });

  const edit = (search: string, replaceAll = false) => [{ search, replace: 'bb', replaceAll }];
  test.each([
    ['a match at each unit', 'a', (s: string) => applyEdits(s, edit('a', true), large)],
    ['ambiguous in one line', 'a', (s: string) => applyEdits(s, edit('a'), large)],
    ['a long prefix everywhere', 'a', (s: string) => applyEdits(s, edit(`${'a'.repeat(s.length / 2)}b`), large)],
    ['nearly near, everywhere', 'a ', (s: string) => applyEdits(s, edit(`${'a  '.repeat(s.length / 4)}b`), large)],
    ['absent from short lines', '\r\n', (s: string) => applyEdits(s, edit('x\ny'), large)],
    ['every CRLF', '\r\n', (s: string) => applyEdits(s, edit('\n', true), large)],
  ])('takes linear time: %s', (_, unit, run) => {
    expectLinear((units) => flat(unit.repeat(units / unit.length)), run);
  });
});
