import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;
let shelf = '';
let child = '';

const titles = (page: Page) => page.locator('.note-list .note-title').allTextContents();
const row = (page: Page, title: string) => page.locator('.note-list li').filter({ hasText: title }).locator('a');
const menuButton = (page: Page, name: string) =>
  page.locator('.menu:popover-open').getByRole('button', { name, exact: true });
const focusedTitle = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('.note-title')?.textContent ?? '');

beforeAll(async () => {
  if (!web.isRunning) return;
  shelf = (await service.ask('createNotebook', { name: 'Shelf' })).notebook_id;
  child = (await service.ask('createNotebook', { name: 'Inner', parent_notebook_id: shelf })).notebook_id;
  for (const title of ['Bravo', 'Alpha', 'Charlie'])
    await service.note({ title, notebook_id: shelf, body: '> a quotation\n\n- [ ] a task\n' });
  await service.note({ title: 'Deep', notebook_id: child });
});

async function choose(page: Page, option: string): Promise<void> {
  await page.getByRole('button', { name: 'Order and density' }).click();
  await menuButton(page, option).click();
}

it('a list is sorted by the service in the chosen order, which the browser keeps [WEB-LIST-ORDER]', async () => {
  const page = await web.openPage(`#/nb/${shelf}`);
  await expect.poll(() => titles(page)).toEqual(['Charlie', 'Alpha', 'Bravo']);
  for (const [option, expected] of [
    ['Title, A to Z', ['Alpha', 'Bravo', 'Charlie']],
    ['Title, Z to A', ['Charlie', 'Bravo', 'Alpha']],
    ['Oldest first', ['Bravo', 'Alpha', 'Charlie']],
    ['Newest first', ['Charlie', 'Alpha', 'Bravo']],
  ] as const) {
    await choose(page, option);
    await expect.poll(() => titles(page), { message: option }).toEqual(expected);
  }
  await choose(page, 'Title, A to Z');
  await choose(page, 'Compact rows');
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Alpha', 'Bravo', 'Charlie']);
  expect(await page.locator('html').getAttribute('data-density')).toBe('compact');
  await page.getByRole('button', { name: 'Order and density' }).click();
  expect(await menuButton(page, 'Title, A to Z').getAttribute('aria-pressed')).toBe('true');
  expect(await violations(page)).toEqual([]);
});

it('a pinned note comes first in every order, and has the tag “pinned” [WEB-PINNED]', async () => {
  const page = await web.openPage(`#/nb/${shelf}`);
  await row(page, 'Bravo').click({ button: 'right' });
  await menuButton(page, 'Pin to the top').click();
  await expect.poll(() => titles(page)).toEqual(['PinnedBravo', 'Charlie', 'Alpha']);
  const tagged = await service.ask('searchDocuments', { query: 'tag:pinned' });
  expect(tagged.results.map(({ title }) => title)).toEqual(['Bravo']);
  await choose(page, 'Title, A to Z');
  await expect.poll(() => titles(page)).toEqual(['PinnedBravo', 'Alpha', 'Charlie']);
  await row(page, 'Bravo').click({ button: 'right' });
  await menuButton(page, 'Unpin').click();
  await expect.poll(() => titles(page)).toEqual(['Alpha', 'Bravo', 'Charlie']);
});

it('preview lines have no markup [WEB-PREVIEW]', async () => {
  const page = await web.openPage(`#/nb/${shelf}`);
  await expect.poll(() => row(page, 'Alpha').locator('.note-details').textContent()).toBe('a quotation a task');
});

it('the menu of a row opens by pointer and by key, acts on its note, and gives the focus back [WEB-ROW-MENU]', async () => {
  const { id } = await service.note({
    title: 'Menu row',
    notebook_id: shelf,
    body: '![a](http://127.0.0.1:9/a.png)\n',
  });
  const page = await web.openPage(`#/nb/${shelf}`);
  await row(page, 'Menu row').focus();
  await page.keyboard.press('Shift+F10');
  await expect
    .poll(() => page.locator('.menu:popover-open button').allTextContents())
    .toEqual([
      'Open',
      'Open at the side',
      'Open in a new tab',
      'Pin to the top',
      'Move to another notebook…',
      'Add tags…',
      'Remove tags…',
      'Duplicate note',
      'Show note history',
      'Show note in the graph',
      'Print…',
      'Remote images…',
      'Copy link',
      'Move to Trash',
    ]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedTitle(page)).toBe('Menu row');
  await row(page, 'Menu row').click({ button: 'right' });
  await menuButton(page, 'Duplicate note').click();
  await expect.poll(() => titles(page)).toContain('Menu row (copy)');
  await row(page, 'Menu row (copy)').click({ button: 'right' });
  await menuButton(page, 'Move to Trash').click();
  await expect.poll(() => titles(page)).not.toContain('Menu row (copy)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => titles(page)).toContain('Menu row (copy)');
  await page.getByRole('link', { name: 'Menu row', exact: false }).last().waitFor();
  await page.locator(`.note-list a[href="#/n/${id}"]`).click({ button: 'right' });
  await menuButton(page, 'Remote images…').click();
  await page.getByRole('dialog', { name: 'Remote images' }).waitFor();
});

it('notes dragged onto a notebook are moved, and onto a tag are tagged [WEB-DRAG]', async () => {
  for (const title of ['Dragged 1', 'Dragged 2']) await service.note({ title, tags: ['seed'] });
  const page = await web.openPage('#/nb/nb_notes');
  await row(page, 'Dragged 1').waitFor();
  await page.getByRole('checkbox', { name: 'Select Dragged 1' }).check();
  await page.getByRole('checkbox', { name: 'Select Dragged 2' }).check();
  const tree = page.getByRole('list', { name: 'Notebooks' });
  await row(page, 'Dragged 2').dragTo(tree.getByRole('link', { name: 'Inner' }));
  await page.getByText('Moved 2 notes to Inner.').waitFor();
  const listed = await service.ask('listNotebookDocuments', { notebook_id: child });
  expect(listed.documents.map(({ title }) => title).sort()).toEqual(['Deep', 'Dragged 1', 'Dragged 2']);
  await web.goTo(page, `#/nb/${child}`);
  await row(page, 'Deep').dragTo(page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'seed' }));
  await page.getByText('Added the tag seed to 1 note.').waitFor();
  const { results } = await service.ask('searchDocuments', { query: 'tag:seed' });
  expect(results.length).toBe(3);
});

it('arrow keys work right after loading, and the focus stays in the list when its row goes [WEB-LIST-FOCUS]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Keys' });
  for (const title of ['One', 'Two', 'Three']) await service.note({ title, notebook_id });
  const page = await web.openPage(`#/nb/${notebook_id}`);
  await row(page, 'One').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedTitle(page)).toBe('Three');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedTitle(page)).toBe('Two');
  const { results } = await service.ask('searchDocuments', { query: 'title:two' });
  for (const hit of results)
    await service.ask('trashDocument', { document_id: hit.document_id, base_revision_id: hit.current_revision_id });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => focusedTitle(page)).toBe('One');
});

it('a query with an error is dropped when the search is left, and a valid one stays [WEB-SEARCH-LEFT]', async () => {
  const page = await web.openPage('#/search?q=alpha');
  const query = page.getByRole('combobox', { name: 'Query' });
  await query.fill('alpha "bra');
  await page.getByText(/unclosed quote/).waitFor();
  await page.evaluate(() => location.assign('#/n/doc_help_welcome'));
  await page.locator('.title-field').waitFor();
  await expect.poll(() => query.inputValue()).toBe('alpha');
});
