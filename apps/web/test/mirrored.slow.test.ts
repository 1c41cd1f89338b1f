import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fillLibrary, kettle } from './support/library.js';
import { phone } from './support/phone.js';
import { patterns, toAddress } from './support/routes.js';
import { useWeb } from './support/web.js';

const web = useWeb();

async function openMirrored(options = {}): Promise<Page> {
  const context = await web.context(options);
  await context.addInitScript(() => {
    // A sandboxed frame has no storage.
    if (origin !== 'null') localStorage.setItem('notes.locale', 'en-XB');
  });
  const page = await context.newPage();
  await web.goTo(page, '#/');
  return page;
}

const readBox = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right, window: innerWidth };
    });

/** Lists the parts of a screen that reach over an edge of the window, or scroll sideways. */
const listOverflows = (page: Page) =>
  page.evaluate(() => {
    const wide = [document.documentElement, ...document.querySelectorAll('main, .main-pane, .list-pane')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => `${element.localName}.${element.className} scrolls`);
    const outside = [...document.querySelectorAll('.header *, main .button, main h1, main input')]
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('.visually-hidden'),
      )
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
      })
      .map((element) => `${element.localName}.${element.className} is outside`);
    return [...wide, ...outside];
  });

it('a page that runs from right to left is mirrored, on every screen and on a phone [WEB-MIRRORED]', async () => {
  const samples = await fillLibrary(web.service, kettle);
  const faults: string[] = [];
  for (const options of [{}, phone]) {
    const page = await openMirrored(options);
    for (const pattern of patterns) {
      const address = toAddress(pattern, samples);
      await page.evaluate((hash) => location.assign(hash), address);
      await page.locator('main > *').first().waitFor();
      await web.watch.waitUntilIdle();
      faults.push(...(await listOverflows(page)).map((fault) => `${address}: ${fault}`));
    }
    await page.close();
  }
  expect(faults).toEqual([]);
  const page = await openMirrored();
  const sidebar = await readBox(page, '.sidebar');
  expect(sidebar.right).toBe(sidebar.window);
  const list = await readBox(page, '.list-pane');
  expect(list.right).toBeLessThanOrEqual(sidebar.left);
  expect((await readBox(page, '.new-note')).left).toBeLessThan(list.left);
});

it('in a mirrored page menus open at their button and a splitter follows the pointer [WEB-MIRRORED]', async () => {
  const page = await openMirrored();
  const { notebook_id } = await web.service.ask('createNotebook', { name: 'Mirror' });
  await web.goTo(page, `#/nb/${notebook_id}`);
  await page.getByRole('button', { name: 'Actions for Mirror' }).click();
  const [button, menu] = [await readBox(page, '.pane-head [popovertarget]'), await readBox(page, '.menu:popover-open')];
  expect(menu.left).toBe(button.left);
  await page.keyboard.press('Escape');
  const edge = page.getByRole('separator', { name: 'Sidebar width' });
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
});
