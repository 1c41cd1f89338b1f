import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openNote, statusMessages, text, typeAtEnd, UNREACHABLE } from './support/editor.js';
import { holdRequests } from './support/hold.js';
import { comeBack, useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const go = (page: Page, hash: string) => page.evaluate((to) => location.assign(to), hash);

describe('an empty screen', () => {
  it.each([
    ['#/tasks', /No tasks match/, 'Show tasks of all notes|New note'],
    ['#/templates', /There are no templates yet/, 'New note'],
    ['#/attachments', /No attachments yet/, 'New note'],
    ['#/trash', /Trash is empty/, 'Show all notes'],
    ['#/tags', /There are no tags yet/, 'Show all notes'],
    ['#/search?q=nothingofthatname', /No matching notes/, 'Show all notes'],
  ] as const)(
    '%s says what belongs there, how it gets there, and offers the next step [WEB-EMPTY]',
    async (at, sentence, action) => {
      const page = await web.openPage(at);
      const empty = page.locator('.empty', { hasText: sentence });
      await empty.getByRole('link', { name: new RegExp(`^(${action})$`) }).waitFor();
      expect((await empty.locator('.empty-hint, .hint').textContent()) ?? '').toMatch(/\w+ \w+ \w+/);
      await empty.getByRole('link', { name: new RegExp(`^(${action})$`) }).click();
      await expect.poll(() => page.url()).not.toContain(at);
    },
  );
});

describe('a request that fails', () => {
  const failure = { error: { code: 'internal_error', message: 'The disk is on fire.' } };

  it('shows code and message with a way to try again and to copy both, on every screen [WEB-ERROR]', async () => {
    const page = await web.openPage('#/settings/appearance');
    await page.route(/\/api\/v1\/(?!status)/, (route) => route.fulfill({ status: 500, json: failure }));
    const screens = ['tasks', 'templates', 'graph/report', 'attachments', 'health/lint', 'health/gc', 'jobs', 'trash'];
    for (const screen of screens) {
      await go(page, `#/${screen}`);
      const problem = page.locator('.problem', { hasText: 'The disk is on fire.' }).first();
      await problem.getByText('internal_error').waitFor();
      await problem.getByRole('button', { name: 'Copy details' }).waitFor();
    }
    await web.watch.waitUntilIdle();
    web.watch.expect(statusMessages(500));
    await page.unroute(/\/api\/v1\/(?!status)/);
    await page.locator('.problem').getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText('Trash is empty.').waitFor();
    await page.locator('.problem').first().waitFor({ state: 'detached' });
  });

  it('leaves the data shown before, with their time [WEB-STALE]', async () => {
    web.watch.expect(UNREACHABLE, statusMessages(500));
    await service.note({ title: 'Kept in sight', body: 'text\n' });
    const page = await web.openPage('#/nb/nb_notes');
    const row = page.locator('.note-list').getByText('Kept in sight');
    await row.waitFor();
    await page.getByRole('checkbox', { name: 'Select Kept in sight' }).check();
    const duplicate = page.locator('.batch-bar').getByRole('button', { name: 'Duplicate' });
    await duplicate.waitFor();
    await web.watch.waitUntilIdle();
    await service.kill();
    await comeBack(page);
    await page.locator('.header').getByText('Offline: your changes are kept on this device').waitFor();
    expect(await row.isVisible()).toBe(true);
    expect(await duplicate.isDisabled()).toBe(true);
    expect(await duplicate.getAttribute('title')).toBe('Not available: the service is not responding');
    await service.start();
    await comeBack(page);
    await expect.poll(() => duplicate.isEnabled()).toBe(true);
    await page.route(/notebooks\/nb_notes\/notes/, (route) => route.fulfill({ status: 500, json: failure }));
    await service.note({ title: 'Not seen yet', body: 'text\n' });
    await comeBack(page);
    await page.locator('.notes-pane .problem', { hasText: /· as of \d/ }).waitFor();
    expect(await row.isVisible()).toBe(true);
  });
});

it('a screen that is loading says so after a moment only, and keeps what it showed while it loads again [WEB-LOADING]', async () => {
  const page = await web.openPage('#/jobs');
  await web.watch.waitUntilIdle();
  const release = await holdRequests(page, '**/api/v1/admin/lint/report**');
  await go(page, '#/health/lint');
  const skeleton = page.locator('main .skeleton');
  await skeleton.waitFor({ state: 'attached' });
  expect(await skeleton.getAttribute('aria-busy')).toBe('true');
  const delay = await skeleton.evaluate((element) => {
    const styles = [
      getComputedStyle(element),
      getComputedStyle(element, '::before'),
      getComputedStyle(element, '::after'),
    ];
    return Math.max(...styles.map(({ animationDelay }) => Number.parseFloat(animationDelay)));
  });
  expect(delay).toBeGreaterThanOrEqual(0.15);
  release();
  await page.locator('main .checks').waitFor();
  expect(await skeleton.count()).toBe(0);
  let isAsked = false;
  await page.unroute('**/api/v1/admin/lint/report**');
  await page.route('**/api/v1/admin/lint/report**', async () => {
    isAsked = true;
  });
  await service.note({ title: 'A change', body: 'x\n' });
  await comeBack(page);
  await expect.poll(() => isAsked).toBe(true);
  expect([await skeleton.count(), await page.locator('main .checks').isVisible()]).toEqual([0, true]);
});

it('Escape closes only what is on top, and gives the focus back each time [WEB-ESCAPE]', async () => {
  const note = await service.note({ title: 'Layers', body: '# One\n\ntext\n' });
  const page = await openNote(web, note);
  await text(page).click();
  await page.keyboard.press('Control+f');
  await page.locator('.cm-search').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.locator('.cm-search').isVisible()).toBe(true);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.cm-search') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.cm-search').waitFor({ state: 'detached' });
  await expect.poll(() => text(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.setViewportSize({ width: 1_000, height: 700 });
  await page.getByRole('button', { name: 'Note details' }).click();
  await page.getByRole('tab', { name: 'Outline' }).waitFor();
  await page.getByRole('button', { name: 'Note actions' }).press('Enter');
  await page.locator('.menu:popover-open').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.menu:popover-open').waitFor({ state: 'detached' });
});

it('the header names the number of unsaved notes only while there are some [WEB-DRAFT-COUNT]', async () => {
  web.watch.expect(UNREACHABLE);
  const note = await service.note({ title: 'Unsaved', body: 'x\n' });
  const page = await openNote(web, note);
  const chip = page.locator('.header').getByRole('button', { name: /^Restore/ });
  expect(await chip.count()).toBe(0);
  await service.kill();
  await typeAtEnd(page, 'kept');
  await page.keyboard.press('Control+s');
  await page.locator('.note-footer').getByText('Offline: kept on this device').waitFor();
  await page.getByRole('link', { name: 'All notes', exact: true }).click();
  await chip.filter({ hasText: 'Restore 1 unsaved note' }).waitFor();
  expect(await chip.isDisabled()).toBe(true);
  await service.start();
  await comeBack(page);
  await chip.waitFor({ state: 'detached' });
  expect((await service.read(note.id)).body).toBe('x\nkept');
});
