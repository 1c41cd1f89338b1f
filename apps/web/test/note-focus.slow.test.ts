import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openNote, state, text, typeAtEnd } from './support/editor.js';
import { TRASHED_MEANWHILE } from './support/watch.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;
const ids: Record<string, string> = {};

const title = (page: Page) => page.locator('.main-pane .title-field');
const isOpen = (page: Page, name: string) => expect.poll(() => title(page).inputValue()).toBe(name);
const hasFocus = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor();

async function openBySwitcher(page: Page, typed: string, keys = 'Enter'): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(typed);
  await page.getByRole('option', { selected: true }).getByText(typed, { exact: true }).waitFor();
  await page.keyboard.press(keys);
}

async function choose(page: Page, command: string): Promise<void> {
  await page.getByRole('button', { name: 'Note actions' }).press('Enter');
  await page.locator('.menu:popover-open').getByRole('button', { name: command, exact: true }).press('Enter');
}

beforeAll(async () => {
  if (!web.isRunning) return;
  for (const name of ['Origin', 'Aim'])
    ids[name] = (await service.note({ title: name, body: `${name}\n\n- [ ] task of ${name}\n` })).id;
});

describe('focus after a note was opened', () => {
  it('by the switcher is in its text, so that letters are typed and run no command [WEB-NOTE-FOCUS]', async () => {
    const note = await service.note({ title: 'Target of keys', body: '' });
    const page = await web.openPage(`#/n/${ids.Origin}?mode=live`);
    await typeAtEnd(page, 'x');
    await openBySwitcher(page, note.title);
    await page.keyboard.type('c');
    await isOpen(page, note.title);
    await hasFocus(page, '.cm-content');
    await page.keyboard.type('cat');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await service.read(note.id)).body).toBe('ccat');
  });

  it('by the switcher is in its text without a note before, at the side, and at a line [WEB-NOTE-FOCUS]', async () => {
    const page = await web.openPage('#/');
    await page.locator('.note-list li').first().waitFor();
    await openBySwitcher(page, 'Origin');
    await hasFocus(page, '.main-pane .cm-content');
    await openBySwitcher(page, 'Aim', 'Control+Enter');
    await hasFocus(page, '.side-pane .cm-content');
    await page.locator('.note-list a').first().focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(':3');
    await page.keyboard.press('Enter');
    await hasFocus(page, '.cm-content');
    await page.locator('.note-footer').getByText('3:1').first().waitFor();
  });

  it('in the reading view is on the page, which the keys scroll [WEB-NOTE-FOCUS]', async () => {
    const page = await web.openPage(`#/n/${ids.Origin}?mode=live`);
    await text(page).waitFor();
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await openBySwitcher(page, 'Aim');
    await isOpen(page, 'Aim');
    await hasFocus(page, '.note-preview');
  });

  it('by Back, from another note or from tasks, is in its text [WEB-NOTE-FOCUS]', async () => {
    const page = await web.openPage(`#/n/${ids.Origin}?mode=live`);
    await text(page).waitFor();
    await openBySwitcher(page, 'Aim');
    await isOpen(page, 'Aim');
    await hasFocus(page, '.cm-content');
    await page.goBack();
    await isOpen(page, 'Origin');
    await hasFocus(page, '.cm-content');
    await page.evaluate(() => location.assign('#/tasks'));
    await page.locator('.task-row').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.goBack();
    await isOpen(page, 'Origin');
    await hasFocus(page, '.cm-content');
  });

  it('by Enter on a link of a screen that goes away is in its text [WEB-NOTE-FOCUS]', async () => {
    const page = await web.openPage('#/tasks');
    await page.locator('main a[href^="#/n/"]').first().focus();
    await page.keyboard.press('Enter');
    await text(page).waitFor();
    await hasFocus(page, '.cm-content');
  });

  it('by Enter on a row stays in the list, and moves to the text where the list goes away [WEB-NOTE-FOCUS]', async () => {
    const page = await web.openPage('#/');
    const row = page.locator('.note-list a').filter({ hasText: 'Origin' });
    await row.focus();
    await page.keyboard.press('Enter');
    await isOpen(page, 'Origin');
    await text(page).waitFor();
    expect(await row.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 600, height: 400 });
    await web.goTo(page, '#/');
    await page.reload();
    await row.focus();
    await page.keyboard.press('Enter');
    await hasFocus(page, '.cm-content');
  });

  it('by single keys stays on the page, so that the next keys run a command again [WEB-NOTE-FOCUS]', async () => {
    const page = await web.openPage('#/jobs');
    for (const keys of ['gd', 'gp']) {
      await page.keyboard.type(keys);
      await text(page).waitFor();
      await web.watch.waitUntilIdle();
    }
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });
});

it('focus stays in a note that is moved to Trash by its menu, and that Undo restores [WEB-NOTE-FOCUS]', async () => {
  web.watch.expect(TRASHED_MEANWHILE);
  const page = await openNote(web, await service.note({ title: 'Thrown away', body: 'x\n' }));
  await state(page).getByText('Saved').waitFor();
  await choose(page, 'Move to Trash');
  await page.getByText(/^In Trash since/).waitFor();
  await hasFocus(page, '.cm-content');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText(/^In Trash since/).waitFor({ state: 'detached' });
  await hasFocus(page, '.cm-content');
  await choose(page, 'Move to Trash');
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
  await page.getByText(/^In Trash since/).waitFor({ state: 'detached' });
  await hasFocus(page, '.cm-content');
});
