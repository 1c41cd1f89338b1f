import type { Server } from 'node:http';
import { findChromium } from '@notes/tooling/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { COLOURS, violations } from '../../apps/web/test/support/axe.js';
import { pagePaths, sampledPaths, serveSite } from './site-folder.js';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The largest API pages have 25,000 elements, and a busy machine is slow. */
const TIMEOUT_MS = 600_000;

const executablePath = findChromium();
// Chromium's sandbox refuses to start for root.
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
/** Idle pages of the browser. */
const idle: Page[] = [];
let browser: Browser | undefined;
let server: Server | undefined;
let url = '';

beforeAll(async () => {
  ({ server, url } = await serveSite());
  if (executablePath !== undefined) browser = await chromium.launch({ executablePath, args });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

// `npm run docs:accessibility` sets ALL_PAGES.
const paths = process.env.ALL_PAGES === undefined ? sampledPaths() : pagePaths();

it.concurrent.for(paths)(
  '%s has no finding of axe in either theme, and fits a phone [DOCS-ACCESSIBLE]',
  { timeout: TIMEOUT_MS },
  (path, context) =>
    withPage(context, async (page) => {
      await open(page, path);
      expect(await findInBothThemes(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    }),
);

it.concurrent('the open search has no finding of axe in either theme [DOCS-ACCESSIBLE]', (context) =>
  withPage(context, async (page) => {
    await open(page, '/guide/install.html');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill('archive');
    await page.getByRole('option').first().waitFor();
    expect(await findInBothThemes(page)).toEqual([]);
  }));

it.concurrent('the open menus of a phone have no finding of axe in either theme [DOCS-ACCESSIBLE]', (context) =>
  withPage(context, async (page) => {
    await page.setViewportSize(PHONE);
    await open(page, '/guide/install.html');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.locator('.VPSidebar.open').waitFor();
    expect(await findInBothThemes(page)).toEqual([]);
    await open(page, '/guide/install.html');
    await page.getByRole('button', { name: 'mobile navigation' }).click();
    await page.locator('.VPNavScreen').waitFor();
    expect(await findInBothThemes(page)).toEqual([]);
  }));

it.concurrent('axe finds a text with too little contrast in the dark theme', (context) =>
  withPage(context, async (page) => {
    await open(page, '/guide/install.html');
    await page.addStyleTag({ content: '.dark .vp-doc p { color: #333 }' });
    const findings = await findInBothThemes(page);
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) expect(finding).toMatch(/^dark: color-contrast: /);
  }));

/** Runs a test with a page that earlier tests may have used; skips it where there is no browser. */
async function withPage(context: TestContext, test: (page: Page) => Promise<void>): Promise<void> {
  if (browser === undefined) return context.skip('no Chromium is installed: set CHROMIUM_PATH');
  const page = idle.pop() ?? (await browser.newPage());
  try {
    await page.setViewportSize(DESKTOP);
    await test(page);
  } finally {
    idle.push(page);
  }
}

/** Opens a page in the light theme, and waits until its scripts are active. */
async function open(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(url + path);
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
  await waitForTheme(page, 'light');
}

async function findInBothThemes(page: Page): Promise<string[]> {
  await waitForTheme(page, 'light');
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitForTheme(page, 'dark');
  const dark = await violations(page, COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

/** Waits until the page has a theme and its colours no longer change. */
async function waitForTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction(
    (isDark) => document.documentElement.classList.contains('dark') === isDark,
    theme === 'dark',
  );
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}
