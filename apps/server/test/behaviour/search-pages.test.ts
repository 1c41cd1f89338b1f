import type { Output } from '@notes/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './answer.js';
import { expectRefused, pages, type SearchPage, useService } from './support.js';

const api = useService();

/** Every name of an order that note-query blocks accept. */
const SORTS = ['relevance', 'updated_at', 'created_at', 'title', 'updated', 'created'].flatMap((name) => [
  name,
  `-${name}`,
]);

beforeAll(async () => {
  for (let index = 0; index < 12; index += 1) {
    await api.note({ title: `Note ${index}`, body: `${'wallaby '.repeat(1 + (index % 4))}${'filler '.repeat(index)}` });
  }
  await api.note({ title: 'Wallaby', body: 'The one about it.' });
});

const ids = (found: SearchPage[]) => found.flatMap(({ results }) => results.map(({ document_id }) => document_id));

describe('search results', () => {
  it('are sorted by relevance for a query with words, title matches first [S-SORT]', async () => {
    const { results } = await api.search('wallaby');
    expect(results[0]?.title).toBe('Wallaby');
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect((await api.search('wallaby', { sort: 'relevance' })).results).toEqual(results);
  });

  it('are sorted by change for a query without words, or on request [S-SORT]', async () => {
    const asked = [
      ['wallaby', 'updated'],
      ['-is:readonly', undefined],
      ['-is:readonly', 'relevance'],
    ] as const;
    for (const [query, sort] of asked) {
      const times = (await api.search(query, { sort })).results.map(({ updated_at }) => updated_at);
      expect(times.length).toBeGreaterThan(10);
      expect(times).toEqual([...times].sort().reverse());
    }
    expect((await api.search('wallaby', { sort: 'updated' })).results[0]?.title).toBe('Wallaby');
    expectRefused(await api.post('/search', { query: 'x', sort: 'size' }), 'validation_failed');
  });
});

describe('pages of search results', () => {
  it.each(SORTS)('by %s are complete and without repetition [S-PAGES] [S-SORTS]', async (sort) => {
    const whole = await api.search('wallaby', { limit: 100, sort });
    expect(whole.next_cursor).toBeNull();
    for (const limit of [1, 4, 13]) {
      const found = await pages((cursor) => api.search('wallaby', { limit, sort, ...(cursor && { cursor }) }));
      expect(ids(found)).toEqual(ids([whole]));
      expect(found).toHaveLength(Math.ceil(13 / limit));
    }
  });

  it('by change keep their position when notes are added [S-PAGES]', async () => {
    const before = ids([await api.search('filler', { limit: 100, sort: 'updated' })]);
    const found = await pages(async (cursor) => {
      const page = await api.search('filler', { limit: 3, sort: 'updated', ...(cursor && { cursor }) });
      const added = await api.note({ title: 'Between', body: 'filler' });
      await api.trash(added);
      await api.note({ title: 'Stays', body: 'filler' });
      return page;
    });
    expect(ids(found)).toEqual(before);
  });

  it('by relevance keep their position when notes are added [S-PAGES]', async () => {
    for (let size = 1; size <= 20; size++)
      await api.note({ title: 'Numbat', body: `numbat ${'termite '.repeat(size * 3)}` });
    const before = ids([await api.search('numbat', { limit: 100 })]);
    const found = await pages(async (cursor) => {
      const page = await api.search('numbat', { limit: 3, ...(cursor && { cursor }) });
      for (let size = 1; size <= 5; size++) await api.note({ title: 'Other', body: 'ants '.repeat(size * 40) });
      return page;
    });
    expect(ids(found)).toEqual(before);
  });

  it('have 20 rows by default and at most 100 [S-LIMIT]', async () => {
    await Promise.all(Array.from({ length: 110 }, () => api.note({ title: 'Many', body: 'bandicoot' })));
    expect((await api.search('bandicoot')).results).toHaveLength(20);
    expect((await api.search('bandicoot', { limit: 5_000 })).results).toHaveLength(100);
    expect((await api.get('/search?q=bandicoot&limit=5000')).json<SearchPage>().results).toHaveLength(100);
    for (const limit of [0, -1, 1.5, '5', null, 1e300])
      expectRefused(await api.post('/search', { query: 'x', limit }), 'validation_failed');
    for (const limit of ['0', '-1', '1.5', 'x', ''])
      expectRefused(await api.get(`/search?q=x&limit=${limit}`), 'validation_failed');
  });

  it('have cursors that accept any spelling of their query, in their sort order only [S-CURSOR]', async () => {
    const { next_cursor: cursor } = await api.search('wallaby -tag:x', { limit: 2 });
    const next = ids([await api.search('wallaby -tag:x', { limit: 2, cursor })]);
    for (const query of ['-tag:x wallaby', '  WALLABY   -tag:X', '(wallaby) -tag:x'])
      expect(ids([await api.search(query, { limit: 2, cursor })])).toEqual(next);
    for (const [query, more] of [
      ['wallaby', {}],
      ['wallaby -tag:y', {}],
      ['', {}],
      ['wallaby -tag:x', { sort: 'updated' }],
    ] as const)
      expectRefused(await api.post('/search', { query, cursor, ...more }), 'cursor_invalid');
  });
});

describe('sort orders', () => {
  const titles = async (sort: string) =>
    (await api.search('wallaby', { limit: 100, sort })).results.map(({ title }) => title);

  it('have the names of note-query blocks, and accept former names [S-SORTS]', async () => {
    expect(await titles('updated')).toEqual(await titles('updated_at'));
    expect(await titles('created')).toEqual(await titles('created_at'));
    expect(await titles('-created_at')).toEqual((await titles('created_at')).reverse());
    expect(await titles('title')).toEqual((await titles('-title')).reverse());
    expect((await titles('-title'))[0]).toBe('Wallaby');
    expect(await titles('-updated_at')).toEqual(await titles('updated_at'));
    expect(await titles('-created')).toEqual(await titles('-created_at'));
    for (const sort of SORTS) {
      const block = `query: wallaby\nsort: ${sort}\nlimit: 100`;
      const { rows } = (await api.find<'runNoteQuery'>('/note-queries/run', { block })) as {
        rows: { title: string }[];
      };
      expect(rows.map(({ title }) => title)).toEqual(await titles(sort));
    }
  });
});

describe('a query in the syntax of another program', () => {
  it('returns warnings that name the correct form [S-WARNINGS]', async () => {
    for (const [query, form] of [
      ['wallaby NOT filler', '“-filler”'],
      ['path:Work/Plans', '“notebook:Work/Plans”'],
      ['folder:Work', '“notebook:Work”'],
      ['in:Work', '“notebook:Work”'],
      ['#work', '“tag:work”'],
      ['unknown:x', 'There is no search field “unknown:”'],
    ] as const) {
      const { warnings } = await api.search(query);
      expect(warnings).toEqual([expect.stringContaining(form)]);
      const asGet = await api.get(`/search?${new URLSearchParams({ q: query })}`);
      expect(asGet.json<SearchPage>().warnings).toEqual(warnings);
      expect(await api.find<'runNoteQuery'>('/note-queries/run', { block: `query: ${query}` })).toMatchObject({
        warnings,
      });
      const selection = { target: 'subset_transfer', selection: { query } };
      const plan = await api.find<'planSelection'>('/selection/plan', selection);
      expect(plan.warnings).toContainEqual({ code: 'query_parts_as_words', count: 1 });
    }
    expect(await api.search('wallaby -filler')).not.toHaveProperty('warnings');
  });

  it('finds the intended notes where the meaning is certain [S-WARNINGS]', async () => {
    await api.note({ title: 'Tagged', body: '', tags: ['quokka'] });
    const { results, warnings } = await api.search('tag:#quokka');
    expect([results.map(({ title }) => title), warnings]).toEqual([['Tagged'], undefined]);
    expect(await api.search('has:attachment')).toEqual(await api.search('has:resource'));
  });
});

it('GET /search returns the same as POST /search [S-GET]', async () => {
  const asGet = (query: Record<string, string>) => api.get(`/search?${new URLSearchParams(query)}`);
  const get = (await asGet({ q: 'wallaby', limit: '3' })).json<SearchPage>();
  expect(get).toEqual(await api.search('wallaby', { limit: 3 }));
  const next = await asGet({ q: 'wallaby', limit: '3', cursor: get.next_cursor as string });
  expect(next.json()).toEqual(await api.search('wallaby', { limit: 3, cursor: get.next_cursor }));
  expect((await api.get('/search')).json<SearchPage>().results).toHaveLength(20);
  expectRefused(await asGet({ query: 'wallaby' }), 'validation_failed');
});

describe('saved searches', () => {
  type Saved = Output<'createSearchNotebook'>;
  const list = async () => (await api.get('/search-notebooks')).json<Output<'listSearchNotebooks'>>().search_notebooks;
  const save = (fields: object): Promise<Answer> => api.post('/search-notebooks', fields);

  it('are listed between All notes and Trash [V-LIST] [V-CREATE]', async () => {
    const made = await save({ name: ' Zoo ', query: 'tag:zoo -is:trashed', icon_emoji: '🦘' });
    const saved = made.json<Saved>();
    expect([made.status, saved]).toEqual([
      201,
      {
        search_notebook_id: expect.stringMatching(/^snb_[0-9a-hjkmnp-tv-z]{26}$/),
        name: 'Zoo',
        query: 'tag:zoo -is:trashed',
        icon_emoji: '🦘',
        builtin: false,
      },
    ]);
    const aardvark = (await save({ name: 'Aardvark', query: '' })).json<Saved>();
    const rows = await list();
    expect(rows.map(({ name }) => name)).toEqual(['All notes', 'Aardvark', 'Zoo', 'Trash']);
    expect(rows.slice(1, 3)).toEqual([aardvark, saved]);
    expect([rows[0], rows[3]]).toMatchObject([
      { search_notebook_id: 'snb_all', query: '', builtin: true },
      { search_notebook_id: 'snb_trash', query: 'is:trashed', builtin: true },
    ]);
  });

  it('have unique names, regardless of case [V-NAME]', async () => {
    await save({ name: 'Straße', query: 'a' });
    await api.expectUnchanged(async () => {
      for (const name of ['STRASSE', 'all NOTES', 'trash'])
        expectRefused(await save({ name, query: 'b' }), 'name_conflict');
      for (const name of ['', ' ', 'a\nb', 'x'.repeat(256), undefined])
        expectRefused(await save({ name, query: 'b' }), 'validation_failed');
    });
  });

  it('require a valid query [V-QUERY]', async () => {
    await api.expectUnchanged(async () => {
      for (const query of ['"open', 'is:nonsense', `${'x'.repeat(4097)}`, undefined])
        expectRefused(await save({ name: 'Bad', query }), 'validation_failed');
    });
  });

  it('can be deleted, except the builtin ones [V-DELETE] [V-BUILTIN]', async () => {
    const { search_notebook_id } = (await save({ name: 'Short-lived', query: 'x' })).json<Saved>();
    const answer = await api.delete(`/search-notebooks/${search_notebook_id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await list()).map(({ name }) => name)).not.toContain('Short-lived');
    await api.expectUnchanged(async () => {
      for (const id of [search_notebook_id, 'x', 'nb_notes'])
        expectRefused(await api.delete(`/search-notebooks/${id}`), 'not_found');
      for (const id of ['snb_all', 'snb_trash'])
        expectRefused(await api.delete(`/search-notebooks/${id}`), 'forbidden');
    });
  });
});
