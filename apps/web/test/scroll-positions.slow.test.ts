import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { phone } from './support/phone.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const ids: Record<string, string> = {};
const words = (name: string) =>
  Array.from({ length: 300 }, (_, index) => `Paragraph ${index} of ${name}, with **bold** words.\n\n`);
const table = '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n\n';
const body = (name: string) =>
  `[[Second]] and [a heading](#later)\n\n${words(name)
    .map((line, index) => (index % 20 === 0 ? `${table}${line}` : line))
    .join('')}## Later\n\n${words(name).join('')}`;

beforeAll(async () => {
  if (!web.isRunning) return;
  for (const title of ['First', 'Second']) ids[title] = (await service.note({ title, body: body(title) })).id;
  const tasks = Array.from({ length: 80 }, (_, index) => `- [ ] task ${index}\n`).join('');
  ids.Tasks = (await service.note({ title: 'Tasks', body: tasks })).id;
});

const waitForTitle = (page: Page, title: string) =>
  expect.poll(() => page.locator('.main-pane .title-field').inputValue()).toBe(title);
const scrollers = { live: ['.cm-scroller'], source: ['.cm-scroller'], read: ['.note-preview'] } as const;

/** Returns the first visible paragraph and its distance from the top, for each scroller. */
const readTops = (page: Page, selectors: readonly string[]) =>
  page.evaluate(
    (all) =>
      all.map((selector) => {
        const scroller = document.querySelector(`.main-pane ${selector}`) as HTMLElement;
        const { top } = scroller.getBoundingClientRect();
        const lines = [...scroller.querySelectorAll('.cm-line, article p')].filter((line) =>
          line.textContent?.startsWith('Paragraph'),
        );
        const first = lines.find((line) => line.getBoundingClientRect().top >= top);
        return { words: first?.textContent ?? '', at: Math.round((first?.getBoundingClientRect().top ?? 0) - top) };
      }),
    selectors,
  );

/** Scrolls to about a part of the text, and waits until that part is laid out. */
async function scrollTo(page: Page, selector: string, part: number): Promise<void> {
  const scroller = page.locator(`.main-pane ${selector}`);
  await expect
    .poll(() =>
      scroller.evaluate((element, at) => {
        const { scrollHeight, clientHeight } = element;
        const top = Math.round(scrollHeight * at);
        if (scrollHeight < 4 * clientHeight) return false;
        if (Math.abs(element.scrollTop - top) > 400) element.scrollTop = top;
        return Math.abs(element.scrollTop - top) <= 400;
      }, part),
    )
    .toBe(true);
  await web.watch.waitUntilIdle();
}

const STEADY_FRAMES = 12;

/** Waits until the text stands still, and returns the tops. */
async function readSteadyTops(page: Page, selectors: readonly string[]) {
  if (selectors.some((selector) => selector === '.note-preview'))
    await page.locator('.main-pane article[aria-busy=false]').waitFor();
  let last = '';
  let steadyFrames = 0;
  await expect
    .poll(async () => {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      const now = JSON.stringify(await readTops(page, selectors));
      steadyFrames = now === last ? steadyFrames + 1 : 0;
      last = now;
      return steadyFrames;
    })
    .toBeGreaterThanOrEqual(STEADY_FRAMES);
  return readTops(page, selectors);
}

async function expectTops(page: Page, selectors: readonly string[], expected: Awaited<ReturnType<typeof readTops>>) {
  for (const [index, { words: text, at }] of expected.entries()) {
    await expect.poll(async () => (await readTops(page, selectors))[index]?.words).toBe(text);
    await expect
      .poll(async () => Math.abs(((await readTops(page, selectors))[index]?.at ?? Number.NaN) - at))
      .toBeLessThanOrEqual(2);
  }
}

for (const mode of ['live', 'source', 'read', 'split'] as const) {
  const selectors = mode === 'split' ? ['.cm-scroller', '.note-preview'] : scrollers[mode];
  it(`Back, Forward and a reload return to the position of a note in ${mode} mode [WEB-HISTORY-SCROLL]`, async () => {
    const page = await web.openPage(`#/n/${ids.First}?mode=${mode}`);
    await waitForTitle(page, 'First');
    for (const [index, selector] of selectors.entries()) await scrollTo(page, selector, 0.6 - index / 5);
    const first = await readSteadyTops(page, selectors);
    await page.evaluate((hash) => location.assign(hash), `#/n/${ids.Second}?mode=${mode}`);
    await waitForTitle(page, 'Second');
    for (const selector of selectors) await scrollTo(page, selector, 0.3);
    const second = await readSteadyTops(page, selectors);
    await page.goBack();
    await waitForTitle(page, 'First');
    await expectTops(page, selectors, first);
    await page.goForward();
    await waitForTitle(page, 'Second');
    await expectTops(page, selectors, second);
    await page.reload();
    await waitForTitle(page, 'Second');
    await expectTops(page, selectors, second);
    await page.goBack();
    await waitForTitle(page, 'First');
    await expectTops(page, selectors, first);
  });
}

it('reading shows the lines that were shown for writing, and writing those that were read [WEB-HISTORY-SCROLL]', async () => {
  const page = await web.openPage(`#/n/${ids.First}?mode=live`);
  await waitForTitle(page, 'First');
  const choose = (mode: string) => page.getByRole('button', { name: mode, exact: true }).click();
  const readNumbers = async (selectors: readonly string[]) =>
    (await readTops(page, selectors)).map(({ words: text }) => Number(/\d+/.exec(text)?.[0]));
  /** Polls, because chunks of the page get their elements only as they come into view. */
  const expectNear = (selectors: readonly string[], wanted: number) =>
    expect
      .poll(async () => Math.max(...(await readNumbers(selectors)).map((one) => Math.abs(one - wanted))))
      .toBeLessThanOrEqual(1);
  await scrollTo(page, '.cm-scroller', 0.3);
  await readSteadyTops(page, scrollers.live);
  const [written = 0] = await readNumbers(scrollers.live);
  await choose('Read');
  await expectNear(scrollers.read, written);
  await choose('Live');
  await expectNear(scrollers.live, written);
  await choose('Read');
  await readSteadyTops(page, scrollers.read);
  await page.locator('.note-preview').focus();
  for (let count = 0; count < 6; count += 1) await page.keyboard.press('PageUp');
  await readSteadyTops(page, scrollers.read);
  const [read = 0] = await readNumbers(scrollers.read);
  expect(read).toBeLessThan(written - 2);
  await choose('Source');
  await expectNear(scrollers.source, read);
});

it('split view begins in step, at the lines that were written or read, wherever the cursor is [WEB-HISTORY-SCROLL]', async () => {
  const page = await web.openPage(`#/n/${ids.First}?mode=live`);
  await waitForTitle(page, 'First');
  const choose = (mode: string) => page.getByRole('button', { name: mode, exact: true }).click();
  const both = ['.cm-scroller', '.note-preview'];
  const readNumbers = async (selectors: readonly string[]) =>
    (await readSteadyTops(page, selectors)).map(({ words: text }) => Number(/\d+/.exec(text)?.[0]));
  const expectInStep = async (wanted: number) => {
    const [text = Number.NaN, rendered = Number.NaN] = await readNumbers(both);
    expect(Math.abs(text - wanted)).toBeLessThanOrEqual(1);
    expect(Math.abs(rendered - wanted)).toBeLessThanOrEqual(1);
  };
  // The cursor stays in the first paragraph.
  await page.locator('.cm-line', { hasText: 'Paragraph 0 of' }).click();
  await scrollTo(page, '.cm-scroller', 0.5);
  const [written = 0] = await readNumbers(scrollers.live);
  await choose('Split');
  await expectInStep(written);
  await choose('Read');
  await scrollTo(page, '.note-preview', 0.25);
  const [read = 0] = await readNumbers(scrollers.read);
  expect(read).not.toBe(written);
  await choose('Split');
  await expectInStep(read);
});

it('Back from a heading of the same note returns to the former position [WEB-HISTORY-SCROLL]', async () => {
  const page = await web.openPage(`#/n/${ids.First}?mode=read`);
  await page.locator('article p').first().waitFor();
  await page.evaluate((hash) => location.assign(hash), `#/n/${ids.First}?mode=read&at=later`);
  const heading = page.locator('article h2', { hasText: 'Later' });
  await expect.poll(async () => Math.abs((await heading.boundingBox())?.y ?? Number.NaN)).toBeLessThan(200);
  await page.goBack();
  await expect.poll(() => page.locator('.note-preview').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.goForward();
  await expect.poll(async () => Math.abs((await heading.boundingBox())?.y ?? Number.NaN)).toBeLessThan(200);
});

it('the side pane keeps its position, and opening or closing it leaves the note beside it in place [WEB-HISTORY-SCROLL]', async () => {
  const page = await web.openPage(`#/n/${ids.First}?mode=live`);
  await waitForTitle(page, 'First');
  await scrollTo(page, '.cm-scroller', 0.5);
  const address = await page.evaluate(() => location.hash);
  await page.evaluate((hash) => location.assign(hash), `${address}&side=${ids.Second}&side-mode=read`);
  const side = page.locator('.side-pane .note-preview');
  await expect.poll(() => side.evaluate((element) => element.scrollHeight > 4_000)).toBe(true);
  await side.evaluate((element) => element.scrollTo(0, 3_000));
  const before = await readSteadyTops(page, ['.cm-scroller']);
  const offset = await side.evaluate(({ scrollTop }) => scrollTop);
  await page.evaluate(() => location.assign('#/tasks'));
  await page.locator('.workspace').waitFor({ state: 'detached' });
  await page.goBack();
  await expectTops(page, ['.cm-scroller'], before);
  await expect.poll(() => side.evaluate((element, at) => Math.abs(element.scrollTop - at), offset)).toBeLessThan(3);
});

it('a screen of full width and a list keep their positions through Back and a reload [WEB-HISTORY-SCROLL]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Long' });
  for (let index = 0; index < 130; index += 1) await service.note({ title: `Row ${index}`, notebook_id });
  const page = await web.openPage('#/tasks');
  const main = page.locator('main');
  await expect.poll(() => main.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(900);
  await main.evaluate((element) => element.scrollTo(0, 800));
  await page.evaluate((hash) => location.assign(hash), `#/nb/${notebook_id}`);
  const list = page.locator('.note-list');
  await expect.poll(() => list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(4_000);
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect.poll(() => list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(6_000);
  await list.evaluate((element) => element.scrollTo(0, 5_500));
  await page.getByText('Row 20', { exact: true }).waitFor();
  await page.goBack();
  await expect.poll(() => main.evaluate(({ scrollTop }) => scrollTop)).toBe(800);
  await page.reload();
  await expect.poll(() => main.evaluate(({ scrollTop }) => scrollTop)).toBe(800);
  await page.goForward();
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(5_500);
  await page.reload();
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(5_500);
  await page.evaluate(() => location.assign('#/tasks'));
  await page.getByText('task 1', { exact: true }).waitFor();
  expect(await main.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});

it('on a phone Back from a note returns to its list where it was [WEB-HISTORY-SCROLL]', async () => {
  const page = await web.openPage('#/', phone);
  const list = page.locator('.note-list');
  await expect.poll(() => list.evaluate((element) => element.scrollHeight)).toBeGreaterThan(2_000);
  await list.evaluate((element) => element.scrollTo(0, 1_000));
  await page.evaluate((hash) => location.assign(hash), `#/n/${ids.First}`);
  await waitForTitle(page, 'First');
  await page.goBack();
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(1_000);
});
