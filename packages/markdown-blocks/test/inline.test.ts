import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Definitions, parseDefinition } from '../src/inline/definitions.js';
import { scan, toDefinitions } from './inline-oracle.js';
import { isWellFormed, SEED, text } from './text.js';

interface Vector {
  name: string;
  text: string;
  definitions?: Record<string, string>;
  /** Expected links: `source` is the whole link, `written` its destination or label; an absent anchor is null. */
  links: { kind: string; source: string; target: string; anchor?: string; text: string; written: string }[];
}

const vectors: Vector[] = JSON.parse(readFileSync(new URL('../vectors/inline-links.json', import.meta.url), 'utf8'));

describe('scanInline', () => {
  test.each(vectors)('$name', (vector) => {
    const found = scan(vector.text, toDefinitions(vector.definitions ?? {})).map((link) => ({
      kind: link.kind,
      source: vector.text.slice(link.start, link.end),
      target: link.target,
      anchor: link.anchor,
      text: link.text,
      written: vector.text.slice(link.targetStart, link.targetEnd),
    }));
    expect(found).toEqual(vector.links.map((link) => ({ ...link, anchor: link.anchor ?? null })));
  });

  test('returns the definition of a reference link, and null for other links', () => {
    const definitions = toDefinitions({ a: '/a' });
    const [reference, inline] = scan('[x][a] [y](b)', definitions);
    expect(reference!.definition).toBe(definitions.get('A'));
    expect(inline!.definition).toBeNull();
  });

  test('returns links ordered by start, disjoint or nested, with short text on one line', () => {
    const definitions = toDefinitions({ a: '/a', b: '<&amp;#x' });
    fc.assert(
      fc.property(text(120), (source) => {
        let last = { start: -1, end: 0 };
        for (const link of scan(source, definitions)) {
          expect(link.start).toBeGreaterThan(last.start);
          expect(link.end <= last.end || link.start >= last.end).toBe(true);
          expect(link.start <= link.targetStart && link.targetStart <= link.targetEnd).toBe(true);
          expect(link.targetEnd).toBeLessThanOrEqual(link.end);
          expect(link.text).toBe(link.text.replace(/\s+/g, ' ').trim());
          last = link;
        }
      }),
      { seed: SEED, numRuns: 5_000 },
    );
  });

  test('cuts link text between characters', () => {
    for (const shown of ['😀'.repeat(300), `a${'😀'.repeat(300)}`, '*b*'.repeat(1_000), `<i${' '.repeat(2_000)}>`]) {
      const [link] = scan(`[${shown}](c)`);
      expect(link!.text.length).toBeLessThanOrEqual(200);
      expect(isWellFormed(link!.text)).toBe(true);
    }
  });
});

describe('parseDefinition and Definitions', () => {
  test.each([
    ['[a]: b', 'a', 'b', 6],
    ['   [a]: <b c> "t" \nrest', 'a', 'b c', 19],
    ['[a]:\r\n  b\r\n  (t\r\n t)\r\nrest', 'a', 'b', 22],
    ['[a\\]]: b&amp;\\)', 'a\\]', 'b&)', 15],
    ['[a]: <>', 'a', '', 7],
    ['[a]: b\n"no title" x', 'a', 'b', 7],
    ['[a]: b "t\n\nt"', null, null, null],
    ['[a]: b\n"t\n\nt"', 'a', 'b', 7],
  ])('parse %j with label %j and destination %j', (source, label, destination, end) => {
    const found = parseDefinition(source, 0);
    expect(found && [found.label, found.destination, found.end]).toEqual(label && [label, destination, end]);
  });

  test.each([
    '[^a]: b',
    '    [a]: b',
    '[a] : b',
    '[a]:',
    '[ ]: b',
    '[a]: b c',
    '[a]: <b>"t"',
    '[a[b]: c',
    '[a]: <b',
    'a: b',
  ])('find no definition in %j', (source) => expect(parseDefinition(source, 0)).toBeNull());

  test('return offsets of the text', () => {
    const source = 'x\n[a]: <b c> "t"\n';
    const found = parseDefinition(source, 2)!;
    expect(source.slice(found.destinationStart, found.destinationEnd)).toBe('b c');
    expect(found.end).toBe(source.length);
  });

  test('match labels without case and with white space collapsed, up to 999 units', () => {
    const definitions = toDefinitions({ ' Ab\t\n c ': '1', ẞ: '2', ['x'.repeat(999)]: '3' });
    expect(definitions.size).toBe(3);
    expect(definitions.get('aB C')?.destination).toBe('1');
    expect(definitions.get('ss')?.destination).toBe('2');
    expect(definitions.get('X'.repeat(999))?.destination).toBe('3');
    expect(definitions.get(` ${'x'.repeat(999)}`)).toBeUndefined();
    expect(definitions.get('Abc')).toBeUndefined();
  });

  test('keep the first definition of a label', () => {
    const definitions = toDefinitions({ a: '1', A: '2' });
    expect(definitions.size).toBe(1);
    expect(definitions.get('a')?.destination).toBe('1');
  });

  test('limit the size that references to a long destination expand to', () => {
    const destination = 'x'.repeat(500_000);
    const links = scan('[a]'.repeat(1_000), toDefinitions({ a: destination }));
    expect(links.map(({ target }) => target)).toEqual([destination, destination, destination]);
    const definitions = new Definitions();
    expect(definitions.get('a')).toBeUndefined();
  });
});
