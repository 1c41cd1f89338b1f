import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { UNREACHABLE } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

beforeAll(async () => {
  if (!web.isRunning) return;
  const { notebook_id } = await service.ask('createNotebook', { name: 'Long shelf' });
  for (const [title, tag] of [
    ['Walnut', 'nuts/hard'],
    ['Almond', 'nuts'],
    ['Hazel', 'nuts/hard'],
  ] as const)
    await service.note({ title, tags: [tag], notebook_id, body: 'A kernel in a shell.\n' });
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Query' });
const titles = (page: Page) => page.locator('.note-list .note-title').allTextContents();
const dialog = (page: Page) => page.getByRole('dialog');
const searches = (page: Page) => page.getByRole('list', { name: 'Searches' });
const readQuery = async (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('q');

it('a search keeps its query and order in the address, also after a reload and Back [WEB-SEARCH-ADDRESS]', async () => {
  const page = await web.openPage('#/search');
  await box(page).fill('tag:nuts kernel');
  await expect.poll(() => readQuery(page)).toBe('tag:nuts kernel');
  await page.getByLabel('Sort by').selectOption('Title');
  await expect.poll(() => titles(page)).toEqual(['Almond', 'Hazel', 'Walnut']);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Almond', 'Hazel', 'Walnut']);
  expect(await box(page).inputValue()).toBe('tag:nuts kernel');
  await page.locator('.note-list').getByText('Hazel').click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Hazel');
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.locator('main').getByRole('heading', { name: 'Tasks' }).waitFor();
  await page.goBack();
  await page.goBack();
  await expect.poll(() => readQuery(page)).toBe('tag:nuts kernel');
  await expect.poll(() => titles(page)).toEqual(['Almond', 'Hazel', 'Walnut']);
});

it('results of Help come after own notes, unless an order is chosen [WEB-HELP-LAST]', async () => {
  const body = `${'Nothing about it. '.repeat(300)} garden\n`;
  await service.note({ title: 'Own words', body });
  const page = await web.openPage('#/search?q=garden');
  await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(1);
  expect((await titles(page))[0]).toBe('Own words');
  const { results } = await service.ask('searchDocuments', { query: 'garden' });
  expect(results[0]?.title).not.toBe('Own words');
  await page.getByLabel('Sort by').selectOption('Title');
  const byTitle = await service.ask('searchDocuments', { query: 'garden', sort: 'title' });
  await expect.poll(() => titles(page)).toEqual(byTitle.results.map(({ title }) => title));
});

it('the query box completes fields, tags and notebooks by keyboard [WEB-SEARCH-COMPLETE]', async () => {
  const page = await web.openPage('#/search');
  const options = () => page.locator('.query-box [role=option]').allTextContents();
  await page.getByRole('list', { name: 'Tags' }).getByText('nuts', { exact: true }).waitFor();
  await box(page).click();
  await page.keyboard.type('noteb');
  await expect.poll(options).toEqual(['notebook:']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => box(page).inputValue()).toBe('notebook:');
  await page.keyboard.type('long');
  await expect.poll(options).toEqual(['"Long shelf"']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => box(page).inputValue()).toBe('notebook:"Long shelf"');
  await page.keyboard.type(' -tag:nuts/');
  await expect.poll(options).toEqual(['nuts/hard']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => titles(page)).toEqual(['Almond']);
  // The first Escape closes the suggestions and keeps what was typed.
  await page.keyboard.type(' is:or');
  await expect.poll(options).toEqual(['orphan']);
  await page.keyboard.press('Escape');
  await expect.poll(options).toEqual([]);
  expect(await box(page).inputValue()).toBe('notebook:"Long shelf" -tag:nuts/hard is:or');
});

it('a query is explained in words below its box, and says when a word is probably a misspelt field [WEB-SEARCH-EXPLAINED]', async () => {
  const page = await web.openPage('#/search');
  const explanation = page.locator('.query-panel .explained');
  await box(page).fill('tag:nuts -(walnut OR title:hazel)');
  await expect
    .poll(() => explanation.textContent())
    .toMatch(/^Notes that .*not contain “walnut”.*have the tag “nuts” or one below it\.$/);
  const about = (await box(page).getAttribute('aria-describedby')) as string;
  expect(await page.locator(`[id="${about}"]`).textContent()).toBe(await explanation.textContent());
  await box(page).fill('tags:nuts');
  await page.locator('.query-warning', { hasText: 'tag' }).waitFor();
});

it('a search without results names the part to leave out, and runs without it [WEB-SEARCH-NOTHING]', async () => {
  const page = await web.openPage('#/search?q=kernel+tag%3Anuts+-title%3Aalmond+-title%3Ahazel+-title%3Awalnut');
  await page.getByText('No matching notes.').waitFor();
  await page.getByText(/^There are matches without /).waitFor();
  await page.getByRole('link', { name: 'Search without it' }).click();
  await expect.poll(() => titles(page)).toHaveLength(1);
  await expect.poll(() => box(page).inputValue()).not.toMatch(/title:.*title:.*title:/);
});

it('a search is saved in the sidebar under a name, replaced after the old query was shown, and removed with undo [WEB-SAVED-SEARCH]', async () => {
  const page = await web.openPage('#/search?q=tag%3Anuts');
  const save = async (name: string, button: string) => {
    await page.getByRole('button', { name: 'Save search…' }).click();
    await dialog(page).getByLabel('Name').fill(name);
    await dialog(page).getByRole('button', { name: button, exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
  };
  await save('Nuts', 'Save');
  await searches(page).getByRole('link', { name: 'Nuts' }).waitFor();
  await box(page).fill('tag:nuts/hard');
  await expect.poll(() => readQuery(page)).toBe('tag:nuts/hard');
  await page.getByRole('button', { name: 'Save search…' }).click();
  await dialog(page).getByLabel('Name').fill('Nuts');
  await dialog(page).getByText('This replaces the saved search with this name: tag:nuts').waitFor();
  await page.keyboard.press('Escape');
  await save('Nuts', 'Replace');
  await page.getByRole('link', { name: 'All notes', exact: true }).click();
  await searches(page).getByRole('link', { name: 'Nuts' }).click();
  await expect.poll(() => box(page).inputValue()).toBe('tag:nuts/hard');
  await expect.poll(async () => (await titles(page)).sort()).toEqual(['Hazel', 'Walnut']);
  await page.getByRole('button', { name: 'Remove “Nuts”' }).click();
  await searches(page).getByRole('link', { name: 'Nuts' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await searches(page).getByRole('link', { name: 'Nuts' }).waitFor();
  const stored = await service.ask('listSearchNotebooks', {});
  expect(stored.search_notebooks.filter(({ name }) => name === 'Nuts').map(({ query }) => query)).toEqual([
    'tag:nuts/hard',
  ]);
});

it('a saved search keeps its place in the order when it is replaced, and one of both queries when that fails midway [WEB-SAVED-SEARCH]', async () => {
  for (const name of ['Alpha', 'Beta']) await service.ask('createSearchNotebook', { name, query: `tag:${name}` });
  const page = await web.openPage('#/search?q=shell');
  const replaceBeta = async () => {
    await page.getByRole('button', { name: 'Save search…' }).click();
    await dialog(page).getByLabel('Name').fill('Beta');
    await dialog(page).getByRole('button', { name: 'Replace', exact: true }).click();
  };
  const listNames = async () =>
    (await searches(page).locator('.tree-label').allTextContents()).filter((name) =>
      /^(Alpha|Beta|Repl.*)$/.test(name),
    );
  await searches(page).getByRole('link', { name: 'Beta' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(listNames).toEqual(['Beta', 'Alpha']);
  await replaceBeta();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove “Beta”' }).waitFor();
  await expect.poll(listNames).toEqual(['Beta', 'Alpha']);
  await web.goTo(page, '#/search?q=kernel');
  let isDeleted = false;
  await page.route('**/api/v1/search-notebooks{,/*}', (route) => {
    const method = route.request().method();
    isDeleted ||= method === 'DELETE';
    return isDeleted && method === 'POST' ? route.abort() : route.continue();
  });
  web.watch.expect(UNREACHABLE);
  await replaceBeta();
  await dialog(page).getByText('the service is not responding').waitFor();
  const queries = (await service.ask('listSearchNotebooks', {})).search_notebooks.map(({ query }) => query);
  expect(isDeleted).toBe(true);
  expect(queries.filter((query) => ['shell', 'kernel'].includes(query))).toEqual(['kernel']);
});

it('a removed search is never restored without its icon because the service does not answer [WEB-SAVED-SEARCH]', async () => {
  await service.ask('createSearchNotebook', { name: 'Shells', query: 'tag:nuts shell', icon_emoji: '🐚' });
  const page = await web.openPage('#/search?q=tag%3Anuts+shell');
  await page.getByRole('button', { name: 'Remove “Shells”' }).click();
  await searches(page).getByRole('link', { name: 'Shells' }).waitFor({ state: 'detached' });
  let isRefused = false;
  await page.route('**/api/v1/search-notebooks', (route) => {
    if (isRefused || route.request().method() !== 'POST') return route.continue();
    isRefused = true;
    return route.abort();
  });
  web.watch.expect(UNREACHABLE);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('the service is not responding').waitFor();
  expect((await service.ask('listSearchNotebooks', {})).search_notebooks.map(({ name }) => name)).not.toContain(
    'Shells',
  );
});

it('Enter after a search was saved does not remove it [WEB-SAVED-SEARCH]', async () => {
  const page = await web.openPage('#/search?q=tag%3Anuts+kernel');
  await page.getByRole('button', { name: 'Save search…' }).click();
  await dialog(page).getByLabel('Name').fill('Kernels');
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove “Kernels”' }).waitFor();
  await expect.poll(() => box(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await web.watch.waitUntilIdle();
  await page.getByRole('button', { name: 'Remove “Kernels”' }).waitFor();
  await searches(page).getByRole('link', { name: 'Kernels' }).waitFor();
});

it('a tag of the sidebar lists its notes and those of its child tags, and the page of tags counts both [WEB-TAG-TREE]', async () => {
  const page = await web.openPage('#/');
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'nuts', exact: true }).click();
  await expect.poll(async () => (await titles(page)).sort()).toEqual(['Almond', 'Hazel', 'Walnut']);
  await page.getByRole('link', { name: 'All tags' }).click();
  const cells = page.locator('main tbody tr').filter({ hasText: /nuts|hard/ });
  await expect.poll(() => cells.count()).toBe(2);
  expect(await cells.first().locator('td').nth(1).textContent()).toBe('1');
  await page.locator('main').getByRole('link', { name: 'nuts/hard' }).click();
  await expect.poll(async () => (await titles(page)).sort()).toEqual(['Hazel', 'Walnut']);
});

it('renaming a tag warns of saved searches that would find less, and merges into an existing tag [WEB-TAG-MERGE]', async () => {
  await service.note({ title: 'Peanut', tags: ['legume', 'snack'] });
  await service.note({ title: 'Lentil', tags: ['legume'] });
  await service.note({ title: 'Crisps', tags: ['snack'] });
  await service.ask('createSearchNotebook', { name: 'All snacks', query: 'tag:snack' });
  const page = await web.openPage('#/tags');
  await page.getByRole('button', { name: 'Rename snack', exact: true }).click();
  await dialog(page).getByLabel('New name').fill('legume');
  await dialog(page).getByRole('button', { name: 'Preview changes' }).click();
  const cells = dialog(page).locator('tbody td');
  await expect.poll(() => cells.allTextContents()).toEqual(['snack', 'legume', 'merge', '2', '1']);
  await dialog(page).getByRole('link', { name: 'All snacks' }).waitFor();
  await dialog(page).getByRole('button', { name: 'Apply changes' }).click();
  await dialog(page).getByText('Changed 1 tag on 2 notes.').waitFor();
  const { tags } = await service.ask('listTags', {});
  expect(tags.filter(({ name }) => ['legume', 'snack'].includes(name)).map(({ note_count }) => note_count)).toEqual([
    3,
  ]);
  await dialog(page).getByRole('link', { name: 'All snacks' }).click();
  await expect.poll(() => box(page).inputValue()).toBe('tag:snack');
  await expect.poll(() => dialog(page).count()).toBe(0);
});

it('an address typed with question marks in its query keeps the query whole [WEB-SEARCH-ADDRESS]', async () => {
  const page = await web.openPage('#/search?q=kernel?%20-almond?');
  expect(await box(page).inputValue()).toBe('kernel? -almond?');
  await expect.poll(async () => (await titles(page)).sort()).toEqual(['Hazel', 'Walnut']);
});
