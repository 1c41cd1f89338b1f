import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { addressOf, patterns } from './support/routes.js';
import { objectionsTo } from './support/terminal.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const folder = mkdtempSync(join(tmpdir(), 'notes-web-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const body = `# Kettle

See [[Teapot]], [[Nobody]] and \`code\`.

- [ ] descale

> a quotation

| a | b |
|---|---|
| 1 | 2 |
`;

/** Fills the library with something for every screen; answers an address of each kind, and of each tab. */
async function fill(): Promise<string[]> {
  const { service } = web;
  const { notebook_id } = await service.ask('createNotebook', { name: 'Work' });
  const tags = ['home/kitchen', 'tea'];
  const note = await service.note({ title: 'Kettle', body, tags, notebook_id });
  const teapot = await service.note({ title: 'Teapot', body: 'Goes with the [[Kettle]].\n' });
  await service.note({ title: 'Daily', body: '```note-template\ndescription: A day\n```\n# {{date}}\n' });
  const trashed = await service.note({ title: 'Old list', body: 'gone\n' });
  await service.trash(trashed);
  writeFileSync(join(folder, 'Imported.md'), 'from elsewhere\n');
  service.command('import', 'markdown', folder);
  const [job] = (await service.ask('listJobs', {})).jobs;
  const samples = {
    'nb/:id': [notebook_id],
    'n/:doc': [note.id],
    'n/:doc/history': [note.id],
    'n/:doc/conflict': [note.id],
    'trash/:doc': [trashed.id],
    'jobs/:id': [job?.job_id as string],
    'settings/:tab': ['status'],
  };
  return [
    ...patterns.map((pattern) => addressOf(pattern, samples)),
    `#/graph?roots=${note.id}`,
    `#/graph/path?from=${note.id}&to=${teapot.id}`,
    ...['keys', 'connect', 'about'].map((tab) => `#/settings/${tab}`),
  ];
}

/** What is wrong with the screen a page shows. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.locator('main > *').first().waitFor();
  await web.watch.quiet();
  const text = (await page.locator('main').textContent()) ?? '';
  const empty = text.trim() === '' || text.includes('There is nothing at this address');
  return [...(empty ? [`the screen says: ${text}`] : []), ...web.watch.take(), ...(await violations(page))];
}

it('every address opens a screen without an error, in which axe finds nothing, in both themes, and commands that are there [WEB-ROUTES] [WEB-AXE] [WEB-F3]', {
  timeout: 300_000,
}, async () => {
  const addresses = await fill();
  const commands = new Set<string>();
  const found = new Map<string, string[]>();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await web.openPage('#/', { colorScheme });
    for (const address of addresses) {
      await page.evaluate((hash) => location.assign(hash), address);
      for (const fault of await faultsOf(page))
        found.set(fault, [...(found.get(fault) ?? []), `${address} ${colorScheme}`]);
      for (const command of await page.locator('.terminal code').allTextContents()) commands.add(command);
    }
  }
  expect(Object.fromEntries(found)).toEqual({});
  expect(patterns.length).toBeGreaterThan(5);
  expect(commands.size).toBeGreaterThan(8);
  expect([...commands].flatMap((command) => objectionsTo(command, web.service))).toEqual([]);
});

it('an address that is none is said to be none [WEB-ROUTES]', async () => {
  const page = await web.openPage('#/no/such/place');
  await page.getByText('There is nothing at this address').waitFor();
});
