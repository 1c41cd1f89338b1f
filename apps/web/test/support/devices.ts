import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Web } from './web.js';

export const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const shownCode = async (page: Page) => (await page.locator('.shown-code code').textContent()) ?? '';

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Navigates without reloading the page. */
export const go = (page: Page, hash: string) => page.evaluate((to) => location.assign(to), hash);

/** Creates a group in the page, and confirms its recovery code; returns the code. */
export async function beginGroup(page: Page, name: string): Promise<string> {
  await page.getByLabel('Device name').first().fill(name);
  await button(page, 'Create group').click();
  await page.locator('.shown-code').waitFor();
  const recovery = await shownCode(page);
  expect(await button(page, 'Continue').isDisabled()).toBe(true);
  await page.getByLabel('I have written it down').check();
  await button(page, 'Continue').click();
  await page.getByText('No other device is in this group yet.').waitFor();
  return recovery;
}

/** Runs sync on each library in turn; each reads the changes written before. */
export async function exchange(...webs: readonly Web[]): Promise<void> {
  for (const { service } of webs) {
    const { job_id } = await service.ask('startSyncJob', {});
    await expect.poll(async () => (await service.ask('getJob', { job_id })).state).toBe('succeeded');
  }
}

/** Starts a sync run in the page, and waits until it is done. */
export async function syncNow({ service }: Web, page: Page): Promise<void> {
  const last = async () => (await service.ask('getSyncOverview', {})).last_run;
  const before = (await last())?.job_id;
  await go(page, '#/sync');
  await button(page, 'Sync now').click();
  const state = async () => {
    const run = await last();
    return run?.job_id === before ? 'queued' : run?.state;
  };
  await expect.poll(state).toBe('succeeded');
}

/** Returns everything a library shows: notes with location and content, notebooks, tags, conflicts. */
export async function readView({ service }: Web) {
  const [found, trash, { notebooks }, { tags }, { conflicts }] = await Promise.all([
    service.ask('searchDocuments', { query: '-notebook:Help', limit: 100 }),
    service.ask('listTrash', { limit: 100 }),
    service.ask('listNotebooks', {}),
    service.ask('listTags', {}),
    service.ask('listConflicts', { state: 'open', limit: 100 }),
  ]);
  const ids = [...found.results.map(({ document_id }) => document_id), ...trash.documents.map(({ id }) => id)];
  const notes = await Promise.all(
    ids.sort().map(async (id) => {
      const { title, body, notebook_id, tags: noteTags, deleted_at } = await service.read(id);
      const { resources } = await service.ask('listDocumentResources', { document_id: id });
      return { id, title, body, notebook_id, tags: noteTags, isTrashed: deleted_at !== undefined, resources };
    }),
  );
  return {
    notes,
    notebooks: notebooks.map(({ notebook_id: id, name, parent_notebook_id }) => ({ id, name, parent_notebook_id })),
    tags: tags.map(({ name, note_count }) => ({ name, note_count })),
    conflicts: conflicts.map(({ conflict_id }) => conflict_id).sort(),
  };
}

/** Returns all texts in a library: its notes, in Trash or not, and both sides of open conflicts. */
export async function readTexts(web: Web): Promise<string> {
  const { notes, conflicts } = await readView(web);
  const open = await Promise.all(conflicts.map((conflict_id) => web.service.ask('getConflict', { conflict_id })));
  const sides = open.flatMap(({ local, remote }) => [local?.title, local?.body, remote?.title, remote?.body]);
  return [...notes.flatMap(({ title, body }) => [title, body]), ...sides].join('\n');
}
