import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

/** Titles found by each query, in alphabetical order. */
const found: Record<string, readonly string[]> = {};

beforeAll(async () => {
  if (!web.isRunning) return;
  const { notebook_id } = await service.ask('createNotebook', { name: 'Pantry' });
  const image = await service.store('leaves.png', 'image/png', 'leaves');
  const green = await service.note({
    title: 'Green tea',
    body: `Steep at 80 degrees. [[Coffee]]\n\n- [ ] buy more\n\n![leaves](resource://default/resources/${image})\n`,
    tags: ['drinks/tea'],
  });
  const black = await service.note({
    title: 'Black tea',
    body: 'Boiling water.\n\n- [x] buy\n\n```\ncode\n```\n\n![far](https://example.org/a.png)\n',
    tags: ['drinks/tea', 'morning'],
    notebook_id,
  });
  const coffee = await service.note({
    title: 'Coffee',
    body: 'Grind it fresh. tea is elsewhere\n',
    tags: ['drinks', 'morning'],
  });
  const form = await service.note({ title: 'Form', body: '```note-template\n```\n# {{date}}\n' });
  await service.trash(await service.note({ title: 'Stale tea', body: 'x' }));
  const year = new Date().getFullYear();
  Object.assign(found, {
    tea: ['Black tea', 'Coffee', 'Green tea'],
    '"green tea"': ['Green tea'],
    'gree*': ['Green tea'],
    'title:tea': ['Black tea', 'Green tea'],
    'body:tea': ['Coffee'],
    'tag:drinks': ['Black tea', 'Coffee', 'Green tea'],
    'tag:drinks/tea': ['Black tea', 'Green tea'],
    'tag:none': ['Form'],
    'tag:morning -title:coffee': ['Black tea'],
    'coffee OR boiling': ['Black tea', 'Coffee', 'Green tea'],
    '(coffee OR boiling) title:tea': ['Black tea', 'Green tea'],
    'notebook:Pantry': ['Black tea'],
    'is:trashed': ['Stale tea'],
    'is:template': ['Form'],
    'is:orphan tag:drinks': ['Black tea', 'Green tea'],
    'is:tagged tea': ['Black tea', 'Coffee', 'Green tea'],
    'is:imported': [],
    'has:task': ['Black tea', 'Green tea'],
    'has:open-task': ['Green tea'],
    'has:image': ['Black tea', 'Green tea'],
    'has:resource': ['Green tea'],
    'has:remote-media': ['Black tea'],
    'has:link': ['Green tea'],
    'has:code': ['Black tea', 'Form'],
    'created:today tea': ['Black tea', 'Coffee', 'Green tea'],
    [`updated:<${year} tea`]: [],
    [`links-to:${coffee.id}`]: ['Green tea'],
    [`linked-from:${green.id}`]: ['Coffee'],
    [`id:${black.id}`]: ['Black tea'],
    [`-id:${form.id} tag:none`]: [],
    'filename:leaves': ['Green tea'],
    'filename:l*.png': ['Green tea'],
    'mime:image/png': ['Green tea'],
    'mime:image/*': ['Green tea'],
    'mime:audio/*': [],
  });
});

const box = (page: Page) => page.getByRole('combobox', { name: 'Query' });

/** Returns the listed titles in alphabetical order. */
const listTitles = async (page: Page) => (await page.locator('.note-list .note-title').allTextContents()).sort();

describe('the query', () => {
  it('finds the documented notes for each operator [WEB-C3]', async () => {
    const page = await web.openPage('#/search');
    for (const [query, titles] of Object.entries(found)) {
      // Leaves out the notes of Help.
      await box(page).fill(`(${query}) -notebook:Help`);
      await box(page).press('Enter');
      await expect.poll(() => listTitles(page), { message: query }).toEqual(titles);
    }
  });

  it('with a misspelt word lists similar notes, says so, and offers the word that was meant [S-TYPO]', async () => {
    const page = await web.openPage('#/search');
    await box(page).fill('eleswhere');
    await box(page).press('Enter');
    await page.getByText('No note matches exactly. Did you mean:').waitFor();
    await expect.poll(() => listTitles(page)).toEqual(['Coffee']);
    await page.getByRole('link', { name: 'elsewhere', exact: true }).click();
    await expect.poll(() => box(page).inputValue()).toBe('elsewhere');
    await page.getByText('No note matches exactly. Did you mean:').waitFor({ state: 'detached' });
    await expect.poll(() => listTitles(page)).toEqual(['Coffee']);
  });

  it('is not sent while it is invalid: the error is underlined and its column named [WEB-C2]', async () => {
    const page = await web.openPage('#/search');
    await web.watch.waitUntilIdle();
    const searches: string[] = [];
    page.on('request', (request) => searches.push(new URL(request.url()).pathname));
    await box(page).fill('"abc');
    await page.locator('.query-mirror .wrong').waitFor();
    expect(await page.locator('.query-mirror .wrong').textContent()).toContain('"');
    expect(await page.locator('.query-panel .refusal').textContent()).toBe(
      'Unclosed quote at column 1. Add a closing quotation mark.',
    );
    await box(page).press('Enter');
    await web.watch.waitUntilIdle();
    expect(searches.filter((path) => path.endsWith('/search'))).toEqual([]);
  });

  it('being typed does not return to the search after the user left it', async () => {
    const page = await web.openPage('#/search');
    await page.clock.install();
    await box(page).evaluate((field: HTMLInputElement) => {
      field.value = 'tea';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      location.hash = '#/jobs';
    });
    await page.locator('main').getByRole('heading', { name: 'Jobs' }).waitFor();
    await page.clock.runFor(1_000);
    expect(page.url()).toContain('#/jobs');
  });

  it('with more bytes than the service accepts is refused in the page [WEB-C6]', async () => {
    const page = await web.openPage('#/search');
    await web.watch.waitUntilIdle();
    const searches: string[] = [];
    page.on('request', (request) => searches.push(new URL(request.url()).pathname));
    await box(page).fill('a'.repeat(4_097));
    await page.getByText('4,097 of at most 4,096 bytes').waitFor();
    expect(await box(page).getAttribute('aria-invalid')).toBe('true');
    await box(page).press('Enter');
    await web.watch.waitUntilIdle();
    expect(searches.filter((path) => path.endsWith('/search'))).toEqual([]);
  });

  it('examples in its help all run [WEB-C1]', async () => {
    const page = await web.openPage('#/search');
    const help = page.getByRole('button', { name: 'Syntax' });
    const examples = page.locator('.popover dt button');
    await help.waitFor();
    const count = await examples.count();
    expect(count).toBeGreaterThanOrEqual(8);
    for (let index = 0; index < count; index += 1) {
      await help.click();
      const query = (await examples.nth(index).textContent()) ?? '';
      const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/search'));
      await examples.nth(index).click();
      expect((await sent).status(), query).toBe(200);
      expect(await box(page).inputValue()).toBe(query);
    }
  });
});
