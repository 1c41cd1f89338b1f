import { type MatchableNote, matchesQuery, nameKey, parseQuery, type Query } from '@notes/query-language';
import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchFinding, SearchKey, Store, UnitOfWork } from '../src/index.js';
import { fieldQueries, fill, type LibrarySpec, librarySpec, NOW, queryText } from './search-model.js';
import { addNote, openIn, storedBytes, temporaryDirectory } from './support.js';

function parseOrThrow(text: string): Query {
  const result = parseQuery(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.message}`);
  return result.query;
}

/** Returns all results of a search, page by page. */
function findAll(reader: UnitOfWork, query: Query, sort: 'relevance' | 'updated', limit: number): SearchFinding[] {
  const found: SearchFinding[] = [];
  let after: SearchKey | undefined;
  for (;;) {
    const page = reader.search.find({ query, sort, limit, now: NOW, ...(after && { after }) });
    expect(page.length).toBeLessThanOrEqual(limit);
    found.push(...page);
    if (found.length > 1_000) throw new Error('the pages have no end');
    // A key is serialised as JSON in a cursor.
    after = JSON.parse(JSON.stringify(page.at(-1)?.key ?? null)) ?? undefined;
    if (page.length < limit) return found;
  }
}

const byKey = (a: number, b: number) => a - b;

function check(unit: UnitOfWork, notes: ReadonlyMap<number, MatchableNote>, text: string, limit: number): void {
  const query = parseOrThrow(text);
  const wanted = [...notes].filter(([, note]) => matchesQuery(query, note, { now: NOW, zone: 'local' }));
  for (const sort of ['relevance', 'updated'] as const) {
    const found = findAll(unit, query, sort, limit);
    const keys = found.map(({ pk }) => pk);
    expect({ text, sort, found: keys.toSorted(byKey) }).toEqual({
      text,
      sort,
      found: wanted.map(([pk]) => pk).sort(byKey),
    });
    expectOrder(found, notes);
  }
  for (const sort of ['title', 'created'] as const) {
    for (const descending of [false, true]) {
      const found = unit.search.find({ query, sort, descending, limit, now: NOW }).map(({ pk }) => pk);
      const sorted = wanted.toSorted(
        ([a, one], [b, other]) =>
          (sort === 'title' ? byBytes(nameKey(one.title), nameKey(other.title)) : one.createdAt - other.createdAt) ||
          a - b,
      );
      const pks = (descending ? sorted.reverse() : sorted).map(([pk]) => pk);
      expect({ text, sort, descending, found }).toEqual({ text, sort, descending, found: pks.slice(0, limit) });
    }
  }
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function expectOrder(found: readonly SearchFinding[], notes: ReadonlyMap<number, MatchableNote>): void {
  const scores = found.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  if (found[0]?.key.order !== 'updated') return;
  const places = found.map(({ pk }) => [notes.get(pk)?.updatedAt, pk] as [number, number]);
  expect(places).toEqual(places.toSorted((a, b) => b[0] - a[0] || b[1] - a[1]));
}

/** Checks queries on a library that is never committed, so that each run starts with an empty one at little cost. */
async function checkRehearsed(store: Store, spec: LibrarySpec, work: Parameters<typeof check>[2][], limit: number) {
  const bytes = await storedBytes(store);
  await store.write((unit) =>
    unit.rehearse(() => {
      const notes = fill(unit, spec, bytes);
      for (const text of work) check(unit, notes, text, limit);
    }),
  );
}

const TUNINGS = [
  ['with the default limits', {}],
  ['with limits of three ranked matches and one sorted match', { rankedMatches: 3, sortedMatches: 1 }],
  ['with limits that rank and sort nothing', { rankedMatches: 0, sortedMatches: -1 }],
  ['with limits that rank all matches and check conditions match by match', { sortedMatches: -1 }],
  ['with limits that rank only matches from a set of keys', { rankedMatches: 0 }],
] as const;

describe('search.find returns the matches of the reference matcher, page by page and in every order', () => {
  it.each(TUNINGS)('for random queries, %s', async (_, tuning) => {
    const store = openIn(temporaryDirectory(), { initialise: () => {} }, tuning);
    const queries = fc.array(queryText, { minLength: 4, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(librarySpec, queries, fc.integer({ min: 1, max: 4 }), (spec, texts, limit) =>
        checkRehearsed(store, spec, texts, limit),
      ),
      { seed: 20_261_121, numRuns: samples(8) },
    );
  });

  it.each(TUNINGS)('for each field, %s', async (_, tuning) => {
    const store = openIn(temporaryDirectory(), { initialise: () => {} }, tuning);
    const texts = fieldQueries().flatMap((text) => [text, `e ${text}`]);
    await fc.assert(
      fc.asyncProperty(librarySpec, (spec) => checkRehearsed(store, spec, texts, 3)),
      { seed: 20_261_121, numRuns: samples(2) },
    );
  });
});

describe('search.find by relevance', () => {
  it('ranks a word of many notes, but not one that more than half of the notes have', async () => {
    const store = openIn(temporaryDirectory());
    await store.write((unit) => {
      for (let index = 0; index < 2_200; index++) {
        const body = index % 2 === 1 || index === 0 ? 'both' : index === 100 ? 'both every every' : 'both every';
        addNote(unit, { id: `doc_${index}`, title: 'Note', body });
      }
      const find = (text: string) =>
        unit.search.find({ query: parseOrThrow(text), sort: 'relevance', limit: 1, now: NOW })[0];
      expect(find('every')).toMatchObject({ key: { order: 'ranked' }, pk: unit.documents.get('doc_100')?.pk });
      expect(find('both')).toMatchObject({ key: { order: 'common' }, pk: unit.documents.get('doc_2199')?.pk });
      expect(find('both OR every')?.key.order).toBe('ranked');
    });
  });

  it.each([1, 3])(
    'returns each match once in pages of %i, for alternatives in one field with a phrase left out',
    async (limit) => {
      const store = openIn(temporaryDirectory());
      const words = ['sun', 'sea', 'gold', 'green', 'note', 'night', 'nine', 'stone'];
      await store.write((unit) => {
        let state = 1;
        const pickWord = () => {
          state = (state * 48_271) % 2_147_483_647;
          return words[state % words.length] as string;
        };
        for (let index = 0; index < 150; index++) {
          const body = Array.from({ length: 1 + (index % 4) }, pickWord).join(' ');
          addNote(unit, { id: `doc_${index}`, title: pickWord(), body });
        }
        for (const text of ['(body:n* OR s*) g* -"no such"', '(body:note OR sea) gold -"no such"']) {
          const query = parseOrThrow(text);
          const whole = unit.search.find({ query, sort: 'relevance', limit: 1_000, now: NOW });
          expect(whole.length).toBeGreaterThan(10);
          expect(findAll(unit, query, 'relevance', limit)).toEqual(whole);
        }
      });
    },
  );
});
