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
