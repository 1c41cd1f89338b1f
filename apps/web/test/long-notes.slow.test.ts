import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

const MEGABYTE = 1_000_000;
/** Maximum number of elements of a page of any length. */
const MAX_ELEMENTS = 60_000;

/**
 * Longest task of the page in milliseconds of its own processor time, twice the limit of an undisturbed machine: time on
 * a shared one includes that of other programs.
 */
const MAX_TASK_MS = 200;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the event in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Returns the processor time of the longest task on the main threads of a trace. */
function findLongestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const toThread = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const mains = new Set(named.map(toThread));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mains.has(toThread(event)));
  expect(tasks.length).toBeGreaterThan(0);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

function repeat(line: (index: number) => string, size: number): string {
  const lines: string[] = [];
  for (let length = 0; length < size; length += (lines.at(-1) as string).length) lines.push(line(lines.length));
  return lines.join('');
}

async function read(body: string, at = ''): Promise<Page> {
  const { id } = await web.service.note({ title: 'Long', body });
  return web.openPage(`#/n/${id}?mode=read${at}`);
}

const isWhole = (page: Page) => page.locator('article.prose[aria-busy=false]').waitFor();
const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll('article.prose *').length);

describe('a long note in the reading view', () => {
  it.each([
    ['a table', `| a | b | c |\n|---|---|---|\n${repeat((index) => `| row ${index} | b | c |\n`, MEGABYTE / 2)}`],
    ['code', `\`\`\`js\n${repeat((index) => `const a = ${index};\n`, 2 * MEGABYTE)}\`\`\`\n`],
  ])('has elements near the visible part and plain text elsewhere: %s [WEB-LONG-READ]', async (_what, body) => {
    const page = await read(`The start.\n\n${body}\nThe end of it all.\n`);
    await page.locator('article .block').getByText('The start.').waitFor();
    await isWhole(page);
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
    const article = page.locator('article.prose');
    expect((await article.textContent())?.includes('The end of it all.')).toBe(true);
    await article.evaluate((element) => element.lastElementChild?.scrollIntoView());
    await page.locator('article .block').getByText('The end of it all.').waitFor();
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
  });

  it('of ten megabytes opens in short tasks, and is all there to search and print [WEB-LONG-READ]', async () => {
    const section = (index: number) =>
      `## Section ${index}\n\nSome *words* with a [[link]] and \`code\`.\n\n- item ${index}\n- [ ] task\n\n${'More text. '.repeat(200)}\n\n`;
    const { id } = await web.service.note({
      title: 'Ten',
      body: `${repeat(section, 10 * MEGABYTE)}The end of it all.\n`,
    });
    const page = await web.openPage('#/settings');
    const browser = page.context().browser() as Browser;
    await browser.startTracing(page, { categories: ['toplevel'] });
    await page.evaluate((note) => location.assign(`#/n/${note}?mode=read`), id);
    await page.locator('article .block').getByText('Section 0').waitFor();
    await isWhole(page);
    expect(findLongestTaskMs(await browser.stopTracing())).toBeLessThan(MAX_TASK_MS);
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
    const article = page.locator('article.prose');
    expect((await article.textContent())?.includes('The end of it all.')).toBe(true);
    await article.evaluate((element) => element.lastElementChild?.scrollIntoView());
    await page.locator('article .block').getByText('The end of it all.').waitFor();
  });

  it('opens at a heading far down, and ticks a task there [WEB-LONG-READ]', async () => {
    const filler = repeat((index) => `Paragraph ${index} with *some* words.\n\n`, MEGABYTE / 2);
    const page = await read(`${filler}## The place\n\n- [ ] a task\n\n${filler}`, '&at=the-place');
    const heading = page.getByRole('heading', { name: 'The place' });
    await heading.waitFor();
    await expect.poll(async () => Math.round(((await heading.boundingBox())?.y ?? -1) / 10)).toBeLessThan(40);
    await page.getByRole('checkbox', { name: 'a task' }).click();
    await page.locator('.note-footer [role=status]').getByText('Saved').waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: 'a task' }).isChecked()).toBe(true);
  });

  it('has all its elements while printing [WEB-LONG-READ]', async () => {
    const page = await read(repeat((index) => `Paragraph ${index} of **many**.\n\n`, MEGABYTE / 2));
    await isWhole(page);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('article .chunk:not(:has(.block))').count()).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('article .chunk:not(:has(.block))').count()).toBeGreaterThan(0);
  });

  it('gives way to another note that is opened before the layout ends [WEB-LONG-READ]', async () => {
    const other = await web.service.note({ title: 'Other', body: 'The other note.' });
    const page = await read(repeat((index) => `- item ${index}\n`, MEGABYTE / 2));
    await page.evaluate((id) => location.assign(`#/n/${id}?mode=read`), other.id);
    const article = page.locator('article.prose');
    await article.getByText('The other note.').waitFor();
    await isWhole(page);
    expect(await article.textContent()).toBe('The other note.');
  });

  it('shows its Markdown with a message when the worker fails [WEB-LONG-READ]', async () => {
    const { id } = await web.service.note({ title: 'Long', body: `**bold**\n\n${'A line.\n'.repeat(50_000)}` });
    const page = await (await web.context()).newPage();
    await page.addInitScript(() => {
      globalThis.Worker = class extends Worker {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          setTimeout(() => this.dispatchEvent(new Event('error')));
        }
      };
    });
    await web.goTo(page, `#/n/${id}?mode=read`);
    await page.getByRole('note').getByText('took too long to display').waitFor();
    await page.locator('article pre.raw').first().getByText('**bold**').waitFor();
    expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
  });
});
