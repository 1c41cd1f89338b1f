import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillLibrary } from './support/library.js';
import { addressOf, patterns } from './support/routes.js';
import { useWeb } from './support/web.js';

const web = useWeb();

const words = {
  notebook: 'Work',
  title: 'Kettle',
  other: 'Teapot',
  template: 'Daily',
  trashed: 'Old list',
  tags: ['kitchen'],
  body: '# Kettle\n\nSee [[Teapot]].\n\n- [ ] descale\n',
};
let samples: Record<string, readonly string[]>;

beforeAll(async () => {
  if (web.isRunning) samples = await fillLibrary(web.service, words);
});

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const notebook = () => addressOf('nb/:id', samples);
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

describe('a dialog gives focus back to what opened it', () => {
  /** The address, what opens the dialog, and the command of a menu that does. */
  const dialogs: readonly (readonly [at: () => string, opener: string | RegExp, command?: string])[] = [
    [() => '#/', 'New notebook'],
    [() => '#/', /^Search or jump/],
    [notebook, 'Commands for Work', 'New notebook here…'],
    [notebook, 'Commands for Work', 'Rename or move…'],
    [notebook, 'Commands for Work', 'Delete…'],
    [notebook, 'Move…'],
    [notebook, 'Duplicate'],
    [() => '#/search?q=tea', 'Save…'],
    [() => '#/tags', 'Rename kitchen'],
    [() => '#/templates', 'Use Daily'],
    [() => addressOf('trash/:doc', samples), 'Delete forever…'],
  ];

  it('whichever it is [WEB-FOCUS]', { timeout: 60_000 }, async () => {
    const page = await web.openPage();
    for (const [at, name, command] of dialogs) {
      await web.goTo(page, at());
      if (at === notebook) await page.getByRole('checkbox', { name: 'Select Kettle', exact: true }).check();
      const opener = button(page, name);
      await opener.focus();
      await page.keyboard.press('Enter');
      if (command !== undefined) await button(page, command).press('Enter');
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      await expect.poll(() => isFocused(opener), { message: `${name} ${command ?? ''}` }).toBe(true);
    }
  });
});

it('on 320 pixels no screen scrolls sideways, and what is chiefly done there is in reach [WEB-NARROW]', {
  timeout: 60_000,
}, async () => {
  const page = await web.openPage('#/', { viewport: { width: 320, height: 640 } });
  const faults: string[] = [];
  for (const pattern of patterns) {
    const address = addressOf(pattern, samples);
    await page.evaluate((hash) => location.assign(hash), address);
    await page.locator('main > *').first().waitFor();
    await web.watch.quiet();
    faults.push(...(await page.evaluate(outOfReach)).map((fault) => `${address}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

/** What of the page is wider than the window. */
function outOfReach(): string[] {
  const wide = [document.documentElement, ...document.querySelectorAll('main, .main-pane, .list-pane')]
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => `${element.localName}.${element.className} is ${element.scrollWidth} wide`);
  const lost = [...document.querySelectorAll('.button.primary')]
    .filter((element) => element.checkVisibility())
    .filter((element) => element.getBoundingClientRect().left < 0 || element.getBoundingClientRect().right > innerWidth)
    .map((element) => `${element.textContent} is out of reach`);
  return [...wide, ...lost];
}

it('what was saved, refused or done to many notes is told to who hears the page [WEB-TOLD]', async () => {
  const page = await web.openPage(notebook());
  const isLive = (locator: Locator) =>
    locator.evaluate((element) => element.closest('[role="status"], [role="alert"], [aria-live]') !== null);
  await page.getByRole('checkbox', { name: 'Select Kettle', exact: true }).check();
  await button(page, 'Duplicate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
  expect(await isLive(page.getByText('Applied 1 · Skipped 0'))).toBe(true);
  await web.goTo(page, addressOf('n/:doc', samples));
  expect(await isLive(page.getByText('Saved', { exact: true }).first())).toBe(true);
  web.watch.expect(/404/);
  await web.goTo(page, '#/nb/nb_none');
  expect(await isLive(page.locator('main').getByText('not_found'))).toBe(true);
});

it('nothing moves for who wants no motion [WEB-MODES]', async () => {
  const page = await web.openPage(addressOf('n/:doc', samples));
  await web.watch.quiet();
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

it('with forced colours focus and what is chosen still show [WEB-MODES]', async () => {
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

it('F6 goes round the panes, with Shift the other way [WEB-PANES]', async () => {
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
