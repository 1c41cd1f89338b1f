import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openNote, text, typeAtEnd } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const describeFocus = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('li, tr, [data-row]')?.querySelector('a, button, label')?.textContent,
  );
const titleFocused = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('.note-title')?.textContent ?? '');

beforeAll(async () => {
  if (!web.isRunning) return;
  for (const title of ['First', 'Second', 'Third'])
    await service.note({ title, tags: [`tag${title}`], body: `word\n\n- [ ] task of ${title}\n` });
  for (const title of ['Gone', 'Going']) await service.trash(await service.note({ title }));
});

it.each([
  ['all notes', '#/'],
  ['a search', '#/search?q=word'],
  ['a notebook', '#/nb/nb_notes'],
  ['Trash', '#/trash'],
])('j and k move in the list of %s right after loading, and Enter opens a note [WEB-LIST-KEYS]', async (_, hash) => {
  const page = await web.openPage(hash);
  const titles = page.locator('.note-list .note-title');
  await titles.nth(1).waitFor();
  const [first, second] = await titles.allTextContents();
  await page.keyboard.press('j');
  await expect.poll(() => titleFocused(page)).toBe(first);
  await page.keyboard.press('j');
  await expect.poll(() => titleFocused(page)).toBe(second);
  await page.keyboard.press('k');
  await expect.poll(() => titleFocused(page)).toBe(first);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.title()).toContain(first as string);
});

it('j starts at the open note [WEB-LIST-KEYS]', async () => {
  const page = await web.openPage('#/nb/nb_notes');
  await page.locator('.note-list').getByText('Second', { exact: true }).click();
  await page.locator('.title-field').waitFor();
  await page.reload();
  await page.locator('.note-list').getByText('Second', { exact: true }).waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => titleFocused(page)).toBe('Second');
});

it.each([
  ['tasks', '#/tasks', '.task-row'],
  ['tags', '#/tags', 'tbody tr'],
  ['the graph report', '#/graph/report', 'li[data-row]'],
])('j and k move in the rows of %s right after loading [WEB-LIST-KEYS]', async (_, hash, rows) => {
  const page = await web.openPage(hash);
  const locator = page.locator(`main ${rows}`);
  await locator.nth(1).waitFor();
  const at = () => locator.evaluateAll((all) => all.findIndex((row) => row.contains(document.activeElement)));
  for (const [key, index] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(at).toBe(index);
  }
});

it('j and k type text in the editor and in fields, and have no effect while single keys are off [WEB-LIST-KEYS]', async () => {
  const note = await service.note({ title: 'Typed', body: '' });
  const page = await openNote(web, note);
  await page.locator('.note-list li').first().waitFor();
  await typeAtEnd(page, 'jk');
  await text(page).getByText('jk').waitFor();
  await page.locator('.title-field').focus();
  await page.keyboard.press('End');
  await page.keyboard.type('jk');
  expect(await page.locator('.title-field').inputValue()).toBe('Typedjk');
  await page.evaluate(() => localStorage.setItem('notes.settings', JSON.stringify({ singleKeys: false })));
  await web.goTo(page, '#/');
  await page.reload();
  await page.locator('.note-list li').first().waitFor();
  await page.keyboard.press('j');
  await web.watch.waitUntilIdle();
  expect(await describeFocus(page)).toBeUndefined();
});
