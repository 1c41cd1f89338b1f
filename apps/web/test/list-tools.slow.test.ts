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

it('the name of a row for screen readers has spaces between its title, date, tags and text [WEB-ROW-NAME]', async () => {
  await service.note({ title: 'Named row', tags: ['alpha', 'beta'], body: 'Its text.\n' });
  const page = await web.openPage('#/');
  await page.getByRole('link', { name: /^Named row .+ #alpha #beta Its text\./ }).waitFor();
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

it('notes dragged into a text become links, by title where it is unique [WEB-DRAG]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Linked' });
  for (const title of ['Unique one', 'Twice', 'Twice']) await service.note({ title, notebook_id });
  const target = await service.note({ title: 'Target', body: 'first\n', notebook_id });
  const page = await web.openPage(`#/nb/${notebook_id}`);
  await row(page, 'Target').click();
  const text = page.locator('.cm-content');
  await text.waitFor();
  await page.getByRole('checkbox', { name: 'Select Unique one' }).check();
  await page.getByRole('checkbox', { name: 'Select Twice' }).first().check();
  await row(page, 'Unique one').dragTo(text.getByText('first'), { targetPosition: { x: 2, y: 8 } });
  const links = String.raw`\[\[Unique one\]\]\n\[Twice\]\(document://default/documents/doc_\w+\)`;
  await expect.poll(async () => (await service.read(target.id)).body).toMatch(new RegExp(`^${links}first\n$`));
  await page.keyboard.press('Control+z');
  await page.keyboard.type('typed ');
  await expect.poll(async () => (await service.read(target.id)).body).toBe('typed first\n');
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
  await page.getByText('Unclosed quote at column 7. Add a closing quotation mark.').waitFor();
  await page.evaluate(() => location.assign('#/n/doc_help_welcome'));
  await page.locator('.title-field').waitFor();
  await expect.poll(() => query.inputValue()).toBe('alpha');
});

it('the menu of a row has every entry of the menu of the open note, and moves a note by the same dialog [WEB-ROW-MENU] [WEB-MENU-GROUPS] [WEB-MOVE]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Compared' });
  const { id } = await service.note({ title: 'Compared note', notebook_id });
  const page = await web.openPage(`#/nb/${notebook_id}`);
  const groups = page.locator('.menu:popover-open .menu-group');
  const listEntries = () => page.locator('.menu:popover-open button').allTextContents();
  await row(page, 'Compared note').click({ button: 'right' });
  await expect.poll(listEntries).toContain('Move to Trash');
  const inList = await listEntries();
  expect(await groups.count()).toBe(4);
  for (const name of ['Organise', 'This note']) await page.getByRole('group', { name }).waitFor();
  await page.keyboard.press('Escape');
  await row(page, 'Compared note').click();
  await page.getByRole('button', { name: 'Note actions' }).click();
  await expect.poll(listEntries).toContain('Move to Trash');
  const missing = (await listEntries()).filter((entry) => !inList.includes(entry));
  // A list adds several tags at once, and removes them too.
  expect(missing).toEqual(['Add a tag…']);
  expect(inList).toContain('Add tags…');
  await page.keyboard.press('Escape');
  await row(page, 'Compared note').click({ button: 'right' });
  await menuButton(page, 'Move to another notebook…').click();
  const dialog = page.getByRole('dialog', { name: 'Move to another notebook' });
  await dialog.getByRole('combobox', { name: 'Notebook' }).fill('inn');
  await dialog.getByRole('option', { name: 'Shelf / Inner', selected: true }).waitFor();
  expect(await dialog.getByRole('option', { name: 'Compared' }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await service.read(id)).notebook_id).toBe(child);
});

it('pinned notes are put in an order by Alt with an arrow key and by dragging, which a reload keeps [WEB-MANUAL-ORDER]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Ordered' });
  for (const title of ['P1', 'P2', 'P3']) await service.note({ title, notebook_id, tags: ['pinned'] });
  await service.note({ title: 'Plain', notebook_id });
  const page = await web.openPage(`#/nb/${notebook_id}`);
  await expect.poll(() => titles(page)).toEqual(['PinnedP3', 'PinnedP2', 'PinnedP1', 'Plain']);
  await row(page, 'P3').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => titles(page)).toEqual(['PinnedP2', 'PinnedP3', 'PinnedP1', 'Plain']);
  await expect.poll(() => focusedTitle(page)).toBe('PinnedP3');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => titles(page)).toEqual(['PinnedP2', 'PinnedP1', 'PinnedP3', 'Plain']);
  await expect.poll(() => focusedTitle(page)).toBe('PinnedP3');
  await row(page, 'P3').dragTo(row(page, 'P2'));
  await expect.poll(() => titles(page)).toEqual(['PinnedP3', 'PinnedP2', 'PinnedP1', 'Plain']);
  await row(page, 'Plain').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['PinnedP3', 'PinnedP2', 'PinnedP1', 'Plain']);
});

it('notebooks and saved searches are put in an order in the sidebar, each among its siblings [WEB-MANUAL-ORDER]', async () => {
  for (const name of ['Ord A', 'Ord B', 'Ord C']) await service.ask('createNotebook', { name });
  for (const name of ['Find A', 'Find B']) await service.ask('createSearchNotebook', { name, query: 'tag:x' });
  const page = await web.openPage('#/');
  const list = (label: string, start: string) => async () =>
    (await page.getByRole('list', { name: label, exact: true }).locator('.tree-label').allTextContents()).filter(
      (name) => name.startsWith(start),
    );
  const books = list('Notebooks', 'Ord ');
  const searches = list('Searches', 'Find ');
  await expect.poll(books).toEqual(['Ord A', 'Ord B', 'Ord C']);
  await page.getByRole('link', { name: 'Ord C' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(books).toEqual(['Ord A', 'Ord C', 'Ord B']);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(books).toEqual(['Ord C', 'Ord A', 'Ord B']);
  await page.getByRole('link', { name: 'Ord B' }).dragTo(page.getByRole('link', { name: 'Ord A' }));
  await expect.poll(books).toEqual(['Ord C', 'Ord B', 'Ord A']);
  await page.getByRole('link', { name: 'Find B' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(searches).toEqual(['Find B', 'Find A']);
  await page.reload();
  await expect.poll(books).toEqual(['Ord C', 'Ord B', 'Ord A']);
  await expect.poll(searches).toEqual(['Find B', 'Find A']);
  expect(await violations(page)).toEqual([]);
});

it('Back closes a dialog of the list, and a menu of a row [WEB-ROW-MENU]', async () => {
  const page = await web.openPage(`#/nb/${shelf}`);
  const dialog = page.getByRole('dialog');
  await row(page, 'Alpha').click();
  await page.locator('.title-field').waitFor();
  for (const entry of ['Move to another notebook…', 'Add tags…']) {
    await row(page, 'Bravo').click();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await row(page, 'Charlie').click({ button: 'right' });
    await menuButton(page, entry).click();
    await dialog.waitFor();
    await page.goBack();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Alpha');
  }
  await row(page, 'Bravo').click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Bravo');
  await row(page, 'Charlie').click({ button: 'right' });
  await menuButton(page, 'Add tags…').waitFor();
  await page.goBack();
  await expect.poll(() => page.locator('.menu:popover-open').count()).toBe(0);
});
