import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { openNote, savedBody, state, statusMessages, text, typeAtEnd, waitUntilSaved } from './support/editor.js';
import type { Note } from './support/service.js';
import { TRASHED_MEANWHILE } from './support/watch.js';
import { comeBack, useWeb } from './support/web.js';

const web = useWeb(['server.max_json_bytes=20000']);
const { service } = web;

/** Opens a note that was changed here and, in the same line, elsewhere. */
async function conflict(title: string): Promise<{ page: Page; note: Note }> {
  const note = await service.note({ title, body: 'one\ntwo\nthree\n' });
  const page = await openNote(web, note);
  web.watch.expect(statusMessages(409, 412));
  await text(page).getByText('two').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' mine');
  await service.ask('editDocument', {
    document_id: note.id,
    base_revision_id: note.current_revision_id,
    edits: [{ search: 'two', replace: 'two theirs' }],
  });
  await page.keyboard.press('Control+s');
  await state(page).getByText('Conflict').waitFor();
  return { page, note };
}

/** Opens the conflict screen; the note stays visible until it has loaded. */
async function resolve(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Resolve' }).click();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const purge = ({ id }: Note) =>
  fetch(`${service.url}/api/v1/trash/${id}`, {
    method: 'DELETE',
    headers: { 'X-Service-Confirmation': `purge-document:${id}` },
  });
const body = async ({ id }: Note) => (await service.read(id)).body;

describe('lines that were changed here and elsewhere', () => {
  it('are saved as chosen [WEB-A5]', async () => {
    const results = {
      Mine: 'one\ntwo mine\nthree\n',
      Theirs: 'one\ntwo theirs\nthree\n',
      Both: 'one\ntwo mine\ntwo theirs\nthree\n',
    };
    for (const [choice, result] of Object.entries(results)) {
      const { page, note } = await conflict(choice);
      await resolve(page);
      expect(await button(page, 'Save result').isDisabled()).toBe(true);
      await button(page, choice).click();
      await page.getByText('All conflicts are resolved.').waitFor();
      await button(page, 'Save result').click();
      await expect.poll(() => body(note)).toBe(result);
      await page.close();
    }
  });

  it('can be edited in the result, or saved as a new note [WEB-A5]', async () => {
    const { page, note } = await conflict('Written');
    await resolve(page);
    await text(page).getByText('two mine').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' and more');
    await button(page, 'Save result').click();
    await expect.poll(() => body(note)).toBe('one\ntwo mine and more\nthree\n');

    const { page: other, note: theirs } = await conflict('Beside');
    await resolve(other);
    await button(other, 'Save mine as a new note').dblclick();
    await expect.poll(() => other.url()).not.toContain(theirs.id);
    const createdId = new URL(other.url()).hash.split('/')[2] as string;
    expect((await service.read(createdId)).body).toBe('one\ntwo mine\nthree\n');
    const { suggestions } = await service.ask('suggestLinks', { q: 'Beside' });
    expect(suggestions).toHaveLength(2);
    expect(await body(theirs)).toBe('one\ntwo theirs\nthree\n');
  });

  it('keep their decisions after leaving, on a screen without axe findings [WEB-A5] [WEB-AXE]', async () => {
    const { page, note } = await conflict('Left');
    await resolve(page);
    expect(await violationsInBothThemes(page)).toEqual([]);
    const listPressed = () => page.locator('.hunk [aria-pressed=true]').allTextContents();
    expect(await listPressed()).toEqual([]);
    await button(page, 'Theirs').click();
    await expect.poll(listPressed).toEqual(['Theirs']);
    await page.getByRole('link', { name: 'Back to the note' }).click();
    await text(page).getByText('two mine').waitFor();
    await state(page).getByText('Conflict').waitFor();
    expect(await body(note)).toBe('one\ntwo theirs\nthree\n');
    await resolve(page);
    await page.getByText('All conflicts are resolved.').waitFor();
    await page.reload();
    await page.getByText('All conflicts are resolved.').waitFor();
    await button(page, 'Save result').click();
    await expect.poll(() => page.url()).not.toContain('conflict');
    expect(await body(note)).toBe('one\ntwo theirs\nthree\n');
  });

  it('wait for a tab that holds the note, say so, and can be left [WEB-A5]', async () => {
    const { page, note } = await conflict('Held');
    await resolve(page);
    await button(page, 'Mine').click();
    const other = await page.context().newPage();
    await web.goTo(other, '#/trash');
    await other.evaluate((id) => {
      const clicked = new Promise<void>((resolve) => addEventListener('click', () => resolve(), { once: true }));
      return new Promise<void>((has) => {
        void navigator.locks.request(`notes.note:${id}`, () => {
          has();
          return clicked;
        });
      });
    }, note.id);
    await button(page, 'Save result').click();
    await page.getByText('Another tab still has this note open').waitFor();
    await button(page, 'Stop waiting').click();
    expect(await button(page, 'Save result').isDisabled()).toBe(false);
    expect(await body(note)).toBe('one\ntwo theirs\nthree\n');
    await button(page, 'Save result').click();
    await button(page, 'Stop waiting').waitFor();
    await other.locator('main').click();
    await expect.poll(() => body(note)).toBe('one\ntwo mine\nthree\n');
  });

  it('are restored when keeping theirs, with later edits, is undone [WEB-A5]', async () => {
    const { page, note } = await conflict('Undone');
    await resolve(page);
    await button(page, 'Keep theirs').click();
    // Until the note is loaded, the editor on the page is the read-only one of the result.
    await page.getByRole('heading', { name: 'Result' }).waitFor({ state: 'detached' });
    await typeAtEnd(page, 'extra\n');
    await button(page, 'Undo').click();
    await page.getByText('1 conflict left to resolve').waitFor();
    await button(page, 'Mine').click();
    await button(page, 'Save result').click();
    await expect.poll(() => body(note)).toBe('one\ntwo mine\nthree\nextra\n');
  });

  it('accept no text while the decision is sent [WEB-A5]', async () => {
    const { page, note } = await conflict('Sent');
    await resolve(page);
    await button(page, 'Mine').click();
    let release = (): void => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/v1/documents/*', async (route) => {
      await released;
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await button(page, 'Save result').click();
    await sent;
    await text(page).click();
    await page.keyboard.type('lost');
    expect(await text(page).textContent()).not.toContain('lost');
    release();
    await expect.poll(() => body(note)).toBe('one\ntwo mine\nthree\n');
  });

  it('are listed when they cannot be restored, with the reason, a link and a way to discard them [WEB-A5]', async () => {
    const { page, note } = await conflict('Shelved');
    await resolve(page);
    expect(await page.getByRole('button', { name: /^Restore / }).count()).toBe(0);
    await web.goTo(page, '#/trash');
    await button(page, 'Restore 1 unsaved note').click();
    const dialog = page.getByRole('dialog', { name: '1 note cannot be saved yet' });
    await dialog.getByText('The same lines were changed elsewhere').waitFor();
    const address = await dialog.getByRole('link', { name: 'Shelved' }).getAttribute('href');
    expect(address).toBe(`#/n/${note.id}/conflict`);
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Discarded the unsaved changes to “Shelved”.').waitFor();
    await button(page, 'Undo').click();
    await button(page, 'Restore 1 unsaved note').waitFor();
  });
});

describe('a note', () => {
  it('is edited in one tab until another takes it over [WEB-TABS]', async () => {
    const note = await service.note({ title: 'Two tabs', body: 'one\n- [ ] task\n\n' });
    const first = await openNote(web, note);
    await typeAtEnd(first, 'from the first\n');
    const second = await first.context().newPage();
    await web.goTo(second, `#/n/${note.id}?mode=live`);
    await state(second).getByText('Read-only').waitFor();
    await button(second, 'Edit here instead').click();
    await text(second).getByText('from the first').waitFor();
    await expect.poll(() => state(second).textContent()).toBe('Saved');
    await typeAtEnd(second, 'from the second\n');
    expect(await savedBody(second, service, note)).toBe('one\n- [ ] task\n\nfrom the first\nfrom the second\n');
    await state(first).getByText('Read-only').waitFor();
    await expect.poll(() => text(first).getByRole('checkbox').isDisabled()).toBe(true);
    await second.close();
    await text(first).getByText('from the second').waitFor();
    await typeAtEnd(first, 'and again\n');
    expect(await savedBody(first, service, note)).toBe(
      'one\n- [ ] task\n\nfrom the first\nfrom the second\nand again\n',
    );
  });

  it('follows what another tab saves without waiting for the next poll [WEB-TABS]', async () => {
    const note = await service.note({ title: 'Side by side', body: 'one\n' });
    const first = await openNote(web, note);
    const second = await first.context().newPage();
    await second.addInitScript(() => {
      const setTimer = setTimeout;
      const withoutPolls = (run: () => void, ms?: number) => ((ms ?? 0) < 5_000 ? setTimer(run, ms) : 0);
      Object.assign(globalThis, { setTimeout: withoutPolls });
    });
    await web.goTo(second, `#/n/${note.id}?mode=live`);
    await state(second).getByText('Read-only').waitFor();
    await web.watch.waitUntilIdle();
    await typeAtEnd(first, 'from the first\n');
    await text(second).getByText('from the first').waitFor();
  });

  it('in Trash cannot be changed until it is restored [WEB-B9]', async () => {
    const note = await service.note({ title: 'Thrown away', body: 'one\n' });
    const page = await openNote(web, note);
    await service.trash(note);
    // The editor may request link checks before it learns that the note is in Trash.
    web.watch.expect(statusMessages(403), TRASHED_MEANWHILE);
    await typeAtEnd(page, 'two\n');
    await page.keyboard.press('Control+s');
    await state(page).getByText('In Trash').waitFor();
    await page.keyboard.type('three');
    await button(page, 'Restore').click();
    await waitUntilSaved(page);
    expect(await body(note)).toBe('one\ntwo\n');
    await typeAtEnd(page, 'four\n');
    expect(await savedBody(page, service, note)).toBe('one\ntwo\nfour\n');
  });

  it('moved to Trash elsewhere is shown as such, without further requests [WEB-B9]', async () => {
    const note = await service.note({ title: 'Thrown away elsewhere', body: '# one\n' });
    const page = await openNote(web, note);
    await page.getByRole('tabpanel').getByRole('button', { name: 'one' }).waitFor();
    await service.trash(note);
    await comeBack(page);
    await state(page).getByText('In Trash').waitFor();
    await page.getByRole('tabpanel').waitFor({ state: 'detached' });
    await web.watch.waitUntilIdle();
  });

  it('that was deleted is saved as a new note [WEB-REFUSED]', async () => {
    const note = await service.note({ title: 'Gone', body: 'one\n' });
    const page = await openNote(web, note);
    await service.trash(note);
    await purge(note);
    web.watch.expect(statusMessages(404));
    await typeAtEnd(page, 'two\n');
    await page.keyboard.press('Control+s');
    await page.getByText('This note no longer exists.').waitFor();
    await button(page, 'Save as a new note').click();
    await expect.poll(() => page.url()).not.toContain(note.id);
    await waitUntilSaved(page);
    const createdId = new URL(page.url()).hash.split('/')[2]?.split('?')[0] as string;
    expect((await service.read(createdId)).body).toBe('one\ntwo\n');
    expect(
      await page
        .locator('.header')
        .getByRole('button', { name: /unsaved/ })
        .count(),
    ).toBe(0);
  });

  it('that the service refuses is kept with the error until it can be saved [WEB-REFUSED]', async () => {
    const note = await service.note({ title: 'Refused', body: 'one\n' });
    const page = await openNote(web, note);
    const title = page.getByRole('textbox', { name: 'Title' });
    web.watch.expect(statusMessages(400, 413));
    await title.fill('x'.repeat(1_025));
    await page.keyboard.press('Control+s');
    await page.getByText(/The title is too long to be saved/).waitFor();
    await title.fill('Kept');
    await waitUntilSaved(page);
    await text(page).click();
    await page.keyboard.insertText('y'.repeat(25_000));
    await page.keyboard.press('Control+s');
    await page.getByText(/\(body_too_large\)/).waitFor();
    await page.reload();
    await text(page).getByText('yyyy').waitFor();
    expect(await service.read(note.id)).toMatchObject({ title: 'Kept', body: 'one\n' });
  });
});
