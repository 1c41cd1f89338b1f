import { expectLinear, expectWithin } from '@notes/tooling/expect-time';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDefinition } from '../src/inline/definitions.js';
import { scanInline } from '../src/inline/scan.js';
import { toDefinitions } from './inline-oracle.js';
import { flat, SEED } from './text.js';

/** Repeated inputs: every mark, alone and as the start of a construct. */
const PARTS = [
  '[¦]¦![¦[[¦[]¦[](¦](¦![](¦[a](b¦[a](<b¦[a](b "¦[a](b \'¦[a](b (¦[a](b ((¦[a](¦[a][¦[a][b¦[\\¦[a]¦[a][a]¦[a][]¦![a]¦[a](b)',
  '![a](b)¦[[a]]¦![[a]]¦[[a¦[[a|¦[[a]b]¦[x¦[^a]',
  '[[a]](¦[[a]](b¦[[a]](b(¦[[a]](b.¦[[a]](b.)¦[[a]](<b¦[[a]](b "¦[[a]](b \'¦[[a]](b (¦[[a]](b. "c"¦![[a]](b¦[[[a]](b.)',
  '`¦``¦` ``¦`a``b```¦\\`¦`\\¦<¦<a¦</a¦<a b¦<a b="¦<a b=\'¦<a b=¦<!--¦<!-¦<!a¦<?¦<![CDATA[¦<a:¦<a@¦<a@b.¦<a ¦<a:b>',
  ' a="\' <x b=\'"¦ a="\' b=\'<x c="¦&¦&amp¦&#',
  'http://¦http://a¦http://a.b/¦http://a)¦www.¦_www.¦ www.a¦(www.¦@¦a@¦a@b¦a@b.¦a@a.a¦_@¦a.¦://¦https¦w',
  '!¦\\¦*¦_¦ ¦\n¦\r\n¦é¦😀¦a',
].flatMap((parts) => parts.split('¦'));

type Shape = (units: number) => string;
const repeat = (part: string, units: number): string => part.repeat(Math.ceil(units / part.length));
const nestBrackets: Shape = (units) => `${repeat('[', units / 5)}a${repeat('](b)', (units / 5) * 4)}`;
const runs: Shape = (units) => Array.from({ length: Math.sqrt(2 * units) }, (_, i) => '`'.repeat(i + 1)).join(' ');

const SHAPES: [name: string, shape: Shape][] = [
  ...PARTS.map((part): [string, Shape] => [JSON.stringify(part), (units) => repeat(part, units)]),
  ['backtick runs of every length', runs],
  ['nested brackets', nestBrackets],
  ['nested images', (units) => nestBrackets(units).replaceAll('[', '![')],
  ['images before links', (units) => repeat('![', units / 4) + repeat('[a](b)', (units / 4) * 3)],
  ['parentheses behind an address', (units) => `http://a.b/${repeat(')', units)}`],
  ['entities behind an address', (units) => `http://a.b/${repeat('&amp;', units)}`],
  ['attributes without an end', (units) => `<a${repeat(' b="<a"', units)}`],
  ['a long domain', (units) => `a@${repeat('a.', units)}`],
];
/** Milliseconds of a run that is long enough to measure growth. */
const MIN_MEASURABLE_MS = 16;

const countLinks = (text: string): number => {
  const definitions = toDefinitions({ a: 'x'.repeat(10_000) });
  let links = 0;
  scanInline(text, definitions, () => links++);
  return links;
};

describe('scanInline takes linear time', () => {
  test.each(SHAPES)('%s', (_, shape) => {
    const text = (units: number) => flat(shape(units));
    const time = expectWithin(400, () => countLinks(text(400_000)));
    if (time > MIN_MEASURABLE_MS) expectLinear(text, countLinks);
  });

  test.each(PARTS)('in brackets: %j', (part) => {
    const text = repeat('[', 60_000) + repeat(part, 120_000) + repeat('](b)', 60_000);
    expectWithin(250, () => countLinks(flat(text)));
  });

  test('for any repeated marks', () => {
    const parts = fc.array(fc.constantFrom(...PARTS), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(parts, (row) => {
        expectWithin(250, () => countLinks(flat(repeat(row.join(''), 60_000))));
      }),
      { seed: SEED, numRuns: samples(40) },
    );
  });

  test.each(['[a]: b\n', "[a]: b '\n", '[a]: b (\n', '[a]: b\n(\n', '[a]:\n', '[a', '[a]: <', '[a]: b(', '[a]: b "'])(
    'parseDefinition for repeated %j',
    (part) => {
      const text = flat(repeat(part, 1_000_000));
      const read = (): void => {
        let definition = parseDefinition(text, 0);
        while (definition !== null) definition = parseDefinition(text, definition.end);
      };
      expectWithin(1_000, read);
    },
  );

  test('for 16 MB behind any opening mark', () => {
    for (const start of [
      '<a',
      '[[',
      'a@',
      '<',
      '<a@',
      '<a b="',
      'http://a.b/',
      '[a](',
      '[a](b "',
      '[a][',
      '`',
      '<!--',
    ]) {
      expect(countLinks(flat(start + repeat('a.', 8_000_000)))).toBeLessThan(2);
      expect(countLinks(flat(start + repeat(' ', 8_000_000)))).toBeLessThan(2);
    }
  });
});
