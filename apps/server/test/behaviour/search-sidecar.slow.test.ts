import { type RunningFeed, startSearchFeed } from '@notes/operations';
import { SidecarProcess } from '@notes/tooling/sidecar-process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SearchPage, TestService } from './support.js';

const TIMEOUT_MS = 120_000;
vi.setConfig({ testTimeout: TIMEOUT_MS });
const ANSWERED = { typo: 'answered', meaning: 'off' };

const sidecar = new SidecarProcess();
let api: TestService;
let feed: RunningFeed | undefined;

beforeAll(async () => {
  await sidecar.start();
  api = new TestService([...sidecar.settings, 'search.sidecar.excluded_notebooks=Diary']);
  await api.start();
  const diary = await api.notebook('Diary');
  await api.note({ title: 'Shrubs', body: 'Rhododendron needs acid soil.', tags: ['garden'] });
  await api.note({ title: 'Letter', body: 'My rhododendorn has yellow leaves.', tags: ['garden'] });
  await api.note({ title: 'Market', body: 'They sell rhodedendron.' });
  await api.note({ title: 'Private', body: 'A rhododendorm for her.', notebook_id: diary.notebook_id });
  await api.note({ title: '旅行计划', body: '工厂有很多工人。' });
  await api.note({ title: '京都', body: '中央公園と中央公园里散步，形態素解析、ｺﾝﾋﾟｭｰﾀｰ、佐々木さん。' });
  await api.note({ title: '인공지능', body: '도서관에서 책을 읽었다.' });
  await api.note({ title: 'กรุงเทพ', body: 'บ้านเก่า' });
  await api.createTrashed({ title: 'Gone', body: 'The rhododendrun died.' });
  feed = await startSearchFeed({ library: api.library, onError: (error) => expect.unreachable(String(error)) });
  await vi.waitFor(async () => expect(await readState()).toBe('active'), { timeout: TIMEOUT_MS / 2 });
}, TIMEOUT_MS);
afterAll(async () => {
  await feed?.stop();
  await api?.stop();
  await sidecar.remove();
});

const readState = async () => (await api.show<'getStatus'>('/status')).search_sidecar.state;

interface PageFields {
  readonly cursor?: string;
  readonly limit?: number;
}

const get = (query: string, page: PageFields = {}): Promise<SearchPage> => {
  const fields = Object.entries({ q: query, ...page }).map(([name, value]): [string, string] => [name, `${value}`]);
  return api.show<'searchDocuments'>(`/search?${new URLSearchParams(fields)}`);
};
const post = (query: string, page: PageFields = {}): Promise<SearchPage> => api.search(query, { ...page });

/** Repeats a search until the sidecar answers within the time that the search gives it. */
async function waitForAnswer(search: () => Promise<SearchPage>): Promise<SearchPage> {
  let page = await search();
  const repeat = async () => {
    page = await search();
    return page.channels;
  };
  await expect.poll(repeat, { timeout: TIMEOUT_MS / 2 }).toEqual(ANSWERED);
  return page;
}

const listReasons = ({ results }: SearchPage) =>
  Object.fromEntries(results.map(({ title, matched_by }) => [title, matched_by ?? 'exact']));

describe.each([
  ['GET', get],
  ['POST', post],
])('%s /search with notes-search', (_, search) => {
  it('marks notes with similar words, without those in Trash or in excluded notebooks [SIDECAR-MERGED]', async () => {
    const page = await waitForAnswer(() => search('rhododendron'));
    expect(listReasons(page)).toEqual({ Shrubs: 'exact', Letter: 'typo', Market: 'typo' });
    expect(page.results[0]?.title).toBe('Shrubs');
    const tagged = await waitForAnswer(() => search('rhododendron tag:garden'));
    expect(listReasons(tagged)).toEqual({ Shrubs: 'exact', Letter: 'typo' });
    const exact = await waitForAnswer(() => search('rhododendorm'));
    expect(listReasons(exact)).toMatchObject({ Private: 'exact', Shrubs: 'typo' });
  });

  it.each([
    ['旅行计画', { 旅行计划: 'typo' }],
    ['中央公圆里散步', { 京都: 'typo' }],
    ['形態素解折', { 京都: 'typo' }],
    ['コンピューダー', { 京都: 'typo' }],
    ['ｺﾝﾋﾟｭｰﾀﾞｰ', { 京都: 'typo' }],
    ['佐々本さん', { 京都: 'typo' }],
    ['인공지눙', { 인공지능: 'typo' }],
    ['กรุงเทฟ', { กรุงเทพ: 'typo' }],
    ['旅行计画 工厂', { 旅行计划: 'typo' }],
    ['旅行计画 京都', {}],
    ['旅行计画 -工厂', {}],
    ['工人', { 旅行计划: 'exact' }],
    ['行计划', { 旅行计划: 'exact' }],
    ['人工', {}],
  ])(
    'finds a run of characters with a wrong one, and a short run as it stands: %s [SIDECAR-MERGED]',
    async (query, found) => {
      expect(listReasons(await waitForAnswer(() => search(query)))).toEqual(found);
    },
  );

  it('continues in pages of the first order [SIDECAR-SNAPSHOT]', async () => {
    const whole = await waitForAnswer(() => search('rhododendron'));
    const titles: string[] = [];
    let page = await waitForAnswer(() => search('rhododendron', { limit: 1 }));
    for (;;) {
      expect(page.channels).toEqual(ANSWERED);
      titles.push(...page.results.map(({ title }) => title));
      if (page.next_cursor === null) break;
      page = await search('rhododendron', { limit: 1, cursor: page.next_cursor });
    }
    expect(titles).toEqual(whole.results.map(({ title }) => title));
  });
});

describe('a search while notes-search does not run', () => {
  it('has the exact matches and says that no channel was available, until it runs again [SIDECAR-MERGED]', async () => {
    await sidecar.end('SIGKILL');
    for (const search of [get, post]) {
      const page = await search('rhododendron');
      expect(page.channels).toEqual({ typo: 'unavailable', meaning: 'unavailable' });
      expect(listReasons(page)).toEqual({ Shrubs: 'exact' });
    }
    await sidecar.start();
    const page = await waitForAnswer(() => get('rhododendron'));
    expect(listReasons(page)).toEqual({ Shrubs: 'exact', Letter: 'typo', Market: 'typo' });
  });
});
