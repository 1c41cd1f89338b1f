import { expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

it('a note in Trash is shown beside the list of Trash, also after another list [WEB-TRASH-LIST]', async () => {
  await service.note({ title: 'Kept' });
  const trashedNote = await service.note({ title: 'Gone', body: 'what was left\n' });
  await service.trash(trashedNote);
  const page = await web.openPage('#/nb/nb_notes');
  const titles = page.locator('.note-list .note-title');
  await titles.getByText('Kept').waitFor();
  await page.evaluate((to) => location.assign(to), `#/trash/${trashedNote.id}`);
  await page.locator('.trashed').getByText('what was left').waitFor();
  await expect.poll(() => titles.allTextContents()).toEqual(['Gone']);
  expect(await page.locator('.note-list [aria-current=page]').textContent()).toContain('Gone');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.trashed').waitFor();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await titles.getByText('Gone').waitFor();
  expect(new URL(page.url()).hash).toBe('#/trash');
});

it('“Delete forever…” takes a title typed as it is displayed, with runs of spaces as one', async () => {
  const trashedNote = await service.note({ title: 'Two  spaces' });
  await service.trash(trashedNote);
  const page = await web.openPage(`#/trash/${trashedNote.id}`);
  await page.getByRole('button', { name: 'Delete forever…' }).click();
  await page.getByLabel('To confirm, type its title:').fill('Two spaces');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete forever' }).click();
  await page.getByText('Deleted “Two spaces” forever').waitFor();
});
