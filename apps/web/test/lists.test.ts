import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

const COUNT = 10_000;
/** More than is asked for: it is not the service that is tested. */
const PAGE = 1_000;

const noteAt = (index: number) => ({
  document_id: `doc_${index}`,
  title: `Note ${index}`,
  current_revision_id: `rev_${index}`,
  tags: [],
  updated_at: '2026-03-01T10:00:00.000Z',
  snippet: `text of note ${index}`,
  highlights: [],
});

/** Answers searches as a library of ten thousand notes would; `refuse` says which cursors are stale. */
async function withManyNotes(page: Page, refuse: (cursor: string) => boolean = () => false): Promise<void> {
  await page.route('**/api/v1/search', (route: Route) => {
    const { cursor } = (route.request().postDataJSON() ?? {}) as { readonly cursor?: string };
    if (cursor !== undefined && refuse(cursor))
      return route.fulfill({
        status: 400,
        json: { error: { code: 'cursor_invalid', message: 'the cursor is stale' } },
      });
    const from = Number(cursor ?? 0);
    const results = Array.from({ length: Math.min(PAGE, COUNT - from) }, (_, index) => noteAt(from + index));
    const next = from + results.length;
    return route.fulfill({ json: { results, next_cursor: next < COUNT ? String(next) : null, truncated: false } });
  });
}

const list = (page: Page) => page.locator('.note-list');
const loaded = (page: Page) =>
  list(page).evaluate((element) => Math.round((element.firstElementChild as HTMLElement).offsetHeight / 52));

/** Loads on until there are so many rows. */
async function loadRows(page: Page, count: number): Promise<void> {
  while ((await loaded(page)) < count) {
    const before = await loaded(page);
    await list(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(() => loaded(page), { interval: 10 }).toBeGreaterThan(before);
  }
}

it('a list of ten thousand notes has no blank rows wherever it is scrolled to, and is left where it was [WEB-B1]', {
  timeout: 60_000,
}, async () => {
  const page = await web.openPage('#/jobs');
  await withManyNotes(page);
  await page.evaluate(() => location.assign('#/'));
  await list(page).locator('li').first().waitFor();
  await loadRows(page, COUNT);
  const blanks = await list(page).evaluate(async (element) => {
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const { left, top, height } = element.getBoundingClientRect();
    const blank: number[] = [];
    for (let at = 0; at < element.scrollHeight; at += 9_000) {
      element.scrollTo(0, at);
      await painted();
      for (let y = 5; y < height; y += 50)
        if (document.elementFromPoint(left + 60, top + y)?.closest('li') === null) blank.push(at + y);
    }
    return blank;
  });
  expect(blanks).toEqual([]);
  await list(page).evaluate((element) => element.scrollTo(0, 5_000 * 52));
  await list(page).getByText('Note 5003', { exact: true }).waitFor();
  await page.evaluate(() => location.assign('#/jobs'));
  await list(page).waitFor({ state: 'detached' });
  await page.goBack();
  await list(page).getByText('Note 5003', { exact: true }).waitFor();
  expect(await list(page).evaluate(({ scrollTop }) => scrollTop)).toBe(5_000 * 52);
});

it('a cursor that has become stale starts the list again, and keeps what is selected [WEB-C4]', async () => {
  const page = await web.openPage('#/jobs');
  web.watch.expect(/console error: .*400/);
  let refusals = 0;
  await withManyNotes(page, (cursor) => cursor === '1000' && ++refusals === 1);
  await page.evaluate(() => location.assign('#/'));
  await list(page).getByRole('checkbox', { name: 'Select Note 3', exact: true }).check();
  await loadRows(page, 2_000);
  expect(refusals).toBeGreaterThan(0);
  await page.getByText('1 of at most 500 selected').waitFor();
  expect(await page.getByRole('alert').filter({ hasText: 'cursor' }).count()).toBe(0);
});
