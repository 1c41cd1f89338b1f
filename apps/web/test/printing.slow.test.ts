import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { openNote, typeAtEnd } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Text of the page as Chromium prints it. */
async function printedText(page: Page): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'notes-web-print-'));
  const file = join(folder, 'note.pdf');
  writeFileSync(file, await page.pdf({ format: 'A4' }));
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  rmSync(folder, { recursive: true, force: true });
  return text;
}

/** Presses a modifier key, which preloads the printing code, and waits until it is loaded. */
async function ready(page: Page): Promise<void> {
  await page.keyboard.press('Control');
  await web.watch.waitUntilIdle();
}

describe('a printed note', () => {
  beforeEach(({ skip }) => {
    if (!hasPdftotext) skip('pdftotext is not installed: it is part of poppler-utils');
  });

  it.each(['live', 'source', 'split', 'read'])('is its reading view from the %s mode [WEB-PRINT]', async (mode) => {
    const body =
      '## Kettles\n\nA **copper** one, see [the shop](https://example.org/x).\n\n- [ ] descale\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
    const note = await service.note({ title: 'On paper', body });
    const page = await web.openPage(`#/n/${note.id}?mode=${mode}`);
    await page.getByText('copper').first().waitFor();
    await ready(page);
    const text = await printedText(page);
    expect(text).toContain('On paper');
    expect(text).toContain('A copper one, see the shop (https://example.org/x).');
    for (const source of ['**', '## ', '|---|', '- [ ]', 'All notes', 'New note', 'Saved'])
      expect(text, source).not.toContain(source);
    expect(await page.locator('.print-page').count()).toBe(0);
    expect(await page.locator('.title-field').isVisible()).toBe(true);
  });

  it('includes text that is not saved yet [WEB-PRINT]', async () => {
    const note = await service.note({ title: 'Draft', body: 'first\n' });
    const page = await openNote(web, note);
    await ready(page);
    await page.route('**/api/v1/documents/*', (route) =>
      route.request().method() === 'PUT' ? undefined : route.continue(),
    );
    await typeAtEnd(page, 'and a **last** word');
    expect(await printedText(page)).toContain('and a last word');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it.each(['live', 'read'])('is complete when it is long, from the %s mode [WEB-PRINT]', async (mode) => {
    const lines = Array.from({ length: 2_000 }, (_, index) => `Paragraph *number* ${index} of the long note.\n\n`);
    const note = await service.note({ title: 'Long', body: lines.join('') });
    const page = await web.openPage(`#/n/${note.id}?mode=${mode}`);
    await page.getByText('Paragraph').first().waitFor();
    await ready(page);
    const text = await printedText(page);
    const numbers = [...text.matchAll(/Paragraph number (\d+) of/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(lines.map((_, index) => index));
  });

  it('in Trash is its reading view [WEB-PRINT]', async () => {
    const note = await service.note({ title: 'Gone', body: 'It **was** here.\n' });
    await service.trash(note);
    const page = await web.openPage(`#/trash/${note.id}`);
    await page.getByText('was').first().waitFor();
    await ready(page);
    const text = await printedText(page);
    expect(text).toContain('It was here.');
    expect(text).not.toContain('In Trash since');
  });
});

it('the print shortcut in the editor opens the browser’s dialog after pictures have loaded [WEB-PRINT]', async () => {
  const id = await service.store('dot.png', 'image/png', PNG);
  const note = await service.note({
    title: 'Picture',
    body: `See ![dot](resource://default/resources/${id}) and [[Picture]].\n`,
  });
  const page = await openNote(web, note);
  await page.evaluate(() => {
    window.print = () => {
      const paper = document.querySelector('.print-page');
      const image = paper?.querySelector('img');
      Object.assign(globalThis, { paper: `${paper?.textContent} ${image?.complete} ${image?.naturalWidth}` });
      dispatchEvent(new Event('afterprint'));
    };
  });
  await page.keyboard.press('Control+p');
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { paper?: string }).paper)).toContain('true 1');
  expect(await page.evaluate(() => (globalThis as unknown as { paper: string }).paper)).toContain('See');
  await expect.poll(() => page.locator('.print-page').count()).toBe(0);
});

it('the print shortcut waits for embedded notes, also within each other, and not for one that never comes [WEB-PRINT]', async () => {
  const inner = await service.note({ title: 'Innermost', body: 'the **last** words\n' });
  const outer = await service.note({ title: 'Around it', body: 'first words\n\n![[Innermost]]\n' });
  const stuck = await service.note({ title: 'Stuck', body: 'unseen words\n' });
  const note = await service.note({ title: 'Book', body: '![[Around it]]\n\n![[Stuck]]\n' });
  const page = await web.openPage(`#/n/${note.id}?mode=source`);
  await page.locator('.cm-content').waitFor();
  let releases = 0;
  await page.route(/\/documents\/\w+$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith(stuck.id)) return;
    if (pathname.endsWith(outer.id) || pathname.endsWith(inner.id)) {
      // Longer than the time after which a page without changes counts as complete.
      await new Promise((resolve) => setTimeout(resolve, 600));
      releases += 1;
    }
    await route.continue();
  });
  await page.evaluate(() => {
    window.print = () => {
      Object.assign(globalThis, { paper: document.querySelector('.print-page')?.textContent });
      dispatchEvent(new Event('afterprint'));
    };
  });
  await page.keyboard.press('Control+p');
  const readPaper = () => page.evaluate(() => (globalThis as unknown as { paper?: string }).paper);
  await expect.poll(readPaper, { timeout: 60_000 }).toContain('the last words');
  expect(await readPaper()).toContain('first words');
  expect(await readPaper()).not.toContain('unseen words');
  expect(releases).toBeGreaterThanOrEqual(2);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
