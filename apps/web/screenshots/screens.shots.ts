import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { fillLibrary, kettle } from '../test/support/library.js';
import { patterns, toAddress } from '../test/support/routes.js';
import { useWeb } from '../test/support/web.js';
import { fillSamples } from './sample-library.js';
import { listStates, type State } from './states.js';

const {
  /** Folder for the screenshots. */
  SCREENSHOTS_TO = 'screenshots/made',
  /** Folder of Markdown notes to import, so that lists have their usual length. */
  SCREENSHOTS_NOTES,
  /** Widths in pixels, separated by commas. */
  SCREENSHOTS_WIDTHS = '390,1024,1440',
  /** Regular expression that the names of the screenshots to make match. */
  SCREENSHOTS_ONLY = '',
} = process.env;

const folder = resolve(SCREENSHOTS_TO);
const only = new RegExp(SCREENSHOTS_ONLY);
const themes = ['light', 'dark'] as const;
/** Widest window that is taken for a phone. */
const MAX_PHONE_PX = 600;
/** Time after which a state that cannot be reached is left out. */
const STUCK_MS = 15_000;

/** A service whose library is empty, for the first run. */
const untouched = useWeb();
const web = useWeb();
const states: State[] = [];

beforeAll(async () => {
  if (!web.isRunning) return;
  mkdirSync(folder, { recursive: true });
  if (SCREENSHOTS_NOTES !== undefined) await web.service.command('import', 'markdown', SCREENSHOTS_NOTES);
  const samples = await fillLibrary(web.service, kettle);
  const addresses = new Map(patterns.map((pattern) => [toName(pattern), toAddress(pattern, samples)]));
  const [note, other] = samples['graph/path'] as readonly [string, string];
  for (const part of ['appearance', 'editor', 'keys', 'import', 'connect', 'about'])
    addresses.set(`settings-${part}`, `#/settings/${part}`);
  addresses.set('graph-shown', `#/graph?roots=${note}`);
  addresses.set('graph-path-found', `#/graph/path?from=${note}&to=${other}`);
  addresses.set('search-found', '#/search?q=tea');
  addresses.set('search-nothing', '#/search?q=zzz+tea');
  addresses.set('not-found', '#/no/such/page');
  const filled = await fillSamples(web.service);
  for (const [name, address] of addresses) states.push({ name, address, prepare: async () => {} });
  states.push(...listStates(web.service, filled));
  states.push({
    name: 'sidebar',
    address: '#/',
    on: 'phone',
    prepare: (page) => page.getByRole('button', { name: 'Library' }).click(),
  });
  states.push({ name: 'switcher', address: '#/', prepare: (page) => page.locator('.jump').click() });
});

const toName = (pattern: string) => pattern.replaceAll('/:', '-').replaceAll('/', '-') || 'all-notes';

const toContext = (width: number): BrowserContextOptions =>
  width <= MAX_PHONE_PX
    ? { viewport: { width, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
    : { viewport: { width, height: width < 1200 ? 768 : 900 } };

for (const width of SCREENSHOTS_WIDTHS.split(',').map(Number)) {
  it(`the first screen at ${width} pixels`, async () => {
    const name = `${width}-first-run`;
    if (!only.test(name)) return;
    const page = await untouched.openPage('#/', { ...toContext(width), colorScheme: 'light' });
    await untouched.watch.waitUntilIdle();
    await shootThemes(page, name);
  });

  it(`screens at ${width} pixels`, async () => {
    const page = await web.openPage('#/', { ...toContext(width), colorScheme: 'light' });
    page.setDefaultTimeout(STUCK_MS);
    const kind = width <= MAX_PHONE_PX ? 'phone' : 'wide';
    for (const state of states) {
      const name = `${width}-${state.name}`;
      if ((state.on ?? kind) === kind && only.test(name)) await shoot(page, state, name);
    }
  });
}

async function shoot(page: Page, { address, prepare, media }: State, name: string): Promise<void> {
  // A document of its own for every picture: no menu or dialog of the one before is left.
  await page.goto('about:blank');
  await web.goTo(page, address);
  await page.locator('main > *').first().waitFor();
  await web.watch.waitUntilIdle();
  await prepare(page).catch((error: unknown) => process.stderr.write(`${name}: ${error}\n`));
  await web.watch.waitUntilIdle();
  await shootThemes(page, name, media);
  // Errors of single screens are what the tests are for.
  web.watch.takeProblems();
}

async function shootThemes(page: Page, name: string, media: State['media'] = {}): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ ...media, colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light', contrast: null, forcedColors: null });
}
