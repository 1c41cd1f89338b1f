import { expect, it } from 'vitest';
import { listUnpairedTags, pairHtmlTags } from '../dist/index.js';

/** Returns the spans of a text, each with what it covers. */
function listSpans(text: string): (readonly [string, string])[] {
  const tags = [...text.matchAll(/<[^>]*>/g)].map(({ 0: written, index }) => ({ written, from: index }));
  return pairHtmlTags(tags).map((span) => [
    span.type === 'element' ? `${span.tag} ${JSON.stringify(span.attributes)}` : span.type,
    text.slice(span.from, span.to),
  ]);
}

it.each<[string, readonly (readonly [string, string])[]]>([
  [
    'a <KBD class="x" onclick="y">b</KBD>',
    [
      ['tag', '<KBD class="x" onclick="y">'],
      ['tag', '</KBD>'],
      ['kbd {}', 'b'],
    ],
  ],
  [
    '<abbr title="A &amp; B">x</abbr>',
    [
      ['tag', '<abbr title="A &amp; B">'],
      ['tag', '</abbr>'],
      ['abbr {"title":"A & B"}', 'x'],
    ],
  ],
  [
    '<span>a</span>',
    [
      ['tag', '<span>'],
      ['tag', '</span>'],
    ],
  ],
  [
    'a<br>b<img src="x.png">',
    [
      ['break', '<br>'],
      ['image', '<img src="x.png">'],
    ],
  ],
])('HTML within a text is paired into elements of the closed list: %s [WEB-LIVE-HTML]', (text, spans) =>
  expect(listSpans(text)).toEqual(spans),
);

it.each([
  '<b>open',
  'closed</b>',
  'Vec<T></T>',
  '<script>x</script>',
  '<a href="https://x.org">x</a>',
  '<style>x</style>',
])('HTML without a partner or an element stays markup: %s [WEB-LIVE-HTML]', (text) =>
  expect(listSpans(text)).toEqual([]),
);

it.each([
  ['<details><summary>x</summary>', [{ type: 'open', name: 'details' }]],
  ['</div><p>x</p>', [{ type: 'close', name: 'div' }]],
  ['<table><tr><td>x</td></tr></table>', []],
])('a block of HTML lists the tags that other blocks pair: %s [WEB-LIVE-HTML]', (written, unpaired) =>
  expect(listUnpairedTags(written)).toEqual(unpaired),
);
