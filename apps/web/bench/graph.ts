import type { Page } from 'playwright-core';
import type { Web } from '../test/support/web.js';
import type { Time } from './figures.js';
import { runTraced } from './processor.js';

const NODES = 5_000;
/** Links of each note in addition to the one to it from the centre: 20,000 in all. */
const LINKS = 3;
const FRAMES = 120;

/** Measurements in the page while a graph is drawn. */
interface Observed {
  longest: number;
}

/** Draws a graph of the maximum size, and moves it. */
export async function measureGraph(web: Web): Promise<Time[]> {
  const toTitle = (index: number) => `G${index % NODES}`;
  const linksFrom = (index: number) =>
    Array.from({ length: LINKS }, (_, link) => `[[${toTitle(index * 7 + link * 997 + 1)}]]`).join(' ');
  await web.service.fill(NODES - 1, (index) => ({ title: toTitle(index + 1), body: linksFrom(index + 1) }));
  const all = Array.from({ length: NODES - 1 }, (_, index) => `[[${toTitle(index + 1)}]]`).join(' ');
  const middle = await web.service.note({ title: toTitle(0), body: all });
  const page = await web.openPage('#/graph');
  await page.evaluate(() => {
    const observed: Observed = { longest: 0 };
    Object.assign(globalThis, { observed });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) observed.longest = Math.max(observed.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  const first = await runTraced(page, () =>
    firstPicture(page, `#/graph?roots=${middle.id}&nodes=${NODES}&edges=20000`),
  );
  const zoomed = await runTraced(page, () => zooming(page));
  const longest = await page.evaluate(() => (globalThis as unknown as { observed: Observed }).observed.longest);
  const cpu = Math.max(...first.work.tasks, ...zoomed.work.tasks);
  return [
    {
      label: `graph of ${NODES} notes, first picture`,
      value: first.done,
      cpu: first.work.withWorkers,
      unit: 'ms',
      limit: '1,000',
    },
    { label: 'graph, page blocked at most', value: longest, cpu, unit: 'ms', limit: '50 (0: never longer)' },
    {
      label: 'graph zoomed',
      value: zoomed.done,
      cpu: zoomed.work.all / FRAMES,
      unit: 'frames a second',
      limit: 'at least 45',
    },
  ];
}

/** Measures the time from navigation to the first frame with a drawing. */
async function firstPicture(page: Page, hash: string): Promise<number> {
  return page.evaluate(async (to) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isDrawn = () => {
      const canvas = document.querySelector<HTMLCanvasElement>('.graph-canvas');
      if (canvas === null) return false;
      const sample = new OffscreenCanvas(64, 64).getContext('2d') as OffscreenCanvasRenderingContext2D;
      sample.drawImage(canvas, 0, 0, 64, 64);
      return sample.getImageData(0, 0, 64, 64).data.some((value) => value > 0);
    };
    const started = performance.now();
    location.assign(to);
    while (!isDrawn()) await frame();
    return performance.now() - started;
  }, hash);
}

async function zooming(page: Page): Promise<number> {
  return page.locator('.graph-canvas').evaluate(async (canvas, frames) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const started = performance.now();
    for (let index = 0; index < frames; index += 1) {
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: index % 2 === 0 ? -40 : 30 }));
      await frame();
    }
    return (frames * 1_000) / (performance.now() - started);
  }, FRAMES);
}
