import { expect, it } from 'vitest';
import type { Note } from './support/service.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

/** Replaces the text of a note repeatedly; returns the revisions, the first one first. */
async function rewrite(note: Note, ...bodies: readonly string[]): Promise<string[]> {
  const revisions = [note.current_revision_id];
  for (const body of bodies) {
    const base_revision_id = revisions.at(-1) as string;
    const saved = await service.ask('replaceDocument', {
      document_id: note.id,
      title: note.title,
      body,
      base_revision_id,
    });
    revisions.push(saved.current_revision_id);
  }
  return revisions;
}

it('any two revisions can be compared, and restoring one creates a revision that can be undone [WEB-HISTORY]', async () => {
  const note = await service.note({ title: 'History', body: 'first\n' });
  const [first, , third] = await rewrite(note, 'second\n', 'third\n');
  const page = await web.openPage(`#/n/${note.id}/history`);
  await page.locator('.diff .added', { hasText: 'third' }).waitFor();
  await page.locator('.diff .removed', { hasText: 'second' }).waitFor();
  // Uses the keyboard: the radio buttons of a column are one tab stop, and arrow keys choose among them.
  await page.locator('input[name=from]:checked').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.diff .removed', { hasText: 'first' }).waitFor();
  expect(page.url()).toContain(`from=${first}&to=${third}`);
  await web.goTo(page, `#/n/${note.id}/history?to=${first}`);
  await page.getByRole('button', { name: 'Restore this revision' }).click();
  await page.getByText('Restored as a new revision').waitFor();
  expect((await service.read(note.id)).body).toBe('first\n');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await service.read(note.id)).body).toBe('third\n');
  expect((await service.ask('listRevisions', { document_id: note.id })).revisions).toHaveLength(5);
});

it('the first revision is compared with an empty text [WEB-HISTORY]', async () => {
  const note = await service.note({ title: 'Beginning', body: 'one\n\nthree' });
  const [first] = await rewrite(note, 'later\n');
  const page = await web.openPage(`#/n/${note.id}/history?to=${first}`);
  await page.locator('.diff .added', { hasText: 'three' }).waitFor();
  await page.getByRole('heading', { name: 'From an empty text to ' }).waitFor();
  expect(await page.locator('.diff .added').allTextContents()).toEqual(['Added: one', 'Added: ', 'Added: three']);
  expect(await page.locator('.diff .removed').count()).toBe(0);
  // Another revision chosen as the later one is compared with the revision before it.
  await page.locator('input[name=to]').first().check();
  await page.locator('.diff .removed', { hasText: 'three' }).waitFor();
});

it('a first revision without text says so [WEB-HISTORY]', async () => {
  const note = await service.note({ title: 'Blank', body: '' });
  const page = await web.openPage(`#/n/${note.id}/history`);
  await page.getByText('This revision has no text.').waitFor();
});

it('the changes of a large text are shown in portions [WEB-HISTORY]', async () => {
  const lines = (word: string) =>
    Array.from({ length: 20_000 }, (_, line) => `${word} ${line} ${'x'.repeat(40)}`).join('\n');
  const note = await service.note({ title: 'Great', body: lines('before') });
  await rewrite(note, lines('after'));
  const page = await web.openPage(`#/n/${note.id}/history`);
  const more = page.getByRole('button', { name: 'Show 1,000 more lines' });
  await more.waitFor();
  expect(await page.locator('.diff tr').count()).toBe(1_000);
  await more.click();
  await expect.poll(() => page.locator('.diff tr').count()).toBe(2_000);
});

it('an address of a revision that does not exist says so, and the list leads to those that do [WEB-HISTORY]', async () => {
  const note = await service.note({ title: 'Known', body: 'before\n' });
  const [first, second] = await rewrite(note, 'after\n');
  const unknown = 'rev_00000000000000000000000000';
  const page = await web.openPage(`#/n/${note.id}/history?from=${first}&to=${unknown}`);
  await page.getByText(`This note has no revision ${unknown}`).waitFor();
  expect(await page.locator('.diff').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Restore this revision' }).count()).toBe(0);
  await page.locator('input[name=to]').first().check();
  await page.locator('.diff .removed', { hasText: 'before' }).waitFor();
  expect(page.url()).toContain(`from=${first}&to=${second}`);
  await web.goTo(page, `#/n/${note.id}/history?from=${unknown}`);
  await page.getByText(`This note has no revision ${unknown}`).waitFor();
  await page.locator('.revision a').first().click();
  await page.locator('.diff .removed', { hasText: 'before' }).waitFor();
});
