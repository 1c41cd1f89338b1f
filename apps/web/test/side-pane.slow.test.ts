import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { phone } from './support/phone.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;
const ids: Record<string, string> = {};

const main = (page: Page) => page.locator('.main-pane');
const side = (page: Page) => page.locator('.side-pane');
const title = (page: Page, pane: (page: Page) => ReturnType<Page['locator']>) =>
  pane(page).locator('.title-field').inputValue();
const row = (page: Page, name: string) =>
  page.locator('.note-list a').filter({ has: page.locator('.note-title').getByText(name, { exact: true }) });

beforeAll(async () => {
  if (!web.isRunning) return;
  for (const name of ['Left', 'Right', 'Third'])
    ids[name] = (await service.note({ title: name, body: `${name} text\n\n[[Third]]\n` })).id;
});

it('Mod+Enter in the switcher opens a note at the side, and a reload restores both with their modes [WEB-SIDE]', async () => {
  const page = await web.openPage(`#/n/${ids.Left}?mode=live`);
  await page.locator('.title-field').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('right');
  await page.getByRole('option', { selected: true }).getByText('Right', { exact: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => title(page, side)).toBe('Right');
  expect(await title(page, main)).toBe('Left');
  await side(page).getByRole('button', { name: 'Read', exact: true }).click();
  await side(page).locator('article').getByText('Right text').waitFor();
  await page.reload();
  await side(page).locator('article').getByText('Right text').waitFor();
  await expect.poll(() => title(page, main)).toBe('Left');
  await main(page).locator('.cm-content').waitFor();
  expect(await page.title()).toBe('Left – Notes');
  expect(await violations(page)).toEqual([]);
});

it('both notes are edited and saved, and commands belong to the pane used last [WEB-SIDE]', async () => {
  const page = await web.openPage(`#/n/${ids.Left}?mode=live&side=${ids.Right}&side-mode=live`);
  for (const [pane, name] of [
    [main, 'Left'],
    [side, 'Right'],
  ] as const) {
    await pane(page).locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(`typed ${name} `);
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await service.read(ids[name] as string)).body)
      .toMatch(new RegExp(`^typed ${name} ${name} text`));
  }
  await page.keyboard.press('Control+e');
  await side(page).locator('article').waitFor();
  expect(await main(page).locator('.cm-content').count()).toBe(1);
});

it('links of the side open there, notes of the list in the main pane, and Back undoes each step [WEB-SIDE]', async () => {
  const page = await web.openPage(`#/n/${ids.Left}?mode=live`);
  await row(page, 'Right').focus();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => title(page, side)).toBe('Right');
  await side(page).getByRole('button', { name: 'Read', exact: true }).click();
  await side(page).locator('article').getByRole('link', { name: 'Third' }).click();
  await expect.poll(() => title(page, side)).toBe('Third');
  expect(await title(page, main)).toBe('Left');
  await row(page, 'Right').click();
  await expect.poll(() => title(page, main)).toBe('Right');
  expect(await title(page, side)).toBe('Third');
  await page.goBack();
  await expect.poll(() => title(page, main)).toBe('Left');
  await page.goBack();
  await expect.poll(() => title(page, side)).toBe('Right');
  await page.goBack();
  await side(page).waitFor({ state: 'detached' });
  await row(page, 'Third').click({ modifiers: ['Alt'] });
  await expect.poll(() => title(page, side)).toBe('Third');
  await side(page).getByRole('button', { name: 'Close the side pane' }).click();
  await side(page).waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('side');
});

it('a narrow window shows one note [WEB-SIDE]', async () => {
  const viewport = { width: 800, height: 800 };
  const page = await web.openPage(`#/n/${ids.Left}?mode=live&side=${ids.Right}`, { viewport });
  await expect.poll(() => title(page, main)).toBe('Left');
  expect(await side(page).count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('third');
  await page.getByRole('option', { selected: true }).getByText('Third', { exact: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => title(page, main)).toBe('Third');
});

it('Mod with Enter or a click opens a link of the editor, of the reading view and of a list at the side [WEB-SIDE-LINKS]', async () => {
  const source = await service.note({ title: 'Source', body: 'See [[Right]] and [[Third]].\n' });
  const page = await web.openPage(`#/n/${source.id}?mode=source`);
  const closeSide = async () => {
    await side(page).getByRole('button', { name: 'Close the side pane' }).click();
    await side(page).waitFor({ state: 'detached' });
  };
  const link = (name: string) => main(page).locator('.cm-line').getByText(name, { exact: true });
  await link('Right').click();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => title(page, side)).toBe('Right');
  await link('Third').click({ modifiers: ['Control'] });
  await expect.poll(() => title(page, side)).toBe('Third');
  expect(await title(page, main)).toBe('Source');
  await closeSide();
  await main(page).getByRole('button', { name: 'Read', exact: true }).click();
  const rendered = main(page).locator('article').getByRole('link', { name: 'Right' });
  await rendered.click({ modifiers: ['Control'] });
  await expect.poll(() => title(page, side)).toBe('Right');
  await closeSide();
  await rendered.focus();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => title(page, side)).toBe('Right');
  await row(page, 'Third').click({ modifiers: ['Control'] });
  await expect.poll(() => title(page, side)).toBe('Third');
  expect(await title(page, main)).toBe('Source');
  expect(page.context().pages()).toHaveLength(1);
  await closeSide();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('right');
  const option = page.getByRole('option', { selected: true }).getByText('Right', { exact: true });
  await option.click({ modifiers: ['Control'] });
  await expect.poll(() => title(page, side)).toBe('Right');
  expect(await title(page, main)).toBe('Source');
});

it('Alt+Enter follows a link of the editor in its own pane, and the sheet names the keys [WEB-SIDE-LINKS]', async () => {
  const source = await service.note({ title: 'Own', body: '[[Right]]\n' });
  const page = await web.openPage(`#/n/${source.id}?mode=source`);
  await main(page).locator('.cm-line').getByText('Right', { exact: true }).click();
  await page.keyboard.press('Alt+Enter');
  await expect.poll(() => title(page, main)).toBe('Right');
  expect(await side(page).count()).toBe(0);
  await page.locator('.list-pane h1').click();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Open the link at the side, or toggle the task').waitFor();
  await sheet.getByText(/opens it at the side/).waitFor();
});

it('on a phone Mod+Enter on a link opens its note in place [WEB-SIDE-LINKS]', async () => {
  const source = await service.note({ title: 'Small', body: '[[Right]]\n' });
  const page = await web.openPage(`#/n/${source.id}?mode=source`, phone);
  await main(page).locator('.cm-line').getByText('Right', { exact: true }).click();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => title(page, main)).toBe('Right');
  expect(await side(page).count()).toBe(0);
});
