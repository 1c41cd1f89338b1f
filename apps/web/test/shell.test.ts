import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { statusMessages, UNREACHABLE } from './support/editor.js';
import { comeBack, useWeb } from './support/web.js';

const web = useWeb();

describe('the page', () => {
  it('loads without errors, and sends only requests of the API to its own service [WEB-OWN]', async () => {
    const page = await web.openPage();
    await page.getByRole('link', { name: 'Notes', exact: true }).first().waitFor();
    await page.getByRole('navigation', { name: 'Library' }).getByText('Help').first().waitFor();
    expect(await page.title()).toContain('Notes');
  });

  it('requests the notebooks once at its start [WEB-START]', async () => {
    const page = await (await web.context()).newPage();
    let count = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/notebooks/tree')) count += 1;
    });
    await web.goTo(page, '#/');
    await page.getByRole('navigation', { name: 'Library' }).getByText('Help').first().waitFor();
    await web.watch.waitUntilIdle();
    expect(count).toBe(1);
  });

  it('runs no script made from a string', async () => {
    const page = await web.openPage();
    const inline = () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.head.append(script);
    };
    await expect(page.evaluate(inline)).rejects.toThrow('TrustedScript');
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
    web.watch.expect(/policy: require-trusted-types-for/, /console error: .*TrustedScript/);
  });
});

const offline = (page: Page) => page.getByText('Offline: your changes are kept on this device');
/** Makes the page request the status now. */

describe('a failed request', () => {
  it('for a screen leaves the other screens usable, and offers to reload an outdated page [WEB-OUTDATED]', async () => {
    const page = await web.openPage();
    await page.route(/assets\/tags-/, (route) => route.fulfill({ status: 404 }));
    web.watch.expect(statusMessages(404), statusMessages(404));
    await page.evaluate(() => location.assign('#/tags'));
    await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    await page.evaluate(() => location.assign('#/jobs'));
    await page.locator('main').getByRole('heading', { name: 'Jobs' }).waitFor();
  });

  it('for a small part offers to reload a page that the service no longer has [WEB-OUTDATED]', async () => {
    const page = await web.openPage();
    await web.watch.waitUntilIdle();
    await page.route(/assets\/.*sidecar-details/, (route) => route.fulfill({ status: 404 }));
    web.watch.expect(statusMessages(404), statusMessages(404));
    const open = () => page.getByRole('button', { name: /^search: / }).click();
    await open();
    await page.getByRole('status').getByRole('button', { name: 'Reload the page' }).waitFor();
    await page.unroute(/assets\/.*sidecar-details/);
    await page.getByRole('status').getByRole('button', { name: 'Reload the page' }).click();
    await page.waitForLoadState();
    await open();
    await page.getByText('searches use the built-in index').waitFor();
  });

  it('for the status is repeated [WEB-RECONNECT]', async () => {
    const page = await web.openPage();
    await web.watch.waitUntilIdle();
    await page.clock.install();
    let requestCount = 0;
    await page.route('**/api/v1/status', (route) => {
      requestCount += 1;
      return route.fulfill({ body: '<p>Sign in</p>' });
    });
    await comeBack(page);
    const later = async () => {
      await page.clock.runFor(1_000);
      return requestCount;
    };
    await expect.poll(later).toBeGreaterThan(2);
  });

  it('for data keeps the data shown, and is repeated when the service is back [WEB-RECONNECT]', async () => {
    const page = await web.openPage('#/graph/report');
    const write = page.getByRole('button', { name: 'Create report note' });
    await web.watch.waitUntilIdle();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    web.watch.expect(UNREACHABLE);
    await page.route('**/healthz', (route) => route.abort());
    await comeBack(page);
    await offline(page).waitFor();
    await web.watch.waitUntilIdle();
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(await write.isDisabled()).toBe(true);
    await page.unroute('**/healthz');
    await page.waitForResponse('**/api/v1/graph/report?*');
    await expect.poll(() => write.isEnabled()).toBe(true);
  });
});

describe('settings of this browser', () => {
  it('apply in every window at once without overwriting each other [WEB-SETTINGS]', async () => {
    const context = await web.context();
    const [one, other] = [await context.newPage(), await context.newPage()];
    await web.goTo(one, '#/settings/appearance');
    await web.goTo(other, '#/settings/editor');
    await one.getByLabel('Compact').check();
    await expect.poll(() => other.evaluate(() => document.documentElement.dataset.density)).toBe('compact');
    await other.getByLabel('Check spelling in the browser').uncheck();
    await one.reload();
    expect(await one.evaluate(() => document.documentElement.dataset.density)).toBe('compact');
  });

  it('that are invalid are replaced by defaults [WEB-SETTINGS]', async () => {
    const context = await web.context();
    await context.addInitScript(() => {
      // A sandboxed frame has no storage.
      if (origin !== 'null') localStorage.setItem('notes.settings', '{"theme":7,"closedBranches":{}}');
    });
    const page = await context.newPage();
    await web.goTo(page, '#/settings/appearance');
    expect(await page.getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
  });

  it('of a pane width are stored when the drag ends', async () => {
    const page = await web.openPage();
    const edge = page.getByRole('separator', { name: 'Sidebar width' });
    const readStoredSettings = () => page.evaluate(() => localStorage.getItem('notes.settings'));
    const { x = 0, y = 0, height = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + 1, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 41, y + height / 2);
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe('272');
    expect(await readStoredSettings()).toBeNull();
    await page.mouse.up();
    await expect.poll(readStoredSettings).toContain('"sidebarWidth":272');
  });
});

it('a message appears when the browser forbids copying [WEB-COPY]', async () => {
  const context = await web.context();
  // Removes the clipboard, as over plain HTTP.
  await context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const page = await context.newPage();
  await web.goTo(page, '#/settings/status');
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await page.getByText('The browser blocked copying.').waitFor();
});

it('the sidebar marks the current entry, also within a tool and beside a note [WEB-CURRENT]', async () => {
  const page = await web.openPage('#/graph/report');
  const listCurrent = () =>
    page.locator('.sidebar [aria-current=page] :is(.tree-label, .tool-label)').allTextContents();
  await expect.poll(listCurrent).toEqual(['Graph']);
  for (const [address, entry] of [
    ['#/settings/keys', 'Settings'],
    ['#/plan', 'Health'],
    ['#/nb/nb_help', 'Help'],
  ]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address as string);
    await expect.poll(listCurrent).toEqual([entry]);
  }
  await page.locator('.note-list a').first().click();
  await page.locator('.note-screen').waitFor();
  expect(await listCurrent()).toEqual(['Help']);
});

it('Trash and the tools stay visible with many notebooks, and the open notebook is scrolled into view [WEB-TOOLS-IN-SIGHT]', async () => {
  const last = { name: 'Zoo', id: '' };
  for (let index = 0; index < 60; index++) await web.service.ask('createNotebook', { name: `Shelf ${index}` });
  last.id = (await web.service.ask('createNotebook', { name: last.name })).notebook_id;
  const page = await web.openPage(`#/nb/${last.id}`);
  const inSight = (name: string) =>
    page
      .locator('.sidebar')
      .getByRole('link', { name, exact: true })
      .evaluate((link) => {
        const { left, top, bottom } = link.getBoundingClientRect();
        return document.elementFromPoint(left + 1, (top + bottom) / 2) === link;
      });
  for (const name of ['Trash', 'Settings', last.name])
    await expect.poll(() => inSight(name), { message: name }).toBe(true);
  // In a low window the whole sidebar scrolls.
  await page.setViewportSize({ width: 1000, height: 400 });
  await page.locator('.sidebar').getByRole('link', { name: 'Settings', exact: true }).scrollIntoViewIfNeeded();
  expect(await inSight('Settings')).toBe(true);
});

it('the tools take one line; the others are in a menu, the open one is in sight, and keys reach them [WEB-TOOLS]', async () => {
  const page = await web.openPage('#/');
  const tools = page.getByRole('list', { name: 'Tools' });
  const countLines = () =>
    tools.evaluate((list) => new Set([...list.children].map((item) => item.getBoundingClientRect().top)).size);
  const names = () => tools.getByRole('link').allTextContents();
  await expect.poll(names).toEqual(['Today', 'Tasks', 'Graph', 'Settings']);
  expect(await countLines()).toBe(1);
  const more = page.getByRole('button', { name: 'More tools' });
  await more.focus();
  await page.keyboard.press('Enter');
  const menu = page.locator('.menu:popover-open');
  await expect
    .poll(() => menu.getByRole('button').allTextContents())
    .toEqual(['Calendar', 'Templates', 'Attachments', 'Health', 'Jobs', 'Sync']);
  const { y = 0, height = 0 } = (await menu.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(900);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/templates$/);
  await expect.poll(names).toEqual(['Today', 'Tasks', 'Graph', 'Templates']);
  expect(await countLines()).toBe(1);
  await page.getByRole('button', { name: 'Tools', exact: true }).click();
  await tools.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Tools', exact: true, expanded: false }).waitFor();
  expect(await tools.count()).toBe(0);
});
