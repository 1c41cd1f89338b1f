import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDefinition } from '../src/inline/definitions.js';
import {
  examples,
  getAddress,
  htmlAddresses,
  inlineParts,
  otherAddresses,
  plainAddress,
  scan,
  toDefinitions,
} from './inline-oracle.js';
import { SEED } from './text.js';

const WIKILINK = 'a wikilink';
const BARE = 'an address without marks';
/** Examples with other links here, and the reasons. */
const DIFFERENT: Readonly<Record<number, string>> = {
  548: WIKILINK,
  559: WIKILINK,
  590: WIKILINK,
  602: BARE,
  608: BARE,
  611: BARE,
  612: BARE,
};

/** Removes from HTML the tags that are in the source already. */
function withoutRaw(html: string, markdown: string): string {
  return html.replace(/<[^<>]+>/g, (tag) => (markdown.includes(tag) ? '' : tag));
}

describe('scanInline finds the links of the CommonMark examples', () => {
  test.each(examples)('$number: $section', ({ number, markdown, html }) => {
    const { texts, destinations } = inlineParts(markdown);
    const found = texts.flatMap((text) => scan(text, toDefinitions(destinations))).map(getAddress);
    const expected = htmlAddresses(withoutRaw(html, markdown));
    if (number in DIFFERENT) expect(found).not.toEqual(expected);
    else expect(found).toEqual(expected);
  });
});

describe('parseDefinition finds the definitions of the CommonMark examples', () => {
  /** Examples behind a heading or quote mark, which only the block parser removes. */
  const inOtherBlocks = [214, 218];
  const section = examples.filter(
    ({ section, number }) => section === 'Link reference definitions' && !inOtherBlocks.includes(number),
  );

  test.each(section)('$number', ({ markdown }) => {
    const found: Record<string, string> = {};
    for (const paragraph of markdown.split(/\n{2,}/)) {
      let definition = parseDefinition(paragraph, 0);
      while (definition !== null) {
        found[definition.label] ??= plainAddress(definition.destination);
        definition = parseDefinition(paragraph, definition.end);
      }
    }
    const expected = Object.values(inlineParts(markdown).destinations).map(plainAddress);
    expect(Object.values(found)).toEqual(expected);
  });
});

test('scanInline finds the links in random brackets, quotes and ticks that micromark finds', () => {
  const destinations = { a: '/a', 'a a': '/a-a' };
  const pieces = fc.constantFrom(
    ...'[]()!`<>\\"\' a',
    '\nx',
    '](',
    '](<',
    '[a]',
    '[a](b)',
    '<a:b>',
    '<a b="',
    '<!--',
    '-->',
  );
  // No wikilinks; the other implementation does not read `[a][` as a reference, whatever follows.
  const paragraphs = fc
    .array(pieces, { maxLength: 24 })
    .map((parts) => `x ${parts.join('').replace(/\[{2,}/g, '[')}.`.replace(/\](?=\[(?!a?\]))/g, '] '));
  fc.assert(
    fc.property(paragraphs, (text) => {
      expect(scan(text, toDefinitions(destinations)).map(getAddress)).toEqual(otherAddresses(text, destinations));
    }),
    { seed: SEED, numRuns: samples(1500) },
  );
});
