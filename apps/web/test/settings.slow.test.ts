import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { text } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const theme = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
/** Returns the text that the page copies last. */
const watchCopies = async (page: Page): Promise<() => Promise<string>> => {
  await page.evaluate(() => {
    const copied: string[] = [];
    Object.assign(globalThis, { copied });
    navigator.clipboard.writeText = async (value) => void copied.push(value);
  });
  return () => page.evaluate(() => (globalThis as unknown as { copied: string[] }).copied.at(-1) ?? '');
};

it('the font, size and width of notes apply at once in every view, and stay [WEB-APPEARANCE]', async () => {
  const note = await service.note({ title: 'Looks', body: 'Some prose in a paragraph.\n' });
  const page = await web.openPage('#/settings/appearance');
  await page.getByLabel('Monospace').check();
  await page.getByRole('slider', { name: /^Font size/ }).fill('20');
  await page.getByLabel('Narrow').check();
  await page.getByText('Font size: 20 px').waitFor();
  const style = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { fontFamily, fontSize } = getComputedStyle(element);
        return [fontFamily.includes('JetBrains Mono'), fontSize];
      });
  expect(await style('.prose-sample p')).toEqual([true, '20px']);
  for (const [mode, selector] of [
    ['read', 'article.prose p'],
    ['live', '.cm-content'],
  ] as const) {
    await web.goTo(page, `#/n/${note.id}?mode=${mode}`);
    await page.locator(selector).first().waitFor();
    expect(await style(selector), mode).toEqual([true, '20px']);
  }
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--prose-width'))).toBe('60ch');
});

it('the theme follows the system until one is chosen, which is there from the first picture after a reload [WEB-THEME]', async () => {
  const page = await web.openPage('#/jobs', { colorScheme: 'light' });
  const light = await theme(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).not.toBe(light);
  const dark = await theme(page);
  const button = page.locator('.header').getByRole('button', { name: /^Theme/ });
  expect(await button.getAttribute('aria-label')).toBe('Theme: system');
  await button.click();
  await expect.poll(() => theme(page)).toBe(light);
  await page.reload();
  expect(await theme(page)).toBe(light);
  expect(await button.getAttribute('aria-label')).toBe('Theme: light');
  await page.emulateMedia({ colorScheme: 'light' });
  await button.click();
  await expect.poll(() => theme(page)).toBe(dark);
  await button.click();
  await expect.poll(() => theme(page)).toBe(light);
  expect(await button.getAttribute('aria-label')).toBe('Theme: system');
});

it('notes open in the chosen view or the last used one, and an address with a view wins [WEB-OPENS-IN]', async () => {
  const note = await service.note({ title: 'Views', body: 'Text\n' });
  const page = await web.openPage('#/settings/editor');
  const readMode = () => page.locator('.modes [aria-pressed=true]').textContent();
  await page.getByLabel('Read', { exact: true }).check();
  await web.goTo(page, `#/n/${note.id}`);
  await expect.poll(readMode).toBe('Read');
  await web.goTo(page, `#/n/${note.id}?mode=source`);
  await expect.poll(readMode).toBe('Source');
  await web.goTo(page, '#/settings/editor');
  await page.getByLabel('Last used view').check();
  await web.goTo(page, `#/n/${note.id}`);
  await page.getByRole('button', { name: 'Split', exact: true }).click();
  await page.locator('article.prose').waitFor();
  await web.goTo(page, `#/n/${(await service.note({ title: 'Another', body: 'Text\n' })).id}`);
  await expect.poll(readMode).toBe('Split');
});

it('the spelling check of the browser is on in notes until it is turned off [WEB-SPELLING]', async () => {
  const note = await service.note({ title: 'Spelling', body: 'Txet\n' });
  const page = await web.openPage(`#/n/${note.id}?mode=live`);
  await text(page).waitFor();
  expect(await text(page).getAttribute('spellcheck')).toBe('true');
  await web.goTo(page, '#/settings/editor');
  await page.getByLabel('Check spelling in the browser').uncheck();
  await web.goTo(page, `#/n/${note.id}?mode=live`);
  await text(page).waitFor();
  expect(await text(page).getAttribute('spellcheck')).toBe('false');
});

it('the status shows version, library, folders and limits; diagnostics to copy contain no text and no path [WEB-STATUS]', async () => {
  await service.note({ title: 'Confidential title', body: 'Confidential text\n', tags: ['confidential'] });
  const page = await web.openPage('#/settings/status');
  const readCopied = await watchCopies(page);
  const { service: about, database_info, paths } = await service.ask('getStatus', {});
  for (const fact of [`${about.name} ${about.version}`, database_info.database_id, paths.data_dir, paths.database])
    await page.locator('main dl').getByText(fact, { exact: true }).first().waitFor();
  await page.getByRole('heading', { name: 'Limits' }).waitFor();
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect.poll(readCopied).toContain(about.version);
  expect(await readCopied()).not.toMatch(/confidential/i);
  expect(await readCopied()).not.toContain(service.dataDir);
  await page.getByRole('button', { name: 'Copy the database ID' }).click();
  await expect.poll(readCopied).toBe(database_info.database_id);
});

it('the setup of each AI assistant has the address of this service, and hidden tools name the scope they need [WEB-CLIENTS]', async () => {
  const page = await web.openPage('#/settings/connect');
  const panel = page.locator('main');
  const tabs = panel.getByRole('tablist', { name: 'Clients' }).getByRole('tab');
  await tabs.first().waitFor();
  const names = await tabs.allTextContents();
  expect(names.length).toBeGreaterThan(3);
  let withAddress = 0;
  for (const name of names) {
    await tabs.getByText(name, { exact: true }).click();
    const commands = await panel.getByRole('tabpanel').last().locator('.terminal code').allTextContents();
    expect(commands.join('\n'), name).toContain('notes mcp config ');
    if (commands.some((command) => command.includes(`${service.url}/mcp`))) withAddress += 1;
  }
  expect(withAddress).toBeGreaterThan(2);
  const summary = panel.locator('details summary', { hasText: /^Unavailable tools/ });
  const count = Number(/\d+/.exec((await summary.textContent()) ?? '')?.[0]);
  await summary.click();
  const rows = panel.locator('details tbody tr');
  expect(await rows.count()).toBe(count);
  for (const row of await rows.all()) expect((await row.locator('td').allTextContents()).join(' ')).toMatch(/\w+/);
});

it('every command is copied exactly as it is shown [WEB-COPY]', async () => {
  const page = await web.openPage('#/health/gc');
  await page.locator('main .terminal').nth(1).waitFor();
  const readCopied = await watchCopies(page);
  for (const terminal of await page.locator('main .terminal').all()) {
    const command = await terminal.locator('code').textContent();
    await terminal.getByRole('button').click();
    await expect.poll(readCopied).toBe(command);
    await terminal.getByText('Copied').waitFor();
  }
});

it('About names the version and each package in the page with its licence [WEB-ABOUT]', async () => {
  const page = await web.openPage('#/settings/about');
  const packages = page.locator('main .checks li');
  await packages.first().waitFor();
  const count = await packages.count();
  await page.getByText(`This page includes ${count} third-party packages.`).waitFor();
  for (const line of await packages.locator('summary').allTextContents()) expect(line).toMatch(/^\S+ \d+\.\d+\S*, .+$/);
  await packages
    .filter({ hasText: /^preact / })
    .locator('summary')
    .click();
  await packages
    .filter({ hasText: /^preact / })
    .getByText(/permission/i)
    .first()
    .waitFor();
  await page.locator('main').getByRole('link', { name: 'Notes in the Help notebook' }).click();
  await page.locator('.note-list').getByText('Welcome to Notes').waitFor();
});

it('dates and numbers have the form of the browser’s language [WEB-LOCALE]', async () => {
  await service.note({ title: 'Numbers', body: 'word '.repeat(1_234) });
  const { results } = await service.ask('searchDocuments', { query: 'title:Numbers' });
  const page = await web.openPage(`#/n/${results[0]?.document_id}?mode=read`, {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  });
  await page.locator('.note-footer').getByText('1.234 words').waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  const day = new Date(results[0]?.updated_at as string).toLocaleDateString('de-DE', {
    dateStyle: 'medium',
    timeZone: 'Europe/Berlin',
  });
  await page.getByRole('tabpanel').getByText(day).first().waitFor();
});
