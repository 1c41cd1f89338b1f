import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const localDay = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('sv'));
const title = (page: Page) => page.locator('.title-field').inputValue();

/** Returns the titles of the notes in the notebook called Journal. */
async function listJournal(): Promise<string[]> {
  const { notebooks } = await service.ask('listNotebooks', {});
  const journals = notebooks.filter(({ name }) => name === 'Journal');
  expect(journals.length).toBeLessThanOrEqual(1);
  const [journal] = journals;
  if (journal === undefined) return [];
  const { documents } = await service.ask('listNotebookDocuments', { notebook_id: journal.notebook_id });
  return documents.map((note) => note.title).sort();
}

it('g d creates today’s note once, in a notebook that it creates, even in two tabs at once [WEB-DAILY]', async () => {
  const context = await web.context();
  const [page, other] = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all([page, other].map((one) => web.goTo(one, '#/jobs')));
  const day = await localDay(page);
  // A note with that title in another notebook is not the daily note.
  await service.note({ title: day });
  await Promise.all([page.keyboard.type('gd'), other.keyboard.type('gd')]);
  for (const one of [page, other]) await expect.poll(() => title(one)).toBe(day);
  expect(await listJournal()).toEqual([day]);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await expect.poll(() => title(page)).toBe(day);
  expect(await listJournal()).toEqual([day]);
  await page.goBack();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
});

it('the calendar marks days with notes and tasks; Enter creates the note of a day, and commands step between notes [WEB-DAILY]', async () => {
  await service.note({ title: 'Garden', body: '- [ ] Sow 📅 2026-05-20\n- [x] Dig 📅 2026-05-20\n' });
  const page = await web.openPage('#/calendar?day=2026-05-15');
  const grid = page.getByRole('grid', { name: 'May 2026' });
  const cell = (name: string) => grid.getByRole('gridcell', { name, exact: true });
  await cell('Wednesday, May 20, 2026: 1 task due').waitFor();
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await cell('Friday, May 15, 2026').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => title(page)).toBe('2026-05-15');
  await page.goBack();
  await cell('Friday, May 15, 2026: daily note').waitFor();
  await cell('Wednesday, May 20, 2026: 1 task due').click();
  await page.getByRole('checkbox', { name: 'Sow' }).waitFor();
  await page.getByRole('link', { name: 'Create note' }).click();
  await expect.poll(() => title(page)).toBe('2026-05-20');
  await page.locator('.cm-content').waitFor();
  await page.locator('.list-pane').click({ position: { x: 5, y: 5 } });
  await page.keyboard.type('gp');
  await expect.poll(() => title(page)).toBe('2026-05-15');
  await page.locator('.list-pane').click({ position: { x: 5, y: 5 } });
  await page.keyboard.type('gn');
  await expect.poll(() => title(page)).toBe('2026-05-20');
  await web.goTo(page, '#/calendar?day=2026-05-20');
  await cell('Wednesday, May 20, 2026: daily note, 1 task due').waitFor();
  expect((await listJournal()).filter((name) => name.startsWith('2026-05'))).toEqual(['2026-05-15', '2026-05-20']);
});

it('daily notes get the title, notebook and template of the settings [WEB-DAILY]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Diary' });
  const template = '```note-template\n```\n## Plan for {{title}}\n\n- [ ] Review due:{{date}}\n';
  await service.note({ title: 'Day plan', body: template });
  const asking = '```note-template\nprompt: who\n```\n{{who}}\n';
  await service.note({ title: 'Asks', body: asking });
  const page = await web.openPage('#/settings/daily');
  await page.getByLabel('Title', { exact: true }).fill('MMMM YYYY');
  await page.getByText('A title needs a year (YYYY), a month (MM) and a day (DD).').waitFor();
  await page.getByLabel('Title', { exact: true }).fill('YYYYMD');
  await page.getByText(/^M or D is next to another number, so titles would be ambiguous\./).waitFor();
  await page.getByLabel('Title', { exact: true }).fill('dddd, D MMMM YYYY');
  await page
    .locator('label', { hasText: /^Notebook/ })
    .locator('select')
    .selectOption(notebook_id);
  const templates = page.locator('label', { hasText: /^Template/ }).locator('select');
  await templates.locator('option', { hasText: 'Day plan' }).waitFor({ state: 'attached' });
  expect(await templates.locator('option', { hasText: 'Asks' }).count()).toBe(0);
  await templates.selectOption({ label: 'Day plan' });
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await web.goTo(page, '#/today?day=2026-05-15');
  await expect.poll(() => title(page)).toBe('Friday, 15 May 2026');
  await page.locator('.cm-content').getByText('Plan for Friday, 15 May 2026').waitFor();
  const { documents } = await service.ask('listNotebookDocuments', { notebook_id });
  expect(documents.map((note) => note.title)).toEqual(['Friday, 15 May 2026']);
  const { body } = await service.read((documents[0] as { id: string }).id);
  expect(body).toContain('- [ ] Review due:2026-05-15\n');
});

it('the calendar of the sidebar marks days with a note; keys move, and a click opens or creates [WEB-SIDEBAR-CALENDAR]', async () => {
  const page = await web.openPage('#/');
  const toggle = page
    .getByRole('navigation', { name: 'Library' })
    .getByRole('button', { name: 'Calendar', exact: true });
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await toggle.click();
  const grid = page.locator('.sidebar-calendar').getByRole('grid');
  const readSelected = () => grid.locator('[aria-selected=true]').getAttribute('data-day');
  const today = await localDay(page);
  await expect.poll(readSelected).toBe(today);
  await grid.locator('[aria-selected=true]').focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  const day = (await readSelected()) as string;
  expect(day < today).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => title(page)).toBe(day);
  await grid.locator(`[data-day="${day}"] .day-dot`).waitFor({ state: 'attached' });
  const next = (await grid.locator(`[data-day="${day}"] + td`).getAttribute('data-day')) as string;
  await grid.locator(`[data-day="${next}"]`).click();
  await expect.poll(() => title(page)).toBe(next);
  await grid.locator(`[data-day="${day}"]`).click();
  await expect.poll(() => title(page)).toBe(day);
  expect((await listJournal()).filter((name) => name === day || name === next)).toEqual([day, next]);
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.reload();
  await grid.locator(`[data-day="${today}"]`).waitFor();
  await toggle.click();
  await grid.waitFor({ state: 'detached' });
});
