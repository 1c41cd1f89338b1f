import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { fillLibrary, kettle } from './support/library.js';
import { findSmallTargets, phone } from './support/phone.js';
import { patterns, toAddress } from './support/routes.js';
import { useWeb } from './support/web.js';

const web = useWeb();

const collect = () => {
  const found = new Map<string, string>();
  const look = async (page: Page, place: string) => {
    await web.watch.waitUntilIdle();
    for (const target of await findSmallTargets(page)) if (!found.has(target)) found.set(target, place);
  };
  return { found, look };
};

it('on a phone every control of every screen is at least 44 pixels high and wide, and axe finds nothing [WEB-TARGETS] [WEB-AXE]', {
  timeout: 300_000,
}, async () => {
  const samples = await fillLibrary(web.service, kettle);
  const [note, other] = samples['graph/path'] as readonly [string, string];
  const addresses = [
    ...patterns.map((pattern) => toAddress(pattern, samples)),
    ...['live', 'split', 'read', 'source'].map((mode) => `${toAddress('n/:doc', samples)}?mode=${mode}`),
    ...['appearance', 'editor', 'keys', 'import', 'connect', 'about'].map((tab) => `#/settings/${tab}`),
    '#/search?q=tea',
    '#/search?q=zzz+tea',
    `#/graph?roots=${note}`,
    `#/graph/path?from=${note}&to=${other}`,
    '#/no/such/page',
  ];
  const { found, look } = collect();
  const page = await web.openPage('#/', phone);
  for (const address of addresses) {
    await page.evaluate((hash) => location.assign(hash), address);
    await page.locator('main > *').first().waitFor();
    await look(page, address);
    for (const fault of await violations(page)) if (!found.has(fault)) found.set(fault, address);
  }
  expect([...found]).toEqual([]);
});

it('on a phone every control of the sidebar, of menus and of dialogs is at least 44 pixels high and wide [WEB-TARGETS]', async () => {
  const { id } = await web.service.note({ title: 'Held', body: '# One\n\n## Two\n\n[[Kettle]]\n', tags: ['tea'] });
  const { notebook_id } = await web.service.ask('createNotebook', { name: 'Touched' });
  const { found, look } = collect();
  const page = await web.openPage('#/', phone);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  await button('Library').click();
  await look(page, 'the sidebar');
  await button('Calendar').click();
  await page.getByRole('grid').waitFor();
  await look(page, 'the calendar of the sidebar');
  await button('More tools').click();
  await look(page, 'the menu of tools');
  await page.keyboard.press('Escape');
  await button('New notebook').click();
  await look(page, 'the form of a notebook');
  await page.keyboard.press('Escape');
  await web.goTo(page, `#/nb/${notebook_id}`);
  await button('Actions for Touched').click();
  await look(page, 'the menu of a notebook');
  await button('Delete…').click();
  await look(page, 'the deletion of a notebook');
  await page.keyboard.press('Escape');
  await web.goTo(page, '#/');
  await page.locator('.jump').click();
  await look(page, 'the switcher');
  await page.keyboard.type('>');
  await look(page, 'the commands');
  await page.keyboard.press('Escape');
  await web.goTo(page, '#/');
  await button('Select notes').click();
  await look(page, 'the boxes of a selection');
  await page.getByRole('checkbox', { name: 'Select Held', exact: true }).check();
  await look(page, 'the actions on a selection');
  await web.goTo(page, `#/n/${id}`);
  await button('Note actions').click();
  await look(page, 'the menu of a note');
  await page.keyboard.press('Escape');
  await button('Note details').click();
  for (const tab of await page.locator('.inspector [role=tab]').all()) {
    await tab.click();
    await look(page, `the tab ${await tab.textContent()}`);
  }
  expect([...found]).toEqual([]);
});

it('on a phone rows are 44 pixels high in every density, and their boxes appear while notes are selected [WEB-TOUCH-SELECT]', async () => {
  for (const title of ['Tapped 1', 'Tapped 2']) await web.service.note({ title });
  const page = await web.openPage('#/', phone);
  const rows = page.locator('.note-list li');
  const boxes = page.locator('.note-list input:visible');
  const row = (title: string) => rows.filter({ hasText: title }).locator('a');
  await row('Tapped 1').waitFor();
  for (const density of ['Compact rows', 'Comfortable rows']) {
    await page.getByRole('button', { name: 'Order and density' }).click();
    await page.getByRole('button', { name: density }).click();
    await expect
      .poll(async () =>
        Math.min(...(await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))),
      )
      .toBeGreaterThanOrEqual(44);
  }
  expect(await boxes.count()).toBe(0);
  const select = page.getByRole('button', { name: 'Select notes' });
  await select.click();
  await boxes.first().waitFor();
  await row('Tapped 1').click();
  await row('Tapped 2').click();
  await page.getByText('2 selected').waitFor();
  expect(await violations(page)).toEqual([]);
  await row('Tapped 2').click();
  await page.getByText('1 selected').waitFor();
  // Without a selected note the boxes stay for the next one.
  await row('Tapped 1').click();
  await page.getByText('1 selected').waitFor({ state: 'hidden' });
  expect(await boxes.count()).toBeGreaterThan(0);
  await row('Tapped 1').click();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect.poll(() => boxes.count()).toBe(0);
  await select.click();
  await row('Tapped 1').click();
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  await select.waitFor();
  await expect.poll(() => boxes.count()).toBe(0);
  // A long press opens the menu of the row.
  await row('Tapped 2').dispatchEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 });
  await page.locator('.menu:popover-open').getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect.poll(() => boxes.count()).toBe(0);
  await row('Tapped 2').click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Tapped 2');
});

it('on a phone the reference of a footnote is a target of 44 pixels without a gap in the text [WEB-TARGETS]', async () => {
  const { id } = await web.service.note({ title: 'Noted', body: 'Sown late[^frost] again.\n\n[^frost]: In May.\n' });
  const page = await web.openPage(`#/n/${id}?mode=live`, phone);
  const reference = page.locator('.cm-footnote-reference button');
  await reference.waitFor();
  const box = await reference.boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeGreaterThanOrEqual(44);
  const gap = await page.locator('.cm-line', { hasText: 'Sown late' }).evaluate((line) => {
    const edges = [line.firstChild, line.lastChild].map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node as Node);
      return range.getBoundingClientRect();
    }) as [DOMRect, DOMRect];
    return { width: edges[1].left - edges[0].right, rise: Math.abs(edges[1].top - edges[0].top) };
  });
  expect(gap.width).toBeLessThan(20);
  expect(gap.rise).toBeLessThan(4);
});
