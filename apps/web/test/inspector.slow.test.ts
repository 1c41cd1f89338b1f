import { expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { UNREACHABLE } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const section = (name: string) => `## ${name}\n\n${`Words of ${name}.\n\n`.repeat(60)}`;
const body = ['One', 'Two', 'Three'].map(section).join('');

it('on a narrow screen the inspector covers the note, takes focus, and returns it on Esc [WEB-INSPECTOR]', async () => {
  const note = await service.note({ title: 'Narrow', body });
  const page = await web.openPage(`#/n/${note.id}?mode=live`, { viewport: { width: 1000, height: 700 } });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Shift+Backslash');
  const tab = page.getByRole('tab', { name: 'Outline' });
  await tab.waitFor();
  expect(await tab.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Two' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await tab.waitFor({ state: 'detached' });
  expect(await page.locator('.cm-content').evaluate((text) => text === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Note details' }).click();
  await tab.waitFor();
  await page.getByRole('button', { name: 'Note details' }).press('Enter');
  await tab.waitFor({ state: 'detached' });
});

it('on a wide screen the inspector keeps its width and stays closed after a reload [WEB-INSPECTOR]', async () => {
  const note = await service.note({ title: 'Wide', body });
  const page = await web.openPage(`#/n/${note.id}?mode=live`);
  const edge = page.getByRole('separator', { name: 'Note details width' });
  await edge.press('ArrowLeft');
  await page.reload();
  expect(await edge.getAttribute('aria-valuenow')).toBe('280');
  expect((await page.locator('#inspector').boundingBox())?.width).toBe(280);
  await page.getByRole('button', { name: 'Note details' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Note details', expanded: false }).waitFor();
  expect(await page.locator('#inspector').count()).toBe(0);
});

it('the outline goes to headings and follows the text in the editor and the reading view [WEB-INSPECTOR]', async () => {
  const note = await service.note({ title: 'Outline', body });
  for (const mode of ['live', 'read']) {
    const page = await web.openPage(`#/n/${note.id}?mode=${mode}`);
    // The reading view lays out the whole note, the editor only the visible part.
    const laidOut = mode === 'read' ? page.locator('article h2', { hasText: 'Three' }) : page.locator('.cm-heading-2');
    await laidOut.first().waitFor();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Three' }).click();
    await page.locator('[aria-current=location]', { hasText: 'Three' }).waitFor();
    await page.locator(mode === 'read' ? '.note-preview' : '.cm-scroller').evaluate((text) => text.scrollTo(0, 0));
    await page.locator('[aria-current=location]', { hasText: 'One' }).waitFor();
  }
});

it('the outline goes to the current position of a heading, also before edits above it are saved [WEB-INSPECTOR]', async () => {
  web.watch.expect(UNREACHABLE);
  const note = await service.note({ title: 'Unsaved', body });
  const page = await web.openPage(`#/n/${note.id}?mode=live`);
  await page.locator('.cm-heading-2').first().waitFor();
  await page.route('**/api/v1/documents/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('Above\n\n'.repeat(40));
  await page.getByRole('tabpanel').getByRole('button', { name: 'Two' }).click();
  const two = (`${'Above\n\n'.repeat(40)}${body}`.split('\n').indexOf('## Two') + 1).toString();
  await page.locator('.note-footer').getByText(`${two}:1`, { exact: true }).waitFor();
});

it('the inspector adds and removes tags and moves the note [WEB-INSPECTOR]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Elsewhere' });
  const note = await service.note({ title: 'Tagged', body: 'x', tags: ['old'] });
  const page = await web.openPage(`#/n/${note.id}`);
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('combobox', { name: 'Tag to add' }).fill('new/one');
  await page.keyboard.press('Enter');
  await page.getByRole('tabpanel').getByRole('link', { name: 'new/one' }).waitFor();
  await page.getByRole('button', { name: 'Remove tag old' }).click();
  await page.getByRole('combobox', { name: 'Notebook' }).selectOption('Elsewhere');
  await expect
    .poll(async () => {
      const { tags, notebook_id: notebookId } = await service.read(note.id);
      return [tags, notebookId];
    })
    .toEqual([['new/one'], notebook_id]);
});
