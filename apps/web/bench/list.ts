import type { Page } from 'playwright-core';
import { at, type Time } from './figures.js';
import { runTraced } from './processor.js';

const FRAMES = 240;
const PIXELS_PER_FRAME = 900;
const FRAME_MS = 1_000 / 60;

/** Measurements of one scrolling. */
interface Scrolled {
  /** Milliseconds between the frames. */
  readonly frames: readonly number[];
  /** Frames in which the part of the list in sight had a gap before and after the page handled the scrolling. */
  readonly blankBefore: number;
  readonly blankAfter: number;
}

/** Scrolls through a list of many notes that is loaded to its end. */
export async function scrollingTimes(page: Page): Promise<Time[]> {
  await loadAll(page);
  const { done, work } = await runTraced(page, () => scroll(page, false));
  const { blankBefore, blankAfter } = await scroll(page, true);
  const slow = done.frames.filter((time) => time > 1.5 * FRAME_MS).length;
  const cpu = at(work.frames, 0.95);
  return [
    {
      label: `list, ${PIXELS_PER_FRAME} px a frame: work of a frame, 95 of 100`,
      value: cpu,
      cpu,
      unit: 'ms',
      limit: FRAME_MS.toFixed(1),
    },
    { label: 'list: frames that came late', value: slow, unit: `of ${FRAMES}`, limit: 'none on an idle machine' },
    {
      label: 'list: blank rows seen before the page drew',
      value: blankBefore,
      unit: `of ${FRAMES} frames`,
      limit: '0',
    },
    {
      label: 'list: blank rows seen after the page drew',
      value: blankAfter,
      unit: `of ${FRAMES} frames`,
      limit: '0',
    },
  ];
}

/** Scrolls to the end again and again, until no more rows arrive. */
async function loadAll(page: Page): Promise<void> {
  const list = page.locator('.note-list');
  await list.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isAll = () => element.querySelector('li[aria-setsize="-1"]') === null;
    while (!isAll()) {
      element.scrollTop = element.scrollHeight;
      await frame();
    }
    element.scrollTop = 0;
    await frame();
  });
}

/**
 * Scrolls by a fixed distance a frame. Whatever rows exist when the scroll event arrives are those that the browser can
 * draw without waiting for the page.
 *
 * @param seeksGaps true to look for blank rows, which takes part of the time of each frame
 */
async function scroll(page: Page, seeksGaps: boolean): Promise<Scrolled> {
  return page.locator('.note-list').evaluate(
    async (list, { count, step, seeksGaps }) => {
      const hasGap = () => {
        if (!seeksGaps) return false;
        const { top, bottom } = list.getBoundingClientRect();
        const rows = [...list.querySelectorAll('li')].map((row) => row.getBoundingClientRect());
        const inSight = rows.filter((row) => row.bottom > top && row.top < bottom).sort((a, b) => a.top - b.top);
        let covered = top;
        for (const row of inSight) {
          if (row.top > covered + 1 || row.height === 0) return true;
          covered = row.bottom;
        }
        return covered < bottom - 1;
      };
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      let blankBefore = 0;
      let blankAfter = 0;
      // Captures the event before the list does.
      addEventListener('scroll', () => (blankBefore += hasGap() ? 1 : 0), { capture: true });
      const times = [await frame()];
      for (let index = 0; index < count; index += 1) {
        list.scrollTop += index < count / 2 ? step : -step;
        times.push(await frame());
        blankAfter += hasGap() ? 1 : 0;
      }
      return { frames: times.slice(1).map((time, index) => time - (times[index] as number)), blankBefore, blankAfter };
    },
    { count: FRAMES, step: PIXELS_PER_FRAME, seeksGaps },
  );
}
