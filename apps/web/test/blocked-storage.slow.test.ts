import { expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

/** Getters that throw, as in a browser set to block site data. */
it.each([
  ['all site data', ['localStorage', 'sessionStorage', 'indexedDB']],
  ['only IndexedDB', ['indexedDB']],
] as const)('with %s blocked the page lists notes and opens one [WEB-BLOCKED]', async (label, blocked) => {
  const title = `Read with ${label} blocked`;
  const { id } = await web.service.note({ title, body: 'The text.' });
  const context = await web.context();
  await context.addInitScript((names) => {
    for (const name of names)
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  }, blocked);
  const page = await context.newPage();
  await web.goTo(page, '#/');
  await page.locator('.note-list').getByText(title).click();
  await page.locator('.cm-content').getByText('The text.').waitFor();
  await web.goTo(page, `#/n/${id}?mode=read`);
  await page.locator('article.prose').getByText('The text.').waitFor();
  await web.watch.waitUntilIdle();
  // The check after each test reports uncaught errors of the page.
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(title);
});
