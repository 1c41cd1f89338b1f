import { describe, expect, it } from 'vitest';
import {
  mergeWithOther,
  openNote,
  savedBody,
  state,
  statusMessages,
  text,
  typeAtEnd,
  UNREACHABLE,
  waitUntilSaved,
} from './support/editor.js';
import { holdRequests } from './support/hold.js';
import type { Note } from './support/service.js';
import { comeBack, useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const countRevisions = async ({ id }: Note) =>
  (await service.ask('listRevisions', { document_id: id })).revisions.length;

/** Types at the end of a note whose word `first` is changed elsewhere meanwhile, and saves both. */
async function mergeTyped(body: string, typed: string) {
  const note = await service.note({ title: 'Merged', body });
  const page = await openNote(web, note);
  web.watch.expect(statusMessages(409, 412));
  await typeAtEnd(page, typed);
  await mergeWithOther(page, service, note, 'first');
  return { note, page };
}

describe('typed text', () => {
  it('is kept after a reload, with the cursor [WEB-A1]', async () => {
    const note = await service.note({ title: 'Typed', body: 'one\ntwo\nthree\n' });
    const page = await openNote(web, note);
    await text(page).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('more ');
    await waitUntilSaved(page);
    expect((await service.read(note.id)).body).toBe('one\nmore two\nthree\n');
    await page.reload();
    await text(page).waitFor();
    await page.locator('.cm-line', { hasText: 'more two' }).waitFor();
    expect(await page.locator('.note-footer').textContent()).toContain('2:6');
  });

  it('while the service is unreachable is saved once when it is back [WEB-A2]', async () => {
    const note = await service.note({ title: 'Away', body: 'before\n' });
    const page = await openNote(web, note);
    web.watch.expect(UNREACHABLE);
    await service.kill();
    await typeAtEnd(page, 'while it was away\n');
    await state(page).getByText('Offline: kept on this device').waitFor();
    await service.start();
    await waitUntilSaved(page);
    expect((await service.read(note.id)).body).toBe('before\nwhile it was away\n');
    expect(await countRevisions(note)).toBe(2);
    expect(await text(page).textContent()).toContain('while it was away');
  });

  it('without a network is saved as soon as there is one, not at the next probe [WEB-A2]', async () => {
    const note = await service.note({ title: 'No network', body: 'before\n' });
    const page = await openNote(web, note);
    web.watch.expect(UNREACHABLE);
    await page.clock.install();
    await page.context().setOffline(true);
    await typeAtEnd(page, 'on a train\n');
    await page.keyboard.press('Control+s');
    await state(page).getByText('Offline: kept on this device').waitFor();
    await page.clock.runFor(60_000);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.context().setOffline(false);
    await waitUntilSaved(page);
    expect((await service.read(note.id)).body).toBe('before\non a train\n');
  });

  it('survives the end of both the service and the tab [WEB-A3]', async () => {
    const note = await service.note({ title: 'Both', body: 'before\n' });
    const page = await openNote(web, note);
    web.watch.expect(UNREACHABLE);
    await service.kill();
    await typeAtEnd(page, 'é 👩‍🚀 \tend');
    await state(page).getByText('Offline: kept on this device').waitFor();
    const context = page.context();
    await page.close();
    await service.start();
    const reopened = await context.newPage();
    await web.goTo(reopened, `#/n/${note.id}?mode=live`);
    await reopened.locator('.cm-line', { hasText: '👩‍🚀' }).waitFor();
    await expect.poll(async () => (await service.read(note.id)).body).toBe('before\né 👩‍🚀 \tend');
  });

  it('can be undone after the note was reopened, unless it changed elsewhere meanwhile [WEB-UNDO-KEPT]', async () => {
    const note = await service.note({ title: 'Undone', body: 'one\r\ntwo\n' });
    const page = await openNote(web, note);
    const leaveAndReturn = async (meanwhile: () => Promise<unknown>) => {
      await page.evaluate(() => location.assign('#/jobs'));
      await page.getByRole('heading', { name: 'Jobs' }).waitFor();
      await meanwhile();
      await page.goBack();
      await text(page).click();
    };
    const bodyAfter = async (key: string) => {
      await page.keyboard.press(key);
      return savedBody(page, service, note);
    };
    await typeAtEnd(page, 'three');
    await leaveAndReturn(async () => {
      await expect.poll(async () => (await service.read(note.id)).body).toBe('one\r\ntwo\nthree');
    });
    expect(await bodyAfter('Control+z')).toBe('one\r\ntwo\n');
    expect(await bodyAfter('Control+y')).toBe('one\r\ntwo\nthree');
    await leaveAndReturn(async () => {
      const { current_revision_id: base_revision_id } = await service.read(note.id);
      const edits = [{ search: 'one', replace: 'theirs' }];
      await service.ask('editDocument', { document_id: note.id, base_revision_id, edits });
    });
    expect(await bodyAfter('Control+z')).toBe('theirs\r\ntwo\nthree');
  });

  it('is merged with remote changes of other lines, which can be undone [WEB-A4]', async () => {
    const body = 'first\n\nsecond\n\nthird\n\nfourth\n';
    const { page, note } = await mergeTyped(body, 'mine\n');
    await expect
      .poll(async () => (await service.read(note.id)).body)
      .toBe('theirs\n\nsecond\n\nthird\n\nfourth\nmine\n');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await service.read(note.id)).body).toBe(`${body}mine\n`);
  });

  it('undoes by Mod+Z what was typed, not what a merge took over from elsewhere [WEB-MERGE-HISTORY]', async () => {
    const { page, note } = await mergeTyped('first\n\nsecond\n\nthird\n', 'mine');
    await page.keyboard.press('Control+z');
    expect(await savedBody(page, service, note)).toBe('theirs\n\nsecond\n\nthird\n');
    await page.keyboard.press('Control+Shift+z');
    expect(await savedBody(page, service, note)).toBe('theirs\n\nsecond\n\nthird\nmine');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await savedBody(page, service, note)).toBe('first\n\nsecond\n\nthird\nmine');
  });

  it('leaves every other byte unchanged [WEB-A7]', async () => {
    const bodies = [
      'one\r\ntwo\r\n',
      'one\r\ntwo\nthree\rfour\n',
      '\tone  \n  two\t\n   \n',
      '👩‍👩‍👧 e\u0301 ü n\u0303\n',
      'שלום עולם \u200fabc\n',
      'no line end at the end',
    ];
    const notes = await Promise.all(bodies.map((body) => service.note({ title: 'Bytes', body })));
    for (const note of notes) {
      const page = await openNote(web, note);
      await typeAtEnd(page, 'x');
      await page.keyboard.press('Control+s');
    }
    const read = async () => Promise.all(notes.map(async ({ id }) => (await service.read(id)).body));
    await expect.poll(read).toEqual(bodies.map((body) => `${body}x`));
  });
});

describe('a note of any shape', () => {
  /** Texts for which parser, highlighter or layout would take long or overflow the stack without limits. */
  const shapes = {
    'quotes within quotes': `deep ${'> '.repeat(10_000)}\n${'> '.repeat(10_000)}deep\n`,
    'one line of 800 kB': 'words *and* [[marks]] of `one` line '.repeat(800_000 / 36),
    'one paragraph of 1 MB': 'a *line* of a long paragraph\n'.repeat(1_000_000 / 29),
    'one fence of 1 MB': `shown\n\`\`\`js\n${'['.repeat(1_000_000)}\n`,
  };

  it.each(Object.entries(shapes))(
    'can be edited, and is saved byte for byte: %s [WEB-A11-EDITOR]',
    async (title, body) => {
      const note = await service.note({ title, body });
      const page = await openNote(web, note);
      await text(page)
        .getByText(/deep|words|shown|a line/)
        .first()
        .waitFor();
      await text(page).focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('é');
      await page.keyboard.press('Control+s');
      await expect.poll(async () => (await service.read(note.id)).body === `é${body}`).toBe(true);
      await waitUntilSaved(page);
    },
  );
});

describe('a note', () => {
  it('that is left accepts no keys while the next screen loads [WEB-A1]', async () => {
    const note = await service.note({ title: 'Left', body: 'one' });
    const page = await openNote(web, note);
    const load = await holdRequests(page, '**/assets/jobs-*.js');
    await text(page).click();
    await page.evaluate(() => {
      location.hash = '#/jobs';
    });
    await page.keyboard.type('two');
    expect(await text(page).textContent()).toBe('one');
    load();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  });

  it('that is opened and closed gets no revision [WEB-A6]', async () => {
    const note = await service.note({ title: 'Looked at', body: 'one\r\n\ttwo  \n' });
    const page = await openNote(web, note);
    const written: string[] = [];
    page.on('request', (request) => {
      if (['PUT', 'PATCH', 'DELETE'].includes(request.method())) written.push(request.url());
    });
    // Triggers every automatic save: leaving the text, the title and the note, hiding the window, and closing the page.
    await text(page).click();
    await page.getByLabel('Title', { exact: true }).click();
    await page.keyboard.press('Control+s');
    await comeBack(page);
    await page.evaluate(() => location.assign('#/jobs'));
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    await web.watch.waitUntilIdle();
    await page.goBack();
    await text(page).waitFor();
    await page.reload();
    await text(page).waitFor();
    await web.watch.waitUntilIdle();
    expect(written).toEqual([]);
    expect((await service.read(note.id)).current_revision_id).toBe(note.current_revision_id);
    expect(await countRevisions(note)).toBe(1);
  });

  it('of Help says why it is read-only, and typing has no effect [WEB-B8]', async () => {
    const { documents } = await service.ask('listNotebookDocuments', { notebook_id: 'nb_help', limit: 1 });
    const help = await service.read(documents[0]?.id as string);
    const page = await openNote(web, help);
    await page.getByText('This note is in a read-only notebook.').waitFor();
    await text(page).click();
    await page.keyboard.type('zzyzx');
    expect(await text(page).textContent()).not.toContain('zzyzx');
    expect(await page.getByLabel('Title', { exact: true }).getAttribute('readonly')).not.toBeNull();
    expect((await service.read(help.id)).current_revision_id).toBe(help.current_revision_id);
  });
});
