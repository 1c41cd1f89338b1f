import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { openNote, savedBody, suggestions, text, waitUntilSaved } from './support/editor.js';
import { holdRequests } from './support/hold.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

/** Presses keys one after the other. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const readFocusedClass = (page: Page) => page.evaluate(() => document.activeElement?.className ?? '');

describe('keys in the editor', () => {
  it('format text, toggle lists and move lines, items and sections [WEB-WRITING-KEYS]', async () => {
    const note = await service.note({ title: 'Keys', body: '# A\n\n- one\n- two\n\n# B\n\nword\n' });
    const page = await openNote(web, note);
    const body = () => savedBody(page, service, note);
    await text(page).click();
    await press(page, 'Control+End', 'ArrowUp', 'Shift+End', 'Control+b', 'Control+i', 'Control+`');
    expect(await body()).toMatch(/\n\*\*\*`word`\*\*\*\n$/);
    await press(page, 'Control+`', 'Control+i', 'Control+b', 'Control+Shift+7');
    expect(await body()).toMatch(/\n1\. word\n$/);
    await press(page, 'Control+Shift+8');
    expect(await body()).toMatch(/\n- word\n$/);
    await press(page, 'Control+Shift+9', 'Control+Enter');
    expect(await body()).toMatch(/\n- \[x\] word\n$/);
    await press(page, 'Control+Shift+9', 'Alt+ArrowUp');
    expect(await body()).toMatch(/# B\nword\n\n$/);
    await press(page, 'Alt+ArrowDown', 'Alt+Shift+ArrowUp');
    expect(await body()).toBe('# B\n\nword\n\n# A\n\n- one\n- two\n');
    await press(page, 'Control+End', 'ArrowUp', 'Alt+Shift+ArrowUp', 'ArrowDown', 'Tab');
    expect(await body()).toBe('# B\n\nword\n\n# A\n\n- two\n  - one\n');
    await press(page, 'Shift+Tab');
    expect(await body()).toMatch(/- two\n- one\n$/);
    await press(page, 'Escape', 'Tab');
    expect(await readFocusedClass(page)).not.toContain('cm-content');
  });

  it('Tab indents or moves in a table, Escape and Tab leave the text, and further letters run no command [WEB-TAB]', async () => {
    const table = '| a | b |\n| - | - |\n| c | d |\n';
    const note = await service.note({ title: 'Tabs', body: `word\n\n${table}\n\`\`\`\ncode\n\`\`\`\n` });
    const page = await openNote(web, note);
    const count = async () =>
      (await service.ask('listNotebookDocuments', { notebook_id: 'nb_notes' })).documents.length;
    const notes = await count();
    await text(page).click();
    await press(page, 'Control+Home', 'Tab');
    await page.keyboard.type('cg');
    expect(await savedBody(page, service, note)).toMatch(/^ {2}cgword\n/);
    await press(page, 'Shift+Tab', 'Control+End', 'ArrowUp', 'ArrowUp', 'Home', 'Tab');
    await page.keyboard.type('c');
    await press(page, ...Array<string>(3).fill('ArrowUp'));
    const isEdited = (name: string) =>
      expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(name);
    await isEdited('Row 1, column 1');
    await press(page, 'Shift+Tab', 'Tab');
    await page.keyboard.type('new');
    await press(page, 'Tab', 'Tab');
    await isEdited('Row 2, column 1');
    await page.keyboard.type('c');
    await press(page, 'Shift+Tab');
    await page.keyboard.type('row');
    expect(await savedBody(page, service, note)).toMatch(
      /^cgword\n\n.*\n.*\n\| new \| row \|\n\| c \| {2}\|\n\n```\n {2}ccode\n/,
    );
    await press(page, 'Escape', 'Tab');
    expect(await readFocusedClass(page)).not.toContain('cm-content');
    // A letter runs no command when focus vanishes from the text, or leaves the title by Tab.
    await text(page).click();
    await page.keyboard.type('x');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.type('c?g');
    await page.getByLabel('Title', { exact: true }).click();
    await page.keyboard.type('t');
    await press(page, 'Tab');
    await page.keyboard.type('c?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).hash).toContain(note.id);
    expect(await count()).toBe(notes);
    await press(page, 'Escape');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.type('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('To leave the text, press Esc, then Tab.').waitFor();
  });

  it('search in the note, and switch the mode and the note details [WEB-WRITING-KEYS]', async () => {
    const page = await openNote(web, await service.note({ title: 'Found', body: 'one\ntwo one\none\n' }));
    await text(page).click();
    await press(page, 'Control+Home', 'Control+f');
    await page.keyboard.type('one');
    await press(page, 'Enter', 'Escape', 'Control+g');
    const cursor = page.locator('.note-footer').getByText('2:8');
    await cursor.waitFor();
    await press(page, 'Control+e');
    await text(page).waitFor({ state: 'hidden' });
    await press(page, 'Control+e');
    await expect.poll(() => readFocusedClass(page)).toContain('cm-content');
    const inspector = page.getByRole('region', { name: 'Note details' });
    await press(page, 'Control+Shift+\\');
    await inspector.waitFor({ state: 'detached' });
    await press(page, 'Control+Shift+\\');
    await inspector.waitFor();
  });

  it('that search in the note keep their order while the search is loaded [WEB-WRITING-KEYS]', async () => {
    const page = await openNote(web, await service.note({ title: 'Loaded', body: 'one\ntwo one\none\n' }));
    const release = await holdRequests(page, '**/assets/find-tools-*.js');
    await text(page).click();
    await press(page, 'Control+Home', 'Control+f', ...'one', 'Enter', 'Escape', 'Control+g');
    release();
    await page.locator('.note-footer').getByText('2:8').waitFor();
  });

  it('are only the ones the user chose [WEB-REBIND]', async () => {
    const note = await service.note({ title: 'Rebound', body: 'word' });
    const page = await web.openPage('#/jobs');
    await page.evaluate(() => localStorage.setItem('notes.keys', '{"bold":["Mod+J"]}'));
    await page.goto('about:blank');
    await web.goTo(page, `#/n/${note.id}?mode=live`);
    await text(page).click();
    await press(page, 'Control+a', 'Control+b', 'Control+j');
    expect(await savedBody(page, service, note)).toBe('**word**');
  });
});

describe('completion', () => {
  it('closes a link once and offers headings, blocks and tags [WEB-A8]', async () => {
    await service.note({ title: 'Harbour master', body: '# Tides\n', tags: ['sea/boats'] });
    const note = await service.note({ title: 'Completed' });
    const page = await openNote(web, note);
    const acceptSuggestion = async (typed: string, label: string) => {
      await page.keyboard.type(typed);
      await suggestions(page).filter({ hasText: label }).first().waitFor();
      await page.keyboard.press('Enter');
    };
    await text(page).click();
    await acceptSuggestion('[[Harb', 'Harbour master');
    await acceptSuggestion(' [[Harbour master#', 'Tides');
    await acceptSuggestion(' #sea', 'sea/boats');
    await press(page, 'Enter');
    await page.keyboard.type('[[]]');
    await press(page, 'ArrowLeft', 'ArrowLeft');
    await acceptSuggestion('Harb', 'Harbour master');
    expect(await savedBody(page, service, note)).toBe(
      '[[Harbour master]] [[Harbour master#Tides]] #sea/boats\n[[Harbour master]]',
    );
  });
});

it('completion is accessible to screen readers, without axe findings [WEB-AXE]', async () => {
  await service.fill(15, (index) => ({ title: `Lighthouse ${index}` }));
  const page = await openNote(web, await service.note({ title: 'Offered' }));
  await text(page).click();
  await page.keyboard.type('[[Light');
  await page.locator('.cm-tooltip-autocomplete').getByRole('option').nth(9).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

describe('an input method', () => {
  it('inserts its text once at the cursor, also beside hidden markup and in the title [WEB-A9]', async () => {
    const note = await service.note({ title: 'IME', body: 'a **bold** z\n\n- [ ] task\n' });
    const page = await openNote(web, note);
    const method = await page.context().newCDPSession(page);
    const compose = async (...steps: readonly string[]) => {
      for (const step of steps) {
        const at = step.length;
        await method.send('Input.imeSetComposition', { text: step, selectionStart: at, selectionEnd: at });
      }
      await method.send('Input.insertText', { text: steps.at(-1) as string });
    };
    await text(page).click();
    await press(page, 'Control+Home', ...Array<string>(4).fill('ArrowRight'));
    await compose('に', 'にほ', '日本');
    await page.keyboard.type('!');
    await press(page, 'Control+End', 'ArrowUp', 'End');
    await compose('ね', '猫');
    await page.getByRole('textbox', { name: 'Title' }).click();
    await press(page, 'End');
    await compose('ひ', '日');
    expect(await savedBody(page, service, note)).toBe('a **日本!bold** z\n\n- [ ] task猫\n');
    expect((await service.read(note.id)).title).toBe('IME日');
  });
});

describe('the note of today', () => {
  it('is created once from the daily template [WEB-TODAY]', async () => {
    const template = '```note-template\ndescription: A day.\n```\nToday is {{title}}.\n';
    await service.note({ title: 'Daily', body: template });
    const page = await web.openPage('#/jobs');
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    await press(page, 'g', 'd');
    await text(page).getByText(`Today is ${today}.`).waitFor();
    const { hash } = new URL(page.url());
    await web.goTo(page, '#/jobs');
    await press(page, 'g', 'd');
    await expect.poll(() => new URL(page.url()).hash).toBe(hash);
    const { suggestions } = await service.ask('suggestLinks', { q: today });
    expect(suggestions).toHaveLength(1);
  });
});

describe('a link', () => {
  it('without a target is marked after a pause, and creates its note by keyboard [WEB-LINK-MARKS]', async () => {
    await Promise.all(['one', 'two'].map((body) => service.note({ title: 'Namesake', body })));
    const page = await openNote(web, await service.note({ title: 'Linking', body: 'See [[Namesake]].\n' }));
    await page.locator('.cm-link-ambiguous', { hasText: 'Namesake' }).waitFor();
    await text(page).click();
    await press(page, 'Control+End');
    await page.keyboard.type('[[Not there');
    await press(page, 'Escape');
    await page.keyboard.type(']]');
    const mark = page.locator('.cm-link-unresolved', { hasText: 'Not there' });
    expect(await mark.getAttribute('aria-description')).toBe('There is no note titled “Not there”.');
    await press(page, 'ArrowLeft', 'Control+Enter');
    const creation = page.getByRole('button', { name: 'Create note “Not there”' });
    await expect.poll(() => creation.evaluate((button) => button === document.activeElement)).toBe(true);
    await press(page, 'Enter');
    await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Not there');
  });

  it('with several targets can be pointed at one of them [WEB-LINK-MARKS]', async () => {
    const [one] = await Promise.all(['one', 'two'].map((body) => service.note({ title: 'Double', body })));
    const note = await service.note({ title: 'Choosing', body: '[[Double]]' });
    const page = await openNote(web, note);
    await page.locator('.cm-link-ambiguous').hover();
    await page.getByRole('button', { name: one?.id as string }).click();
    await waitUntilSaved(page);
    expect(await savedBody(page, service, note)).toBe(`[Double](${one?.uri})`);
  });
});
