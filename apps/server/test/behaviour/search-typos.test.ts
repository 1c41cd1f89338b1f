import { beforeAll, describe, expect, it } from 'vitest';
import { type SearchPage, useService } from './support.js';

const api = useService();

beforeAll(async () => {
  await api.note({ title: 'Wound care', body: 'Receive the bandage, then clean the wound.', tags: ['health'] });
  await api.note({ title: 'Letters', body: 'Receive a letter. Form and from are words. Antidisestablishmentarian.' });
  await api.note({ title: 'Тетрадь', body: 'привет мир' });
  await api.note({ title: 'Advice', body: 'For better health.' });
  await api.note({ title: 'Werkstatt', body: 'Die Fahrradreparatur dauert zwei Tage.' });
  await api.note({ title: 'Umzug', body: 'Wohnungsübergaben sind am Freitag.' });
  await api.note({ title: 'Trip', body: 'A back pack and a lunchbox.' });
  await api.note({ title: '信', body: '水管从上个月开始漏水。气换扇坏了，请理修。' });
  await api.note({ title: '空', body: '换气' });
  await api.note({ title: 'Weather', body: 'rain that fell on a long walk, and a rain coat' });
  await api.note({ title: 'Back pack list', body: 'socks' });
  await api.note({ title: '气空换', body: '' });
  await api.createTrashed({ title: 'Old', body: 'zanzibar' });
});

const search = (query: string, options: object = {}): Promise<SearchPage> =>
  api.search(query, { limit: 10, ...options });
const findTitles = async (query: string, options?: object) =>
  (await search(query, options)).results.map(({ title }) => title).sort();

describe('a query without an exact match', () => {
  it.each([
    ['recieve bandage', 'receive bandage', ['Wound care']],
    ['recieve', 'receive', ['Letters', 'Wound care']],
    ['bandge wuond', 'bandage wound', ['Wound care']],
    ['antidisestablishmintariam', 'antidisestablishmentarian', ['Letters']],
    ['title:lettrs', 'title:letters', ['Letters']],
    ['tag:health recieve', 'tag:health receive', ['Wound care']],
    ['recieve -letter', 'receive -letter', ['Wound care']],
    ['recieve -recieve', 'receive -recieve', ['Letters', 'Wound care']],
    ['helth OR tag:helth', 'health OR tag:helth', ['Advice']],
    ['превет', 'привет', ['Тетрадь']],
  ])('%j finds notes with similar words, each marked [S-TYPO]', async (query, meant, titles) => {
    const page = await search(query);
    expect(page.results.map(({ title }) => title).sort()).toEqual(titles);
    expect(page.did_you_mean).toEqual([meant]);
    expect(new Set(page.results.map(({ matched_by }) => matched_by))).toEqual(new Set(['typo']));
    expect(page.next_cursor).toBeNull();
    expect(await findTitles(meant)).toEqual(titles);
  });

  it.each([
    ['fahrrad reparatur', 'fahrradreparatur*', ['Werkstatt']],
    ['reparatur fahrrad', 'fahrradreparatur*', ['Werkstatt']],
    ['wohnung übergabe', 'wohnungsubergabe*', ['Umzug']],
    ['backpack lunchbox', '"back pack" lunchbox', ['Trip']],
    ['水管漏水', '水管 漏水', ['信']],
    ['换气扇修理', '换 气 扇 修 理', ['信']],
  ])('%j finds notes that write its words together or apart, each marked [S-TYPO]', async (query, meant, titles) => {
    const page = await search(query);
    expect(page.results.map(({ title }) => title)).toEqual(titles);
    expect(page.did_you_mean).toEqual([meant]);
    expect(new Set(page.results.map(({ matched_by }) => matched_by))).toEqual(new Set(['typo']));
    expect(await findTitles(meant)).toEqual(titles);
  });

  it.each([
    ['"raincoat"', '"rain coat"', ['Weather']],
    ['title:"backpack"', 'title:"back pack"', ['Back pack list']],
    ['title:backpack', 'title:"back pack"', ['Back pack list']],
    ['("raincoat" OR absent) -absent', '("rain coat" OR absent) -absent', ['Weather']],
    ['absent OR title:backpack', 'absent OR title:"back pack"', ['Back pack list']],
    ['title:换空气', 'title:换 title:空 title:气', ['气空换']],
    ['woun title:woun', 'title:woun* woun*', ['Wound care']],
  ])('%j suggests a query that searches what it searched [S-TYPO]', async (query, meant, titles) => {
    const page = await search(query);
    expect(page.results.map(({ title }) => title).sort()).toEqual(titles);
    expect(page.did_you_mean).toContain(meant);
    expect(await findTitles(meant, { exact: true })).toEqual(titles);
  });

  it('suggests queries that together find all similar words, most results first [S-TYPO]', async () => {
    for (const body of ['my winter quoat', 'the quat sat', 'a quart of hay', 'a rain quoat'])
      await api.note({ title: 'Similar', body });
    const page = await search('quaat');
    expect(page.results).toHaveLength(4);
    const { did_you_mean = [] } = page;
    expect(did_you_mean[0]).toBe('quoat');
    expect(did_you_mean.toSorted()).toEqual(['quart', 'quat', 'quoat']);
    const found = await Promise.all(did_you_mean.map((meant) => search(meant, { exact: true })));
    const ids = (pages: SearchPage[]) =>
      pages.flatMap(({ results }) => results.map(({ document_id }) => document_id)).sort();
    expect(ids(found)).toEqual(ids([page]));
  });

  it.each(['"水管漏水"', '"fahrrad reparatur"', 'fahrrad OR reparatur', '-fahrrad reparatur'])(
    '%j finds nothing, because phrases in quotes and operators stay as they are [S-TYPO]',
    async (query) => {
      expect((await search(query)).results).toEqual([]);
    },
  );

  it.each(['水管从上个目开始', '换气善'])(
    '%j finds nothing without a sidecar, because characters without spaces are not respelt [S-TYPO]',
    async (query) => {
      expect((await search(query)).results).toEqual([]);
    },
  );

  it('corrects a word that was misspelt as another one beside a word that the library does not have [S-TYPO]', async () => {
    await api.note({ title: 'Ball', body: 'quixotic form' });
    const page = await search('quixotik from');
    expect(page.results.map(({ title, matched_by }) => [title, matched_by])).toEqual([['Ball', 'typo']]);
    expect(page.did_you_mean).toEqual(['quixotic form']);
  });

  it('suggests the similar word of the note it found, not the most frequent one [S-TYPO]', async () => {
    for (const title of ['A', 'B']) await api.note({ title, body: 'zebras' });
    await api.note({ title: 'Zoo', body: 'zebra okapi' });
    expect((await search('zebrq okapi')).did_you_mean).toEqual(['zebra okapi']);
  });

  it('finds a word that was misspelt as another word of the library [S-TYPO]', async () => {
    await api.note({ title: 'Shapes', body: 'zanthic form' });
    const page = await search('zanthic from');
    expect(page.results.map(({ title, matched_by }) => [title, matched_by])).toEqual([['Shapes', 'typo']]);
    expect(page.did_you_mean).toEqual(['zanthic form']);
  });

  it.each([
    '"recieve bandage"',
    '-recieve bandge2',
    'tag:helth',
    'zanzibr',
    'wq',
    'recieve tag:absent',
    'is:template bandge',
  ])('%j finds nothing when no similar words are meant, or no other part may change [S-TYPO]', async (query) => {
    const page = await search(query);
    expect(page.results).toEqual([]);
    expect(page).not.toHaveProperty('did_you_mean');
  });

  it('finds nothing when only exact matches are wanted, over POST and GET [S-TYPO]', async () => {
    expect(await findTitles('recieve', { exact: true })).toEqual([]);
    const answer = await fetch(`${api.url}/api/v1/search?q=recieve&exact=true`);
    expect(await answer.json()).toMatchObject({ results: [] });
    const relaxed = await fetch(`${api.url}/api/v1/search?q=recieve`);
    expect(await relaxed.json()).toMatchObject({ did_you_mean: ['receive'] });
  });

  it('highlights the words that were found [S-TYPO]', async () => {
    const [hit] = (await search('bandge')).results;
    expect(hit?.highlights.map(([start, end]) => hit.snippet.slice(start, end))).toEqual(['bandage']);
  });

  it('finds words that begin with its last word [S-PREFIX]', async () => {
    const page = await search('wound banda');
    expect(page.results.map(({ title, matched_by }) => [title, matched_by])).toEqual([['Wound care', 'prefix']]);
    expect(page.did_you_mean).toEqual(['wound banda*']);
  });
});

describe('a query that begins a title', () => {
  it('finds the note beside the exact matches, and only that one is marked [S-PREFIX]', async () => {
    const year = await api.note({ title: 'Jan 16th, 2021', body: 'snow' });
    const inBody = await api.note({ title: 'Diary', body: 'on jan 16 it snowed' });
    const inTitle = await api.note({ title: 'Jan 16', body: '' });
    const page = await search('jan 16');
    expect(page.results.map(({ document_id, matched_by }) => [document_id, matched_by])).toEqual([
      [inTitle.id, undefined],
      [year.id, 'prefix'],
      [inBody.id, undefined],
    ]);
    const ids = async (query: string, options?: object) =>
      (await search(query, options)).results.map(({ document_id }) => document_id);
    const exact = [inTitle.id, inBody.id];
    expect(await ids('jan 16', { exact: true })).toEqual(exact);
    for (const query of ['jan 16 ', '"jan 16"', 'jan 16 -absent', 'jan (16 OR absent)'])
      expect((await ids(query)).sort(), query).toEqual(exact.toSorted());
    expect((await ids('jan 16', { sort: 'updated_at' })).sort()).toEqual(exact.toSorted());
  });

  it('lists every exact match once over all pages [S-PREFIX]', async () => {
    for (let index = 0; index < 9; index += 1) await api.note({ title: `Kelp ${index}`, body: 'kelp sal' });
    for (let index = 0; index < 4; index += 1) await api.note({ title: `Kelp salad ${index}` });
    const seen: string[] = [];
    const marked: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: SearchPage = await search('kelp sal', { limit: 4, ...(cursor !== undefined && { cursor }) });
      expect(page.results.length).toBeLessThanOrEqual(4);
      for (const { title, matched_by } of page.results) (matched_by === undefined ? seen : marked).push(title);
      cursor = page.next_cursor;
    }
    expect(seen.sort()).toEqual(Array.from({ length: 9 }, (_, index) => `Kelp ${index}`));
    expect(marked).toHaveLength(2);
  });
});

it('results of a query with an exact match are not marked, and none with similar words are among them [S-TYPO]', async () => {
  const page = await search('antidisestablishmentarian');
  expect(page.results.map(({ title }) => title)).toEqual(['Letters']);
  expect(page.results[0]).not.toHaveProperty('matched_by');
  expect(page).not.toHaveProperty('did_you_mean');
});
