import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { openNote, savedBody, suggestions, text } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

async function open(body = '') {
  const note = await service.note({ title: 'Slash', body });
  const page = await openNote(web, note);
  await text(page).click();
  await page.keyboard.press('Control+End');
  return { page, note, body: () => savedBody(page, service, note) };
}

/** Types a query into the slash menu and accepts its best entry. */
async function insert(page: Page, query: string, label: string): Promise<void> {
  await page.keyboard.type(`/${query}`);
  await suggestions(page).and(page.locator('[aria-selected]')).filter({ hasText: label }).waitFor();
  await page.keyboard.press('Enter');
}

it('suggestions that could not be loaded are loaded on a later try [WEB-SLASH]', async () => {
  web.watch.expect(/Failed to load resource/);
  const { page } = await open();
  let failures = 0;
  await page.route('**/assets/complete-*.js', (route) => {
    failures += 1;
    return failures === 1 ? route.abort() : route.continue();
  });
  await page.keyboard.type('/');
  await expect.poll(() => failures).toBe(1);
  const loaded = page.waitForResponse('**/assets/complete-*.js');
  const retype = async () => {
    if (failures > 1) return true;
    await page.keyboard.press('Backspace');
    await page.keyboard.type('/');
    return false;
  };
  await expect.poll(retype).toBe(true);
  await loaded;
  await page.locator('.cm-tooltip-autocomplete').getByText('Heading 1').waitFor();
});

it('the slash menu inserts blocks, dates, links and templates by keyboard, and removes what was typed [WEB-SLASH]', async () => {
  await service.note({ title: 'Standup', body: '```note-template\ndescription: Daily.\n```\n- [ ] ask\n' });
  await service.note({ title: 'Boathouse' });
  const { page, body } = await open();
  await insert(page, '', 'Heading 1');
  await page.keyboard.type('Title\n');
  await insert(page, 'task', 'Task list');
  await page.keyboard.type('do it\n\n');
  await insert(page, 'tabl', 'Table');
  await page.keyboard.type('Name');
  // Leaves the table for a new line behind it.
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n');
  await insert(page, 'callo', 'Callout');
  await page.keyboard.type('Mind');
  await page.keyboard.press('Control+End');
  // The second Enter ends the quote and leaves a blank line.
  await page.keyboard.type('the gap\n\n\n');
  await insert(page, 'code', 'Code block');
  await page.keyboard.type('js');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('/x');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n');
  await insert(page, 'date', 'Today’s date');
  await page.keyboard.type(' and/or ');
  await insert(page, 'link', 'Link to a note');
  await page.keyboard.type('Boat');
  await suggestions(page).filter({ hasText: 'Boathouse' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('\n\n');
  await insert(page, 'stand', 'Template: Standup');
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  await expect
    .poll(body)
    .toBe(
      `# Title\n- [ ] do it\n\n| Name |  |\n| --- | --- |\n|  |  |\n\n> [!note] Mind\n> the gap\n\n\n\`\`\`js\n/x\n\`\`\`\n\n${today} and/or [[Boathouse]]\n\n- [ ] ask`,
    );
});

it('Enter completes a link whose title no note has, and creates no note [WEB-COMPLETE-NEW]', async () => {
  await service.note({ title: 'Wintergreen' });
  const { page, body } = await open();
  await page.keyboard.type('See [[Winter');
  await suggestions(page).filter({ hasText: 'Link to new note “Winter”' }).waitFor();
  expect(await suggestions(page).allTextContents()).toEqual(['Wintergreen', 'Link to new note “Winter”']);
  await page.keyboard.type(' garden');
  await suggestions(page).filter({ hasText: 'Link to new note “Winter garden”' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' and [[wintergreen');
  await suggestions(page).filter({ hasText: 'Wintergreen' }).waitFor();
  expect(await suggestions(page).count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.keyboard.type(' and [[slash');
  // The note itself has this title, and is not suggested.
  await page.keyboard.type(']].');
  expect(await body()).toBe('See [[Winter garden]] and [[Wintergreen]] and [[slash]].');
  const { results } = await service.ask('searchDocuments', { query: 'title:garden' });
  expect(results).toEqual([]);
});

it('a completed #word offers to tag the note, by key or pointer, with undo, and obeys its setting [WEB-TAG-OFFER]', async () => {
  const { page, note, body } = await open();
  const tags = async () => (await service.read(note.id)).tags;
  await page.keyboard.type('seeds #garden now #1 `#code` ');
  const offer = page.getByRole('button', { name: 'Tag this note with “garden”' });
  await offer.waitFor();
  await page.keyboard.press('Control+.');
  await page.keyboard.press('w');
  await page.getByText('Tagged with “garden”.').waitFor();
  expect(await tags()).toEqual(['garden']);
  expect(await body()).toBe('seeds #garden now #1 `#code` ');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(tags).toEqual([]);
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.evaluate(() => localStorage.setItem('notes.settings', JSON.stringify({ hashTags: 'remove' })));
  await page.reload();
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('and #pond.');
  await page.getByRole('button', { name: 'Tag this note with “pond”' }).click();
  await expect.poll(tags).toEqual(['pond']);
  await expect.poll(body).toBe('seeds #garden now #1 `#code` and.');
});

it('on a touch screen a toolbar formats the text without taking the focus [WEB-TOUCH-TOOLBAR]', async () => {
  const note = await service.note({ title: 'Touch', body: 'word' });
  const page = await web.openPage(`#/n/${note.id}?mode=live`, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await text(page).tap();
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  const buttons = toolbar.getByRole('button');
  await buttons.first().waitFor();
  expect(await buttons.count()).toBe(11);
  for (const box of await Promise.all((await buttons.all()).map((button) => button.boundingBox()))) {
    expect(box?.width).toBeGreaterThanOrEqual(44);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Control+a');
  await toolbar.getByRole('button', { name: 'Toggle bold' }).tap();
  await toolbar.getByRole('button', { name: 'Toggle task list' }).tap();
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('cm-content');
  expect(await savedBody(page, service, note)).toBe('- [ ] **word**');
  await toolbar.getByRole('button', { name: 'Undo' }).tap();
  expect(await savedBody(page, service, note)).toBe('**word**');
});
