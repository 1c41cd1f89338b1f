import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { statusMessages } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();

const COUNT = 10_000;
/** Height of a row in pixels. */
const ROW = 52;
const DIGITS = 4;
const toTitle = (index: number) => String(index).padStart(DIGITS, '0');

/** Imports on the command line, which takes a fraction of the time of single requests. */
beforeAll(async () => {
  if (!web.isRunning) return;
  const folder = mkdtempSync(join(tmpdir(), 'notes-web-many-'));
  for (let index = 0; index < COUNT; index += 1)
    writeFileSync(join(folder, `${toTitle(index)}.md`), `text of note ${index}\n`);
  await web.service.command('import', 'markdown', folder);
  rmSync(folder, { recursive: true, force: true });
});

const list = (page: Page) => page.locator('.note-list');
const countLoaded = (page: Page) =>
  list(page).evaluate((element, row) => Math.round((element.firstElementChild as HTMLElement).offsetHeight / row), ROW);

/** Scrolls until so many rows are loaded. */
async function loadRows(page: Page, count: number): Promise<void> {
  await list(page).evaluate(
    (element, height) =>
      new Promise<void>((resolve) => {
        const observer = new ResizeObserver(() => {
          if (element.scrollHeight < height) element.scrollTo(0, element.scrollHeight);
          else {
            observer.disconnect();
            resolve();
          }
        });
        observer.observe(element.firstElementChild as HTMLElement);
      }),
    count * ROW,
  );
  expect(await countLoaded(page)).toBeGreaterThanOrEqual(count);
}

/** Returns the first visible row. */
const firstInSight = (page: Page) =>
  list(page).evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    return document
      .elementFromPoint(left + 60, top + 5)
      ?.closest('li')
      ?.querySelector('.note-title')?.textContent;
  });

it('a list of ten thousand notes scrolls without blank rows and keeps its position [WEB-B1]', async () => {
  const page = await web.openPage('#/');
  await loadRows(page, COUNT);
  const blanks = await list(page).evaluate(async (element) => {
    const waitForPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const { left, top, height } = element.getBoundingClientRect();
    const blank: number[] = [];
    for (let at = 0; at < element.scrollHeight; at += 9_000) {
      element.scrollTo(0, at);
      await waitForPaint();
      for (let y = 5; y < height; y += 50)
        if (document.elementFromPoint(left + 60, top + y)?.closest('li') === null) blank.push(at + y);
    }
    return blank;
  });
  expect(blanks).toEqual([]);
  await list(page).evaluate((element, at) => element.scrollTo(0, at), 5_000 * ROW);
  await expect.poll(() => firstInSight(page)).toMatch(/^\d{4}$/);
  const left = await firstInSight(page);
  await page.evaluate(() => location.assign('#/jobs'));
  await list(page).waitFor({ state: 'detached' });
  await page.goBack();
  await expect.poll(() => firstInSight(page)).toBe(left);
  expect(await list(page).evaluate(({ scrollTop }) => scrollTop)).toBe(5_000 * ROW);
});

it('a stale cursor reloads the list and keeps the selection [WEB-C4]', async () => {
  const page = await web.openPage('#/jobs');
  web.watch.expect(statusMessages(400));
  let damaged = 0;
  // Damages a letter of the cursor, which the service then refuses.
  await page.route('**/api/v1/search', async (route) => {
    const request = route.request().postDataJSON() as { readonly cursor?: string };
    if (request.cursor === undefined || damaged > 0) return route.continue();
    damaged += 1;
    const cursor = `${request.cursor.startsWith('A') ? 'B' : 'A'}${request.cursor.slice(1)}`;
    await route.continue({ postData: { ...request, cursor } });
  });
  await page.evaluate(() => location.assign('#/'));
  const box = list(page).getByRole('checkbox').nth(3);
  const name = await box.getAttribute('aria-label');
  await box.check();
  await loadRows(page, 400);
  expect(damaged).toBe(1);
  await page.getByText('1 selected').waitFor();
  await list(page).evaluate((element) => element.scrollTo(0, 0));
  expect(
    await list(page)
      .getByRole('checkbox', { name: name as string, exact: true })
      .isChecked(),
  ).toBe(true);
  expect(await page.getByRole('alert').filter({ hasText: 'cursor' }).count()).toBe(0);
});

it('any of ten thousand notes opens within five keys after the switcher’s shortcut [WEB-C5]', async () => {
  const page = await web.openPage('#/jobs');
  for (const title of ['0000', '5003', '9999']) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(title);
    await page.getByRole('option', { selected: true }).getByText(title, { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.title-field').inputValue()).toBe(title);
  }
});
