import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { openNote, text } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const field = (page: Page, name: string) => page.locator('.cm-search').getByRole('textbox', { name, exact: true });

it('Find in note tells the number of matches, replacements, and an invalid expression [WEB-FIND-COUNT]', async () => {
  const page = await openNote(web, await service.note({ title: 'Counted', body: 'one\ntwo one\none\n' }));
  const tells = (message: string) =>
    page.locator('.cm-search').getByRole('status').getByText(message, { exact: true }).waitFor();
  await text(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('one');
  await tells('3 matches');
  await page.keyboard.press('Enter');
  await tells('1 of 3 matches');
  await page.keyboard.press('Enter');
  await tells('2 of 3 matches');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('three');
  await tells('No matches');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('(one');
  await page.getByLabel('Regular expression').check();
  await tells('This regular expression is not valid.');
  expect(await field(page, 'Find').getAttribute('aria-invalid')).toBe('true');
  expect(await violations(page)).toEqual([]);
  await field(page, 'Find').press('End');
  await page.keyboard.type(')');
  await tells('2 of 3 matches');
  expect(await field(page, 'Find').getAttribute('aria-invalid')).toBe('false');
  await field(page, 'Replace').click();
  await page.keyboard.type('1');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await tells('Replaced 3 matches');
});

it('Find in note shows a match within the address of a link, and hides the address after it [WEB-FIND-HIDDEN]', async () => {
  const body = 'one\n\n[linked](https://example.org/needle)\n\nneedle\n';
  const page = await openNote(web, await service.note({ title: 'Hidden', body }));
  await text(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  const line = text(page).locator('.cm-line', { hasText: 'linked' });
  expect(await line.textContent()).toBe('linked');
  await page.keyboard.press('Enter');
  await expect.poll(() => line.textContent()).toBe('[linked](https://example.org/needle)');
  await line.locator('.cm-searchMatch-selected').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => line.textContent()).toBe('linked');
});

it.each([
  [640, 400],
  [320, 256],
])(
  'Find in note shows all of its panel, and in a window of %i by %i pixels leaves text visible below it [WEB-FIND-SMALL]',
  async (width, height) => {
    const page = await openNote(web, await service.note({ title: 'Zoomed', body: 'one\n\n'.repeat(50) }));
    await text(page).click();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('one');
    const readHidden = () => page.locator('.cm-panels-top').evaluate((top) => top.scrollHeight - top.clientHeight);
    await page.locator('.cm-search-status').getByText('50 matches').waitFor();
    expect(await readHidden()).toBe(0);
    await page.setViewportSize({ width, height });
    const readHeight = () => page.locator('.cm-scroller').evaluate((scroller) => scroller.clientHeight);
    await expect.poll(readHeight).toBeGreaterThanOrEqual(40);
    const panel = page.locator('.cm-panels-top');
    for (const control of await panel.locator('input, button').all()) {
      await control.scrollIntoViewIfNeeded();
      const [outer, inner] = [await panel.boundingBox(), await control.boundingBox()];
      expect(inner?.y).toBeGreaterThanOrEqual((outer?.y ?? 0) - 1);
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  },
);
