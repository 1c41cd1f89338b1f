import { findChromium } from '@notes/tooling/chromium';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { Service } from './service.js';
import { Watch } from './watch.js';

const executablePath = findChromium();
const NO_BROWSER = 'no Chromium is installed: set CHROMIUM_PATH, or install it with the package manager';
/**
 * Chromium features for the pop-up below the address bar, which no test uses; they took half the time of opening a
 * page.
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Features that Playwright disables, repeated here because Chromium uses only the last such list. */
const AS_EVER = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
const args = [
  `--disable-features=${[...AS_EVER, ...ADDRESS_BAR]}`,
  // Chromium's sandbox refuses to start for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
const viewport = { width: 1440, height: 900 };
/** Timeout for hanging operations; generous, because a busy machine is slow. */
const STUCK_MS = 90_000;
let browser: Promise<Browser> | undefined;

/**
 * Returns the browser shared by all files of a test worker; each test has its own contexts. The browser ends with the
 * worker.
 */
function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: executablePath as string, args });
  return browser;
}

/** The real service and a real browser. A fault in a page fails the test it occurs in. */
export class Web {
  readonly service = new Service();
  readonly watch = new Watch(() => this.service.url);
  readonly #contexts: BrowserContext[] = [];
  #browser: Browser | undefined;

  /** False when no browser is available. */
  get isRunning(): boolean {
    return this.#browser !== undefined;
  }

  async start(settings: readonly string[]): Promise<void> {
    [this.#browser] = await Promise.all([openBrowser(), this.service.start(settings)]);
  }

  end(): Promise<void> {
    return this.service.remove();
  }

  /** Creates a browser context with its own storage. It is closed after the test. */
  async context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await (this.#browser as Browser).newContext({
      viewport,
      reducedMotion: 'reduce',
      // Would answer requests that a test wants to see or to fail.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(STUCK_MS);
    this.#contexts.push(context);
    await this.watch.follow(context);
    return context;
  }

  /** Opens the page in a new context, and waits until its frame is rendered. */
  async openPage(hash = '#/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await this.context(options)).newPage();
    await this.goTo(page, hash);
    return page;
  }

  /** Reloads the page at one of its addresses. */
  async goTo(page: Page, hash: string): Promise<void> {
    await page.goto(`${this.service.url}/${hash}`);
    await page.locator('main').waitFor();
  }

  async closeContexts(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }
}

/** Simulates a return to the page, which makes it contact the service at once instead of at its next poll. */
export const comeBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Starts service and browser for the tests of a file; without Chromium the tests are skipped, with a reason. */
export function useWeb(settings: readonly string[] = []): Web {
  const web = new Web();
  beforeAll(async () => {
    if (executablePath !== undefined) await web.start(settings);
  });
  beforeEach(({ skip }) => {
    if (executablePath === undefined) skip(NO_BROWSER);
  });
  afterEach(async () => {
    await web.closeContexts();
    expect(web.watch.takeProblems()).toEqual([]);
  });
  afterAll(() => web.end());
  return web;
}
