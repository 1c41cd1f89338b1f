import { join } from 'node:path';
import { parseQuery, type Query } from '@notes/query-language';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchKey, Store } from '../src/index.js';
import { type Connection, openSqlite } from '../src/library/driver.js';
import { decodeStructure, UnknownFormatError } from '../src/search/index-format.js';
import { splitText } from '../src/search/match.js';
import { listNearWords } from '../src/search/spelling.js';
import { addNote, openIn, revision, temporaryDirectory } from './support.js';

const NOW = 1_000;
/** Words of which some begin others, are one slip away from others, or take several bytes a character. */
const WORDS = [
  'a',
  'an',
  'ant',
  'ants',
  'anthem',
  'bee',
  'beer',
  'been',
  'cat',
  'cart',
  'über',
  'кот',
  'коты',
  '東',
  '京',
];

function parse(text: string): Query {
  const result = parseQuery(text);
  if (!result.ok) throw new Error(`${text}: ${result.error.message}`);
  return result.query;
}

const word = fc.constantFrom(...WORDS);
/** Text of words; a long one takes several pages of the index. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')) },
  {
    weight: 1,
    arbitrary: fc.tuple(word, fc.integer({ min: 500, max: 4_000 })).map(([each, n]) => `${each} `.repeat(n)),
  },
);
type Step =
  | { readonly kind: 'add' | 'revise'; readonly note: number; readonly title: string; readonly body: string }
  | { readonly kind: 'trash' | 'purge'; readonly note: number }
  | { readonly kind: 'merge' };
const note = fc.nat(60);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('add' as const), note, title: text, body: text }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('revise' as const), note, title: text, body: text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('trash' as const, 'purge' as const), note }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const) }) },
);
const term = fc.oneof(
  word,
  word.map((each) => `${each}*`),
  word.map((each) => `title:${each}`),
  word.map((each) => `body:${each}`),
  fc.tuple(word, word).map(([one, other]) => `(${one} OR ${other}*)`),
);
const query = fc
  .tuple(fc.array(term, { minLength: 1, maxLength: 3 }), fc.option(word))
  .map(([terms, without]) => `${terms.join(' ')}${without === null ? '' : ` -${without}`}`);

async function run(store: Store, ids: string[], each: Step): Promise<void> {
  await store.write((unit) => {
    if (each.kind === 'add') {
      const id = `doc_${ids.length}`;
      addNote(unit, { id, title: each.title, body: each.body });
      ids.push(id);
      return;
    }
    if (each.kind === 'merge') {
      unit.searchIndex.merge(500, true);
      return;
    }
    const document = unit.documents.get(ids[each.note % Math.max(1, ids.length)] ?? '');
    if (document === undefined) return;
    if (each.kind === 'revise') unit.documents.revise(document, revision(each.title, each.body));
    else if (each.kind === 'purge') unit.documents.purge(document, NOW);
    else if (document.deletedAt === null) unit.documents.trash(document, NOW);
  });
}

/**
 * Ranks the matches of a query by `bm25` of FTS5. Excluded words add nothing to a score, but beside them FTS5 leaves out
 * others, such as `a` in `((a OR b) AND c) NOT d`. So the scores are those of the query without them.
 */
function rankByFts5(database: Connection, { root }: Query): { pk: number; score: number }[] {
  const parts = root === null ? [] : root.type === 'and' ? root.children : [root];
  const { match } = splitText(parts);
  const wanted = splitText(parts.filter(({ type }) => type !== 'not')).match || match;
  return database
    .prepare(
      `SELECT rowid AS pk, -bm25(search_fts, 10.0, 1.0) AS score FROM search_fts WHERE search_fts MATCH ?
        AND rowid IN (SELECT rowid FROM search_fts WHERE search_fts MATCH ?)
        AND rowid NOT IN (SELECT pk FROM documents WHERE deleted_at IS NOT NULL)`,
    )
    .all(wanted, match) as { pk: number; score: number }[];
}

/** Returns all results of a search by relevance, in pages of three. */
function findAll(store: Store, query: Query) {
  const found = [];
  let after: SearchKey | undefined;
  for (;;) {
    const page = store.read(({ search }) =>
      search.find({ query, sort: 'relevance', limit: 3, now: NOW, ...(after && { after }) }),
    );
    found.push(...page);
    after = page.at(-1)?.key;
    if (page.length < 3) return found;
  }
}

describe('posting lists read from the tables of the full-text index', () => {
  it('rank the notes that FTS5 finds, with its scores, after writes of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(step, { maxLength: 25 }), query), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const dataDir = temporaryDirectory();
          const store = openIn(dataDir);
          const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
          try {
            const ids: string[] = [];
            for (const [steps, searched] of rounds) {
              for (const each of steps) await run(store, ids, each);
              const found = findAll(store, parse(searched));
              const expected = new Map(rankByFts5(database, parse(searched)).map(({ pk, score }) => [pk, score]));
              expect(found.map(({ pk }) => pk).toSorted((a, b) => a - b)).toEqual(
                [...expected.keys()].toSorted((a, b) => a - b),
              );
              for (const { pk, score } of found) expect(score).toBeCloseTo(expected.get(pk) as number, 12);
              const isInOrder = found.every(({ pk, score }, index) => {
                const before = found[index - 1];
                return before === undefined || before.score > score || (before.score === score && before.pk > pk);
              });
              expect(isInOrder).toBe(true);
            }
          } finally {
            database.close();
            store.close();
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('list the similar words that FTS5 lists, with the same numbers of notes', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const ids: string[] = [];
    const steps = fc.sample(step, { numRuns: 150, seed: 7 });
    for (const each of steps) await run(store, ids, each);
    const database = openSqlite(join(dataDir, 'notes.db'), { readonly: true });
    try {
      database.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab ('main', 'search_fts', 'row')");
      const known = new Map(database.prepare('SELECT term, doc FROM words').raw().all() as [string, number][]);
      for (const searched of ['ann', 'beef', 'cad', 'anthme', 'котт', 'uber', 'antlem', 'anhteml']) {
        const near = listNearWords(searched).filter((each) => known.has(each));
        const found = store.read(({ vocabulary }) => vocabulary.findSimilar(searched, 100));
        if (near.length > 0)
          expect(found.map(({ word: each, notes }) => [each, notes]).sort()).toEqual(
            near.map((each) => [each, known.get(each)]).sort(),
          );
        else for (const { word: each, notes } of found) expect(notes).toBe(known.get(each));
      }
      expect(store.read(({ vocabulary }) => vocabulary.findSimilar('anhteml', 5)).map(({ slips }) => slips)).toEqual(
        [],
      );
      expect(store.read(({ vocabulary }) => vocabulary.findSimilar('anthxmm', 5)).map(({ slips }) => slips)).toEqual([
        2,
      ]);
    } finally {
      database.close();
    }
  });

  it('take the number of words of a note from the last change of another process', async () => {
    const dataDir = temporaryDirectory();
    const store = openIn(dataDir);
    const other = openIn(dataDir);
    await store.write((unit) => {
      addNote(unit, { id: 'doc_1', body: 'bee' });
      addNote(unit, { id: 'doc_2', body: `bee ${'cat '.repeat(50)}` });
    });
    const find = () =>
      store.read(({ search }) => search.find({ query: parse('bee'), sort: 'relevance', limit: 5, now: NOW }));
    expect(find().map(({ pk }) => pk)).toEqual([1, 2]);
    await other.write((unit) => {
      for (const [id, body] of [
        ['doc_1', `bee ${'ant '.repeat(50)}`],
        ['doc_2', 'bee'],
      ] as const) {
        const document = unit.documents.get(id);
        if (document !== undefined) unit.documents.revise(document, revision('', body));
      }
    });
    expect(find().map(({ pk }) => pk)).toEqual([2, 1]);
  });

  it('are not read from an index of another format', () => {
    // Structure of an index without deletes: the mark after the first four bytes is missing.
    expect(() => decodeStructure(Buffer.from('0000000101010101010101', 'hex'))).toThrow(UnknownFormatError);
    // The second segment is cut off.
    expect(() => decodeStructure(Buffer.from('00000001ff0000010102010002', 'hex'))).toThrow(UnknownFormatError);
  });
});
