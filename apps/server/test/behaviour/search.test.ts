import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefused, type Notebook, type Page, SEED, type SearchPage, useService } from './support.js';

const api = useService();
let garden: Notebook;

/** Returns the sorted titles of the results of a query, without the Help notes. */
const findTitles = async (query: string) => {
  const { results } = await api.search(query, { limit: 100 });
  const own = results.filter(({ notebook_id }) => notebook_id !== 'nb_help');
  return own.map(({ title }) => title).sort();
};

beforeAll(async () => {
  garden = await api.notebook('Garden');
  const beds = await api.notebook('Rose beds', garden.notebook_id);
  await api.note({ title: 'Crème brûlée', body: 'Caramel on top, dark chocolate below.', tags: ['dessert/french'] });
  await api.note({ title: 'Chocolate', body: 'Dark and bitter. Caramelised.', tags: ['dessert', 'desserts'] });
  await api.note({ title: 'Roses', body: 'Prune in spring.', notebook_id: beds.notebook_id });
  await api.note({
    title: 'Hedge',
    body: 'Trim in autumn, not in spring.',
    notebook_id: garden.notebook_id,
    tags: ['chore'],
  });
  await api.note({ title: '日記', body: '今日は東京都に行きました。' });
  await api.createTrashed({ title: 'Old roses', body: 'Prune never.' });
});

describe('a search query', () => {
  it.each([
    ['chocolate', ['Chocolate', 'Crème brûlée']],
    ['CHOCOLATE caramel', ['Crème brûlée']],
    ['creme BRULEE', ['Crème brûlée']],
    ['"dark chocolate"', ['Crème brûlée']],
    ['"chocolate dark"', []],
    ['caramel*', ['Chocolate', 'Crème brûlée']],
    ['roses OR hedge', ['Hedge', 'Roses']],
    ['spring -trim', ['Roses']],
    ['(prune OR trim) spring', ['Hedge', 'Roses']],
    ['title:chocolate', ['Chocolate']],
    ['body:chocolate', ['Crème brûlée']],
    ['東京', ['日記']],
    ['京都', ['日記']],
    ['東都', []],
    ['https://example.org', []],
  ])('%j finds notes by words [S-WORDS]', async (query, titles) => {
    expect(await findTitles(query)).toEqual(titles);
  });

  it.each([
    ['tag:dessert', ['Chocolate', 'Crème brûlée']],
    ['tag:DESSERT/French', ['Crème brûlée']],
    ['tag:dess', []],
    ['tag:none title:roses', ['Roses']],
    ['is:tagged -tag:dessert', ['Hedge']],
    ['notebook:garden', ['Hedge', 'Roses']],
    ['category:"Garden/rose beds"', ['Roses']],
    ['notebook:"rose beds"', ['Roses']],
    ['is:readonly', []],
    ['notebook:nb_notes', ['Chocolate', 'Crème brûlée', '日記']],
    ['created:7d -is:readonly', ['Chocolate', 'Crème brûlée', 'Hedge', 'Roses', '日記']],
    ['updated:<2001', []],
    ['is:imported', []],
    ['-tag:dessert -notebook:garden -is:readonly', ['日記']],
  ])('%j finds notes by fields [S-FIELDS]', async (query, titles) => {
    expect(await findTitles(query)).toEqual(titles);
  });

  it('finds notes in Trash only with is:trashed [S-TRASHED]', async () => {
    expect(await findTitles('prune')).toEqual(['Roses']);
    expect(await findTitles('prune is:trashed')).toEqual(['Old roses']);
    expect(await findTitles('is:trashed')).toEqual(['Old roses']);
  });

  it('that is empty finds all active notes, last changed first [S-EMPTY]', async () => {
    const all = (await api.search('', { limit: 100 })).results;
    const shown = all.map(({ updated_at }) => updated_at);
    expect(shown).toEqual([...shown].sort().reverse());
    const { database_info } = (await api.get('/status')).json<{ database_info: { counts: { documents: number } } }>();
    expect(all).toHaveLength(database_info.counts.documents);
    expect((await api.post('/search', {})).json()).toMatchObject({ truncated: false });
  });

  it('accepts the id of a notebook and the id of a note [S-FIELDS]', async () => {
    const { documents } = (await api.get(`/notebooks/${garden.notebook_id}/notes`)).json<Page>();
    expect(await findTitles(`notebook:${garden.notebook_id}`)).toEqual(['Hedge', 'Roses']);
    expect(await findTitles(`id:${documents[0]?.id}`)).toEqual(['Hedge']);
  });

  it('that is invalid answers 400 with the column [S-BAD]', async () => {
    for (const [query, column] of [
      ['"open', 1],
      ['a (b', 3],
      ['a )', 3],
      ['is:nonsense', 4],
      ['updated:soon', 9],
      ['a OR', 3],
    ] as const) {
      expect(expectRefused(await api.post('/search', { query }), 'validation_failed'), query).toMatch(
        `column ${column}`,
      );
    }
  });

  it('is limited to 4,096 bytes, 256 tokens and 16 levels [S-BOUNDS]', async () => {
    const word = 'é'.repeat(16);
    const nestParentheses = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`;
    const fitting = [
      Array(124).fill(word).join(' '),
      Array(256).fill('a').join(' '),
      nestParentheses(16),
      'x'.repeat(4096),
    ];
    const over = [`${'x'.repeat(4095)}é`, Array(257).fill('a').join(' '), nestParentheses(17)];
    for (const query of fitting) expect((await api.post('/search', { query })).status, query.slice(0, 20)).toBe(200);
    for (const query of over) {
      expectRefused(await api.post('/search', { query }), 'validation_failed');
      expectRefused(await api.get(`/search?${new URLSearchParams({ q: query })}`), 'validation_failed');
    }
  });

  it('is never interpreted as SQLite FTS syntax [S-SAFE]', async () => {
    const piece = fc.constantFrom(
      '"',
      "'",
      '(',
      ')',
      '*',
      '^',
      ':',
      '-',
      '+',
      '\\',
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      'title:',
      'rowid:',
      'tag:',
      'is:trashed',
      '%',
      '_',
      '?',
      ';--',
      '{title}',
      ' ',
      'a',
      'é',
      '漢',
      '😀',
      '\u0001',
      '\n',
      '\u00ad',
    );
    const query = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const answer = await api.post('/search', { query: text, limit: 1 });
        if (answer.status !== 200) expectRefused(answer, 'validation_failed');
      }),
      { seed: SEED, numRuns: samples(80) },
    );
  });
});

describe('a search for a long phrase', () => {
  it('finds the note and does not delay other requests', async () => {
    const words = Array.from({ length: 200 }, (_, index) => `word${index % 7}`).join(' ');
    await api.note({ title: 'Litany', body: `${words} `.repeat(40) });
    const search = findTitles(`"${words}"`);
    const [health] = await Promise.all([api.ask('GET', '/healthz'), search]);
    expect(health.status).toBe(200);
    expect(await search).toEqual(['Litany']);
    expectRefused(
      await api.ask('GET', `/api/v1/search?q=${encodeURIComponent(`"${words} ${words}"`)}`),
      'validation_failed',
    );
  });
});

describe('a search result', () => {
  it('contains the note with its snippet and score [S-HIT]', async () => {
    const [hit] = (await api.search('title:hedge')).results;
    const note = await api.read(hit?.document_id as string);
    const { uri, title, notebook_id, current_revision_id, tags, updated_at } = note;
    const from = { document_id: note.id, uri, title, notebook_id, current_revision_id, tags, updated_at };
    expect(hit).toEqual({ ...from, snippet: note.body, highlights: [], score: expect.any(Number) });
  });

  it('has a snippet of the front matter only when the words match nowhere else [S-HIGHLIGHT]', async () => {
    await api.note({ title: 'Matter', body: '---\nkey: quagga zebroid\n---\nThe quagga is gone.\n' });
    const text = await api.search('quagga', { limit: 1 });
    expect(text.results[0]?.snippet).toBe('The quagga is gone.');
    const matter = await api.search('zebroid', { limit: 1 });
    expect(matter.results[0]?.snippet).toContain('zebroid');
  });

  it('highlights matches as UTF-16 offsets in the snippet [S-HIGHLIGHT]', async () => {
    const filler = '😀 Lorem ipsum dolor sit amet, '.repeat(40);
    await api.note({ title: 'Far', body: `${filler}the Zörgel and the zorgel\n\nmeet ${filler}` });
    const [hit] = (await api.search('zorgel OR meet')).results;
    const { snippet, highlights } = hit as SearchPage['results'][number];
    expect(snippet.length).toBeLessThanOrEqual(200);
    expect(snippet).toMatch(/^….*…$/);
    expect(highlights.map(([start, end]) => snippet.slice(start, end))).toEqual(['Zörgel', 'zorgel', 'meet']);
  });

  it('reflects each write as soon as it is answered [S-FRESH]', async () => {
    const note = await api.note({ title: 'Fresh', body: 'platypus' });
    expect(await findTitles('platypus')).toEqual(['Fresh']);
    const base_revision_id = note.current_revision_id;
    await api.put(`/documents/${note.id}`, { title: 'Fresher', body: 'echidna', base_revision_id });
    expect([await findTitles('platypus'), await findTitles('echidna')]).toEqual([[], ['Fresher']]);
  });
});
