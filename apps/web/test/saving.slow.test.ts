import { expect, it } from 'vitest';
import { mergeWithOther, openNote, state, statusMessages, text, typeAtEnd, waitUntilSaved } from './support/editor.js';
import type { Note } from './support/service.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const readRevisions = async ({ id }: Note) => (await service.ask('listRevisions', { document_id: id })).revisions;
const countOwnNotes = async () => (await service.ask('getStatus', {})).database_info.counts;

it('text typed in one go is few revisions, and saving unchanged text is none [WEB-SAVE-CALM]', async () => {
  const note = await service.note({ title: 'Calm', body: 'Before.\n' });
  const page = await openNote(web, note);
  await typeAtEnd(page, 'Forty keys pressed one after the other, ');
  await page.keyboard.press('Control+s');
  await waitUntilSaved(page);
  await expect.poll(async () => (await service.read(note.id)).body).toContain('other, ');
  const { length } = await readRevisions(note);
  expect(length).toBeLessThan(6);
  await page.keyboard.press('Control+s');
  await page.locator('.title-field').click();
  await text(page).click();
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+s');
  await web.watch.waitUntilIdle();
  await waitUntilSaved(page);
  expect(await readRevisions(note)).toHaveLength(length);
});

it('a new note that is left untouched is not created [WEB-NEW-UNTOUCHED]', async () => {
  const page = await web.openPage('#/');
  const before = await countOwnNotes();
  await page.locator('.header').getByRole('link', { name: 'New note' }).click();
  await page.locator('.title-field').waitFor();
  await text(page).click();
  await page.locator('.title-field').click();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.locator('main').getByRole('heading', { name: 'Tasks' }).waitFor();
  await web.watch.waitUntilIdle();
  expect(await countOwnNotes()).toEqual(before);
  expect(
    await page
      .locator('.header')
      .getByRole('button', { name: /^Restore/ })
      .count(),
  ).toBe(0);
});

it('a merge leads to the changes that were merged [WEB-MERGE-CHANGES]', async () => {
  web.watch.expect(statusMessages(409, 412));
  const note = await service.note({ title: 'Merging', body: 'top\n\nmiddle\n\nend\n' });
  const page = await openNote(web, note);
  await typeAtEnd(page, 'mine\n');
  await mergeWithOther(page, service, note, 'top');
  await expect.poll(async () => (await readRevisions(note)).length).toBe(3);
  await page.getByRole('link', { name: 'View changes' }).click();
  await page.locator('.diff .added', { hasText: 'theirs' }).waitFor();
  await page.locator('.diff .removed', { hasText: 'top' }).waitFor();
  expect(await page.locator('.diff', { hasText: 'mine' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the note' }).click();
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Merging');
});

it('titles changed on both sides are decided apart from the text, which is merged [WEB-CONFLICT-TITLE]', async () => {
  web.watch.expect(statusMessages(409, 412));
  const note = await service.note({ title: 'Name', body: 'one\n\ntwo\n\nthree\n' });
  const page = await openNote(web, note);
  await typeAtEnd(page, 'mine\n');
  await service.ask('replaceDocument', {
    document_id: note.id,
    base_revision_id: note.current_revision_id,
    title: 'Their name',
    body: 'theirs\n\ntwo\n\nthree\n',
  });
  await page.locator('.title-field').fill('My name');
  await page.keyboard.press('Control+s');
  await state(page).getByText('Conflict').waitFor();
  await page.getByRole('link', { name: 'Resolve' }).click();
  const save = page.getByRole('button', { name: 'Save result' });
  await save.waitFor();
  expect(await save.isDisabled()).toBe(true);
  await page.getByText('Mine: “My name” · Theirs: “Their name”').waitFor();
  await page.getByText('Use my title').click();
  await save.click();
  await expect
    .poll(async () => {
      const { title, body } = await service.read(note.id);
      return [title, body];
    })
    .toEqual(['My name', 'theirs\n\ntwo\n\nthree\nmine\n']);
});

it('a browser that cannot store drafts says so above the note, which is saved nevertheless [WEB-NO-DRAFTS]', async () => {
  const note = await service.note({ title: 'Without drafts', body: 'x\n' });
  const context = await web.context();
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  const page = await context.newPage();
  await web.goTo(page, `#/n/${note.id}?mode=live`);
  await typeAtEnd(page, 'typed');
  await page.getByText('This browser cannot store drafts').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await service.read(note.id)).body).toBe('x\ntyped');
  await waitUntilSaved(page);
});

it('revisions made in one go are one entry of the history, which opens and names their origin [WEB-HISTORY-SESSIONS]', async () => {
  const note = await service.note({ title: 'Sessions', body: 'first\n' });
  for (const line of ['second', 'third'])
    await service.ask('appendToDocument', { document_id: note.id, text: `${line}\n` });
  const page = await web.openPage(`#/n/${note.id}/history`);
  const group = page.locator('.revisions > li');
  const entries = group.locator('.revision');
  await expect.poll(() => entries.count()).toBe(3);
  expect(await group.count()).toBe(1);
  for (const entry of await entries.all()) expect(await entry.textContent()).toContain('web page or app · ');
  // The session is open while the comparison is with one of its earlier revisions.
  await entries.last().locator('a').waitFor();
  await page.getByText('2 more in this session').click();
  await entries.last().locator('a').waitFor({ state: 'hidden' });
  await page.getByText('2 more in this session').click();
  await entries.last().locator('a').click();
  await page.getByRole('button', { name: 'Restore this revision' }).waitFor();
});

it('the changes are shown side by side or as one text, with the title, and without changes of white space [WEB-DIFF-VIEWS]', async () => {
  const note = await service.note({ title: 'Old title', body: 'kept\nspaced out\nremoved\n' });
  await service.ask('replaceDocument', {
    document_id: note.id,
    title: 'New title',
    body: 'kept\nspaced   out\nadded\n',
    base_revision_id: note.current_revision_id,
  });
  const page = await web.openPage(`#/n/${note.id}/history`);
  const cells = (kind: string) => page.locator(`.diff .${kind}`).filter({ hasText: /\w/ });
  await expect.poll(() => cells('added').count()).toBe(2);
  await page.locator('del', { hasText: 'Old title' }).waitFor();
  await page.locator('ins', { hasText: 'New title' }).waitFor();
  await page.getByLabel('Ignore whitespace').check();
  await expect.poll(() => cells('added').allTextContents()).toHaveLength(1);
  const isBeside = () =>
    page.evaluate(() => {
      const [removed, added] = ['removed', 'added'].map((kind) =>
        [...document.querySelectorAll(`.diff .${kind}`)].find((cell) => /removed|added/.test(cell.textContent ?? '')),
      );
      return removed?.getBoundingClientRect().top === added?.getBoundingClientRect().top;
    });
  await expect.poll(isBeside).toBe(true);
  await page.getByLabel('Unified view').check();
  await expect.poll(isBeside).toBe(false);
});

it('a title that is too long stays bounded in height, and the reason is in words below it [WEB-LONG-TITLE]', async () => {
  web.watch.expect(statusMessages(400, 422));
  const note = await service.note({ title: 'Short', body: 'text\n' });
  const page = await openNote(web, note);
  const title = page.locator('.title-field');
  await title.click();
  await page.keyboard.insertText(' A paragraph pasted by mistake.'.repeat(40));
  await page.keyboard.press('Control+s');
  const reason = page.locator('.banners').getByText('The title is too long to be saved. Shorten it to 1,024 bytes', {
    exact: false,
  });
  await reason.waitFor();
  expect((await title.boundingBox())?.height).toBeLessThan(200);
  expect(await text(page).isVisible()).toBe(true);
  const { y = 0, height = 0 } = (await reason.boundingBox()) ?? {};
  expect(y + height).toBeLessThan(450);
});

it('a note that a save finds in Trash leaves the list at once [WEB-TRASHED-ELSEWHERE]', async () => {
  web.watch.expect(statusMessages(403));
  const note = await service.note({ title: 'Trashed', body: 'x\n' });
  const page = await openNote(web, note);
  const row = page.locator('.note-list li').filter({ hasText: 'Trashed' });
  await row.waitFor();
  await service.trash(note);
  await typeAtEnd(page, 'typed too late');
  await page.keyboard.press('Control+s');
  await state(page).getByText('In Trash').waitFor();
  await row.waitFor({ state: 'detached', timeout: 5_000 });
});
