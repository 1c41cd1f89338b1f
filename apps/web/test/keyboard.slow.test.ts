import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

/** Returns the focused element: its id and text, and whether its focus is visible. */
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    return { id: element.id, text: element.textContent?.trim() ?? '', isVisible: outlined || boxShadow !== 'none' };
  });

/** Presses Tab until `found` has focus; returns every element focused on the way. */
async function tabTo(
  page: Page,
  found: (text: string) => boolean,
): Promise<Awaited<ReturnType<typeof describeFocus>>[]> {
  const passed = [];
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    const here = await describeFocus(page);
    passed.push(here);
    if (found(here.text)) return passed;
  }
  throw new Error(`Tab does not lead there, only to: ${passed.map(({ text }) => text.slice(0, 30)).join(', ')}`);
}

describe('by keyboard alone', () => {
  it('the first Tab offers to skip header and sidebar [WEB-KEYS]', async () => {
    const page = await web.openPage();
    await page.keyboard.press('Tab');
    expect(await describeFocus(page)).toMatchObject({ text: 'Skip to content', isVisible: true });
    await page.keyboard.press('Enter');
    expect((await describeFocus(page)).id).toBe('main');
  });

  it('Tab goes through the sidebar to the tools with visible focus [WEB-KEYS]', async () => {
    const page = await web.openPage();
    await page.getByRole('navigation', { name: 'Library' }).getByText('Settings').waitFor();
    await web.watch.waitUntilIdle();
    const passed = await tabTo(page, (text) => text === 'Settings');
    expect(passed.filter(({ isVisible: shown }) => !shown)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#/settings');
  });
});
