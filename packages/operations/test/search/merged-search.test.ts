import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '@notes/search-engine';
import { MemoryEngine } from '@notes/search-engine/testing';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { afterEach, expect, it, vi } from 'vitest';
import { invoke } from '../../src/index.js';
import { openTestLibrary } from '../support.js';
import { type Hit, makeEngine, openSearchedLibrary, type Page } from './support.js';

const answerWith = (...ids: string[]) => ({
  state: 'answered',
  candidates: ids.map((id, index) => ({ id, score: 1 / (index + 1) })),
});
const describeHits = ({ results }: Page) => results.map(({ title, matched_by }) => [title, matched_by]);
const ready = { typo: 'answered', meaning: 'answered' };

afterEach(() => {
  vi.useRealTimers();
});

it('marks notes found by similar words and by meaning, behind exact matches [SIDECAR-MERGED]', async () => {
  const engine = new MemoryEngine({ synonyms: [['car', 'vehicle']] });
  const { addNote, feed, search } = await openSearchedLibrary(engine);
  await addNote('Garage', 'the car is here');
  await addNote('Wagon', 'a carr is here');
  await addNote('Tax', 'vehicle');
  await addNote('Bread', 'flour and water');
  await feed(engine);
  const page = await search('car here');
  expect(page.channels).toEqual(ready);
  expect(describeHits(page)[0]).toEqual(['Garage', undefined]);
  const typo = await search('vehicel');
  expect(describeHits(typo)).toContainEqual(['Tax', 'typo']);
  expect(typo.did_you_mean).toEqual(['vehicle']);
  expect(describeHits(await search('car'))).toEqual([
    ['Garage', undefined],
    ['Tax', 'meaning'],
  ]);
  for (const { snippet, highlights } of typo.results.filter(({ matched_by }) => matched_by === 'typo'))
    expect(highlights.map(([start, end]) => snippet.slice(start, end))).toEqual(['vehicle']);
});

it('asks an engine for runs of characters without spaces as words [SIDECAR-MERGED]', async () => {
  const asked: unknown[] = [];
  const engine = makeEngine(({ words }) => asked.push(words) && {});
  const { search } = await openSearchedLibrary(engine);
  for (const query of ['旅行计画 -工厂', 'iPhone手机教程 ｺﾝﾋﾟｭｰﾀｰ', '人 工 "old words"', '旅行 计划书*'])
    await search(query);
  expect(asked.filter((_, index) => index % 2 === 0)).toEqual([
    ['旅行计画'],
    ['iphone', '手机教程', 'コンピューター'],
    ['old', 'words', '人', '工'],
    ['旅行', '计划'],
  ]);
});

it.each([
  ['旅行计画', [['旅行计划', 'typo']]],
  ['中央公圆里散步', [['中央公园里散步', 'typo']]],
  ['人工', []],
])(
  'finds a run of four characters or more with one wrong, and a shorter one as it stands: %s [SIDECAR-MERGED]',
  async (query, found) => {
    const engine = new MemoryEngine({ hasMeaning: false });
    const { addNote, feed, search } = await openSearchedLibrary(engine);
    await addNote('旅行计划', '工厂有很多工人');
    await addNote('中央公园里散步');
    await feed(engine);
    expect(describeHits(await search(query))).toEqual(found);
  },
);

it('checks conditions, Trash and negated words of what an engine proposes, and ignores unknown and repeated ids [SIDECAR-MERGED]', async () => {
  const ids: string[] = [];
  const engine = makeEngine(() => ({
    typo: answerWith('document_unknown', ...ids, ...ids),
    meaning: answerWith(...ids.toReversed(), ...ids),
  }));
  const { addNote, call, search } = await openSearchedLibrary(engine);
  ids.push(await addNote('Kept', 'faded words', ['home']));
  ids.push(await addNote('Untagged', 'faded words'));
  ids.push(await addNote('Excluded', 'faded words and rain', ['home']));
  ids.push(await addNote('Trashed', 'faded words', ['home']));
  const { current_revision_id } = await call('getDocument', { document_id: ids[3] });
  await call('trashDocument', { document_id: ids[3], base_revision_id: current_revision_id });
  expect(describeHits(await search('zeppelin tag:home -rain'))).toEqual([['Kept', 'typo']]);
  expect(describeHits(await search('zeppelin "faded words" tag:home -rain'))).toEqual([['Kept', 'typo']]);
  expect(describeHits(await search('zeppelin "words faded"'))).toEqual([]);
  expect(describeHits(await search('zeppelin title:kept'))).toEqual([['Kept', 'typo']]);
  expect(describeHits(await search('faded words'))).toHaveLength(3);
  expect((await search('faded words')).results.every((hit: Hit) => hit.matched_by === undefined)).toBe(true);
});

it.each(['tag:home', '', '"old words"', 'title:kept', '-old', 'old*'])(
  'asks no engine for %j, which has no plain word [SIDECAR-MERGED]',
  async (query) => {
    const engine = new MemoryEngine();
    const { addNote, search } = await openSearchedLibrary(engine);
    await addNote('Kept', 'old words', ['home']);
    expect(await search(query)).not.toHaveProperty('channels');
    expect(engine.calls).not.toContain('candidates');
  },
);

it('asks no engine for exact matches and other orders [SIDECAR-MERGED]', async () => {
  const engine = new MemoryEngine();
  const { search } = await openSearchedLibrary(engine);
  expect(await search('words', { exact: true })).not.toHaveProperty('channels');
  expect(await search('words', { sort: 'updated_at' })).not.toHaveProperty('channels');
  expect(engine.calls).toEqual([]);
});

it.each([
  ['a refused key', () => Promise.reject(new EngineError('refused', 'The key is wrong')), 'unavailable'],
  ['an error', () => Promise.reject(new EngineError('failed', 'It failed')), 'failed'],
  ['an error of the adapter', () => Promise.reject(new TypeError('A bug')), 'failed'],
  ['no object', () => null, 'failed'],
  ['an empty object', () => ({}), 'failed'],
  ['no list', () => ({ typo: { state: 'answered' }, meaning: { state: 'answered', candidates: 7 } }), 'failed'],
  ['an unfinished index', () => ({ typo: { state: 'building' }, meaning: { state: 'building' } }), 'building'],
])('finds what the built-in index finds when the engine answers with %s [SIDECAR-MERGED]', async (_, answer, state) => {
  const { addNote, search } = await openSearchedLibrary(makeEngine(answer));
  await addNote('Wound care', 'receive the bandage');
  const page = await search('recieve');
  expect(page.channels).toEqual({ typo: state, meaning: state });
  expect(describeHits(page)).toEqual([['Wound care', 'typo']]);
  expect(page.did_you_mean).toEqual(['receive']);
  expect(describeHits(await search('bandage'))).toEqual([['Wound care', undefined]]);
});

it.each(['typo', 'meaning'] as const)(
  'uses the channel %s alone when the other does not work [SIDECAR-MERGED]',
  async (channel) => {
    const ids: string[] = [];
    const engine = makeEngine(() => ({ [channel]: answerWith(...ids, 5 as never, null as never) }));
    const { addNote, search } = await openSearchedLibrary(engine);
    ids.push(await addNote('Note', 'words'));
    const page = await search('zeppelin');
    expect(describeHits(page)).toEqual([['Note', channel]]);
    expect(page.channels).toEqual({ typo: 'failed', meaning: 'failed', [channel]: 'answered' });
  },
);

it('uses the channel that answers while the other one is late [SIDECAR-MERGED]', async () => {
  const ids: string[] = [];
  const engine = makeEngine(({ channels }) =>
    channels.includes('meaning') ? new Promise(() => {}) : { typo: answerWith(...ids) },
  );
  const { addNote, search } = await openSearchedLibrary(engine);
  ids.push(await addNote('Note', 'words'));
  for (let round = 0; round < 2; round += 1) {
    const page = await search('zeppelin');
    expect(page.channels).toEqual({ typo: 'answered', meaning: 'late' });
    expect(describeHits(page)).toEqual([['Note', 'typo']]);
  }
});

it('waits three times for a late engine, and asks it again in the background [SIDECAR-MERGED]', async () => {
  const engine = new MemoryEngine();
  const { addNote, feed, search } = await openSearchedLibrary(engine);
  await addNote('Note', 'words');
  await feed(engine);
  expect((await search('words')).channels).toEqual(ready);
  const release = engine.hold();
  for (let round = 0; round < 3; round += 1)
    expect((await search('words')).channels).toEqual({ typo: 'late', meaning: 'late' });
  const asked = engine.calls.length;
  expect((await search('words')).channels).toEqual({ typo: 'late', meaning: 'late' });
  expect(engine.calls).toHaveLength(asked);
  release();
  await vi.waitFor(async () => expect((await search('words')).channels).toEqual(ready), {
    timeout: 20_000,
    interval: 100,
  });
});

it('asks a late engine again without another search [SIDECAR-MERGED]', TIMING_OPTIONS, async () => {
  const engine = new MemoryEngine();
  const { addNote, feed, search } = await openSearchedLibrary(engine);
  await addNote('Note', 'words');
  await feed(engine);
  const release = engine.hold();
  for (let round = 0; round < 3; round += 1) await search('words');
  release();
  await sleep(3_000);
  expect((await search('words')).channels).toEqual(ready);
});

it('asks an engine again after one late answer [SIDECAR-MERGED]', async () => {
  const engine = new MemoryEngine();
  const { addNote, feed, search } = await openSearchedLibrary(engine);
  await addNote('Note', 'words');
  await feed(engine);
  const release = engine.hold();
  expect((await search('words')).channels).toEqual({ typo: 'late', meaning: 'late' });
  release();
  expect((await search('words')).channels).toEqual(ready);
});

it('lets questions leave before the built-in search keeps the thread [SIDECAR-MERGED]', async () => {
  const order: string[] = [];
  // A request of Node is written to its connection after the code that made it.
  const engine = makeEngine(async () => {
    await new Promise<void>((resolve) => process.nextTick(resolve));
    order.push('question');
    return {};
  });
  const { library, search } = await openSearchedLibrary(engine);
  const read = library.store.read.bind(library.store);
  vi.spyOn(library.store, 'read').mockImplementation((work) => {
    order.push('read');
    return read(work);
  });
  await search('words');
  expect(order.slice(0, 3)).toEqual(['question', 'question', 'read']);
});

async function readAll(search: (cursor: string | undefined) => Promise<Page>, between?: () => Promise<unknown>) {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const page = await search(cursor);
    pages.push(page);
    if (pages.length === 1) await between?.();
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

it('keeps the order for all pages, without notes trashed since [SIDECAR-SNAPSHOT]', async () => {
  const ids: string[] = [];
  const engine = makeEngine(() => ({ typo: answerWith(...ids.slice(12)), meaning: answerWith() }));
  const { addNote, call, search, library } = await openSearchedLibrary(engine);
  for (let index = 0; index < 20; index += 1) ids.push(await addNote(`Note ${index}`, index < 12 ? 'kelp' : 'weed'));
  const whole = (await search('kelp', { limit: 100 })).results.map(({ document_id }) => document_id);
  expect(whole).toHaveLength(20);
  const gone = whole[7] as string;
  const pages = await readAll(
    (cursor) => search('kelp', { limit: 6, ...(cursor !== undefined && { cursor }) }),
    async () => {
      await addNote('Kelp kelp', 'kelp kelp kelp');
      const { current_revision_id } = await call('getDocument', { document_id: gone });
      await call('trashDocument', { document_id: gone, base_revision_id: current_revision_id });
    },
  );
  const listed = pages.map(({ results }) => results.map(({ document_id }) => document_id));
  expect(listed.map((page) => page.length)).toEqual([6, 5, 6, 2]);
  expect(listed.flat()).toEqual(whole.filter((id) => id !== gone));
  expect(pages.every(({ truncated, channels }) => !truncated && channels !== undefined)).toBe(true);
  expect(readdirSync(library.store.paths.tmp).some((name) => name.startsWith('search-'))).toBe(true);
});

it('refuses the cursor of an expired snapshot, of another query and of exact matches; other processes have it [SIDECAR-SNAPSHOT]', async () => {
  const { addNote, context, library, search } = await openSearchedLibrary(
    makeEngine(() => ({ typo: answerWith(), meaning: answerWith() })),
  );
  for (let index = 0; index < 3; index += 1) await addNote(`Note ${index}`, 'kelp weed');
  const { next_cursor, results } = await search('kelp', { limit: 2 });
  const cursor = next_cursor as string;
  const other = await openTestLibrary(library.store.paths.dataDir);
  const rest = await other.call('searchDocuments', { query: 'kelp', limit: 2, cursor });
  expect(rest.results).toHaveLength(1);
  expect(results.map(({ document_id }) => document_id)).not.toContain(rest.results[0]?.document_id);
  const refused = { code: 'cursor_invalid' };
  await expect(search('weed', { limit: 2, cursor })).rejects.toMatchObject(refused);
  await expect(search('kelp', { limit: 2, cursor, exact: true })).rejects.toMatchObject(refused);
  const later = { ...context, now: () => Date.now() + 600_001 };
  await expect(invoke('searchDocuments', later, { query: 'kelp', cursor })).rejects.toMatchObject({
    ...refused,
    message: 'The search is older than ten minutes, or no longer kept. Search again',
  });
});

it('keeps the order of a search for its cursors while a hundred others are searched in pages [SIDECAR-SNAPSHOT]', async () => {
  const { addNote, search } = await openSearchedLibrary(
    makeEngine(() => ({ typo: answerWith(), meaning: answerWith() })),
  );
  for (let index = 0; index < 3; index += 1) await addNote(`Note ${index}`, 'kelp weed');
  const { next_cursor } = await search('kelp', { limit: 2 });
  for (let round = 0; round < 100; round += 1) await search('weed', { limit: 2 });
  expect((await search('kelp', { limit: 2, cursor: next_cursor as string })).results).toHaveLength(1);
});

it('lists at most 1,000 notes and says that there may be more [SIDECAR-SNAPSHOT]', async () => {
  const { addNote, search } = await openSearchedLibrary(
    makeEngine(() => ({ typo: answerWith('document_unknown'), meaning: answerWith() })),
  );
  for (let index = 0; index < 1_010; index += 1) await addNote(`Note ${index}`, 'kelp');
  const pages = await readAll((cursor) => search('kelp', { limit: 100, ...(cursor !== undefined && { cursor }) }));
  const ids = pages.flatMap(({ results }) => results.map(({ document_id }) => document_id));
  expect(new Set(ids).size).toBe(1_000);
  expect(pages.every(({ truncated }) => truncated)).toBe(true);
});

it.each([true, false])(
  'says that more notes have similar words than a page holds, with an engine: %s [S-TYPO]',
  async (isUp) => {
    const answer = { typo: answerWith(), meaning: answerWith() };
    const { addNote, search } = await openSearchedLibrary(makeEngine(() => (isUp ? answer : null)));
    for (let index = 0; index < 101; index += 1) await addNote(`Note ${index}`, 'kelpfish');
    const all = await search('kelpfihs', { limit: 100 });
    expect(all).toMatchObject({ truncated: true, next_cursor: null, did_you_mean: ['kelpfish'] });
    expect(all.results).toHaveLength(100);
    await addNote('Other', 'seaweed');
    expect(await search('seawede')).toMatchObject({ truncated: false, did_you_mean: ['seaweed'] });
  },
);
