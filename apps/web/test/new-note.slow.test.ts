import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { waitUntilSaved } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });

it('a new note keeps keys typed before its title field exists [WEB-NEW-NOTE]', async () => {
  const page = await web.openPage('#/');
  // Key presses run commands once the page has loaded its data.
  await page.getByRole('navigation', { name: 'Library' }).getByText('Help').first().waitFor();
  await page.route('**/assets/note-*.js', async (route) => {
    await sleep(500);
    await route.continue();
  });
  await page.keyboard.type('cgt Meeting');
  await expect.poll(() => title(page).inputValue()).toBe('gt Meeting');
  await page.keyboard.type(' at one');
  await waitUntilSaved(page);
  expect(await title(page).inputValue()).toBe('gt Meeting at one');
});

it('a new note keeps text typed after a change of mode [WEB-NEW-NOTE]', async () => {
  const page = await web.openPage('#/new');
  await title(page).fill('Shown as source');
  await page.getByRole('button', { name: 'Source' }).click();
  // Each key switches to another view, which appears with a short delay.
  const text = page.locator('.cm-content');
  await page.keyboard.press('Control+E');
  await text.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+E');
  await text.waitFor();
  await title(page).press('Enter');
  await page.keyboard.type('word by word');
  await expect.poll(() => text.textContent()).toBe('word by word');
});

it('an empty new note is not shown as saved [WEB-NEW-NOTE]', async () => {
  const page = await web.openPage('#/new');
  await page.locator('.note-footer').getByText('Empty note', { exact: true }).waitFor();
  await title(page).fill('Begun');
  await waitUntilSaved(page);
});

it('a stored new note leaves no draft [WEB-NEW-NOTE]', async () => {
  const page = await web.openPage('#/new');
  await title(page).fill('Shopping');
  await title(page).press('Enter');
  await page.keyboard.type('milk');
  await waitUntilSaved(page);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  const drafts = await page.evaluate(async () => {
    const opening = indexedDB.open('notes-drafts');
    await new Promise((done) => {
      opening.onsuccess = done;
    });
    const reading = opening.result.transaction('drafts').objectStore('drafts').getAllKeys();
    await new Promise((done) => {
      reading.onsuccess = done;
    });
    opening.result.close();
    return reading.result;
  });
  expect(drafts).toEqual([]);
  expect(await page.getByRole('button', { name: /^Restore / }).count()).toBe(0);
});

it('a new note whose first response was lost is restored once, with text typed since [WEB-NEW-NOTE]', async () => {
  const page = await web.openPage('#/new');
  await page.route('**/api/v1/documents', async (route) => {
    await route.fetch();
    await route.abort();
  });
  web.watch.expect(/console error: Failed to load resource/);
  const failedRequest = page.waitForEvent('requestfailed');
  await title(page).fill('Lost answer');
  await failedRequest;
  await title(page).press('Enter');
  await page.keyboard.type('typed since');
  const next = await page.context().newPage();
  await page.close();
  await web.goTo(next, '#/tasks');
  await next.getByRole('button', { name: 'Restore 1 unsaved note' }).click();
  await expect
    .poll(
      async () => (await web.service.ask('searchDocuments', { query: '"Lost answer" "typed since"' })).results.length,
    )
    .toBe(1);
  expect((await web.service.ask('searchDocuments', { query: '"Lost answer"' })).results.length).toBe(1);
  await next.getByRole('button', { name: /^Restore / }).waitFor({ state: 'detached' });
  expect(await next.getByRole('dialog').count()).toBe(0);
});

it('storing a new note does not leave the screen opened meanwhile [WEB-NEW-NOTE]', async () => {
  const page = await web.openPage('#/new');
  let store = () => {};
  const isAsked = new Promise<void>((resolve) => {
    void page.route('**/api/v1/documents', async (route) => {
      resolve();
      await new Promise<void>((go) => {
        store = go;
      });
      await route.continue();
    });
  });
  await title(page).fill('Left at once');
  await isAsked;
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
  store();
  await expect
    .poll(async () => (await web.service.ask('searchDocuments', { query: '"Left at once"' })).results.length)
    .toBe(1);
  await web.watch.waitUntilIdle();
  expect(new URL(page.url()).hash).toBe('#/tasks');
});

it('a further new note can be written while the first cannot be stored yet [WEB-NEW-NOTE]', async () => {
  const page = await web.openPage('#/new');
  web.watch.expect(/console error: Failed to load resource/);
  await page.route('**/api/v1/documents', (route) => route.abort());
  await title(page).fill('Written first');
  await page.getByText('Offline: kept on this device').waitFor();
  await page.getByRole('link', { name: 'New note' }).click();
  await page.keyboard.type('Written second');
  await expect.poll(() => title(page).inputValue()).toBe('Written second');
  await page.unroute('**/api/v1/documents');
  await expect
    .poll(
      async () =>
        (await web.service.ask('searchDocuments', { query: '"Written first" OR "Written second"' })).results.length,
    )
    .toBe(2);
});
