import { expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

it('a note shows its notebook, and moves to another one found by any words of its path [WEB-MOVE]', async () => {
  const work = await service.ask('createNotebook', { name: 'Work' });
  const plans = await service.ask('createNotebook', { name: 'Plans 2026', parent_notebook_id: work.notebook_id });
  const { id } = await service.note({ title: 'Placed', body: 'x\n' });
  const page = await web.openPage(`#/n/${id}?mode=live`);
  await page.locator('.note-place').getByRole('link', { name: 'Notes', exact: true }).waitFor();
  await page.getByRole('button', { name: 'In Notes: move to another notebook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to another notebook' });
  await dialog.getByRole('combobox', { name: 'Notebook' }).fill('plan wor');
  await dialog.getByRole('option', { name: 'Work / Plans 2026', selected: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.locator('.note-place').getByRole('link', { name: 'Work / Plans 2026' }).waitFor();
  expect((await service.read(id)).notebook_id).toBe(plans.notebook_id);
  await page.locator('.note-place a').click();
  await page.waitForURL(new RegExp(`#/nb/${plans.notebook_id}$`));
});
