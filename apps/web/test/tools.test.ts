import { describe, expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

describe('settings', () => {
  it('test the MCP endpoint as a client would [WEB-F6]', async () => {
    const page = await web.openPage('#/settings/connect');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const results = page.locator('.test-results li');
    await expect.poll(() => results.count()).toBe(3);
    for (const result of await results.allTextContents()) expect(result).toMatch(/^Passed: /);
  });

  it('refuse keys that another command has, with its name', async () => {
    const page = await web.openPage('#/settings/keys');
    await page.getByRole('button', { name: 'Change the keys of Go to tags' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByText('These keys are taken by “Go to Trash”.').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.keyboard.press('Enter');
    await page.locator('main').click();
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.waitForURL(/#\/tags$/);
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
