import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { useRemoteHost } from './support/elsewhere.js';
import { TRASHED_MEANWHILE } from './support/watch.js';
import { useWeb } from './support/web.js';

const remoteHost = await useRemoteHost();
const { host } = remoteHost;

const web = useWeb([`media.allow_private_addresses=${host}`]);
const { service } = web;

async function choose(page: Page, command: string): Promise<void> {
  await page.getByRole('button', { name: 'Note actions' }).click();
  await page.locator('.menu:popover-open').getByRole('button', { name: command, exact: true }).click();
}

it('the menu moves a note to Trash and duplicates it, with text just typed [WEB-NOTE-MENU]', async () => {
  web.watch.expect(TRASHED_MEANWHILE);
  const note = await service.note({ title: 'Menu', body: 'one\n' });
  const page = await web.openPage(`#/n/${note.id}?mode=live`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('two');
  await choose(page, 'Duplicate note');
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Menu (copy)');
  expect((await service.read(note.id)).body).toBe('one\ntwo');
  const copy = /n\/(doc_\w+)/.exec(page.url())?.[1] as string;
  expect((await service.read(copy)).body).toBe('one\ntwo');
  await choose(page, 'Move to Trash');
  await page.getByText(/^In Trash since/).waitFor();
  expect(await page.getByRole('button', { name: 'Note actions' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^In Trash since/).waitFor({ state: 'detached' });
  expect((await service.read(copy)).editable).toBe(true);
});

it('a notice with an action stays while the focus is in it [WEB-NOTICES]', async () => {
  const note = await service.note({ title: 'Noticed', body: '' });
  const page = await (await web.context()).newPage();
  await page.clock.install();
  await web.goTo(page, `#/n/${note.id}?mode=live`);
  await choose(page, 'Move to Trash');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.clock.fastForward('00:20');
  expect(await undo.count()).toBe(1);
  await page.locator('main').focus();
  await page.clock.fastForward('00:20');
  await undo.waitFor({ state: 'detached' });
});

it.each([
  { position: 'beside the note', viewport: { width: 1440, height: 900 } },
  { position: 'over the note', viewport: { width: 390, height: 800 } },
])('the menu and the keys open tags, notebook and links $position [WEB-NOTE-MENU]', async ({ viewport }) => {
  const note = await service.note({ title: 'Led', body: '[[Nobody]]\n' });
  const page = await web.openPage(`#/n/${note.id}?mode=live`, { viewport });
  const isFocused = (name: string) =>
    page.getByRole('combobox', { name, exact: true }).evaluate((field) => field === document.activeElement);
  await choose(page, 'Add a tag…');
  await expect.poll(() => isFocused('Tag to add')).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+.');
  await page.keyboard.press('m');
  await page.getByRole('dialog', { name: 'Move to another notebook' }).waitFor();
  await expect
    .poll(() => page.locator('dialog input').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+.');
  await page.keyboard.press('l');
  await page.getByText('Not created yet (1)').waitFor();
});

it('remote images are listed without fetching, and fetched on request [WEB-NOTE-MENU]', async () => {
  const body = `![a](http://${host}/a.png)\n![b](http://${host}/b.png)\n![c](ftp://127.0.0.1/c.png)\n![d](http://127.0.0.1:9/d.png)\n`;
  const { id } = await service.note({ title: 'Pictures', body });
  const page = await web.openPage(`#/n/${id}?mode=live`);
  await choose(page, 'Remote images…');
  const dialog = page.getByRole('dialog', { name: 'Remote images' });
  await dialog.getByText(/Cannot be fetched: .*the address is on this computer or its network/).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(remoteHost.visits).toBe(0);
  await dialog.getByRole('button', { name: 'Fetch 2 images' }).click();
  await expect.poll(() => dialog.getByText('Fetched and saved as an attachment').count()).toBe(2);
  expect(remoteHost.visits).toBe(2);
  expect((await service.read(id)).body).toMatch(/^!\[a\]\(resource:.*\n!\[b\]\(resource:/);
});

it('the dialog of remote images closes when another note opens [WEB-NOTE-MENU]', async () => {
  const { id: before } = await service.note({ title: 'Before', body: 'text\n' });
  const { id } = await service.note({ title: 'Shown', body: `![a](http://${host}/a.png)\n` });
  const page = await web.openPage(`#/n/${before}?mode=live`);
  await page.evaluate((hash) => location.assign(hash), `#/n/${id}?mode=live`);
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Shown');
  await choose(page, 'Remote images…');
  const dialog = page.getByRole('dialog', { name: 'Remote images' });
  await dialog.getByRole('button', { name: 'Fetch 1 image' }).waitFor();
  await page.goBack();
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Before');
  await dialog.waitFor({ state: 'detached' });
});

it('the menu of a read-only note has no commands that change it [WEB-NOTE-MENU]', async () => {
  const page = await web.openPage('#/n/doc_help_welcome');
  await page.getByRole('button', { name: 'Note actions' }).click();
  await expect
    .poll(() => page.locator('.menu:popover-open button').allTextContents())
    .toEqual(['Show note history', 'Show note in the graph', 'Print…', 'Remote images…']);
});
