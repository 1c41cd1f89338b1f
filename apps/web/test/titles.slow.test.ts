import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openNote, statusMessages, waitUntilSaved } from './support/editor.js';
import { fillLibrary, kettle } from './support/library.js';
import { patterns, toAddress } from './support/routes.js';
import { TRASHED_MEANWHILE } from './support/watch.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const title = (page: Page) => expect.poll(() => page.title());
const go = (page: Page, hash: string) => page.evaluate((to) => location.assign(to), hash);

it('the tab of a note has its title, also while it is edited and after a move to Trash [WEB-TITLES]', async () => {
  web.watch.expect(TRASHED_MEANWHILE);
  const note = await service.note({ title: 'Kettle', body: 'text\n' });
  const page = await openNote(web, note);
  await title(page).toBe('Kettle – Notes');
  await page.locator('.title-field').fill('Tea kettle');
  await title(page).toBe('Tea kettle – Notes');
  await page.locator('.title-field').fill('');
  await title(page).toBe('Untitled – Notes');
  await page.locator('.title-field').fill('Copper kettle');
  await page.keyboard.press('Control+s');
  await waitUntilSaved(page);
  await service.trash(await service.read(note.id));
  await page.reload();
  await title(page).toBe('Copper kettle – Trash – Notes');
  await go(page, `#/trash/${note.id}`);
  await page.getByText(/^In Trash since/).waitFor();
  await title(page).toBe('Copper kettle – Trash – Notes');
  await go(page, '#/trash');
  await title(page).toBe('Trash – Notes');
});

it('the tab of a new note is “New note” until it has a title [WEB-TITLES]', async () => {
  const page = await web.openPage('#/new');
  await page.locator('.title-field').waitFor();
  await title(page).toBe('New note – Notes');
  await page.locator('.title-field').pressSequentially('Tea');
  await title(page).toBe('Tea – Notes');
});

it('the tab names the note, search, notebook, history or part of a tool shown [WEB-TITLES]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Recipes' });
  const note = await service.note({ title: 'Bread', body: 'flour\n', notebook_id });
  const page = await web.openPage('#/');
  await title(page).toBe('All notes – Notes');
  const names: readonly (readonly [string, string])[] = [
    [`#/nb/${notebook_id}`, 'Recipes'],
    [`#/n/${note.id}`, 'Bread'],
    ['#/search?q=flour', 'flour – Search'],
    ['#/search', 'Search'],
    [`#/n/${note.id}/history`, 'Bread – History'],
    ['#/graph/report', 'Report – Graph'],
    ['#/settings/keys', 'Keyboard shortcuts – Settings'],
    ['#/tasks', 'Tasks'],
    ['#/nowhere', 'Page not found'],
    [`#/n/${note.id}`, 'Bread'],
  ];
  for (const [hash, name] of names) {
    await go(page, hash);
    await title(page).toBe(`${name} – Notes`);
  }
});

it('the tab of a note that cannot be opened says so [WEB-TITLES]', async () => {
  const page = await web.openPage('#/n/doc_00000000000000000000000000');
  web.watch.expect(statusMessages(404));
  await title(page).toBe('Note not found – Notes');
});

it('no two addresses have the same title unless they show the same screen [WEB-TITLES]', async () => {
  const samples = await fillLibrary(service, kettle);
  const page = await web.openPage('#/');
  const seen = new Map<string, string[]>();
  for (const pattern of patterns) {
    await go(page, toAddress(pattern, samples));
    await page.locator('main > *').first().waitFor();
    await web.watch.waitUntilIdle();
    seen.set(await page.title(), [...(seen.get(await page.title()) ?? []), pattern]);
  }
  web.watch.expect(statusMessages(404), statusMessages(404), statusMessages(404));
  const same = [...seen.values()].filter((labels) => labels.length > 1);
  expect(same).toEqual([
    ['health', 'health/lint'],
    ['sync', 'sync/:part', 'sync/conflicts/:id'],
  ]);
});
