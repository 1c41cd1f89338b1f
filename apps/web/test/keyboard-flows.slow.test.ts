import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { mergeWithOther, statusMessages } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

/** Presses Tab until a control has focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not lead there');
}

async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

describe('by keyboard alone', () => {
  it('a note is merged with remote changes, and the merge is undone [WEB-KEY-FLOWS]', async () => {
    const body = 'first\n\nsecond\n\nthird\n\nfourth\n';
    const note = await service.note({ title: 'Merged', body });
    const page = await web.openPage(`#/n/${note.id}?mode=live`);
    web.watch.expect(statusMessages(409, 412));
    await page.locator('.cm-content').waitFor();
    await tabTo(page, page.locator('.cm-content'));
    await page.keyboard.press('Control+End');
    await page.keyboard.type('mine\n');
    await mergeWithOther(page, service, note, 'first');
    const read = async () => (await service.read(note.id)).body;
    await expect.poll(read).toBe(`${body.replace('first', 'theirs')}mine\n`);
    await page.keyboard.press('Shift+F6');
    await press(page, 'Undo');
    await page.keyboard.press('Control+s');
    await expect.poll(read).toBe(`${body}mine\n`);
  });

  it('a tag is renamed with the counts of the preview [WEB-KEY-FLOWS]', async () => {
    await service.note({ title: 'a', tags: ['work/sync', 'idea'] });
    await service.note({ title: 'b', tags: ['work'] });
    const page = await web.openPage('#/tags');
    await press(page, 'Rename work');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New name').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('projects');
    await page.keyboard.press('Enter');
    const changes = dialog.locator('tbody');
    await changes.waitFor();
    const promised = await changes.textContent();
    await press(page, 'Apply changes');
    await dialog.getByText('Changed 2 tags on 2 notes.').waitFor();
    expect(await changes.textContent()).toBe(promised);
    await press(page, 'Close');
    await dialog.waitFor({ state: 'detached' });
  });

  it('a note is deleted forever after its title is typed [WEB-KEY-FLOWS]', async () => {
    const note = await service.note({ title: 'Gone', body: 'what was left\n' });
    await service.trash(note);
    const page = await web.openPage(`#/trash/${note.id}`);
    await press(page, 'Delete forever…');
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete forever' });
    await tabTo(page, page.getByRole('dialog').getByRole('textbox'));
    await page.keyboard.type('Gon');
    await page.keyboard.press('Enter');
    expect(await confirm.isDisabled()).toBe(true);
    await page.keyboard.type('e');
    // The page may learn of the change, and request the displayed note, before its own request is answered.
    web.watch.expect(statusMessages(404));
    await press(page, 'Delete forever');
    await page.getByText('Deleted “Gone” forever').waitFor();
    await expect(service.read(note.id)).rejects.toThrow('not_found');
  });

  describe('a graph', () => {
    const leaves = Array.from({ length: 12 }, (_, index) => `Leaf ${index}`);
    let hub = '';
    beforeAll(async () => {
      if (!web.isRunning) return;
      hub = (await service.note({ title: 'Hub', body: leaves.map((name) => `[[${name}]]`).join(' ') })).id;
      for (const title of leaves) await service.note({ title, body: '[[Second]]\n' });
      await service.note({ title: 'Second', body: 'The end.\n' });
    });
    const notice = 'Stopped at the limit of 13 notes. Depth 1 is complete, depth 2 is not.';

    it.each([
      ['Raise limit to 26', '14 notes, 24 links'],
      ['Lower depth to 1', '13 notes, 12 links'],
    ])('that reached a limit says so, and the limit can be changed: %s [WEB-KEY-FLOWS]', async (button, shows) => {
      const page = await web.openPage(`#/graph?roots=${hub}&depth=2&nodes=13`);
      await page.getByText(notice).waitFor();
      await press(page, button);
      await page.getByText(notice).waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('.graph-bar [role=status]').textContent()).toBe(shows);
    });
  });
});

describe('the focus stays near an entry that goes', () => {
  const readFocus = (page: Page) =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.closest('label, a, button')?.textContent ?? '';
    });

  it('when tasks are ticked [WEB-KEY-FLOWS]', async () => {
    await service.note({ title: 'Chores', body: '- [ ] chore 1\n- [ ] chore 2\n- [ ] chore 3\n' });
    const page = await web.openPage('#/tasks?q=chore');
    await page.getByRole('checkbox', { name: 'chore 2' }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => readFocus(page)).toBe('chore 3');
    await page.keyboard.press('Space');
    await expect.poll(() => readFocus(page)).toBe('chore 1');
    await page.getByLabel('Show').selectOption('all');
    await page.getByRole('checkbox', { name: 'chore 2', checked: true }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'chore 2', checked: false }).waitFor();
    expect(await readFocus(page)).toBe('chore 2');
  });

  it('when tags of a note are removed [WEB-KEY-FLOWS]', async () => {
    const note = await service.note({ title: 'Tagged', tags: ['first', 'second'] });
    const page = await web.openPage(`#/n/${note.id}?mode=live`);
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('button', { name: /Remove.* second/ }).press('Enter');
    await expect.poll(() => readFocus(page)).toBe('first');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => readFocus(page)).toBe('Tag to add');
  });

  it('when an attachment is deleted [WEB-KEY-FLOWS]', async () => {
    for (const name of ['lone-1.txt', 'lone-2.txt']) await service.store(name, 'text/plain', name);
    const page = await web.openPage('#/attachments?name=lone');
    await page
      .locator('.file', { hasText: 'lone-1.txt' })
      .getByRole('button', { name: 'Delete forever…' })
      .press('Enter');
    await page.getByRole('dialog').getByLabel('Type the file name to confirm').waitFor();
    await page.keyboard.type('lone-1.txt');
    await page.keyboard.press('Enter');
    await expect.poll(() => readFocus(page)).toContain('lone-2.txt');
  });

  it('when the actions on selected notes are done [WEB-KEY-FLOWS]', async () => {
    const { notebook_id } = await service.ask('createNotebook', { name: 'Batch by keys' });
    for (const title of ['Batch 1', 'Batch 2']) await service.note({ title, notebook_id });
    const page = await web.openPage(`#/nb/${notebook_id}`);
    await page.getByRole('checkbox', { name: 'Select Batch 2' }).press('Space');
    await page.locator('.batch-bar').getByRole('button', { name: 'Move to Trash' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Move to Trash' }).press('Enter');
    await dialog.getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await expect.poll(() => readFocus(page)).toContain('Batch 1');
  });

  it('when a note of Trash is restored [WEB-KEY-FLOWS]', async () => {
    const note = await service.note({ title: 'Back again', body: 'text\n' });
    await service.trash(note);
    const page = await web.openPage(`#/trash/${note.id}`);
    await page.getByRole('button', { name: 'Restore' }).press('Enter');
    await page.locator('.cm-content:focus').waitFor();
  });
});
