import { LIMITS, parseQuery } from '@notes/query-language';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../src/index.js';
import { queryText } from './search-model.js';
import { addNote, openIn, temporaryDirectory } from './support.js';

async function library(): Promise<Store> {
  const store = openIn(temporaryDirectory(), {}, { rankedMatches: 2, sortedMatches: 2 });
  await store.write((unit) => {
    for (let n = 0; n < 6; n++) addNote(unit, { id: `doc_${n}`, title: `w${n} w w${n + 1}`, body: 'w w1 w2 "x" AND' });
  });
  return store;
}

/**
 * Searches in both orders, two pages of each.
 *
 * @returns the number of notes on the first page of the first order
 */
function search(store: Store, text: string): number | string {
  const parsed = parseQuery(text);
  if (!parsed.ok) return parsed.error.code;
  const { query } = parsed;
  const [found] = (['relevance', 'updated'] as const).map((sort) => {
    const request = { query, sort, limit: 2, now: 1_000 };
    try {
      return store.read((reader) => {
        const page = reader.search.find(request);
        const after = page.at(-1)?.key;
        if (after !== undefined) reader.search.find({ ...request, after });
        return page.length;
      });
    } catch (error) {
      throw new Error(`${text}\n${error}`);
    }
  });
  return found as number | string;
}

const OPERATORS = [
  ...'( ) " - * : \\ OR AND NOT NEAR ^ + { } [ ] , ; % _ ? \' -- /* w w1* "w w1" title: body: {title}: rowid: rank search_fts'.split(
    ' ',
  ),
  'title:w',
  'has:link',
  'links-to:"w"',
  'filename:*.pdf',
  'mime:image/*',
  'is:template',
  'is:orphan',
  'is:trashed',
  'tag:none',
  '\u0000',
  '\ud800',
  '\u200d',
];

describe('search.find never throws', () => {
  const seed = 20_261_121;

  it('for any text', async () => {
    const store = await library();
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(fc.constantFrom(...OPERATORS), { maxLength: 20 }).map((parts) => parts.join(' ')),
      fc.array(fc.constantFrom(...OPERATORS), { maxLength: 20 }).map((parts) => parts.join('')),
      queryText,
    );
    fc.assert(
      fc.property(typed, (text) => {
        search(store, text);
      }),
      { seed, numRuns: samples(400) },
    );
  });

  const words = (glue: string, count = 250) => Array.from({ length: count }, (_, n) => `w${n}`).join(glue);
  it.each([
    ['conditions that all apply', words(' ', LIMITS.tokens)],
    ['alternatives', words(' OR ', 128)],
    ['negations', `w ${words(' -', 126)}`],
    ['negations without a positive term', `-${words(' -', 127)}`],
    ['prefixes', words('* ')],
    ['words of one phrase', `"${words(' ')}"`],
    ['words in titles', `title:${words(' title:', 200)}`],
    ['tags', `tag:${words(' OR tag:', 120)}`],
    ['excluded tags', `-tag:${words(' -tag:', 120)}`],
    ['notebooks', `notebook:${words(' OR notebook:', 120)}`],
    ['notes that link to others', `links-to:${words(' -links-to:', 120)}`],
    ['notes that others link to', `linked-from:doc_${words(' OR linked-from:doc_', 120)}`],
    ['orphans', Array.from({ length: 40 }, (_, n) => `(w${n} -is:orphan)`).join(' OR ')],
    ['dates', `updated:>1990 ${Array.from({ length: 200 }, (_, n) => `created:<${2026 + n}`).join(' ')}`],
    ['letters of one word', 'w'.repeat(LIMITS.bytes)],
    ['characters that each are a word', '東'.repeat(LIMITS.tokens)],
  ])('for many %s', async (_, text) => {
    expect(typeof search(await library(), text)).toBe('number');
  });

  it('for deeply nested operators of any kind', async () => {
    const store = await library();
    const shapes = [
      (inner: string, n: number) => `(w${n} ${inner})`,
      (inner: string, n: number) => `(w${n} OR ${inner})`,
      (inner: string, n: number) => `(w${n} -${inner})`,
      (inner: string, n: number) => `(w${n} OR w -${inner})`,
      (inner: string, n: number) => `(w${n} w -(w3 OR title:w4 ${inner}))`,
      (inner: string, n: number) => `(title:w${n} OR tag:a -${inner})`,
      (inner: string, n: number) => `-(w${n} OR -${inner})`,
      (inner: string, n: number) => `("w w${n}"* OR body:w w* -(w ${inner}))`,
    ];
    const shape = fc.constantFrom(...shapes);
    const deep = fc.array(shape, { minLength: 8, maxLength: LIMITS.depth }).map((layers) => {
      let text = 'title:w';
      for (const [n, layer] of layers.entries()) {
        const next = layer(text, n);
        if (!parseQuery(next).ok) break;
        text = next;
      }
      return text;
    });
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(deep, (text) => {
        outcomes.add(typeof search(store, text));
      }),
      { seed, numRuns: samples(150) },
    );
    for (const layer of shapes) {
      let text = 'title:w';
      for (let n = 0; parseQuery(layer(text, n)).ok; n++) text = layer(text, n);
      expect(typeof search(store, text)).toBe('number');
    }
    expect(outcomes).toEqual(new Set(['number']));
  });
});
