import { expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

it.each([
  ['off', 'search: built-in'],
  ['unavailable', 'search: sidecar unavailable'],
  ['active', 'search: active'],
  ['degraded', 'search: degraded'],
] as const)(
  'the sidecar in the state %s is shown as “%s”, with the exact state for screen readers [WEB-F1]',
  async (state, words) => {
    const context = await web.context();
    // This service has no sidecar; the other states are put into its response.
    if (state !== 'off')
      await context.route('**/api/v1/status', async (route) => {
        const response = await route.fetch();
        const status = await response.json();
        await route.fulfill({ response, json: { ...status, search_sidecar: { ...status.search_sidecar, state } } });
      });
    const page = await context.newPage();
    await web.goTo(page, '#/');
    const chip = page.locator(`.sidecar-${state}`);
    await chip.waitFor();
    expect((await chip.textContent())?.trim()).toBe(words);
    expect((await chip.getAttribute('aria-label')) ?? words).toContain(state);
  },
);

it('sync that is off shows its code and how to turn it on [WEB-F5]', async () => {
  const page = await web.openPage('#/sync');
  await page.locator('main').getByText('sync_disabled').waitFor();
  const command = page.locator('main .terminal code');
  expect(await command.allTextContents()).toEqual([
    'notes config set sync.directory.path FOLDER',
    'notes sync pair CODE NAME --base-url ADDRESS',
    'notes config set sync.rest.enabled true',
  ]);
  await web.service.command('config', 'set', 'sync.directory.path', web.service.dataDir);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('After a restart of the service: a shared folder.').waitFor();
  expect(
    await page
      .locator('.header')
      .getByText(/^sync:/)
      .count(),
  ).toBe(0);
});

it('settings test the MCP endpoint as a client would [WEB-F6]', async () => {
  const page = await web.openPage('#/settings/connect');
  await page.getByRole('button', { name: 'Run test', exact: true }).click();
  const results = page.locator('.test-results li');
  await expect.poll(() => results.count()).toBe(3);
  for (const result of await results.allTextContents()) expect(result).toMatch(/^Passed: /);
});
