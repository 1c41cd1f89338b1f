import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { statusMessages } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const dialog = (page: Page) => page.getByRole('dialog');

it('a template asks for its values, marks what is open in its preview, and becomes a note [WEB-TEMPLATE]', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Meetings' });
  const fence = '```note-template\ndescription: A meeting\nprompt: who - Everybody who was there\nprompt: place\n```\n';
  await service.note({ title: 'Meeting', body: `${fence}# {{title}}\n\nWith {{who}} at {{place}}.\n` });
  const page = await web.openPage('#/templates');
  const entry = page.locator('.template', { hasText: 'Meeting' });
  await entry.getByText('Asks for who, place.').waitFor();
  await entry.getByText('A meeting', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Use Meeting' }).click();
  const preview = dialog(page).locator('.template-preview');
  await expect.poll(() => preview.locator('mark').allTextContents()).toEqual(['who', 'place']);
  expect(await dialog(page).getByLabel('Title').inputValue()).toBe('Meeting');
  await dialog(page).getByLabel('Title').fill('Monday');
  await dialog(page).getByLabel('who').fill('Ada {{place}}');
  await expect.poll(() => preview.locator('mark').allTextContents()).toEqual(['place']);
  await dialog(page).getByText('Everybody who was there').waitFor();
  await dialog(page).getByLabel('place').fill('home');
  await dialog(page).getByLabel('Notebook').selectOption('Meetings');
  await dialog(page).getByRole('button', { name: 'Create note' }).click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Monday');
  const { documents } = await service.ask('listNotebookDocuments', { notebook_id });
  const note = await service.read(documents[0]?.id as string);
  expect(note.body).toBe('# Monday\n\nWith Ada {{place}} at home.\n');
});

it('a template with a mistake names it and cannot be used [WEB-TEMPLATE-BROKEN]', async () => {
  await service.note({ title: 'Broken', body: '```note-template\n```\nWith {{nobody}}.\n' });
  const page = await web.openPage('#/templates');
  const entry = page.locator('.template', { hasText: 'Broken' });
  await expect.poll(() => entry.locator('.refusal').textContent()).toMatch(/^Line 3 of the note: /);
  expect(await page.getByRole('button', { name: 'Use Broken' }).isDisabled()).toBe(true);
  await entry.getByRole('link', { name: 'Broken' }).click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Broken');
});

it('a value that the service refuses is named at its field, and no value is lost [WEB-TEMPLATE-REFUSED]', async () => {
  web.watch.expect(statusMessages(400));
  await service.note({ title: 'Form', body: '```note-template\nprompt: colour\n```\n{{colour}}\n' });
  const page = await web.openPage('#/templates');
  await page.getByRole('button', { name: 'Use Form' }).click();
  await dialog(page).getByLabel('colour').fill('green');
  await dialog(page).getByLabel('Title').fill('x'.repeat(1_100));
  await dialog(page).getByRole('button', { name: 'Create note' }).click();
  const field = dialog(page).getByLabel('Title');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const reasons = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
  expect(await page.locator(`[id="${reasons.at(-1)}"]`).textContent()).toMatch(/1,?024/);
  expect(await dialog(page).getByLabel('colour').inputValue()).toBe('green');
  await field.fill('Short');
  await dialog(page).getByRole('button', { name: 'Create note' }).click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Short');
});
