import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { fillLibrary, kettle } from '../test/support/library.js';
import { patterns, toAddress } from '../test/support/routes.js';
import { useWeb } from '../test/support/web.js';

const {
  /** Folder for the screenshots. */
  SCREENSHOTS_TO = 'screenshots/made',
  /** Folder of Markdown notes to import, so that lists have their usual length. */
  SCREENSHOTS_NOTES,
  /** Widths in pixels, separated by commas. */
  SCREENSHOTS_WIDTHS = '390,1024,1440',
  /** Part of the names of the screenshots to make. */
  SCREENSHOTS_ONLY = '',
} = process.env;

const folder = resolve(SCREENSHOTS_TO);
const themes = ['light', 'dark'] as const;
/** Widest window that is taken for a phone. */
const MAX_PHONE_PX = 600;

const web = useWeb();
/** Addresses by the name of their screenshots. */
const addresses = new Map<string, string>();

beforeAll(async () => {
  if (!web.isRunning) return;
  mkdirSync(folder, { recursive: true });
  if (SCREENSHOTS_NOTES !== undefined) await web.service.command('import', 'markdown', SCREENSHOTS_NOTES);
  const samples = await fillLibrary(web.service, kettle);
  for (const pattern of patterns) addresses.set(toName(pattern), toAddress(pattern, samples));
  const [note, other] = samples['graph/path'] as readonly [string, string];
  const open = toAddress('n/:doc', samples);
  for (const mode of ['live', 'read', 'split', 'source']) addresses.set(`note-${mode}`, `${open}?mode=${mode}`);
  for (const part of ['appearance', 'editor', 'keys', 'import', 'connect', 'about'])
    addresses.set(`settings-${part}`, `#/settings/${part}`);
  addresses.set('graph-shown', `#/graph?roots=${note}`);
  addresses.set('graph-path-found', `#/graph/path?from=${note}&to=${other}`);
  addresses.set('search-found', '#/search?q=tea');
  addresses.set('search-nothing', '#/search?q=zzz+tea');
  addresses.set('not-found', '#/no/such/page');
});

const toName = (pattern: string) => pattern.replaceAll('/:', '-').replaceAll('/', '-') || 'all-notes';

const toContext = (width: number): BrowserContextOptions =>
  width <= MAX_PHONE_PX
    ? { viewport: { width, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
    : { viewport: { width, height: width < 1200 ? 768 : 900 } };

for (const width of SCREENSHOTS_WIDTHS.split(',').map(Number))
  it(`screens at ${width} pixels`, async () => {
    const page = await web.openPage('#/', { ...toContext(width), colorScheme: 'light' });
    for (const [name, address] of addresses) await shoot(page, address, `${width}-${name}`);
    if (width > MAX_PHONE_PX) return;
    await shoot(page, '#/', `${width}-sidebar`, () => page.getByRole('button', { name: 'Library' }).click());
    await shoot(page, '#/', `${width}-switcher`, () => page.locator('.jump').click());
  });

async function shoot(page: Page, address: string, name: string, prepare?: () => Promise<void>): Promise<void> {
  if (!name.includes(SCREENSHOTS_ONLY)) return;
  await page.evaluate((hash) => location.assign(hash), address);
  await page.locator('main > *').first().waitFor();
  await prepare?.();
  await web.watch.waitUntilIdle();
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  // Errors of single screens are what the tests are for.
  web.watch.takeProblems();
}
