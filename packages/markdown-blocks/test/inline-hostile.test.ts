import { describe, expect, test } from 'vitest';
import { scanInline } from '../src/inline/scan.js';
import { definitionsOf } from './inline-oracle.js';
import { flat, growth, timeOf } from './text.js';

const REPEATED = [
  ...[
    '[',
    ']',
    '![',
    '[[',
    '[]',
    '[](',
    '](',
    '![](',
    '[a](b',
    '[a](<b',
    '[a](b "',
    "[a](b '",
    '[a](b (',
    '[a](b ((',
    '[a](',
  ],
  ...[
    '[a][',
    '[a][b',
    '[\\',
    '[a]',
    '[a][a]',
    '[a][]',
    '![a]',
    '[a](b)',
    '![a](b)',
    '[[a]]',
    '![[a]]',
    '[[a',
    '[[a|',
    '[[a]b]',
  ],
  ...[
    '`',
    '``',
    '` ``',
    '`a``b```',
    '\\`',
    '`\\',
    '<',
    '<a',
    '</a',
    '<a b',
    '<a b="',
    "<a b='",
    '<a b=',
    '<!--',
    '<!-',
    '<!a',
  ],
  ...[
    '<?',
    '<![CDATA[',
    '<a:',
    '<a@',
    '<a@b.',
    '<a ',
    ' a="\' <x b=\'"',
    ' a="\' b=\'<x c="',
    '<a:b>',
    '&',
    '&amp',
    '&#',
  ],
  ...[
    'http://',
    'http://a',
    'http://a.b/',
    'http://a)',
    'www.',
    '_www.',
    ' www.a',
    '(www.',
    '@',
    'a@',
    'a@b',
    'a@b.',
    'a@a.a',
  ],
  ...['_@', 'a.', '://', 'https', 'w', '!', '\\', '*', '_', ' ', '\n', '\r\n', 'é', '😀', 'a'],
];

const RUNS = (units: number): string =>
  Array.from({ length: Math.sqrt(2 * units) }, (_, i) => '`'.repeat(i + 1)).join(' ');
const NESTED = (units: number): string => `${'['.repeat(units / 5)}a${'](b)'.repeat(units / 5)}`;
const SHAPES: [name: string, make: (units: number) => string][] = [
  ...REPEATED.map((part): [string, (units: number) => string] => [
    JSON.stringify(part),
    (units) => part.repeat(Math.ceil(units / part.length)),
  ]),
  ...REPEATED.map((part): [string, (units: number) => string] => [
    `[ and ${JSON.stringify(part)}`,
    (units) => '['.repeat(units / 4) + part.repeat(Math.ceil(units / part.length / 2)) + '](b)'.repeat(units / 16),
  ]),
  ['backtick runs of every length', RUNS],
  ['nested brackets', NESTED],
  ['nested images', (units) => NESTED(units).replaceAll('[', '![')],
  ['images before links', (units) => '!['.repeat(units / 8) + '[a](b)'.repeat(units / 8)],
  ['trailing parentheses', (units) => `http://a.b/${')'.repeat(units)}`],
  ['trailing entities', (units) => `http://a.b/${'&amp;'.repeat(units / 5)}`],
  ['attributes without an end', (units) => `<a${' b="<a"'.repeat(units / 7)}`],
  ['a long domain', (units) => `a@${'a.'.repeat(units / 2)}`],
];

const scanned = (text: string): number => {
  const definitions = definitionsOf({ a: 'x'.repeat(10_000) });
  let links = 0;
  scanInline(text, definitions, () => links++);
  return links;
};

describe('the time is in proportion to the text', () => {
  test.each(SHAPES)('%s', (_, make) => {
    expect(timeOf(() => scanned(flat(make(1_000_000))))).toBeLessThan(1_000);
    expect(growth(make, scanned, 25_000)).toBeLessThan(10);
  });
});
