import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { button } from './support/devices.js';
import type { Note } from './support/service.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

/** Local day `count` days from today. */
function day(count: number): string {
  const at = new Date();
  at.setDate(at.getDate() + count);
  return at.toLocaleDateString('sv');
}

const makeBody = () =>
  [
    `- [ ] Old 📅 ${day(-3)} ⏫`,
    `- [ ] Now 📅 ${day(0)}`,
    `- [ ] Far 📅 ${day(60)}`,
    '- [ ] Some day',
    '- [x] Finished',
    `- [ ] Again 🔁 every 3 days 📅 ${day(0)} ^again`,
    '',
  ].join('\n');
let note: Note;

beforeEach(async () => {
  if (!web.isRunning) return;
  if (note !== undefined) await service.trash(await service.read(note.id));
  note = await service.note({ title: 'Chores', body: makeBody(), tags: ['home'] });
});

const lines = async () => (await service.read(note.id)).body.split('\n');
const group = (page: Page, title: string) =>
  page.locator('.task-group').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const column = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const texts = (rows: Locator) => rows.locator('label').allTextContents();
const edit = (page: Page, task: string) => button(page, `Edit task: ${task}`);

it('the list groups tasks by due date, note or tag, and filters by text, tag and state [WEB-TASKS]', async () => {
  await service.note({ title: 'Other', body: '- [ ] Elsewhere\n' });
  const page = await web.openPage('#/tasks');
  await group(page, 'Overdue').waitFor();
  expect(await texts(group(page, 'Overdue'))).toEqual(['Old']);
  expect(await texts(group(page, 'Today'))).toEqual(['Now', 'Again']);
  expect(await texts(group(page, 'Later'))).toEqual(['Far']);
  expect((await texts(group(page, 'No due date'))).sort()).toEqual(['Elsewhere', 'Some day']);
  await page.getByText('repeats every 3 days').waitFor();
  await page.getByText('Priority: High').waitFor();
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Text', { exact: true }).fill('chores old');
  await expect.poll(() => texts(page.locator('.task-row'))).toEqual(['Old']);
  await page.getByText('1 of 6 tasks shown').waitFor();
  await page.getByLabel('Text', { exact: true }).fill('');
  await page.locator('label', { hasText: /^Tag/ }).locator('select').selectOption('home');
  await page.getByLabel('Group by').selectOption('tag');
  await group(page, '#home').waitFor();
  expect(await page.getByText('Elsewhere').count()).toBe(0);
  await page.locator('label', { hasText: /^Show/ }).locator('select').selectOption('done');
  await expect.poll(() => texts(page.locator('.task-row'))).toEqual(['Finished']);
  await page.reload();
  await expect.poll(() => texts(page.locator('.task-row'))).toEqual(['Finished']);
});

it('a task with a rule that is not understood says so in the list, and a tick adds no instance [WEB-TASKS]', async () => {
  const rules = ['every fortnight', 'every 0 days'];
  const body = rules.map((rule, index) => `- [ ] r${index} due:2026-11-29 🔁 ${rule}\n`).join('');
  const odd = await service.note({ title: 'Odd rules', body });
  const page = await web.openPage('#/tasks');
  for (const rule of rules) {
    await page.getByText(`This rule is not understood: ${rule}`, { exact: true }).waitFor();
    expect(await page.getByText(`repeats ${rule}`).count()).toBe(0);
  }
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'r0' }).click();
  await page.getByText('This rule is not understood, so the task does not repeat.').waitFor();
  expect((await service.read(odd.id)).body).toBe(body.replace('- [ ] r0', '- [x] r0'));
  await service.trash(await service.read(odd.id));
});

it('the list and the calendar load more until every task is shown, in the order of the groups [WEB-TASKS]', async () => {
  // The note that was changed last has more tasks than the service lists at once.
  const many = await service.note({ title: 'Many', body: '- [ ] One of many\n'.repeat(2_100) });
  const page = await web.openPage('#/tasks');
  const groups = page.locator('.task-group h2');
  await page.getByText('Only the first 1,000 are shown').waitFor();
  expect(await groups.allTextContents()).toEqual(['No due date']);
  await button(page, 'Load more').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Only the first 2,000 are shown').waitFor();
  expect(await button(page, 'Load more').evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.locator('.task-row').count()).toBe(2_000);
  await button(page, 'Load more').click();
  await group(page, 'Overdue').waitFor();
  expect(await groups.allTextContents()).toEqual(['Overdue', 'Today', 'Later', 'No due date']);
  expect(await page.getByText('Only the first').count()).toBe(0);
  await page.reload();
  await group(page, 'Overdue').getByRole('checkbox', { name: 'Old' }).waitFor();
  await page.getByLabel('Group by').selectOption('note');
  for (const count of ['200', '1,000', '2,000']) {
    await page.getByText(`Only the first ${count} are shown`).waitFor();
    await button(page, 'Load more').click();
  }
  await group(page, 'Chores').waitFor();
  expect((await groups.allTextContents()).slice(0, 2)).toEqual(['Many', 'Chores']);
  await web.goTo(page, `#/calendar?day=${day(0)}`);
  for (const count of ['1,000', '2,000']) {
    await page.getByText(`Only the first ${count} are shown`).waitFor();
    await button(page, 'Load more').click();
  }
  await page.getByRole('checkbox', { name: 'Now' }).waitFor();
  await service.trash(many);
});

it('the edit dialog writes due date, priority and repetition into the line of the task, and the notice reverts them [WEB-TASKS]', async () => {
  const page = await web.openPage('#/tasks');
  await edit(page, 'Some day').click();
  const dialog = page.getByRole('dialog', { name: 'Edit task' });
  await dialog.getByLabel('Due date').fill('2027-01-31');
  await dialog.getByLabel('Priority').selectOption({ label: 'Highest' });
  await dialog.getByLabel('Repeat').fill('every blue moon');
  await dialog.getByText('This rule is not understood.').waitFor();
  expect(await button(dialog, 'Save').isDisabled()).toBe(true);
  await dialog.getByLabel('Repeat').fill('every month on the last');
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  const before = makeBody().split('\n');
  const changed = '- [ ] Some day 🔺 🔁 every month on the last 📅 2027-01-31';
  expect(await lines()).toEqual(before.with(3, changed));
  await button(page, 'Undo').click();
  await expect.poll(lines).toEqual(before);
});

it('ticking a task that repeats adds its next instance above it in one revision [WEB-TASKS]', async () => {
  const page = await web.openPage('#/tasks');
  await page.getByRole('checkbox', { name: 'Again' }).click();
  await page.getByText('The next instance of this task is due').waitFor();
  const before = makeBody().split('\n');
  const next = `- [ ] Again 🔁 every 3 days 📅 ${day(3)}`;
  const ticked = `- [x] Again 🔁 every 3 days 📅 ${day(0)} ^again`;
  expect(await lines()).toEqual(before.toSpliced(5, 1, next, ticked));
  const { revisions } = await service.ask('listRevisions', { document_id: note.id });
  expect(revisions).toHaveLength(2);
  await button(page, 'Undo').click();
  await expect.poll(lines).toEqual(before);
});

it('in the editor, a tick that adds the next instance is undone in one step [WEB-TASKS]', async () => {
  const page = await web.openPage(`#/n/${note.id}?mode=live`);
  await page.locator('.cm-content').getByText('Again').click();
  await page.keyboard.press('Control+Enter');
  await page.locator('.cm-content').getByText(day(3)).waitFor();
  await page.keyboard.press('Control+z');
  await page.locator('.cm-content').getByText(day(3)).waitFor({ state: 'detached' });
  expect(await page.locator('.cm-content').getByText('Again').count()).toBe(1);
});

it('a card dropped on a column of the board gets its due date, priority or state [WEB-TASKS]', async () => {
  const page = await web.openPage('#/tasks?view=board');
  const card = (name: string) => page.locator('.board-card').filter({ hasText: name });
  await column(page, 'Overdue').waitFor();
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await card('Some day').dragTo(column(page, 'Today'));
  await expect.poll(() => texts(column(page, 'Today'))).toContain('Some day');
  expect((await lines())[3]).toBe(`- [ ] Some day 📅 ${day(0)}`);
  await card('Old').dragTo(column(page, 'No due date'));
  await expect.poll(lines).toContain('- [ ] Old ⏫');
  await page.getByLabel('Columns').selectOption({ label: 'Priority' });
  await card('Far').dragTo(column(page, 'Low'));
  await expect.poll(lines).toContain(`- [ ] Far 📅 ${day(60)} 🔽`);
  await page.getByLabel('Columns').selectOption({ label: 'State' });
  await card('Now').dragTo(column(page, 'Done'));
  await expect.poll(lines).toContain(`- [x] Now 📅 ${day(0)}`);
});

it('the calendar lists the tasks of the chosen day; a task dropped on another day becomes due then [WEB-TASKS]', async () => {
  const page = await web.openPage('#/tasks?view=calendar&day=2026-05-15');
  await service.note({ title: 'May', body: '- [ ] Plant beans 📅 2026-05-15\n- [ ] Sow peas 📅 2026-05-20\n' });
  await page.reload();
  const grid = page.getByRole('grid', { name: 'May 2026' });
  const cell = (name: string) => grid.getByRole('gridcell', { name });
  await cell('Friday, May 15, 2026: 1 task due').waitFor();
  await page.getByRole('checkbox', { name: 'Plant beans' }).waitFor();
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await grid.getByText('Sow peas').dragTo(cell('Thursday, May 7, 2026'));
  await cell('Thursday, May 7, 2026: 1 task due').waitFor();
  await cell('Friday, May 15, 2026: 1 task due').focus();
  for (const key of ['ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
  await page.getByRole('checkbox', { name: 'Sow peas' }).waitFor();
  expect(await cell('Thursday, May 7, 2026: 1 task due').getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('PageDown');
  await page.getByRole('grid', { name: 'June 2026' }).locator('[data-day="2026-06-07"]:focus').waitFor();
  await page.keyboard.press('Shift+PageUp');
  await page.getByRole('grid', { name: 'June 2025' }).locator('[data-day="2025-06-07"]:focus').waitFor();
});

it('tasks, notes and calendars follow the date when the next day begins [WEB-TASKS]', async () => {
  const page = await (await web.context()).newPage();
  const evening = new Date();
  evening.setHours(23, 50, 0, 0);
  await page.clock.install({ time: evening });
  await web.goTo(page, '#/');
  await page.locator('time', { hasText: /\d/ }).first().waitFor();
  await page.clock.runFor('15:00');
  await page.getByText('yesterday').first().waitFor();
  await web.goTo(page, '#/calendar');
  await page
    .locator(`[data-day="${day(1)}"][aria-current=date]`)
    .first()
    .waitFor();
  await page.clock.runFor('24:00:00');
  await page
    .locator(`[data-day="${day(2)}"][aria-current=date]`)
    .first()
    .waitFor();
  await page.clock.setFixedTime(evening);
  await web.goTo(page, '#/tasks');
  await group(page, 'Today').getByText('Now').waitFor();
  await page.clock.setFixedTime(evening.getTime() + 900_000);
  await page.clock.runFor('01:00');
  await group(page, 'Overdue').getByText('Now').waitFor();
});

it('a tick meets its task where it is now, and says when the task is gone [WEB-TASK-MOVED]', async () => {
  const page = await web.openPage('#/tasks');
  await group(page, 'No due date').waitFor();
  await web.watch.waitUntilIdle();
  // Keeps the list as it was read.
  await page.route('**/api/v1/tasks**', () => undefined);
  // Another client changes the note after the list was read.
  const { current_revision_id: base_revision_id } = await service.read(note.id);
  const edits = [
    { search: '- [ ] Now', replace: 'A line\n\n- [ ] Now' },
    { search: '- [ ] Some day\n', replace: '' },
  ];
  await service.ask('editDocument', { document_id: note.id, base_revision_id, edits });
  await group(page, 'No due date').getByRole('checkbox').first().click();
  await page.getByText('The task was changed or removed in the note').waitFor();
  await group(page, 'Later').getByRole('checkbox').click();
  await expect
    .poll(async () => (await lines()).filter((line) => line.includes('Far')))
    .toEqual([`- [x] Far 📅 ${day(60)}`]);
  expect(await lines()).toContain('A line');
});
