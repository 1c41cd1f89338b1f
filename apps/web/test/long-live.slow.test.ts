import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

const SECTIONS = 3_000;

const section = (index: number) =>
  `Text of section ${index}.\n\n| a | b |\n|---|---|\n| ${index} | c |\n\n> [!note] Callout ${index}\n> Text\n\n`;
const body = Array.from({ length: SECTIONS }, (_, index) => section(index)).join('');

const openLong = async () => {
  const { id } = await web.service.note({ title: 'Long', body });
  const page = await web.openPage(`#/n/${id}?mode=live`);
  await page.locator('.cm-block-table').first().waitFor();
  return page;
};

/** Scrolls in steps to a part of the note; returns the source of rendered blocks that was in sight in any frame. */
const scrollTo = (page: Page, part: number, steps: number) =>
  page.locator('.cm-scroller').evaluate(
    async (scroller, [to, count]) => {
      const seen = new Set<string>();
      const from = scroller.scrollTop;
      // Looks at the page after the frame was drawn.
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      for (let step = 1; step <= count; step += 1) {
        scroller.scrollTop = from + (to * (scroller.scrollHeight - scroller.clientHeight) - from) * (step / count);
        await frame();
        const { top, bottom } = scroller.getBoundingClientRect();
        for (const line of scroller.querySelectorAll('.cm-line')) {
          const rect = line.getBoundingClientRect();
          if (rect.bottom > top && rect.top < bottom && /^(?:\||>)/.test(line.textContent)) seen.add(line.textContent);
        }
      }
      return [...seen];
    },
    [part, steps] as const,
  );

it('a long note in the live view shows no source of blocks while it is scrolled [WEB-LIVE]', async () => {
  const page = await openLong();
  // A note is parsed from its start; blocks are found as they are parsed.
  await expect.poll(() => scrollTo(page, 0.5, 1)).toEqual([]);
  await scrollTo(page, 0, 1);
  expect(await scrollTo(page, 0.3, 120)).toEqual([]);
  expect(await scrollTo(page, 0, 60)).toEqual([]);
});

it('a long note in the live view is rendered near the cursor and in sight after a jump [WEB-LIVE]', async () => {
  const page = await openLong();
  await page.locator('.cm-line').first().click();
  await page.keyboard.press('Control+End');
  await page
    .locator('.cm-block-callout')
    .getByText(`Callout ${SECTIONS - 1}`)
    .waitFor();
  await page.keyboard.press('Control+Home');
  await page.locator('.cm-line', { hasText: 'Text of section 0.' }).waitFor();
  await expect.poll(() => scrollTo(page, 0.5, 1)).toEqual([]);
  expect(await page.locator('.cm-block-table').count()).toBeGreaterThan(0);
});
