import type { Page } from 'playwright-core';
import type { Web } from '../test/support/web.js';
import { at, type Time } from './figures.js';
import { scrollingTimes } from './list.js';
import { runTraced } from './processor.js';
import { typingTimes } from './typing.js';

const NOTES = 10_000;
const OPENED = 200;
const REOPENED_NOTES = 20;

/** Unique start of each small note. */
const firstSentence = (index: number) => `The note of number ${index}. `;

/** Fills the library, and measures the times users wait for. */
export async function measureTimes(web: Web): Promise<Time[]> {
  const { service } = web;
  const small = 'A sentence of a note. '.repeat(455);
  await service.fill(NOTES, (index) => ({ title: `Note ${index}`, body: `Number ${index}.\n` }));
  const ids: string[] = [];
  for (let index = 0; index < OPENED; index += 1)
    ids.push((await service.note({ title: `Small ${index}`, body: firstSentence(index) + small })).id);
  const first = await web.context();
  const page = await first.newPage();
  return [
    ...(await starts(web, page)),
    ...(await scrollingTimes(page)),
    ...(await opening(page, ids)),
    ...(await typingTimes(web)),
  ];
}

async function starts(web: Web, page: Page): Promise<Time[]> {
  await page.goto(`${web.service.url}/`);
  await page.locator('.note-list li').first().waitFor();
  const list = await page.evaluate(() => performance.now());
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  return [
    { label: 'first contentful paint', value: painted, unit: 'ms', limit: '500' },
    { label: `list of ${NOTES} notes, there`, value: list, unit: 'ms', limit: '1,000' },
  ];
}

async function opening(page: Page, ids: readonly string[]): Promise<Time[]> {
  const open = (index: number) =>
    page.evaluate(
      async ([to, words]) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        const started = performance.now();
        location.assign(`#/n/${to}`);
        while (!document.querySelector('.cm-content')?.textContent?.startsWith(words)) await frame();
        return performance.now() - started;
      },
      [ids[index] as string, firstSentence(index)] as const,
    );
  const openAll = (count: number) =>
    runTraced(page, async () => {
      const times: number[] = [];
      for (let index = 0; index < count; index += 1) times.push(await open(index));
      return times;
    });
  const fresh = await openAll(ids.length);
  const reopened = await openAll(REOPENED_NOTES);
  return [
    {
      label: 'a note of 10 KB opened',
      value: at(fresh.done, 0.5),
      cpu: fresh.work.all / ids.length,
      unit: 'ms',
      limit: '150',
    },
    {
      label: 'a note opened again',
      value: at(reopened.done, 0.5),
      cpu: reopened.work.all / REOPENED_NOTES,
      unit: 'ms',
      limit: '50',
    },
  ];
}
