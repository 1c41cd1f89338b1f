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
