import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { comeBack, useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;
let lastNumber = 0;

/** Creates a notebook with `count` notes for a test. */
async function createNotebook(count: number): Promise<{ id: string; name: string }> {
  const name = `Shelf ${++lastNumber}`;
  const { notebook_id } = await service.ask('createNotebook', { name });
  await service.fill(count, (index) => ({ title: `${name}, note ${index}`, notebook_id, body: `body ${index}\n` }));
  return { id: notebook_id, name };
}

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.locator('.note-list li');
const pane = (page: Page) => page.locator('.notes-pane');

/** Selects all notes of the list, and starts an operation on them. */
async function batch(page: Page, operation: string): Promise<void> {
  await rows(page).first().locator('a').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: operation }).click();
}

describe('a batch', () => {
  it('reports the outcome of every note [WEB-B2]', async () => {
    const notebook = await createNotebook(12);
    const page = await web.openPage(`#/nb/${notebook.id}`);
    await batch(page, 'Add tags');
    await dialog(page).getByLabel('Tags').fill('one, two/three');
    await dialog(page).getByRole('button', { name: 'Add tags' }).click();
    await dialog(page).getByText('Applied 12 · Skipped 0 · Failed 0 · Rolled back 0').waitFor();
    expect(await dialog(page).locator('tbody tr').count()).toBe(12);
    const { tags } = await service.ask('listTags', {});
    expect(tags.filter(({ note_count }) => note_count === 12).map(({ name }) => name)).toEqual(['one', 'two/three']);
  });

  it('accepts five hundred notes, and sends nothing for one more [WEB-B2]', async () => {
    const notebook = await createNotebook(501);
    const page = await web.openPage(`#/nb/${notebook.id}`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.getByRole('checkbox').first().waitFor();
    const list = page.locator('.note-list');
    const bottom = () => list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const isWhole = async () => {
      await bottom();
      return list.evaluate((element) => element.scrollHeight >= 501 * 52);
    };
    await expect.poll(isWhole).toBe(true);
    await rows(page).last().locator('a').focus();
    await page.keyboard.press('Control+a');
    await page.getByText(/^501 of at most 500 selected/).waitFor();
    for (const button of await page.locator('.batch-bar .button').all()) expect(await button.isDisabled()).toBe(true);
    await rows(page).last().getByRole('checkbox').uncheck();
    await page.getByText(/^500 of at most 500 selected/).waitFor();
    expect(requests.filter((path) => path.endsWith('/batch'))).toEqual([]);
    await page.getByRole('button', { name: 'Add tags' }).click();
    await dialog(page).getByLabel('Tags').fill('many');
    await dialog(page).getByRole('button', { name: 'Add tags' }).click();
    await dialog(page).getByText('Applied 500 · Skipped 0 · Failed 0 · Rolled back 0').waitFor();
    expect(await dialog(page).locator('tbody tr').count()).toBe(500);
    expect((await service.ask('listTags', {})).tags.find(({ name }) => name === 'many')?.note_count).toBe(500);
  });

  it('in the mode all or nothing shows rolled-back notes [WEB-B3]', async () => {
    const notebook = await createNotebook(5);
    const page = await web.openPage(`#/nb/${notebook.id}`);
    await rows(page).nth(4).waitFor();
    // Simulates another client that changes a note after the list was read.
    await page.route('**/api/v1/batch', async (route) => {
      const { items } = route.request().postDataJSON() as { items: { document_id: string }[] };
      await service.ask('appendToDocument', { document_id: items.at(-1)?.document_id as string, text: 'more\n' });
      await route.continue();
    });
    await batch(page, 'Move to Trash');
    await dialog(page).getByLabel('All or nothing').check();
    await dialog(page).getByRole('button', { name: 'Move to Trash' }).click();
    await dialog(page).getByText('Applied 0 · Skipped 0 · Failed 1 · Rolled back 4').waitFor();
    expect(await dialog(page).getByRole('cell', { name: 'Rolled back' }).count()).toBe(4);
  });

  it('repeated after a lost response runs once [WEB-B4]', async () => {
    const notebook = await createNotebook(3);
    const page = await web.openPage(`#/nb/${notebook.id}`);
    let sent = 0;
    await page.route('**/api/v1/batch', async (route) => {
      const answer = await route.fetch();
      await (++sent === 1 ? route.abort() : route.fulfill({ response: answer }));
    });
    web.watch.expect(/console error: Failed to load resource/);
    await batch(page, 'Add tags');
    await dialog(page).getByLabel('Tags').fill('once');
    await dialog(page).getByRole('button', { name: 'Add tags' }).click();
    await dialog(page).getByText('the service is not responding').waitFor();
    await dialog(page).getByRole('button', { name: 'Add tags' }).click();
    await dialog(page).getByText('These changes were already made earlier').waitFor();
  });
});

describe('a tag', () => {
  it('is renamed as previewed [WEB-B5]', async () => {
    await service.note({ title: 'a', tags: ['work/sync', 'idea'] });
    await service.note({ title: 'b', tags: ['work'] });
    const page = await web.openPage('#/tags');
    await page.getByRole('button', { name: 'Rename work', exact: true }).click();
    await dialog(page).getByLabel('New name').fill('projects');
    await dialog(page).getByRole('button', { name: 'Preview changes' }).click();
    const table = dialog(page).locator('tbody');
    await table.waitFor();
    const promised = await table.textContent();
    expect(await service.ask('listTags', {})).toMatchObject({
      tags: expect.arrayContaining([expect.objectContaining({ name: 'work' })]),
    });
    await dialog(page).getByRole('button', { name: 'Apply changes' }).click();
    await dialog(page).getByText('Changed 2 tags on 2 notes.').waitFor();
    expect(await table.textContent()).toBe(promised);
    // The row of the former name is gone, so the dialog cannot give the focus back to it.
    await page.locator('main').getByRole('button', { name: 'Rename projects', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    const hasFocus = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((element) => element === document.activeElement);
    await expect.poll(() => hasFocus('Rename projects')).toBe(true);
  });
});

describe('a notebook', () => {
  it('is deleted with the counts of the preview [WEB-B6]', async () => {
    const notebook = await createNotebook(4);
    await service.ask('createNotebook', { name: 'Below', parent_notebook_id: notebook.id });
    const page = await web.openPage(`#/nb/${notebook.id}`);
    await page.getByRole('button', { name: `Actions for ${notebook.name}` }).click();
    await page.getByText('Delete…').click();
    const numbers = dialog(page).locator('dd');
    await numbers.first().waitFor();
    expect((await numbers.allTextContents()).slice(0, 3)).toEqual(['2', '4', '0']);
    await dialog(page).getByRole('button', { name: 'Delete notebook' }).click();
    await page.getByText('Deleted 2 notebooks and moved 4 notes to Trash').waitFor();
    const { documents } = await service.ask('listTrash', { limit: 100 });
    expect(documents.filter(({ title }) => title.startsWith(`${notebook.name},`))).toHaveLength(4);
  });

  it('that is builtin or read-only offers no deletion [WEB-B7]', async () => {
    const page = await web.openPage('#/nb/nb_notes');
    await page.getByRole('button', { name: 'Actions for Notes' }).click();
    await page.getByText('New notebook inside…').waitFor();
    expect(await page.getByText('Delete…').count()).toBe(0);
    await web.goTo(page, '#/nb/nb_help');
    await pane(page).getByText('Read-only').waitFor();
    expect(await page.getByRole('button', { name: 'Actions for Help' }).count()).toBe(0);
  });
});

it('a note moved to Trash leaves the search results at once [WEB-B9]', async () => {
  const notebook = await createNotebook(2);
  const page = await web.openPage(`#/search?q=${encodeURIComponent(`notebook:"${notebook.name}"`)}`);
  const titles = () => page.locator('.note-list .note-title').allTextContents();
  await expect.poll(async () => (await titles()).length).toBe(2);
  await page.getByRole('checkbox', { name: `Select ${notebook.name}, note 0`, exact: true }).check();
  await page.getByRole('button', { name: 'Move to Trash' }).click();
  await dialog(page).getByRole('button', { name: 'Move to Trash' }).click();
  await dialog(page).getByText('Applied 1 ·').waitFor();
  // The timeout is shorter than the polling interval of fifteen seconds.
  await expect.poll(titles, { timeout: 10_000 }).toEqual([`${notebook.name}, note 1`]);
});

describe('a note in Trash', () => {
  let title = '';
  let id = '';
  beforeEach(async () => {
    title = `Gone ${++lastNumber}`;
    const note = await service.note({ title, body: 'what was left\n' });
    id = note.id;
    await service.trash(note);
  });

  it('is read-only, and is restored to its notebook [WEB-B9]', async () => {
    const page = await web.openPage('#/trash');
    await page.getByText(title).click();
    await page.getByText('Restore the note to edit it').waitFor();
    await page.locator('.trashed').getByText('what was left').waitFor();
    expect(await page.locator('main [contenteditable="true"], main textarea').count()).toBe(0);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored to “Notes”').waitFor();
    expect((await service.read(id)).deleted_at).toBeUndefined();
  });

  it('is deleted forever by one request with the confirmation header after its title is typed [WEB-B10]', async () => {
    const page = await web.openPage(`#/trash/${id}`);
    await page.getByRole('button', { name: 'Delete forever…' }).click();
    const confirm = dialog(page).getByRole('button', { name: 'Delete forever' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog(page).getByLabel('To confirm').fill('something else');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog(page).getByLabel('To confirm').fill(title);
    const request = page.waitForRequest((sent) => sent.method() === 'DELETE');
    await confirm.click();
    expect((await request).headers()['x-service-confirmation']).toBe(`purge-document:${id}`);
    await page.getByText(`Deleted “${title}” forever`).waitFor();
    await expect.poll(() => page.url()).not.toContain(id);
    web.watch.expect(/404/);
    await web.goTo(page, `#/trash/${id}`);
    await page.locator('main').getByText('not_found').waitFor();
  });
});

it('an empty list does not ask to choose a note, and an empty Trash offers no deletion', async () => {
  const { notebook_id } = await service.ask('createNotebook', { name: 'Bare' });
  const page = await web.openPage(`#/nb/${notebook_id}`);
  const choose = page.getByText(/^Choose a note/);
  await page.getByText('No notes in this notebook yet.').waitFor();
  expect(await choose.count()).toBe(0);
  await service.note({ title: 'First', notebook_id });
  await comeBack(page);
  await choose.waitFor();
  const note = await service.note({ title: 'Thrown away' });
  await service.trash(note);
  await web.goTo(page, '#/trash');
  await choose.waitFor();
  await page.getByText('notes purge --all-trashed').waitFor();
  const { documents } = await service.ask('listTrash', { limit: 100 });
  for (const { id } of documents) await service.ask('restoreDocument', { document_id: id });
  await comeBack(page);
  await page.getByText('Trash is empty.').waitFor();
  expect([await choose.count(), await page.getByText('notes purge').count()]).toEqual([0, 0]);
});
