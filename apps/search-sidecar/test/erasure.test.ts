import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineRecord } from '@notes/search-engine';
import { describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../src/library/library-index.js';
import { LIBRARY, useLibrary } from './opened-library.js';

/** Bound that the documents name. */
const MAX_ERASURE_MS = 60_000;
const NOTES = 600;
/** Word of a note in a segment with a text index, and of one in the newest segment. */
const [EARLY, LATE] = ['zwulgriphantex', 'qopfkernubilost'];

const library = useLibrary();

const makeNote = (id: string, body: string): EngineRecord => ({ id, version: '1', title: `Note ${id}`, body });

async function write(index: LibraryIndex, upserts: readonly EngineRecord[], deletes: readonly string[] = []) {
  const from = index.sequence;
  await index.apply({ from, to: from + 1, upserts, deletes });
}

/** Fills an index with notes, two of which have a word of their own. */
async function fill(index: LibraryIndex): Promise<void> {
  await write(index, [makeNote('early', EARLY)]);
  const others = Array.from({ length: NOTES }, (_, at) => makeNote(`n${at}`, `gardening tomorrow ${at}`));
  await write(index, others.slice(0, 500));
  await write(index, others.slice(500));
  await write(index, [makeNote('late', LATE)]);
}

/** Returns the files that contain a word as it is written. */
const listFilesWith = (word: string): string[] =>
  readdirSync(library.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(word));

async function find(index: LibraryIndex, word: string): Promise<number> {
  const { typo } = await index.candidates({ text: word, words: [word], channels: ['typo'], limit: 1_000 });
  if (typo?.state !== 'answered') throw new Error(`The channel is ${typo?.state}`);
  return typo.candidates.length;
}

const waitForErasure = (words: readonly string[]) =>
  expect.poll(() => words.flatMap(listFilesWith), { timeout: MAX_ERASURE_MS, interval: 250 }).toEqual([]);

describe('texts of removed notes [SIDECAR-ENGINE]', () => {
  it('are in no file soon after the removal, while searches go on', async () => {
    const index = await library.open();
    await fill(index);
    for (const word of [EARLY, LATE]) expect(listFilesWith(word)).not.toEqual([]);
    await write(index, [], ['early', 'late']);
    const searching = setInterval(() => void find(index, 'gardning').then(expectAll, expectAll), 20);
    await waitForErasure([EARLY, LATE]);
    clearInterval(searching);
    expect(await find(index, 'gardning')).toBe(NOTES);
    expect(await find(index, EARLY)).toBe(0);
    expect(library.logged).toEqual([]);
  });

  it('are in no file after the next start when the program ended before', async () => {
    const first = await library.open();
    await fill(first);
    await write(first, [], ['early', 'late']);
    await library.close();
    expect(listFilesWith(EARLY)).not.toEqual([]);
    const index = await library.open();
    await waitForErasure([EARLY, LATE]);
    expect(await find(index, 'tomorow')).toBe(NOTES);
    expect(index.records).toBe(NOTES);
    await library.close();
    expect(await find(await library.open(), 'tomorow')).toBe(NOTES);
    expect(library.logged).toEqual([]);
  });

  it('are in no folder of a damaged index once the new one is filled', async () => {
    const damaged = join(library.folder, `${LIBRARY}.damaged-1`);
    mkdirSync(damaged);
    writeFileSync(join(damaged, 'data'), EARLY);
    const index = await library.open();
    await index.apply({ from: 0, to: 0, upserts: [makeNote('late', LATE)], deletes: [] });
    expect(listFilesWith(EARLY)).not.toEqual([]);
    await index.apply({ from: 0, to: 1, upserts: [], deletes: [] });
    expect(readdirSync(library.folder)).toEqual([LIBRARY]);
  });
});

describe('a list of words that lost some [SIDECAR-ENGINE]', () => {
  const words = () => join(library.folder, LIBRARY, 'typo_words.lance');

  it.each<[string, () => void]>([
    ['all of its files', () => rmSync(words(), { recursive: true })],
    ['its newest version', () => rmSync(join(words(), '_versions', findNewestVersion()))],
  ])('is made again after the loss of %s', async (_, lose) => {
    await fill(await library.open());
    await library.close();
    lose();
    const index = await library.open();
    expect(index.typoState).toBe('ready');
    expect([await find(index, 'gardning'), await find(index, misspell(LATE))]).toEqual([NOTES, 1]);
    expect(library.logged).toEqual(['The list of words is incomplete and is made again']);
    await library.close();
    expect(await find(await library.open(), misspell(LATE))).toBe(1);
    expect(library.logged).toHaveLength(1);
  });

  const misspell = (word: string) => `${word.slice(0, 4)}${word.slice(5)}`;
  /** Names of versions count down from the maximum of 64 bits, or count up. */
  function findNewestVersion(): string {
    const names = readdirSync(join(words(), '_versions')).filter((name) => name.endsWith('.manifest'));
    const [first = '', last = ''] = [names.sort()[0], names.sort().at(-1)];
    return /^\d{20}\./.test(first) ? first : last;
  }
});

describe('a new index [SIDECAR-ENGINE]', () => {
  it('does not answer before the service raised its sequence number', async () => {
    const index = await library.open();
    const query = { text: 'note', words: ['note'], channels: ['typo', 'meaning'], limit: 10 } as const;
    const building = { state: 'building', message: 'The index is new and is being filled' };
    expect([index.typoState, index.problem]).toEqual(['building', building.message]);
    expect(await index.candidates(query)).toMatchObject({ typo: building, meaning: { state: 'off' } });
    await index.apply({ from: 0, to: 0, upserts: [makeNote('a', 'note')], deletes: [] });
    expect(await index.candidates(query)).toMatchObject({ typo: building });
    await index.apply({ from: 0, to: 7, upserts: [], deletes: [] });
    expect([index.typoState, index.problem]).toEqual(['ready', null]);
    expect(await index.candidates(query)).toMatchObject({ typo: { state: 'answered', candidates: [{ id: 'a' }] } });
  });
});

function expectAll(found: unknown): void {
  if (found !== NOTES) library.logged.push(`A search found ${found}`);
}
