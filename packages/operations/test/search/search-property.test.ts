import { type MatchableNote, matchesQuery, parseQuery, type Query } from '@notes/query-language';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitPlainWords } from '../../src/notes/search/plain-words.js';
import { makeEngine, openSearchedLibrary, type Page } from './support.js';

const SEED = 20_261_124;
const WORDS = ['kelp', 'weed', 'sand', 'tide'];
const TAGS = ['home', 'work'];
const word = fc.constantFrom(...WORDS);
const note = fc.record({
  body: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS)),
});
const part = fc.oneof(
  { weight: 4, arbitrary: word },
  fc.constantFrom(
    '-sand',
    '-tide',
    'tag:home',
    '-tag:work',
    'body:weed',
    '"kelp weed"',
    'zeppelin',
    'we*',
    'kelp OR weed',
  ),
);
const query = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
/** Answer of an engine that lies: notes by their number, some twice, some unknown; or no answer of a channel. */
const proposal = fc.option(
  fc.array(fc.record({ note: fc.nat(16), score: fc.constantFrom(-1, 0, 0.5, 1, Number.NaN) }), { maxLength: 24 }),
  { nil: undefined },
);

const toMatchable = (id: string, { body, tags }: { body: string; tags: readonly string[] }): MatchableNote => ({
  ...{ id, title: '', body, tags, notebookPath: [], notebookIds: [], trashed: false, readOnly: false, imported: false },
  ...{ template: false, orphan: true, createdAt: 0, updatedAt: 0, has: new Set(), linksTo: [], linkedFrom: [] },
  attachments: [],
});

it('finds exactly the exact matches unmarked, on pages without duplicates and gaps, whatever an engine proposes [SIDECAR-MERGED] [SIDECAR-SNAPSHOT]', async () => {
  const match = (query: Query, note: MatchableNote) => matchesQuery(query, note, { now: 0, zone: 'utc' });
  const state: { answer: unknown } = { answer: null };
  const { addNote, search } = await openSearchedLibrary(makeEngine(() => state.answer));
  const notes = fc.sample(note, { numRuns: 14, seed: SEED });
  const matchable = await Promise.all(
    notes.map(async (given) => toMatchable(await addNote('Q', given.body, given.tags), given)),
  );
  const property = fc.asyncProperty(
    query,
    proposal,
    proposal,
    fc.integer({ min: 1, max: 5 }),
    async (text, typo, meaning, limit) => {
      const parsed = parseQuery(text);
      fc.pre(parsed.ok);
      if (!parsed.ok) return;
      const answerWith = (given: typeof typo) =>
        given && {
          state: 'answered',
          candidates: given.map(({ note, score }) => ({ id: matchable[note]?.id ?? 'document_x', score })),
        };
      state.answer = { typo: answerWith(typo), meaning: answerWith(meaning) };
      const hits: Page['results'] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Page = await search(text, { limit, ...(cursor !== undefined && { cursor }) });
        hits.push(...page.results);
        cursor = page.next_cursor;
      }
      const ids = hits.map(({ document_id }) => document_id);
      expect(new Set(ids).size).toBe(ids.length);
      const exact = matchable.filter((note) => match(parsed.query, note)).map(({ id }) => id);
      const unmarked = hits.filter(({ matched_by }) => matched_by === undefined).map(({ document_id }) => document_id);
      expect(unmarked.toSorted().filter((id) => matchable.some((note) => note.id === id))).toEqual(exact.toSorted());
      const conditions = splitPlainWords(text, parsed.query)?.conditions;
      for (const { document_id, matched_by } of hits) {
        const found = matchable.find(({ id }) => id === document_id);
        if (matched_by !== 'typo' && matched_by !== 'meaning') continue;
        if (found !== undefined && conditions !== undefined) expect(match(conditions, found), text).toBe(true);
      }
    },
  );
  await fc.assert(property, { seed: SEED, numRuns: 120 });
});
