import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { fillLibrary, kettle } from './support/library.js';
import { patterns, toAddress } from './support/routes.js';
import { objectionsTo } from './support/terminal.js';
import { useWeb } from './support/web.js';

const web = useWeb();

/** Fills the library with data for every screen; returns an address of each kind, and of each tab. */
async function fill(): Promise<string[]> {
  const samples = await fillLibrary(web.service, kettle);
  const [note, other] = samples['graph/path'] as string[];
  return [
    ...patterns.map((pattern) => toAddress(pattern, samples)),
    `#/graph?roots=${note}`,
    `#/graph/path?from=${note}&to=${other}`,
    '#/tasks?view=board',
    '#/tasks?view=calendar',
    '#/attachments?view=grid',
    ...['daily', 'keys', 'connect', 'about'].map((tab) => `#/settings/${tab}`),
  ];
}

/** Returns why the page shows no screen; empty when it shows one. */
async function missing(page: Page): Promise<string[]> {
  await page.locator('main > *').first().waitFor();
  await web.watch.waitUntilIdle();
  const text = (await page.locator('main').textContent()) ?? '';
  const isEmpty = text.trim() === '' || text.includes('There is no page at this address');
  return isEmpty ? [`the screen says: ${text}`] : [];
}

const listFaults = async (page: Page) => [
  ...(await missing(page)),
  ...(await violationsInBothThemes(page)),
  ...web.watch.takeProblems(),
];

it('every address opens a screen without errors or axe findings in both themes, and shows only existing commands [WEB-ROUTES] [WEB-AXE] [WEB-F3]', {
  timeout: 300_000,
}, async () => {
  const addresses = await fill();
  const commands = new Set<string>();
  const found = new Map<string, string[]>();
  const page = await web.openPage('#/', { colorScheme: 'light' });
  for (const address of addresses) {
    await page.evaluate((hash) => location.assign(hash), address);
    for (const fault of await listFaults(page)) found.set(fault, [...(found.get(fault) ?? []), address]);
    for (const command of await page.locator('.terminal code').allTextContents()) commands.add(command);
  }
  expect(Object.fromEntries(found)).toEqual({});
  expect(patterns.length).toBeGreaterThan(5);
  expect(commands.size).toBeGreaterThan(8);
  // The commands that set up an AI assistant belong to that client.
  const ours = [...commands].filter((command) => !command.startsWith('claude '));
  expect(ours.flatMap((command) => objectionsTo(command))).toEqual([]);
});

it('an unknown address shows that there is no such page [WEB-ROUTES]', async () => {
  const page = await web.openPage('#/no/such/place');
  await page.getByText('There is no page at this address').waitFor();
});
