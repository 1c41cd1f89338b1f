import type { Page } from 'playwright-core';
import type { Web } from '../test/support/web.js';
import { at, type Time } from './figures.js';
import { longNote } from './long-note.js';
import { runTraced } from './processor.js';

const MEGABYTE = 1_000_000;
const KEYS = 100;
/** Pause between two keys: ten keys a second is fast typing. */
const PAUSE_MS = 30;

/** Times recorded in the page, in milliseconds. */
interface Recorded {
  /** Times from a key press to the frame that shows it. */
  readonly keys: number[];
  /** Tasks of over 50 ms after the first second. */
  readonly tasks: number[];
  /** Tasks of over 50 ms. */
  readonly allTasks: number[];
}
declare const recorded: Recorded;

/** Types in notes of 1 MB, at the start and at the end, reads them, and reads one of 10 MB. */
export async function typingTimes(web: Web): Promise<Time[]> {
  const bodies = {
    'a note of 1 MB': longNote(MEGABYTE),
    'a paragraph of 1 MB': 'A line of a long note.\n'.repeat(MEGABYTE / 23),
    'a list of 1 MB': '- an item of a list\n'.repeat(MEGABYTE / 20),
  };
  const times: Time[] = [];
  for (const [label, body] of Object.entries(bodies)) {
    const { id } = await web.service.note({ title: label, body });
    times.push(...(await typing(web, id, label)), await reading(web, id, label));
  }
  const label = 'a note of 10 MB';
  const { id } = await web.service.note({ title: label, body: longNote(10 * MEGABYTE) });
  return [...times, await reading(web, id, label)];
}

async function typing(web: Web, id: string, label: string): Promise<Time[]> {
  const page = await openNote(web);
  const { done, work } = await runTraced(page, async () => {
    await web.goTo(page, `#/n/${id}?mode=live`);
    await page.locator('.cm-line', { hasText: /\w/ }).first().waitFor();
    for (const cursorKey of ['Control+Home', 'Control+End']) {
      await page.locator('.cm-content').focus();
      await page.keyboard.press(cursorKey);
      await page.keyboard.type('and so on '.repeat(KEYS / 20), { delay: PAUSE_MS });
    }
    await page.locator('.note-footer').getByText('Saved', { exact: true }).waitFor();
    return page.evaluate(() => recorded);
  });
  const key = (part: number) => ({ value: at(done.keys, part), cpu: at(work.keys, part), unit: 'ms' });
  return [
    { label: `key to paint in ${label}, half of them`, ...key(0.5), limit: '20' },
    { label: `key to paint in ${label}, 95 of 100`, ...key(0.95), limit: '50' },
    longest(`longest task writing in ${label}`, done.tasks, work.tasks),
  ];
}

async function reading(web: Web, id: string, label: string): Promise<Time> {
  const page = await openNote(web);
  const { done, work } = await runTraced(page, async () => {
    await web.goTo(page, `#/n/${id}?mode=read`);
    await page.locator('.prose .block').last().waitFor();
    await web.watch.waitUntilIdle();
    return page.evaluate(() => recorded);
  });
  return longest(`longest task opening and reading ${label}`, done.allTasks, work.allTasks);
}

const longest = (label: string, tasks: readonly number[], costs: readonly number[]): Time => ({
  label,
  value: Math.max(0, ...tasks),
  cpu: Math.max(0, ...costs),
  unit: 'ms',
  limit: '100',
});

/** Opens a page that records times from its start. */
async function openNote(web: Web): Promise<Page> {
  const page = await (await web.context()).newPage();
  await page.addInitScript(() => {
    const FIRST_MS = 1_000;
    const times: Recorded = { keys: [], tasks: [], allTasks: [] };
    Object.assign(globalThis, { recorded: times });
    const recordPaint = (started: number) =>
      requestAnimationFrame(() => setTimeout(() => times.keys.push(performance.now() - started)));
    addEventListener('keydown', ({ timeStamp }) => recordPaint(timeStamp), { capture: true });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        times.allTasks.push(duration);
        if (startTime > FIRST_MS) times.tasks.push(duration);
      }
    }).observe({ entryTypes: ['longtask'] });
  });
  return page;
}
