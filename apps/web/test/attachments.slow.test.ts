import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { button } from './support/devices.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const embed = (id: string) => `![x](resource://default/resources/${id})\n`;
let plan = '';

beforeAll(async () => {
  if (!web.isRunning) return;
  plan = await service.store('plan.png', 'image/png', PNG);
  const minutes = await service.store('minutes.txt', 'text/plain', 'who said what, at length\n');
  const old = await service.store('old.zip', 'application/zip', 'PK');
  await service.store('loose.pdf', 'application/pdf', '%PDF-1.4 loose');
  await service.note({ title: 'House', body: embed(plan) + embed(minutes) });
  await service.note({ title: 'Garden', body: embed(plan) });
  await service.note({ title: 'Shed', body: embed(old) });
});

const files = (page: Page) => page.locator('.files .file');
const names = (page: Page) => files(page).locator('.resource-name').allTextContents();
const row = (page: Page, name: string) => files(page).filter({ hasText: name });

it('the list of attachments shows picture, type, size, date and notes, in both themes and on a phone [WEB-ATTACHMENTS]', async () => {
  const page = await web.openPage('#/attachments');
  await expect.poll(() => names(page)).toEqual(['loose.pdf', 'minutes.txt', 'old.zip', 'plan.png']);
  await page.getByText('4 attachments,').waitFor();
  expect((await row(page, 'plan.png').getByRole('link').allTextContents()).slice(0, 2).sort()).toEqual([
    'Garden',
    'House',
  ]);
  expect(await row(page, 'plan.png').textContent()).toContain('image/png · 70 B');
  await expect
    .poll(() =>
      row(page, 'plan.png')
        .locator('img')
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(1);
  await row(page, 'old.zip').getByRole('link', { name: 'Shed' }).waitFor();
  await row(page, 'loose.pdf').getByText('Not used in any note').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

it('the list of attachments is filtered by name, type and usage and sorted, also after a reload [WEB-ATTACHMENTS]', async () => {
  const page = await web.openPage('#/attachments');
  await page.getByLabel('File name contains').fill('PLAN');
  await expect.poll(() => names(page)).toEqual(['plan.png']);
  await page.getByLabel('File name contains').fill('nothing like it');
  await button(page, 'Clear filters').click();
  await expect.poll(() => names(page)).toHaveLength(4);
  await page.locator('.controls select').nth(2).selectOption('largest');
  await expect.poll(() => names(page)).toEqual(['plan.png', 'minutes.txt', 'loose.pdf', 'old.zip']);
  await page.locator('.controls select').nth(1).selectOption('unused');
  await expect.poll(() => names(page)).toEqual(['loose.pdf']);
  await page.locator('.controls select').nth(1).selectOption('used');
  await page.locator('.controls select').nth(0).selectOption('other');
  await expect.poll(() => names(page)).toEqual(['old.zip']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['old.zip']);
});

it('an attachment is opened, downloaded, copied as Markdown and, when unused, deleted, also by keyboard [WEB-ATTACHMENTS]', async () => {
  const page = await web.openPage('#/attachments', { permissions: ['clipboard-read', 'clipboard-write'] });
  await files(page).nth(3).waitFor();
  const open = row(page, 'plan.png').getByRole('link', { name: 'Open' });
  expect(await open.getAttribute('href')).toBe(`/api/v1/resources/${plan}/content`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row(page, 'minutes.txt').getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('minutes.txt');
  await row(page, 'plan.png').getByRole('button', { name: 'Copy Markdown' }).click();
  await page.getByText('Copied').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `![plan.png](resource://default/resources/${plan})`,
  );
  expect(await row(page, 'plan.png').getByRole('button', { name: 'Delete forever…' }).count()).toBe(0);
  await page.locator('main h1').click();
  await page.keyboard.press('j');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('loose.pdf');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'loose.pdf' });
  await dialog.getByText('Delete forever…').click();
  await dialog.getByLabel('Type the file name to confirm').fill('loose.pdf');
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => names(page)).toEqual(['minutes.txt', 'old.zip', 'plan.png']);
});

it('the grid shows pictures, and its dialog plays sound, shows text and copies the Markdown [WEB-ATTACHMENTS]', async () => {
  const sound = await service.store('tone.wav', 'audio/wav', makeTone());
  const page = await web.openPage('#/attachments', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByLabel('View').selectOption('grid');
  const card = (name: string) => page.locator('.file-grid').getByRole('button', { name });
  await expect
    .poll(() =>
      card('plan.png')
        .locator('img')
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBe(1);
  await card('plan.png').getByText('Used in 2 notes').waitFor();
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBeLessThanOrEqual(390);
  await page.reload();
  await card('minutes.txt').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('region', { name: 'Preview' }).getByText('who said what, at length').waitFor();
  await web.watch.waitUntilIdle();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await button(dialog, 'Dismiss').click();
  await card('tone.wav').click();
  const player = dialog.locator('audio');
  await expect.poll(() => player.evaluate((audio) => (audio as HTMLAudioElement).duration)).toBe(1);
  await button(dialog, 'Copy Markdown').click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`![tone.wav](resource://default/resources/${sound})`);
});

/** Returns a second of silence as a WAV file. */
function makeTone(): Buffer<ArrayBuffer> {
  const rate = 8_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate, 40);
  return Buffer.concat([header, Buffer.alloc(rate, 128)]);
}

it('a long list of attachments is loaded step by step [WEB-ATTACHMENTS]', async () => {
  const ids = await Promise.all(
    Array.from({ length: 60 }, (_, index) => service.store(`scan ${index}.txt`, 'text/plain', `scan ${index}`)),
  );
  await service.fill(60, (index) => ({ title: `Scan ${index}`, body: embed(ids[index] as string) }));
  const page = await web.openPage('#/attachments?name=scan&use=used');
  await expect.poll(() => files(page).count()).toBe(50);
  await page.getByText('50 attachments so far').waitFor();
  await button(page, 'Load more').click();
  await expect.poll(() => files(page).count()).toBe(60);
  expect((await names(page)).slice(0, 3)).toEqual(['scan 0.txt', 'scan 1.txt', 'scan 2.txt']);
  expect(await button(page, 'Load more').count()).toBe(0);
});

it('an attachment is inserted at the end of a note that is found by its name, from its row and its dialog [WEB-INSERT]', async () => {
  const target = await service.note({ title: 'Insertion target', body: 'Text without end' });
  const page = await web.openPage('#/attachments?name=plan');
  await row(page, 'plan.png').getByRole('button', { name: 'Insert into note…' }).click();
  const finder = page.getByRole('dialog', { name: 'Insert into note' });
  await finder.getByRole('option').first().waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await finder.getByLabel('Find a note').fill('zzqqxxzz');
  await finder.getByText('No note found.').waitFor();
  await finder.getByLabel('Find a note').fill('insertion tar');
  await finder.getByRole('option', { name: 'Insertion target' }).waitFor();
  await page.keyboard.press('Enter');
  await finder.waitFor({ state: 'detached' });
  await page.getByText('Inserted into Insertion target.').waitFor();
  expect((await service.read(target.id)).body).toBe(
    `Text without end\n\n![plan.png](resource://default/resources/${plan})\n`,
  );
  await web.goTo(page, '#/attachments?name=minutes&view=grid');
  await page.locator('.file-grid').getByRole('button', { name: 'minutes.txt' }).click();
  await page.getByRole('dialog', { name: 'minutes.txt' }).getByRole('button', { name: 'Insert into note…' }).click();
  await finder.getByLabel('Find a note').fill('insertion tar');
  await finder.getByRole('option', { name: 'Insertion target' }).click();
  await finder.waitFor({ state: 'detached' });
  expect((await service.read(target.id)).body).toContain('\n\n[minutes.txt](resource://');
  await page.getByRole('button', { name: 'Open note' }).last().click();
  await page.locator('.title-field').waitFor();
  expect(page.url()).toContain(target.id);
});
