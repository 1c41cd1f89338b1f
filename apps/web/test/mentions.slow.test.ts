import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { UNREACHABLE, waitUntilSaved } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Links' });

it('mentions without a link are listed, without code, addresses and parts of words, and linked by a click [WEB-MENTIONS]', async () => {
  const { id } = await service.note({ title: 'Blue whale', body: 'x\n' });
  const source = await service.note({
    title: 'Sea',
    body: 'Größe: a blue whale sings.\r\nBlue whales are large, see `Blue whale`.\r\n\r\n```\nBlue whale\n```\n',
  });
  await service.note({ title: 'Linked already', body: '[[Blue whale]] and Blue whale\n' });
  const page = await web.openPage(`#/n/${id}?mode=live`);
  await page.getByRole('tab', { name: 'Links' }).click();
  await panel(page).getByRole('heading', { name: 'Mentions without a link (1)' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Link the mention in Sea, line 1' }).click();
  await panel(page).getByRole('heading', { name: 'Backlinks (2)' }).waitFor();
  await panel(page)
    .getByRole('heading', { name: /^Mentions/ })
    .waitFor({ state: 'detached' });
  expect((await service.read(source.id)).body).toBe(
    'Größe: a [[Blue whale|blue whale]] sings.\r\nBlue whales are large, see `Blue whale`.\r\n\r\n```\nBlue whale\n```\n',
  );
});

it('renaming a note offers to update its links, lists them first, and changes nothing by itself [WEB-RENAME]', async () => {
  const { id } = await service.note({ title: 'Tea pot', body: '# Use\n' });
  const body = 'See [[Tea pot]], [[Tea pot#Use|how]] and `[[Tea pot]]`.\n';
  const linking = await service.note({ title: 'Kitchen', body });
  const page = await web.openPage(`#/n/${id}?mode=live`);
  await page.locator('.title-field').fill('Teapot');
  await page.locator('.cm-content').click();
  await page.getByText('Other notes may link to this note as “Tea pot”.').waitFor();
  await page.getByRole('button', { name: 'Update links…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update links' });
  await dialog.getByText('[[Teapot#Use|how]]').waitFor();
  expect(await violations(page)).toEqual([]);
  expect((await service.read(linking.id)).body).toBe(body);
  await dialog.getByRole('button', { name: 'Update 2 links' }).click();
  await page.getByText('Updated 2 links in 1 note.').waitFor();
  expect((await service.read(linking.id)).body).toBe('See [[Teapot]], [[Teapot#Use|how]] and `[[Tea pot]]`.\n');
});

it.each(['live', 'source'])(
  'renaming a heading in mode %s offers to update the links to it, also in its own note [WEB-RENAME]',
  async (mode) => {
    const title = `Manual ${mode}`;
    const { id } = await service.note({ title, body: '# First\n\n## Old part\n\nsee [[#Old part]]\n' });
    const uri = `document://default/documents/${id}`;
    const others = `[[${title}]] [[${title}#First]] [[${title}#Old part|see #Old part]]`;
    const linking = await service.note({ title: `Reader ${mode}`, body: `${others} [part](${uri}#old-part)\n` });
    const page = await web.openPage(`#/n/${id}?mode=${mode}`);
    await page.locator('.cm-line').getByText('Old part').first().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    // The headings before the change are known from here on.
    await web.watch.waitUntilIdle();
    await page.keyboard.type('chap');
    await waitUntilSaved(page);
    await page.keyboard.type('ter');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Links lead to this heading as “Old part”.').waitFor();
    await page.getByRole('button', { name: 'Update links…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update links' });
    await dialog.getByRole('button', { name: 'Update 3 links' }).click();
    await page.getByText('Updated 3 links in 2 notes.').waitFor();
    expect((await service.read(linking.id)).body).toBe(
      `[[${title}]] [[${title}#First]] [[${title}#Old chapter|see #Old part]] [part](${uri}#old-chapter)\n`,
    );
    expect((await service.read(id)).body).toBe('# First\n\n## Old chapter\n\nsee [[#Old chapter]]\n');
  },
);

it('an update of links without a response is explained in words [WEB-RENAME]', async () => {
  web.watch.expect(UNREACHABLE);
  const { id } = await service.note({ title: 'Coffee pot' });
  await service.note({ title: 'Larder', body: 'See [[Coffee pot]].\n' });
  const page = await web.openPage(`#/n/${id}?mode=live`);
  await page.locator('.title-field').fill('Moka pot');
  await page.locator('.cm-content').click();
  await page.getByRole('button', { name: 'Update links…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update links' });
  await dialog.getByText('[[Moka pot]]').waitFor();
  const [table, buttons] = await Promise.all([
    dialog.locator('.table-frame').boundingBox(),
    dialog.locator('.form-buttons').boundingBox(),
  ]);
  expect((buttons?.y ?? 0) - (table?.y ?? 0) - (table?.height ?? 0)).toBeGreaterThanOrEqual(8);
  await page.route('**/api/**', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Update 1 link' }).click();
  const alert = dialog.getByRole('alert').filter({ hasText: 'not responding' });
  await alert.waitFor();
  expect(await alert.textContent()).not.toContain('offline');
});
