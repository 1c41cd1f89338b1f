import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { UNREACHABLE } from './support/editor.js';
import { phone } from './support/phone.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;
let shelf = '';

beforeAll(async () => {
  if (!web.isRunning) return;
  shelf = (await service.ask('createNotebook', { name: 'Shelf' })).notebook_id;
  for (const title of ['One', 'Two', 'Three'])
    await service.note({ title, notebook_id: shelf, body: 'Some words.\n', tags: ['seed'] });
});

const switcher = (page: Page) => page.getByRole('combobox', { name: /Find a note/ });
const title = (page: Page) => page.locator('.title-field').inputValue();

it('the switcher creates a note with the typed title, by Shift+Enter or its last entry [WEB-SWITCHER]', async () => {
  const page = await web.openPage('#/');
  await page.keyboard.press('Control+k');
  await switcher(page).pressSequentially('One more note');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => title(page)).toBe('One more note');
  await page.keyboard.press('Control+k');
  await switcher(page).fill('Quite another');
  await page.getByRole('option', { name: 'Create “Quite another”' }).click();
  await expect.poll(() => title(page)).toBe('Quite another');
  await page.locator('.cm-content').click();
  await page.keyboard.type('text');
  await expect
    .poll(async () => (await service.ask('searchDocuments', { query: 'title:"Quite another"' })).results.length)
    .toBe(1);
});

it('the sidebar lists notebooks and tags before the tools, folds its sections, and can be hidden [WEB-SIDEBAR]', async () => {
  const page = await web.openPage(`#/nb/${shelf}`);
  const sidebar = page.getByRole('navigation', { name: 'Library' });
  const entries = ['Shelf', 'seed', 'Trash', 'Settings'].map((name) => sidebar.getByRole('link', { name }).first());
  for (const entry of entries) await entry.waitFor();
  const tops = await Promise.all(entries.map(async (entry) => (await entry.boundingBox())?.y ?? 0));
  expect(tops).toEqual([...tops].sort((one, other) => one - other));
  await sidebar.getByRole('button', { name: 'Tags', expanded: true }).click();
  await sidebar.getByRole('link', { name: 'seed' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+\\');
  await sidebar.waitFor({ state: 'hidden' });
  await page.reload();
  await page.locator('.note-list').waitFor();
  expect(await sidebar.isVisible()).toBe(false);
  await page.keyboard.press('Control+\\');
  await sidebar.getByRole('button', { name: 'Tags', expanded: false }).waitFor();
  expect(await sidebar.getByRole('link', { name: 'seed' }).count()).toBe(0);
});

it('compact rows are lower, and keep their titles whole [WEB-DENSITY]', async () => {
  const page = await web.openPage(`#/nb/${shelf}`);
  const height = async () => (await page.locator('.note-list li').first().boundingBox())?.height ?? 0;
  await page.locator('.note-list li').nth(2).waitFor();
  const comfortable = await height();
  await page.getByRole('button', { name: 'Order and density' }).click();
  await page.locator('.menu:popover-open').getByRole('button', { name: 'Compact rows' }).click();
  await expect.poll(height).toBeLessThan(comfortable * 0.85);
  const isWhole = () =>
    page
      .locator('.note-list .note-title')
      .evaluateAll((all) => all.every((element) => element.scrollHeight <= element.clientHeight + 1));
  expect(await isWhole()).toBe(true);
});

/** Returns the text that is seen, without that for screen readers only. */
const readSeenText = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen: string[] = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      const isSeen = parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (isSeen && parent?.closest('.visually-hidden') === null) seen.push(node.textContent ?? '');
    }
    return seen.join('\n');
  });

it('screens of notes show no states, ids and revisions of the service unless something is wrong [WEB-CALM]', async () => {
  const internal = /\brev\b|\b(?:doc|rev|nb|res|lib)_\w|sidecar|built-in|etag|schema|\b\d+\.\d+\.\d+\b|127\.0\.0\.1/i;
  const note = await service.note({ title: 'Calm', body: 'Words.\n', notebook_id: shelf });
  const page = await web.openPage('#/');
  for (const hash of [
    '#/',
    `#/nb/${shelf}`,
    `#/n/${note.id}?mode=live`,
    `#/n/${note.id}?mode=read`,
    '#/search?q=words',
  ])
    for (const viewport of [phone.viewport, { width: 1440, height: 900 }]) {
      await page.setViewportSize(viewport as { width: number; height: number });
      await web.goTo(page, hash);
      await page.locator('.note-list, .cm-content, article').first().waitFor({ state: 'attached' });
      await web.watch.waitUntilIdle();
      expect(await readSeenText(page), hash).not.toMatch(internal);
    }
  web.watch.expect(UNREACHABLE);
  await service.kill();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.locator('.header .chip.warn').waitFor();
  await service.start();
});

it.each([1440, 1000, 390])(
  'the tabs of the inspector fit one row in a window of %s pixels [WEB-INSPECTOR]',
  async (width) => {
    const { id } = await service.note({ title: 'Tabbed', body: '# A heading\n' });
    const page = await web.openPage(`#/n/${id}?mode=live`, { viewport: { width, height: 800 } });
    await page.locator('.cm-content').click();
    if (width < 1440) await page.keyboard.press('Control+Shift+Backslash');
    const tabs = page.getByRole('tab');
    await tabs.first().waitFor();
    const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
    expect(boxes.length).toBe(5);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    const list = page.getByRole('tablist', { name: 'Note details' }).or(page.locator('.inspector .tabs')).first();
    expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  },
);

it('tasks with “due:” are due like those with the sign, in list, board and calendar [WEB-TASKS]', async () => {
  const day = new Date().toLocaleDateString('sv');
  await service.note({
    title: 'Both',
    body: `- [ ] Signed 📅 ${day}\n- [ ] Spelled due: ${day}\n- [ ] Tight due:${day}\n`,
  });
  const page = await web.openPage('#/tasks');
  const today = page.locator('.task-group').filter({ has: page.getByRole('heading', { name: 'Today', exact: true }) });
  const names = ['Signed', 'Spelled', 'Tight'];
  for (const name of names) await today.getByText(name).first().waitFor();
  for (const view of ['board', 'calendar']) {
    await web.goTo(page, `#/tasks?view=${view}`);
    for (const name of names) await page.locator('main').getByText(name).first().waitFor();
  }
});
