import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { fillLibrary, kettle } from './support/library.js';
import { patterns, toAddress } from './support/routes.js';
import { useWeb } from './support/web.js';

const web = useWeb();

let samples: Record<string, readonly string[]>;
/** Id of a note with a picture. */
let pictured = '';

beforeAll(async () => {
  if (!web.isRunning) return;
  samples = await fillLibrary(web.service, kettle);
  const image = await web.service.store('dot.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const body = `![a dot](resource://default/resources/${image})\n`;
  pictured = (await web.service.note({ title: 'Pictured', body })).id;
});

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const notebook = () => toAddress('nb/:id', samples);
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

interface Opened {
  readonly at: () => string;
  readonly opener: string | RegExp;
  /** Menu command that opens the dialog. */
  readonly command?: string;
  /** Makes the opener visible. */
  readonly first?: (page: Page) => Promise<void>;
}

const select = (page: Page) => page.getByRole('checkbox', { name: 'Select Kettle', exact: true }).check();
const inMenu = (command: string): Opened => ({ at: notebook, opener: 'Actions for Work', command });
const dialogs: readonly Opened[] = [
  { at: () => '#/', opener: 'New notebook' },
  { at: () => '#/', opener: /^Search or jump/ },
  inMenu('New notebook inside…'),
  inMenu('Rename or move…'),
  inMenu('Delete…'),
  ...['Move…', 'Add tags…', 'Remove tags…', 'Duplicate'].map((opener) => ({ at: notebook, opener, first: select })),
  { at: () => '#/search?q=tea', opener: 'Save search…' },
  { at: () => '#/tags', opener: 'Rename tea' },
  { at: () => '#/templates', opener: 'Use Daily' },
  { at: () => toAddress('trash/:doc', samples), opener: 'Delete forever…' },
  {
    at: () => `#/n/${pictured}`,
    opener: 'Details of dot.svg',
    first: (page) => page.getByRole('tab', { name: 'Files' }).click(),
  },
  { at: () => `#/n/${pictured}?mode=read`, opener: /a dot/ },
  { at: () => `#/n/${pictured}`, opener: 'Note actions', command: 'Remote images…' },
];

it('every dialog traps focus and returns it to its opener [WEB-FOCUS]', async () => {
  const page = await web.openPage();
  for (const { at, opener, command, first } of dialogs) {
    const message = `${opener} ${command ?? ''}`;
    await web.goTo(page, at());
    await first?.(page);
    // The previous screen stays until the next one has loaded, and would receive the key.
    await web.watch.waitUntilIdle();
    const control = button(page, opener);
    await control.focus();
    await page.keyboard.press('Enter');
    if (command !== undefined) await button(page, command).press('Enter');
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    for (const key of ['Shift+Tab', 'Tab', 'Tab']) {
      await page.keyboard.press(key);
      expect(await dialog.evaluate(keepsFocus), message).toBe(true);
    }
    await dialog.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(control), { message }).toBe(true);
  }
});

/**
 * Returns true when focus is in the dialog; after its last control focus goes to the browser, and the page has none.
 */
const keepsFocus = (dialog: Element) =>
  dialog.contains(document.activeElement) || document.activeElement === document.body;

it('at 320 pixels and at double size nothing scrolls sideways or is cut off, and main actions are reachable [WEB-NARROW]', async () => {
  const narrow = { width: 320, height: 640 };
  // Viewport of 1280 by 900 pixels at 200 % zoom.
  const zoomed = { width: 640, height: 450 };
  const page = await web.openPage('#/', { viewport: narrow, deviceScaleFactor: 2 });
  const faults: string[] = [];
  for (const pattern of patterns) {
    const address = toAddress(pattern, samples);
    await page.evaluate((hash) => location.assign(hash), address);
    await page.locator('main > *').first().waitFor();
    await web.watch.waitUntilIdle();
    for (const size of [narrow, zoomed]) {
      await page.setViewportSize(size);
      faults.push(...(await page.evaluate(outOfReach)).map((fault) => `${address} at ${size.width}: ${fault}`));
    }
    await page.setViewportSize(narrow);
  }
  expect(faults).toEqual([]);
});

/** Lists the parts of the page that are wider than the window. */
function outOfReach(): string[] {
  const wide = [document.documentElement, ...document.querySelectorAll('main, .main-pane, .list-pane')]
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => `${element.localName}.${element.className} is ${element.scrollWidth} wide`);
  const hiddenButtons = [...document.querySelectorAll('.button.primary')]
    .filter((element) => element.checkVisibility())
    .filter((element) => element.getBoundingClientRect().left < 0 || element.getBoundingClientRect().right > innerWidth)
    .map((element) => `${element.textContent} is out of reach`);
  const cut = [...document.querySelectorAll('.header *, main *')].filter((element) => {
    const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
    const isClipped = overflowX === 'hidden' || overflowX === 'clip';
    // Text for screen readers only is clipped on purpose.
    const isMeant = textOverflow === 'ellipsis' || clipPath !== 'none' || element.matches('.query-mirror');
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    return (
      isClipped && !isMeant && hasText && element.checkVisibility() && element.scrollWidth > element.clientWidth + 1
    );
  });
  return [...wide, ...hiddenButtons, ...cut.map((element) => `${element.localName}.${element.className} is cut off`)];
}

it('saves, refusals and batch results are announced to screen readers [WEB-TOLD]', async () => {
  const page = await web.openPage(notebook());
  const isLive = (locator: Locator) =>
    locator.evaluate((element) => element.closest('[role="status"], [role="alert"], [aria-live]') !== null);
  await page.getByRole('checkbox', { name: 'Select Kettle', exact: true }).check();
  await button(page, 'Duplicate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
  expect(await isLive(page.getByText('Applied 1 · Skipped 0'))).toBe(true);
  await web.goTo(page, toAddress('n/:doc', samples));
  expect(await isLive(page.getByText('Saved', { exact: true }).first())).toBe(true);
  web.watch.expect(/404/);
  await web.goTo(page, '#/nb/nb_none');
  expect(await isLive(page.locator('main').getByText('not_found'))).toBe(true);
});

it('reduced motion turns off all animations and transitions [WEB-MODES]', async () => {
  const page = await web.openPage(toAddress('n/:doc', samples));
  await web.watch.waitUntilIdle();
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return [animationDuration, transitionDuration].some((all) => all.split(', ').some((one) => one !== '0s'));
      })
      .map(({ localName, className }) => `${localName}.${className}`),
  );
  expect(moving).toEqual([]);
});

it('forced colours keep the focus and the current entry visible [WEB-MODES]', async () => {
  const page = await web.openPage(notebook(), { forcedColors: 'active' });
  const outline = (locator: Locator) =>
    locator.evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    });
  expect(await outline(page.locator('.sidebar [aria-current="page"]'))).toBeGreaterThan(0);
  await page.keyboard.press('F6');
  await page.keyboard.press('Tab');
  expect(await outline(page.locator(':focus'))).toBeGreaterThan(0);
});

it('F6 cycles through the panes, with Shift in reverse [WEB-PANES]', async () => {
  const page = await web.openPage(notebook());
  await page.getByRole('checkbox', { name: 'Select Kettle', exact: true }).waitFor();
  const pane = () =>
    page.evaluate(() => document.activeElement?.closest('.header, .sidebar, .list-pane, .main-pane')?.className);
  const round = async (key: string) => {
    const passed: (string | undefined)[] = [];
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press(key);
      passed.push(await pane());
    }
    return passed;
  };
  expect(await round('F6')).toEqual(['header', 'sidebar', 'list-pane', 'main-pane']);
  expect(await round('Shift+F6')).toEqual(['list-pane', 'sidebar', 'header', 'main-pane']);
});
