import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const options = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');
const titles = (page: Page) => options(page).locator('.switcher-label').allTextContents();

async function openPalette(page: Page, typed = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Find a note/ }).fill(`>${typed}`);
}

describe('the palette', () => {
  it('has every command, and each works from there [WEB-COMMANDS]', { timeout: 60_000 }, async () => {
    const page = await web.openPage(`#/n/${(await service.note({ title: 'Open' })).id}`);
    await openPalette(page);
    const all = await titles(page);
    expect(new Set(all).size).toBe(all.length);
    await page.keyboard.press('Escape');
    const led = new Set<string>();
    for (const title of all) {
      // A note of its own: a command may take it away.
      const { id } = await service.note({ title });
      await page.evaluate((hash) => location.assign(hash), `#/n/${id}`);
      await openPalette(page, title);
      await page.getByRole('option', { name: title, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => titles(page)).not.toEqual([title]);
      led.add(new URL(page.url()).hash.replace(id, ':id'));
      await page.keyboard.press('Escape');
    }
    expect([...led]).toEqual(expect.arrayContaining(['#/trash', '#/settings/keys', '#/n/:id/history', '#/n/:id']));
    expect(led.size).toBeGreaterThan(20);
  });
});

describe('the switcher', () => {
  it('opens a note in few keystrokes [WEB-C5]', async () => {
    const { id } = await service.note({ title: 'Zebra crossing', body: 'Stripes.\n' });
    const page = await web.openPage('#/jobs');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zebr');
    await page.getByRole('option', { name: 'Zebra crossing', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/#/n/${id}`);
  });
});

describe('keys', () => {
  it('shows what can follow to who hesitates, and runs what does [WEB-COMMANDS]', async () => {
    const page = await web.openPage('#/jobs');
    await page.keyboard.press('Control+.');
    await page.locator('.leader').getByText('New note', { exact: true }).waitFor();
    await page.keyboard.press('n');
    await page.waitForURL(/#\/new$/);
    await page.locator('.leader').waitFor({ state: 'detached' });
  });

  it('lists the keys one can use here', async () => {
    const page = await web.openPage('#/jobs');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await sheet.getByText('Go to Trash').waitFor();
    expect(await sheet.getByText('Show the history of this note').count()).toBe(0);
  });

  it('leaves single keys alone once they are turned off [WEB-COMMANDS]', async () => {
    const page = await web.openPage('#/settings/keys');
    await page.getByRole('checkbox').uncheck();
    await page.locator('main').focus();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+\\');
    await expect.poll(() => page.locator('.frame').getAttribute('data-sidebar')).toBe('closed');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('refuses keys that another command has, with its name [WEB-REBIND]', async () => {
    const page = await web.openPage('#/settings/keys');
    await page.getByRole('button', { name: 'Change the keys of Go to tags' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByText('These keys are taken by “Go to Trash”.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.keyboard.press('Enter');
    await page.locator('main').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.waitForURL(/#\/tags$/);
  });
});
