import { findChromium } from '@notes/tooling/chromium';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { Service } from './service.js';
import { Watch } from './watch.js';

const executablePath = findChromium();
const NO_BROWSER = 'no Chromium is installed: set CHROMIUM_PATH, or install it with the package manager';
/** What hangs under the address bar of each window, in which nobody types: it was half the work of opening a page. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** What Playwright turns off: of several such lists Chromium heeds the last. */
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
/** Ends what hangs: a busy machine is slow. */
const STUCK_MS = 90_000;
let browser: Promise<Browser> | undefined;

/** One for all the files a worker runs, each test in contexts of its own. It ends with the worker. */
function theBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: executablePath as string, args });
  return browser;
}

/** The real service and a real browser. What a page does that it must not fails the test it happens in. */
export class Web {
  readonly service = new Service();
  readonly watch = new Watch(() => this.service.url);
  readonly #contexts: BrowserContext[] = [];
  #browser: Browser | undefined;

  /** False where there is no browser to test in. */
  get isRunning(): boolean {
    return this.#browser !== undefined;
  }

  async begin(settings: readonly string[]): Promise<void> {
    [this.#browser] = await Promise.all([theBrowser(), this.service.start(settings)]);
  }

  end(): Promise<void> {
    return this.service.remove();
  }

  /** A browser of its own: what it stores is seen by no other. It is closed after the test. */
  async context(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await (this.#browser as Browser).newContext({ viewport, reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(STUCK_MS);
    this.#contexts.push(context);
    await this.watch.follow(context);
    return context;
  }

  /** Opens the page in a browser of its own, and waits until its frame stands. */
  async openPage(hash = '#/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await this.context(options)).newPage();
    await this.goTo(page, hash);
    return page;
  }

  /** Loads the page anew at an address of its. */
  async goTo(page: Page, hash: string): Promise<void> {
    await page.goto(`${this.service.url}/${hash}`);
    await page.locator('main').waitFor();
  }

  async closeContexts(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }
}

/** What somebody does who comes back to the page: it asks the service at once, not when its next turn has come. */
export const comeBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** For the tests of a file; they are skipped, with a reason, where no Chromium is. */
export function useWeb(settings: readonly string[] = []): Web {
  const web = new Web();
  beforeAll(async () => {
    if (executablePath !== undefined) await web.begin(settings);
  });
  beforeEach(({ skip }) => {
    if (executablePath === undefined) skip(NO_BROWSER);
  });
  afterEach(async () => {
    await web.closeContexts();
    expect(web.watch.take()).toEqual([]);
  });
  afterAll(() => web.end());
  return web;
}
