import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { text } from './support/editor.js';
import { drag, phone } from './support/phone.js';
import { useWeb } from './support/web.js';

const web = useWeb();

const hash = (page: Page) => page.evaluate(() => location.hash.split('?')[0]);
/** Middle of the window, below the bar of a note. */
const Y = 500;

async function openOnPhone(body: string, mode = 'live', options = {}) {
  const { id } = await web.service.note({ title: 'Swiped', body });
  const page = await web.openPage('#/', { ...phone, ...options });
  await page.locator('.note-list a', { hasText: 'Swiped' }).first().click();
  await page.evaluate((to) => location.assign(to), `#/n/${id}?mode=${mode}`);
  await page.locator('.note-screen').waitFor();
  await web.watch.waitUntilIdle();
  return { page, note: `#/n/${id}` };
}

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  it(`a swipe leads from a note to its list and back, with motion ${reducedMotion} [WEB-SWIPES]`, async () => {
    const { page, note } = await openOnPhone('A line to rest a finger on.\n', 'live', { reducedMotion });
    await drag(page, { x: 60, y: Y }, { x: 340, y: Y });
    await expect.poll(() => hash(page)).toBe('#/');
    await page.locator('.note-list a').first().waitFor();
    expect(await text(page).count()).toBe(0);
    await drag(page, { x: 340, y: Y }, { x: 60, y: Y });
    await expect.poll(() => hash(page)).toBe(note);
    await text(page).waitFor();
    await expect.poll(() => page.locator('.workspace').getAttribute('data-swipe')).toBeNull();
  });

it('a swipe on the list opens the sidebar, and one on the sidebar closes it [WEB-SWIPES]', async () => {
  await web.service.note({ title: 'Below', body: '1\n' });
  const page = await web.openPage('#/', phone);
  await page.locator('.note-list a').first().waitFor();
  await drag(page, { x: 60, y: Y }, { x: 340, y: Y });
  await expect.poll(() => page.locator('.frame').getAttribute('data-sidebar')).toBe('open');
  await drag(page, { x: 240, y: Y }, { x: 20, y: Y });
  await expect.poll(() => page.locator('.frame').getAttribute('data-sidebar')).toBe('closed');
});

it('short, slow and vertical movements, and other pointers, stay on the note [WEB-SWIPES]', async () => {
  const { page, note } = await openOnPhone('Line\n\n'.repeat(200));
  await drag(page, { x: 60, y: Y }, { x: 85, y: Y });
  await drag(page, { x: 100, y: Y }, { x: 200, y: Y - 300 });
  await expect.poll(() => page.locator('.cm-scroller').evaluate((element) => element.scrollTop)).toBeGreaterThan(50);
  await page.mouse.move(60, Y);
  await page.mouse.down();
  await page.mouse.move(340, Y, { steps: 5 });
  await page.mouse.up();
  await web.watch.waitUntilIdle();
  expect(await hash(page)).toBe(note);
});

it('a movement over a wide table scrolls the table, and one over selected text is no swipe [WEB-SWIPES]', async () => {
  const row = `| ${'wide column | '.repeat(20)}\n`;
  const { page, note } = await openOnPhone(`${row}|${'---|'.repeat(20)}\n${row}\nSome text below it.\n`, 'read');
  const table = page.locator('.prose table');
  await table.waitFor();
  const { y, height } = (await table.boundingBox()) as { y: number; height: number };
  await drag(page, { x: 340, y: y + height / 2 }, { x: 60, y: y + height / 2 });
  const scrolledBy = () => table.evaluate((element) => (element.parentElement as Element).scrollLeft);
  await expect.poll(scrolledBy).toBeGreaterThan(100);
  await drag(page, { x: 60, y: y + height / 2 }, { x: 340, y: y + height / 2 });
  expect(await hash(page)).toBe(note);
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('.prose p') as Element));
  await drag(page, { x: 60, y: y + height + 40 }, { x: 340, y: y + height + 40 });
  await web.watch.waitUntilIdle();
  expect(await hash(page)).toBe(note);
});

it('the caret stays in sight when an on-screen keyboard takes half of the window [WEB-KEYBOARD]', async () => {
  const { page } = await openOnPhone('Line\n\n'.repeat(200));
  await text(page).locator('.cm-line').nth(20).tap();
  await page.setViewportSize({ width: 390, height: 420 });
  const isInSight = () =>
    page.evaluate(() => {
      const [range, scroller] = [getSelection()?.getRangeAt(0), document.querySelector('.cm-scroller')];
      const node = range?.startContainer;
      const caret = node instanceof Element ? node : node?.parentElement;
      const [line, frame] = [caret?.getBoundingClientRect(), scroller?.getBoundingClientRect()];
      return line !== undefined && frame !== undefined && line.top >= frame.top && line.bottom <= frame.bottom;
    });
  await expect.poll(isInSight).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(420);
});

it('a browser that only covers the page with its keyboard gets a page of the visible height [WEB-KEYBOARD]', async () => {
  const page = await web.openPage('#/', phone);
  const frameHeight = () => page.locator('.frame').evaluate((element) => element.getBoundingClientRect().height);
  expect(await frameHeight()).toBe(844);
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { configurable: true, value: 480 });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(frameHeight).toBe(480);
  await page.evaluate(() => {
    Reflect.deleteProperty(visualViewport as object, 'height');
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(frameHeight).toBe(844);
});
