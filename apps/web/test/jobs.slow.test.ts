import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comeBack, useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const FILES = 600;
const LINES = 500;

const folder = mkdtempSync(join(tmpdir(), 'notes-web-long-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  const body = '- [ ] task [[Link]] and [other](x.md) #tag *emphasis*\n'.repeat(LINES);
  for (let index = 0; index < FILES; index += 1) writeFileSync(join(folder, `N${index}.md`), body);
});

interface Running {
  readonly id: string;
  readonly page: Page;
  readonly command: ChildProcess;
}

/** Starts a long import in another process, and opens the page that shows it. */
async function watchImport(): Promise<Running> {
  const command = service.startCommand('import', 'markdown', folder);
  const running = async () => (await service.ask('listJobs', { state: 'running' })).jobs[0]?.job_id;
  await expect.poll(running).toBeDefined();
  const id = (await running()) as string;
  const page = await web.openPage(`#/jobs/${id}`);
  await page.getByText('Running', { exact: true }).waitFor();
  return { id, page, command };
}

const commands = (page: Page) => page.locator('.terminal code').allTextContents();

describe('an import by the command line [WEB-F2]', () => {
  it('is shown while it runs, and is cancelled from the page', async () => {
    const { id, page } = await watchImport();
    expect(await commands(page)).toEqual([`notes job watch ${id}`]);
    await page.getByRole('button', { name: 'Cancel: Import' }).click();
    await page.getByText('Cancelled: the work done before is kept.').waitFor();
    await page.getByRole('button', { name: 'Resume: Import' }).waitFor();
    expect(await commands(page)).toContain(`notes job retry ${id}`);
  });

  it('is interrupted when its process ends, and resumes with the command shown', async () => {
    const { id, page, command } = await watchImport();
    command.kill('SIGKILL');
    await page.getByText(/^Interrupted: /).waitFor();
    expect(await commands(page)).toContain(`notes job retry ${id}`);
    await page.getByRole('button', { name: 'Resume: Import' }).click();
    await page.getByText(/^(Running|Queued)$/).waitFor();
    await page.getByRole('button', { name: 'Cancel: Import' }).click();
    await page.getByText(/^Cancelled: /).waitFor();
  });
});

it('the header and the list of jobs follow jobs of other programs, and the list is filtered by state, also after a reload [WEB-JOBS]', async () => {
  const page = await web.openPage('#/jobs');
  await page.locator('main tbody, main .empty').first().waitFor();
  const other = mkdtempSync(join(tmpdir(), 'notes-web-long-'));
  const body = '- [ ] another task [[Link]] and [more](y.md)\n'.repeat(LINES);
  for (let index = 0; index < FILES; index += 1) writeFileSync(join(other, `M${index}.md`), body);
  const command = service.startCommand('import', 'markdown', other);
  const rows = page.locator('main tbody tr');
  const isRunning = async () => {
    await comeBack(page);
    return rows.first().getByText('Running').isVisible();
  };
  await expect.poll(isRunning).toBe(true);
  const chip = page.locator('.header').getByRole('link', { name: /^1 job running$/ });
  await comeBack(page);
  await chip.waitFor();
  await page.getByRole('button', { name: 'Cancel: Import' }).click();
  await rows.first().getByText('Cancelled').waitFor();
  await comeBack(page);
  await chip.waitFor({ state: 'detached' });
  await page.getByLabel('State').selectOption('Succeeded');
  await page.getByText('No jobs.').waitFor();
  await page.getByText('notes job list --state succeeded').waitFor();
  await page.reload();
  await page.getByText('notes job list --state succeeded').waitFor();
  expect(await page.getByLabel('State').inputValue()).toBe('succeeded');
  command.kill();
  rmSync(other, { recursive: true, force: true });
});

it('an unknown job says so, with a way to the others [WEB-JOB-UNKNOWN]', async () => {
  web.watch.expect(/404/);
  const page = await web.openPage('#/jobs/job_00000000000000000000000000');
  await page.locator('main').getByText('not_found').waitFor();
  await page.getByRole('link', { name: 'All jobs' }).click();
  await page.locator('main').getByRole('heading', { name: 'Jobs' }).waitFor();
});
