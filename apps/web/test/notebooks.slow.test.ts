import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { statusMessages } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.locator('.note-list li');
const titles = (page: Page) => page.locator('.note-list .note-title').allTextContents();
const tree = (page: Page) => page.getByRole('list', { name: 'Notebooks' });

async function createNotebook(name: string, parent_notebook_id?: string): Promise<string> {
  return (await service.ask('createNotebook', { name, ...(parent_notebook_id && { parent_notebook_id }) })).notebook_id;
}

it('a notebook is created inside another, renamed, and moved, but not into itself [WEB-NOTEBOOK]', async () => {
  const garden = await createNotebook('Garden');
  await createNotebook('House');
  const page = await web.openPage(`#/nb/${garden}`);
  await page.getByRole('button', { name: 'Actions for Garden' }).click();
  await page.getByRole('button', { name: 'New notebook inside…' }).click();
  await dialog(page).getByLabel('Name').fill('Beds');
  await dialog(page).getByRole('button', { name: 'Create notebook' }).click();
  await page.getByText('Created “Beds”').waitFor();
  await page.getByRole('heading', { name: 'Beds' }).waitFor();
  await page.getByRole('button', { name: 'Actions for Beds' }).click();
  await page.getByRole('button', { name: 'Rename or move…' }).click();
  const parent = dialog(page).getByLabel('Parent notebook');
  const choices = await parent.locator('option').allTextContents();
  expect(choices).toEqual(expect.arrayContaining(['None (top level)', 'Garden', 'House']));
  expect(choices.filter((choice) => /Beds|Help|Reports/.test(choice))).toEqual([]);
  await dialog(page).getByLabel('Name').fill('Raised beds');
  await dialog(page).getByLabel('Emoji').fill('🌱');
  await parent.selectOption('House');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved “Raised beds”').waitFor();
  await expect.poll(() => tree(page).getByRole('link', { name: 'Raised beds' }).textContent()).toContain('🌱');
  const { notebooks } = await service.ask('getNotebookTree', {});
  const house = notebooks.find(({ name }) => name === 'House');
  expect(house?.children.map(({ name, icon_emoji }) => [name, icon_emoji])).toEqual([['Raised beds', '🌱']]);
});

it('an empty read-only notebook offers what fills it, and no new note [WEB-NOTEBOOK]', async () => {
  const page = await web.openPage('#/nb/nb_reports');
  await page.getByText('No notes in this notebook yet.').waitFor();
  expect(await page.getByRole('link', { name: 'New note here' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Open graph report' }).click();
  await page.getByRole('button', { name: 'Create report note' }).click();
  await tree(page).getByRole('link', { name: 'Reports' }).click();
  await expect.poll(() => rows(page).count()).toBe(1);
});

it('a refused name leaves the dialog open with the reason and the typed name [WEB-NOTEBOOK-REFUSED]', async () => {
  web.watch.expect(statusMessages(409, 400));
  await createNotebook('Taken');
  const page = await web.openPage('#/');
  await page.getByRole('button', { name: 'New notebook' }).click();
  await dialog(page).getByLabel('Name').fill('Taken');
  await dialog(page).getByRole('button', { name: 'Create notebook' }).click();
  await expect.poll(() => dialog(page).getByRole('alert').textContent()).toMatch(/Taken/);
  expect(await dialog(page).getByLabel('Name').inputValue()).toBe('Taken');
  await dialog(page).getByLabel('Name').fill('Not taken');
  await dialog(page).getByRole('button', { name: 'Create notebook' }).click();
  await tree(page).getByRole('link', { name: 'Not taken' }).waitFor();
});

it('a new note goes to the notebook whose list is open, and from a read-only one to that for new notes [WEB-NEW-HERE]', async () => {
  const notebook = await createNotebook('Letters');
  const page = await web.openPage(`#/nb/${notebook}`);
  const write = async (title: string) => {
    await page.locator('.title-field').fill(title);
    await page.keyboard.press('Control+s');
    await page.locator('.note-footer').getByText('Saved', { exact: true }).waitFor();
    const { results } = await service.ask('searchDocuments', { query: `title:"${title}"` });
    return results.map(({ notebook_id }) => notebook_id);
  };
  await page.getByRole('link', { name: 'New note here' }).first().click();
  expect(await write('From the list')).toEqual([notebook]);
  await expect.poll(() => titles(page)).toEqual(['From the list']);
  await page.locator('.header').getByRole('link', { name: 'New note' }).click();
  await page.waitForURL(/#\/new/);
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('');
  expect(await write('From the header')).toEqual([notebook]);
  await tree(page).getByRole('link', { name: 'Help' }).click();
  await page.locator('.notes-pane').getByText('Read-only').waitFor();
  await page.locator('.header').getByRole('link', { name: 'New note' }).click();
  await page.waitForURL(/#\/new/);
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('');
  expect(await write('From Help')).toEqual(['nb_notes']);
});

it('a note whose notebook was deleted says to which notebook it was restored [WEB-REHOMED]', async () => {
  const notebook_id = await createNotebook('Short-lived');
  const { id } = await service.note({ title: 'Orphaned', notebook_id, body: 'x\n' });
  await service.ask('deleteNotebook', { notebook_id });
  const page = await web.openPage(`#/trash/${id}`);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText('Restored to “Notes”').waitFor();
  await page.locator('.note-place').getByRole('link', { name: 'Notes', exact: true }).waitFor();
});

it('an imported note in Trash says why it cannot be deleted forever [WEB-IMPORTED-KEPT]', async () => {
  web.watch.expect(statusMessages(403));
  const folder = mkdtempSync(join(tmpdir(), 'notes-web-imported-'));
  writeFileSync(join(folder, 'Brought along.md'), 'from outside\n');
  await service.command('import', 'markdown', folder);
  rmSync(folder, { recursive: true, force: true });
  const { results } = await service.ask('searchDocuments', { query: 'title:"Brought along"' });
  const id = results[0]?.document_id as string;
  await service.trash(await service.read(id));
  const page = await web.openPage(`#/trash/${id}`);
  await page.getByRole('button', { name: 'Delete forever…' }).click();
  await dialog(page).getByLabel('To confirm').fill('Brought along');
  await dialog(page).getByRole('button', { name: 'Delete forever' }).click();
  await dialog(page)
    .getByText(/^Imported notes cannot be deleted forever/)
    .waitFor();
  expect((await service.read(id)).deleted_at).toBeDefined();
});

it('rows are selected and extended by keys, and “all” says that it means the loaded ones [WEB-SELECT-KEYS]', async () => {
  const notebook_id = await createNotebook('Many');
  await service.fill(120, (index) => ({ title: `Row ${index}`, notebook_id }));
  const page = await web.openPage(`#/nb/${notebook_id}`);
  const status = page.locator('.batch-bar [role=status]');
  await rows(page).nth(4).waitFor();
  await rows(page).first().locator('a').focus();
  await page.keyboard.press('x');
  await expect.poll(() => status.textContent()).toBe('1 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => status.textContent()).toBe('3 selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => status.textContent()).toBe('2 selected');
  await page.keyboard.press('Escape');
  await status.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+a');
  await expect.poll(() => status.textContent()).toBe('100 of at most 500 selected (all loaded notes)');
  await page.keyboard.press('Delete');
  await dialog(page).getByText('Move 100 notes to Trash').waitFor();
});

it('a batch report is filtered by outcome, and selects the failed notes again [WEB-BATCH-FAILED]', async () => {
  const notebook_id = await createNotebook('Mixed');
  for (const title of ['Stays', 'Changed meanwhile', 'Goes']) await service.note({ title, notebook_id });
  const page = await web.openPage(`#/nb/${notebook_id}`);
  await rows(page).nth(2).waitFor();
  // Another client changes one of the notes after the list was read.
  await page.route('**/api/v1/batch', async (route) => {
    const { results } = await service.ask('searchDocuments', { query: 'title:"Changed meanwhile"' });
    await service.ask('appendToDocument', { document_id: results[0]?.document_id as string, text: 'more\n' });
    await route.continue();
  });
  await rows(page).first().locator('a').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Move to Trash' }).click();
  await dialog(page).getByRole('button', { name: 'Move to Trash' }).click();
  await dialog(page).getByText('Applied 2 · Skipped 0 · Failed 1 · Rolled back 0').waitFor();
  const listNames = () => dialog(page).locator('tbody tr td:first-child').allTextContents();
  await dialog(page).getByLabel('Show').selectOption('Failed');
  await expect.poll(listNames).toEqual(['Changed meanwhile']);
  await dialog(page).getByLabel('Show').selectOption('Applied');
  await expect.poll(async () => (await listNames()).sort()).toEqual(['Goes', 'Stays']);
  await dialog(page).getByRole('button', { name: 'Select the failed ones' }).click();
  await page.unroute('**/api/v1/batch');
  await expect.poll(() => titles(page)).toEqual(['Changed meanwhile']);
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Move to Trash' }).click();
  await dialog(page).getByRole('button', { name: 'Move to Trash' }).click();
  await dialog(page).getByText('Applied 1 ·').waitFor();
});

it('several notes in Trash are restored together, and to empty it the page shows the command [WEB-TRASH-MANY]', async () => {
  const notebook_id = await createNotebook('Emptied');
  for (const title of ['Lost 1', 'Lost 2', 'Lost 3']) await service.trash(await service.note({ title, notebook_id }));
  const page = await web.openPage('#/trash');
  await page.locator('main').getByText('notes purge --all-trashed').waitFor();
  for (const title of ['Lost 1', 'Lost 3']) await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByRole('button', { name: 'Restore' }).click();
  await dialog(page).getByRole('button', { name: 'Restore' }).click();
  await dialog(page).getByText('Applied 2 · Skipped 0 · Failed 0').waitFor();
  const { documents } = await service.ask('listNotebookDocuments', { notebook_id });
  expect(documents.map(({ title }) => title).sort()).toEqual(['Lost 1', 'Lost 3']);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => titles(page)).not.toContain('Lost 1');
  expect(await titles(page)).toContain('Lost 2');
});
