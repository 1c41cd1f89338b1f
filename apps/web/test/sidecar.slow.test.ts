import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TIMING_OPTIONS } from '@notes/tooling/expect-time';
import { SidecarProcess } from '@notes/tooling/sidecar-process';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { comeBack, useWeb } from './support/web.js';

/** Timeout of a test that waits for the intervals at which the service asks the sidecar for its state. */
const TIMEOUT_MS = 180_000;
/** Maximum time after the end of the sidecar until the header says so, in milliseconds. */
const MAX_NOTICE_MS = 10_000;
/** Maximum width of the state in the header of a phone, where its words do not fit, in CSS pixels. */
const MAX_DOT_WIDTH = 44;
const PHONE = { width: 390, height: 844 };

const web = useWeb();
const { service } = web;
const sidecar = new SidecarProcess();

const details = (page: Page) => page.locator('#sidecar-details');
const notice = (page: Page) => page.locator('.search-notice');
const row = (page: Page, title: string) => page.locator('.search-pane .note-list li', { hasText: title });

/** Waits until the header shows a state of the sidecar. */
async function waitForState(page: Page, state: string): Promise<void> {
  const chip = page.locator(`.header .sidecar-${state}`);
  await expect
    .poll(
      async () => {
        await comeBack(page);
        return chip.count();
      },
      { timeout: TIMEOUT_MS / 2, interval: 500 },
    )
    .toBe(1);
  expect(await chip.getAttribute('aria-label')).toContain(`(sidecar: ${state})`);
}

/** Opens the details in the header, which must be accessible on a desktop and on a phone, and returns their text. */
async function openDetails(page: Page): Promise<string> {
  await page.locator('.header button[popovertarget="sidecar-details"]').click();
  await expect.poll(() => details(page).locator('p').count()).toBeGreaterThan(1);
  expect(await violationsInBothThemes(page)).toEqual([]);
  const wide = page.viewportSize();
  await page.setViewportSize(PHONE);
  const chip = await page.locator('.header button[popovertarget="sidecar-details"]').boundingBox();
  expect(chip?.width ?? 0).toBeLessThanOrEqual(MAX_DOT_WIDTH);
  const box = await details(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
  await page.setViewportSize(wide ?? PHONE);
  return (await details(page).textContent()) ?? '';
}

async function waitUntilActive(): Promise<void> {
  const read = async () => (await service.ask('getStatus', {})).search_sidecar.state;
  await vi.waitFor(async () => expect(await read()).toBe('active'), { timeout: TIMEOUT_MS / 2, interval: 500 });
}

/** Waits until searches say that the sidecar answered them. */
async function waitUntilAnswered(query: string): Promise<void> {
  const read = async () => (await service.ask('searchDocuments', { query })).channels?.typo;
  await expect.poll(read, { timeout: TIMEOUT_MS / 2 }).toBe('answered');
}

/** Waits until a search finds the note with a similar word. On a busy machine the sidecar may answer too late. */
async function waitForSimilar(page: Page): Promise<void> {
  const find = async () => {
    await page.goto(`${service.url}/#/search?q=rhododendron`);
    await page.reload();
    await row(page, 'Shrubs').waitFor();
    return row(page, 'Letter of the gardener').getByText('Similar word').count();
  };
  await expect.poll(find, { timeout: TIMEOUT_MS / 2, interval: 1_000 }).toBe(1);
}

beforeAll(async () => {
  if (!web.isRunning) return;
  await service.note({ title: 'Shrubs', body: 'Rhododendron needs acid soil.\n' });
  await service.note({ title: 'Letter of the gardener', body: 'My rhododendorn has yellow leaves.\n' });
  await sidecar.start();
}, TIMEOUT_MS);
afterAll(() => sidecar.remove());

it('without a sidecar the header says that searches use the built-in index [WEB-F1]', {
  timeout: TIMEOUT_MS,
}, async () => {
  const page = await web.openPage();
  await waitForState(page, 'off');
  expect(await openDetails(page)).toContain('Off: searches use the built-in index.');
  await page.goto(`${service.url}/#/search?q=rhododendron`);
  await row(page, 'Shrubs').waitFor();
  expect([await notice(page).count(), await row(page, 'Letter of the gardener').count()]).toEqual([0, 0]);
});

describe('with notes-search as the sidecar [WEB-F1] [WEB-SIDECAR]', { timeout: TIMEOUT_MS }, () => {
  beforeAll(async () => {
    if (!web.isRunning) return;
    await service.kill();
    await service.start(sidecar.settings);
  }, TIMEOUT_MS);
  beforeEach(waitUntilActive, TIMEOUT_MS);
  afterEach(async () => {
    sidecar.resume();
    if (!sidecar.isRunning) await sidecar.start();
  });

  it('the header shows active with counts and times, and a search says why it found a note', async () => {
    const page = await web.openPage();
    await waitForState(page, 'active');
    const text = await openDetails(page);
    expect(text).toContain('Jobs: 0 pending, 0 retrying, 0 failed.');
    for (const name of ['sync', 'index', 'reconciliation'])
      expect(text).toMatch(new RegExp(`Last ${name}: .*\\d.*\\.`));
    await waitForSimilar(page);
    expect(await row(page, 'Shrubs').getByText('Similar word').count()).toBe(0);
    expect(await notice(page).count()).toBe(0);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  it('the header of an open page shows within ten seconds that it ended', TIMING_OPTIONS, async () => {
    const page = await web.openPage();
    await waitForState(page, 'active');
    await sidecar.end('SIGKILL');
    const endedAt = performance.now();
    await page.locator('.header .sidecar-unavailable').waitFor({ timeout: TIMEOUT_MS / 2 });
    expect(performance.now() - endedAt).toBeLessThan(MAX_NOTICE_MS);
  });

  it('the header shows unavailable while it does not run, and searches say so and continue', async () => {
    await sidecar.end('SIGKILL');
    const page = await web.openPage('#/search?q=rhododendron');
    await row(page, 'Shrubs').waitFor();
    await notice(page).getByText('Searched without the sidecar: it is unavailable.').waitFor();
    await waitForState(page, 'unavailable');
    const text = await openDetails(page);
    expect(text).toContain('Unavailable: searches continue with the built-in index.');
    expect(text).toContain('Last error: ');
    await sidecar.start();
    await waitForState(page, 'active');
    await waitForSimilar(page);
    expect(await notice(page).count()).toBe(0);
  });

  it('the header shows degraded while its index cannot be written, with the waiting jobs and the error', async () => {
    const page = await web.openPage();
    await waitForState(page, 'active');
    const release = blockIndex();
    await service.note({ title: 'Hedges', body: 'Cut the hornbeam in June.\n' });
    await waitForState(page, 'degraded');
    const text = await openDetails(page);
    expect(text).toContain('Degraded: the index of the sidecar is incomplete or behind');
    expect(text).toMatch(/Jobs: .*[1-9]\d* (?:pending|retrying)/);
    expect(text).toMatch(/Last error: .*search index cannot be written/);
    release();
    await waitForState(page, 'active');
    await expect.poll(() => details(page).textContent()).toContain('Jobs: 0 pending, 0 retrying, 0 failed.');
    await waitUntilAnswered('hornbeem');
  });

  it('a search does not wait for one that answers late, and says so', async () => {
    await waitUntilAnswered('rhododendron');
    sidecar.suspend();
    const page = await web.openPage('#/search?q=rhododendron');
    await row(page, 'Shrubs').waitFor();
    await notice(page).getByText('Searched without the sidecar: it did not answer in time.').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    sidecar.resume();
    await waitUntilAnswered('rhododendron');
  });
});

/** Puts files in place of the folders of the indexes, so that they cannot be written; returns a function that undoes it. */
function blockIndex(): () => void {
  const folder = join(sidecar.dataDir, 'index');
  const names = readdirSync(folder).map((name) => join(folder, name));
  for (const path of names) {
    renameSync(path, `${path}.away`);
    writeFileSync(path, '');
  }
  const release = () => {
    for (const path of names)
      if (existsSync(`${path}.away`)) {
        rmSync(path, { recursive: true });
        renameSync(`${path}.away`, path);
      }
  };
  onTestFinished(release);
  return release;
}
