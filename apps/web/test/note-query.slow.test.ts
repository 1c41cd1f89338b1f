import { expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

it('a note query is a table, a board by notebook or tag, or a calendar, and keeps the view the reader chose [WEB-QUERY]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Recipes' });
  await service.note({ title: '2026-05-15 bread', body: 'flour\n', notebook_id, tags: ['baking'] });
  await service.note({ title: '2026-05-16 cake', body: 'flour\n', notebook_id, tags: ['baking', 'sweet'] });
  await service.note({ title: 'Shopping', body: 'flour\n' });
  const body = '```note-query board\nquery: flour -title:Overview\nsort: title\n```\n';
  const { id } = await service.note({ title: 'Overview', body });
  const page = await web.openPage(`#/n/${id}?mode=read`);
  const block = page.locator('.note-query');
  const columns = () => block.locator('.query-column h3').allTextContents();
  const select = (label: RegExp) => block.locator('label', { hasText: label }).locator('select');
  await block.locator('.query-column').first().waitFor();
  expect(await columns()).toEqual(['Notes 1', 'Recipes 2']);
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await select(/^Columns/).selectOption('tags');
  await expect.poll(columns).toEqual(['baking 2', 'sweet 1', 'No tag 1']);
  await select(/^View/).selectOption('calendar');
  await select(/^Date/).selectOption('title');
  const grid = block.getByRole('grid', { name: 'May 2026' });
  await grid.getByRole('gridcell', { name: 'Friday, May 15, 2026: 1 note' }).click();
  await block.getByRole('link', { name: '2026-05-15 bread' }).waitFor();
  await block.getByText('1 note has no such date.').waitFor();
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.reload();
  await grid.waitFor();
  await select(/^View/).selectOption('table');
  await expect
    .poll(() => block.locator('tbody a').allTextContents())
    .toEqual(['2026-05-15 bread', '2026-05-16 cake', 'Shopping']);
  await block.getByRole('link', { name: 'Shopping' }).click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Shopping');
});
