import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import type { EngineRecord } from '@notes/search-engine';
import { describe, expect, it } from 'vitest';
import { FORMAT } from '../src/library/index-state.js';
import type { LibraryIndex } from '../src/library/library-index.js';
import { chooseMerge } from '../src/typo/typo-index.js';
import { LIBRARY, useLibrary } from './opened-library.js';

const LETTERS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

const library = useLibrary();

/** Returns a word of eight letters for a number; those of different numbers differ in many letters. */
function toWord(number: number): string {
  let rest = Math.imul(number + 1, 2_654_435_761) >>> 0;
  return Array.from({ length: 8 }, (_, at) => {
    const letters = at % 2 === 0 ? LETTERS : VOWELS;
    const letter = letters[rest % letters.length];
    rest = Math.floor(rest / letters.length) + number;
    return letter;
  }).join('');
}

const makeNote = (number: number, version = 1): EngineRecord => ({
  id: `n${number}`,
  version: String(version),
  title: `Note ${number}`,
  body: version === 1 ? toWord(number) : toWord(number + 1_000_000 * version),
});

/** Misspells a word: exchanges two letters, and leaves the last one out. */
const misspell = (word: string) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4, -1)}`;

async function find(index: LibraryIndex, ...words: string[]): Promise<string[]> {
  const { typo } = await index.candidates({ text: words.join(' '), words, channels: ['typo'], limit: 1_000 });
  if (typo?.state !== 'answered') throw new Error(`The channel is ${typo?.state}`);
  return typo.candidates.map(({ id }) => id);
}

async function write(index: LibraryIndex, numbers: readonly number[], version = 1): Promise<void> {
  const from = index.sequence;
  const upserts = numbers.map((number) => makeNote(number, version));
  await index.apply({ from, to: from + numbers.length, upserts, deletes: [] });
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const listTables = () => readdirSync(join(library.folder, LIBRARY)).filter((name) => /^typo_\d+\.lance$/.test(name));

describe('words of notes in segments [SIDECAR-ENGINE]', () => {
  it('finds every note by two slips, through merges, new versions, removals and a restart', async () => {
    let index = await library.open();
    for (let from = 0; from < 2_400; from += 200) await write(index, range(from, from + 200));
    await write(index, range(0, 50), 2);
    await index.apply({ from: 2_450, to: 2_451, upserts: [], deletes: ['n60'] });
    const check = async () => {
      for (const number of [50, 51, 59, 61, 333, 799, 1_200, 1_999, 2_399])
        expect(await find(index, misspell(toWord(number))), String(number)).toContain(`n${number}`);
      for (const number of [0, 7, 49]) {
        expect(await find(index, toWord(number))).not.toContain(`n${number}`);
        expect(await find(index, misspell(makeNote(number, 2).body))).toContain(`n${number}`);
      }
      expect(await find(index, toWord(60))).not.toContain('n60');
      expect(await find(index, 'note')).toHaveLength(1_000);
    };
    await check();
    await library.close();
    expect(listTables().length).toBeLessThan(8);
    index = await library.open();
    expect(index.typoState).toBe('ready');
    await check();
    expect(library.logged).toEqual([]);
  });

  it('reads notes again whose words are missing after a crash', async () => {
    await write(await library.open(), range(0, 300));
    await library.close();
    const database = await connect(join(library.folder, LIBRARY));
    for (const table of listTables()) await database.dropTable(table.replace('.lance', ''));
    database.close();
    const index = await library.open();
    for (const number of [0, 150, 299]) expect(await find(index, misspell(toWord(number)))).toContain(`n${number}`);
  });

  it.each(['data', '_versions', '_indices'])('makes damaged segments again: %s', async (part) => {
    const first = await library.open();
    for (const from of [0, 200, 400]) await write(first, range(from, from + 200));
    await library.close();
    let damaged = 0;
    for (const table of listTables()) {
      const path = join(library.folder, LIBRARY, table, part);
      for (const entry of readdirSafely(path)) {
        writeFileSync(entry, 'damaged');
        damaged += 1;
      }
    }
    expect(damaged).toBeGreaterThan(0);
    const index = await library.open();
    await expect
      .poll(
        async () => {
          const found: string[] = await find(index, misspell(toWord(5))).catch(() => []);
          return found.includes('n5');
        },
        { interval: 500 },
      )
      .toBe(true);
    expect([index.records, typeof index.indexId]).toEqual([600, 'string']);
  });

  it('removes an index of an earlier form, so that the service fills a new one', async () => {
    const first = await library.open();
    await write(first, range(0, 10));
    await library.close();
    const database = await connect(join(library.folder, LIBRARY));
    const notes = await database.openTable('notes');
    const state = JSON.stringify({ format: FORMAT - 1, indexId: 'earlier', sequence: 10 });
    await notes.update({ where: "id = ''", values: { version: state } });
    database.close();
    const index = await library.open();
    expect([index.indexId, index.sequence, index.records]).toEqual([null, 0, 0]);
    await write(index, range(0, 10));
    expect(await find(index, toWord(3))).toContain('n3');
  });

  it.each(['newest segment', 'segment with a text index'])(
    'finds runs of characters with one wrong, and short ones as they stand, in the %s',
    async (place) => {
      const index = await library.open();
      const texts = {
        chinese: '今年的旅行计划',
        apart: '旅馆和行李，计算规划',
        half: '旅行，划船，计算',
        japanese: '大きいコンピューターと形態素解析',
        shared: '5㌢、佐々木さん、いすゞ〆切',
        korean: '도서관에서 책을',
        thai: 'กรุงเทพมหานคร',
      };
      const notes = Object.entries(texts).map(([id, body]) => ({ id, version: '1', title: id, body }));
      const others = place === 'newest segment' ? [] : range(0, 400).map((number) => makeNote(number));
      const upserts = [...notes, ...others];
      await index.apply({ from: 0, to: upserts.length, upserts, deletes: [] });
      const found: Record<string, readonly string[]> = {
        chinese: ['旅行计划', '旅行计画', '旅客计划', '骑行计划', '旅行几划', '旅行', '行计划', '划'],
        japanese: ['コンピューター', 'コンピューダー', 'コンピュ一ター', 'ンピュ', '形態素解折', '形能素解析'],
        shared: ['センチ', '佐々木', '佐々本さん', '佐久木さん', 'いすず〆切'],
        korean: ['도서관', '도소관에서'],
        thai: ['กรุงเทพ', 'กรุงเทฟ'],
      };
      for (const [id, queries] of Object.entries(found))
        for (const query of queries) expect(await find(index, query), query).toContain(id);
      for (const query of ['旅行计画', '骑行计划', '旅行计划', '旅客计划', '行计划'])
        expect(await find(index, query), query).toEqual(['chinese']);
      for (const query of ['行旅', '行旅计', '旅客计画', '旅划', '関書', '관도', '佐々本', 'コピー'])
        expect(await find(index, query), query).toEqual([]);
    },
  );

  it('finds notes with all words, of which those beyond sixteen are as they are written', async () => {
    const index = await library.open();
    const words = range(0, 20).map(toWord);
    await index.apply({
      from: 0,
      to: 1,
      upserts: [{ id: 'a', version: '1', title: 'A', body: words.join(' ') }],
      deletes: [],
    });
    expect(await find(index, ...words)).toEqual(['a']);
    expect(await find(index, misspell(words[0] as string), ...words.slice(1))).toEqual(['a']);
    expect(await find(index, ...words.slice(0, 16), 'qwertzuiop')).toEqual([]);
    expect(await find(index, misspell(words[0] as string), ...words.slice(1), 'xyz')).toEqual([]);
    expect(await find(index, ...words.slice(0, 16), misspell(words[16] as string))).toEqual([]);
  });

  it('chooseMerge takes the newest segments until one has twice their rows', () => {
    const choose = (...rows: number[]) => chooseMerge(rows.map((count) => ({ rows: count }))).map((each) => each.rows);
    expect(choose()).toEqual([]);
    expect(choose(400)).toEqual([400]);
    expect(choose(400, 400)).toEqual([400, 400]);
    expect(choose(10_000, 800, 400)).toEqual([400]);
    expect(choose(10_000, 700, 400)).toEqual([700, 400]);
    expect(choose(2_000, 700, 400)).toEqual([2_000, 700, 400]);
  });
});

/** Returns the files of a folder and its subfolders; none when it does not exist. */
function readdirSafely(path: string): string[] {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
