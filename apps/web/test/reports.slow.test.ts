import { beforeAll, expect, it } from 'vitest';
import type { Note } from './support/service.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

let broken: Note;
let unused = '';

beforeAll(async () => {
  if (!web.isRunning) return;
  const { notebook_id } = await service.ask('createNotebook', { name: 'Album' });
  const same = [await service.store('a.txt', 'text/plain', 'same'), await service.store('b.txt', 'text/plain', 'same')];
  const links = same.map((id) => `[file](resource://default/resources/${id})`).join(' ');
  await service.note({ title: 'Holder', notebook_id, tags: ['public'], body: `${links} [[Private]]\n` });
  await service.note({ title: 'Private', body: 'secret\n' });
  broken = await service.note({ title: 'Broken links', body: 'One line\n\n[[Nowhere]] and [[Nobody]]\n' });
  unused = await service.store('unused.txt', 'text/plain', 'unused');
});

it('the findings have complete counts, lead to note and line, and show commands that list and fix them [WEB-FINDINGS]', async () => {
  const page = await web.openPage('#/health/lint');
  const check = page
    .locator('.checks li')
    .filter({ has: page.locator('summary', { hasText: 'Links to missing notes' }) });
  await expect.poll(() => check.locator('summary strong').textContent()).toBe('2');
  const { checks, report_sha256 } = await service.ask('getLintReport', {});
  const total = checks.reduce((sum, { count }) => sum + count, 0);
  await page.getByText(new RegExp(`^${total} findings at `)).waitFor();
  expect(await page.locator('.checks > li').count()).toBe(checks.length);
  const rows = await page.locator('.checks :is(summary, .check-none)').allTextContents();
  expect(rows.join('\n')).not.toMatch(/_|resource|projection|anchor|document/i);
  await page.getByText(report_sha256).waitFor();
  await check.locator('summary').click();
  await check.getByText('notes lint --check broken_document_link').waitFor();
  await page.getByText('notes fix', { exact: true }).waitFor();
  await check.getByRole('link', { name: 'Broken links, line 3:1', exact: true }).click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Broken links');
  await page.locator('.note-footer').getByText(/^3:/).waitFor();
  expect((await service.read(broken.id)).current_revision_id).toBe(broken.current_revision_id);
});

it('the report of unused attachments says since when and until when each is kept, and deletes nothing itself [WEB-UNUSED]', async () => {
  const page = await web.openPage('#/health/gc');
  const row = page.locator('main tbody tr', { hasText: unused });
  await row.getByText('Unattached upload').waitFor();
  await page.getByText(/^Attachments not used in any note are kept for 30 days/).waitFor();
  const { plan_sha256, retained } = await service.ask('getGcReport', {});
  const eligible = retained.find(({ resource_id }) => resource_id === unused)?.eligible_at as string;
  expect(await row.textContent()).toContain(String(new Date(eligible).getFullYear()));
  await page.getByText(plan_sha256).waitFor();
  await page.getByText('notes gc apply', { exact: true }).waitFor();
  expect(
    await page
      .locator('main button')
      .filter({ hasText: /delete|apply/i })
      .count(),
  ).toBe(0);
});

it('the usage of attachments names notebooks, duplicates and attachments without a note [WEB-USAGE]', async () => {
  const page = await web.openPage('#/attachments/usage');
  const album = page.getByRole('row', { name: /^Album/ });
  await expect.poll(() => album.locator('td').allTextContents()).toEqual(['1', '2', '8 B']);
  await page.locator('details summary', { hasText: '2 attachments of 4 B' }).click();
  for (const name of ['a.txt', 'b.txt']) await page.getByRole('button', { name, exact: true }).waitFor();
  await page.getByRole('button', { name: 'unused.txt', exact: true }).click();
  await page.getByRole('dialog').getByText('Not used in any note.').waitFor();
});

it('the export plan counts what would leave the library, warns of what leads out of it, and writes nothing [WEB-EXPORT-PLAN]', async () => {
  const before = (await service.ask('getStatus', {})).database_info.change_counter;
  const page = await web.openPage('#/plan');
  await page.getByLabel('Purpose').selectOption('Transfer of some notes to another library');
  await page.locator('main').getByRole('listbox', { name: /^Tags/ }).selectOption('public');
  await page.getByRole('button', { name: 'Show plan' }).click();
  await page.getByRole('heading', { name: 'Notes (1)' }).waitFor();
  await page.locator('main').getByRole('link', { name: 'Holder' }).waitFor();
  expect(await page.locator('main').getByRole('link', { name: 'Private' }).count()).toBe(0);
  await page.getByRole('heading', { name: 'Warnings' }).waitFor();
  await page.getByRole('heading', { name: 'What the recipient learns' }).waitFor();
  await page.getByText(/^notes select plan .*--tag public/).waitFor();
  const { manifest_sha256 } = await service.ask('planSelection', {
    target: 'subset_transfer',
    selection: { tags: ['public'] },
  });
  await page.getByText(manifest_sha256).waitFor();
  expect((await service.ask('getStatus', {})).database_info.change_counter).toBe(before);
});

it('the page of remote media shows the policy, and checks an address without requesting it [WEB-MEDIA-POLICY]', async () => {
  const page = await web.openPage('#/media');
  await page.getByText('Private addresses').waitFor();
  await page.getByText('image/png', { exact: false }).first().waitFor();
  const address = page.getByLabel('Address of an image');
  const verdict = page.locator('main [role=status]').first();
  await address.fill('http://127.0.0.1:9/a.png');
  await address.press('Enter');
  await expect.poll(() => verdict.textContent()).toMatch(/^This address cannot be fetched: ./);
  await page.getByText('notes media check http://127.0.0.1:9/a.png').waitFor();
  await address.fill('https://example.org/picture.png');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect.poll(() => verdict.textContent()).toBe('This address can be fetched.');
});
