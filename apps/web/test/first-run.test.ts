import { expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { button } from './support/devices.js';
import { objectionsTo } from './support/terminal.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

it('a library without own notes shows a greeting that offers to write, keep a daily note, connect and import, and lists no notes of Help [WEB-FIRST-RUN]', async () => {
  const page = await web.openPage('#/');
  const main = page.locator('.main-pane');
  await main.getByRole('heading', { name: 'Welcome to Notes' }).waitFor();
  await page.locator('.list-pane').getByText('Your notes will be listed here.').waitFor();
  expect(await page.locator('.note-list li').count()).toBe(0);
  await main.getByText('You have no notes of your own yet.').waitFor();
  await main
    .getByText('The notebook Help explains how Notes works. Its notes are not listed under All notes.')
    .waitFor();
  const command = main.locator('.terminal code');
  await expect.poll(() => command.textContent()).toBe(`notes import markdown FOLDER --data-dir ${service.dataDir}`);
  await main.getByLabel('Import from').selectOption({ label: 'Evernote (an ENEX file)' });
  expect(await command.textContent()).toBe(`notes import evernote EXPORT.enex --data-dir ${service.dataDir}`);
  expect(objectionsTo((await command.textContent()) as string)).toEqual([]);
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await main.getByRole('link', { name: 'Show how to connect' }).click();
  await expect.poll(() => page.url()).toContain('#/settings/connect');
  await page.goBack();
  expect(await main.getByRole('link', { name: 'Open today’s note' }).getAttribute('href')).toBe('#/today');
  await main.getByRole('link', { name: 'New note' }).click();
  await page.locator('.title-field').waitFor();
});

it('on a narrow screen the greeting is in place of the empty list [WEB-FIRST-RUN]', async () => {
  const page = await web.openPage('#/', { viewport: { width: 390, height: 844 } });
  await page.locator('.list-pane').getByText('You have no notes of your own yet.').waitFor();
  await page.locator('.list-pane').getByText('Your notes will be listed here.').waitFor({ state: 'hidden' });
  const bottom = await page.locator('.pane-welcome').evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBe(844);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

it('beside an empty notebook the greeting does not mention a list of notes [WEB-FIRST-RUN]', async () => {
  const page = await web.openPage('#/nb/nb_notes');
  await page.locator('.list-pane').getByText('No notes in this notebook yet.').waitFor();
  const greeting = page.locator('.main-pane .welcome');
  await greeting.waitFor();
  expect(await greeting.textContent()).not.toContain('list shows');
});

it('on a narrow screen the import command breaks between words, not within a flag [WEB-FIRST-RUN]', async () => {
  const page = await web.openPage('#/settings/import', { viewport: { width: 390, height: 844 } });
  const command = page.locator('main .terminal code');
  await expect.poll(() => command.textContent()).toContain('--data-dir');
  const heights = await command.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = (node.textContent ?? '').indexOf('--data-dir');
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + '--data-dir'.length);
      return [...range.getClientRects()].map(({ top }) => top);
    }
    return [];
  });
  expect(new Set(heights).size).toBe(1);
});

it('settings show the import command for each format [WEB-FIRST-RUN]', async () => {
  const page = await web.openPage('#/settings/import');
  const command = page.locator('main .terminal code');
  for (const format of await page.getByLabel('Import from').locator('option').all()) {
    const value = (await format.getAttribute('value')) as string;
    await page.getByLabel('Import from').selectOption(value);
    await expect.poll(() => command.textContent()).toContain(`notes import ${value} `);
    expect(objectionsTo((await command.textContent()) as string)).toEqual([]);
  }
});

it('the greeting disappears with the first own note, not with notes of Help or reports [WEB-FIRST-RUN]', async () => {
  await service.ask('writeGraphReport', {});
  const page = await web.openPage('#/');
  await page.locator('.main-pane').getByText('You have no notes of your own yet.').waitFor();
  await service.note({ title: 'The first' });
  await page.reload();
  await page.locator('.main-pane').getByText('Choose a note from the list.').waitFor();
  expect(await page.getByRole('heading', { name: 'Welcome to Notes' }).count()).toBe(0);
  expect(await button(page, 'New note').count()).toBe(0);
});

it('notes of Help are in their notebook and in searches, but not in All notes or among recent notes [WEB-FIRST-RUN]', async () => {
  await service.note({ title: 'My own' });
  const { documents } = await service.ask('listNotebookDocuments', { notebook_id: 'nb_help', limit: 100 });
  const help = documents.map(({ title }) => title);
  const page = await web.openPage('#/');
  const titles = () => page.locator('.note-list .note-title').allTextContents();
  await page.locator('.note-list').getByText('My own', { exact: true }).waitFor();
  expect((await titles()).filter((title) => help.includes(title))).toEqual([]);
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  await recent.filter({ hasText: 'My own' }).waitFor();
  expect((await recent.allTextContents()).filter((title) => help.includes(title))).toEqual([]);
  await page.keyboard.press('Escape');
  await web.goTo(page, '#/nb/nb_help');
  await expect.poll(titles).toEqual(expect.arrayContaining(help.slice(0, 1)));
  await web.goTo(page, `#/search?q=${encodeURIComponent(`title:"${help[0]}"`)}`);
  await expect.poll(titles).toContain(help[0]);
});
