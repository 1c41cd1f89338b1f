import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Note } from './support/service.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;
let hub: Note;
let last: Note;
let alone: Note;

const LEAVES = 12;

beforeAll(async () => {
  if (!web.isRunning) return;
  hub = await service.note({ title: 'Hub', body: leaves.map((name) => `[[${name}]]`).join(' ') });
  for (const name of leaves) await service.note({ title: name, body: '[[Second]]\n' });
  await service.note({ title: 'Second', body: '[[Third]]\n' });
  last = await service.note({ title: 'Third', body: 'The end.\n' });
  await service.note({ title: '', body: '[[Third]]\n' });
  alone = await service.note({ title: 'Alone', body: 'Nothing.\n' });
});

const leaves = Array.from({ length: LEAVES }, (_, index) => `Leaf ${index}`);
const explore = (query = '') => web.openPage(`#/graph?roots=${hub.id}${query}`);
const readCounts = (page: Page) => page.locator('.graph-bar [role=status]').textContent();

describe('the explorer', () => {
  it('names the limit that stopped it and the complete depth, and changes both [WEB-D1]', async () => {
    const page = await explore('&depth=2&nodes=13');
    await page.getByText('Stopped at the limit of 13 notes. Depth 1 is complete, depth 2 is not.').waitFor();
    await page.getByRole('button', { name: 'Raise limit to 26' }).click();
    await page.locator('.banner').waitFor({ state: 'detached' });
    expect(await readCounts(page)).toBe('14 notes, 24 links');
  });

  it('lists the notes of the picture in the table, by keyboard [WEB-D3]', async () => {
    const page = await explore();
    await page.getByRole('button', { name: 'Table' }).press('Enter');
    const titles = await page.locator('tbody th').allTextContents();
    expect(titles.sort()).toEqual(['Hub', ...leaves].sort());
    await page.getByRole('button', { name: 'Show the neighbours of Leaf 3', exact: true }).press('Enter');
    await page.getByRole('region', { name: 'Selected note' }).getByRole('heading', { name: 'Leaf 3' }).waitFor();
  });

  it('moves between notes with arrow keys and opens one with Enter [WEB-D3]', async () => {
    const page = await explore();
    const canvas = page.locator('.graph-canvas');
    await expect.poll(() => canvas.evaluate(commonestColour)).not.toBe('');
    const selected = page.getByRole('region', { name: 'Selected note' }).getByRole('heading', { level: 2 });
    await canvas.press('ArrowRight');
    await expect.poll(() => selected.textContent()).toBe('Hub');
    await canvas.press('ArrowRight');
    await expect.poll(() => selected.textContent()).toMatch(/^Leaf/);
    await canvas.press('Enter');
    await page.waitForURL(/#\/n\/doc_/);
  });

  it('is drawn without WebGL, and redrawn in the colours of a new theme [WEB-D4] [WEB-D5]', async () => {
    const context = await web.context();
    await context.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
        return kind.includes('gl') ? null : getContext.call(this, kind as '2d', ...(rest as []));
      } as typeof getContext;
    });
    const page = await context.newPage();
    await web.goTo(page, `#/graph?roots=${hub.id}`);
    const commonest = () => page.locator('.graph-canvas').evaluate(commonestColour);
    await expect.poll(commonest).not.toBe('');
    const light = await commonest();
    await page.getByRole('button', { name: /^Theme/ }).click();
    await page.getByRole('button', { name: /^Theme/ }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect.poll(commonest).not.toBe(light);
  });
});

function commonestColour(canvas: SVGElement | HTMLElement): string {
  const source = canvas as HTMLCanvasElement;
  const { width, height } = source;
  // Reads a copy, because the canvas itself is not set up for reading.
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D;
  context.drawImage(source, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.subarray(at, at + 3).join();
    if (data[at + 3] === 255) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? '';
}

describe('the path finder [WEB-D2]', () => {
  const finding = async (to: string, maxLinks: string) => {
    const page = await web.openPage(`#/graph/path?from=${hub.id}&to=${to}`);
    await page.getByLabel('Maximum links in the path').fill(maxLinks);
    await page.getByLabel('Maximum links in the path').press('Tab');
    return expect.poll(() => page.locator('[data-status]').textContent());
  };

  it('shows a path and its length', async () => (await finding(last.id, '6')).toBe('The shortest path has 3 links.'));
  it('does not report that no path exists when it stopped at the maximum of links', async () =>
    (await finding(last.id, '2')).toMatch(/A longer one may exist/));
  it('reports that no path exists when there is none', async () =>
    (await finding(alone.id, '6')).toMatch(/There is no path/));

  it('does not report that no path exists when it stopped at the limit of visited notes', async () => {
    const page = await web.openPage('#/graph/path');
    // The page leaves the limit to the service; here it is low enough for a small library.
    await page.route('**/api/v1/graph/path', (route) =>
      route.continue({ postData: { ...route.request().postDataJSON(), max_visits: 1 } }),
    );
    await page.evaluate(([from, to]) => location.assign(`#/graph/path?from=${from}&to=${to}`), [hub.id, last.id]);
    await expect.poll(() => page.locator('[data-status]').textContent()).toMatch(/may exist/);
    expect(await page.locator('[data-status]').getAttribute('data-status')).toBe('budget_exhausted');
  });
});

it('the graph shows a placeholder for a note without a title', async () => {
  const page = await web.openPage(`#/graph?roots=${last.id}`);
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('link', { name: 'Untitled', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show the neighbours of Untitled' }).waitFor();
});

it('the graph has its direction, depth and limits in the address, which restores them [WEB-GRAPH-ADDRESS]', async () => {
  const page = await explore();
  await page.getByLabel('Link direction').selectOption('Outgoing');
  await page.getByRole('radio', { name: '2', exact: true }).check();
  await page.getByLabel('Maximum notes').fill('40');
  await page.getByLabel('Maximum notes').press('Enter');
  await expect.poll(() => page.url()).toMatch(/direction=outgoing.*depth=2.*nodes=40|nodes=40/);
  await expect.poll(() => readCounts(page)).toBe('14 notes, 24 links');
  await page.reload();
  await expect.poll(() => readCounts(page)).toBe('14 notes, 24 links');
  expect(await page.getByLabel('Maximum notes').inputValue()).toBe('40');
  expect(await page.getByRole('radio', { name: '2', exact: true }).isChecked()).toBe(true);
  await page.getByLabel('Link direction').selectOption('Incoming');
  await expect.poll(() => readCounts(page)).toBe('1 note, 0 links');
});

it('without a starting note the graph draws nothing and offers the most linked notes; starts are added and removed [WEB-GRAPH-START]', async () => {
  const page = await web.openPage('#/graph');
  const first = page.locator('main .chips a').first();
  await expect.poll(() => first.textContent()).toBe(`Second (${LEAVES})`);
  expect(await page.locator('.graph-canvas').count()).toBe(0);
  await first.click();
  await expect.poll(() => readCounts(page)).toBe('14 notes, 13 links');
  const picker = page.getByRole('combobox', { name: 'Add a starting note' });
  await picker.fill('Alone');
  await page.getByRole('option', { name: /^Alone/ }).click();
  await expect.poll(() => readCounts(page)).toBe('15 notes, 13 links');
  await page.getByRole('button', { name: 'Remove Second' }).click();
  await expect.poll(() => readCounts(page)).toBe('1 note, 0 links');
});

it('a note of the graph shows its links, becomes a starting note, and leads to the path from the start [WEB-GRAPH-NOTE]', async () => {
  const page = await explore('&depth=2');
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Show the neighbours of Second' }).click();
  const panel = page.getByRole('region', { name: 'Selected note' });
  await panel.getByText(`distance 2 · ${LEAVES} incoming links · 0 outgoing links`).waitFor();
  await panel.getByRole('button', { name: 'Add as starting note' }).click();
  await page.getByRole('list', { name: 'Starting notes' }).getByText('Second').waitFor();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Show the neighbours of Third' }).click();
  await panel.getByRole('link', { name: 'Find path from starting note' }).click();
  await expect.poll(() => page.locator('[data-status]').textContent()).toBe('The shortest path has 3 links.');
  const path = await page.locator('main ol li').allTextContents();
  expect([path[0], path.length, path[2], path[3]]).toEqual(['Hub', 4, 'Second', 'Third']);
  await page.locator('main ol').getByRole('link', { name: 'Second' }).click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Second');
});

it('the graph report counts hubs, orphans and isolated notes, and becomes a read-only note [WEB-GRAPH-REPORT]', async () => {
  const page = await web.openPage('#/graph/report');
  const { note_count, orphan_count, isolated_count } = await service.ask('getGraphReport', {});
  const facts = page.locator('main dl').first();
  for (const count of [note_count, orphan_count, isolated_count])
    await facts.getByText(String(count), { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Explore around Second' }).waitFor();
  await page.getByRole('button', { name: 'Create report note' }).click();
  await page.getByRole('button', { name: 'Open report' }).click();
  await page.getByText('This note is in a read-only notebook.').waitFor();
  await page.locator('.note-place').getByRole('link', { name: 'Reports' }).waitFor();
});
