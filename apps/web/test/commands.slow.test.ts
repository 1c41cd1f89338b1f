import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { TRASHED_MEANWHILE } from './support/watch.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const options = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const field = (page: Page) => page.getByRole('combobox', { name: /Find a note/ });
const titles = (page: Page) => options(page).locator('.switcher-label').allTextContents();

async function openPalette(page: Page, typed = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).fill(`>${typed}`);
}

/** Addresses the commands lead to; `:id` is the note they are run from. */
const addresses: Readonly<Record<string, string>> = {
  Search: '#/search',
  'New note': '#/new',
  'New note from template': '#/templates',
  'Go to all notes': '#/',
  'Go to Trash': '#/trash',
  'Go to the calendar': '#/calendar',
  'Go to tasks': '#/tasks',
  'Go to the graph': '#/graph',
  'Find a path between two notes': '#/graph/path',
  'Go to the graph report': '#/graph/report',
  'Go to jobs': '#/jobs',
  'Go to sync': '#/sync',
  'Go to tags': '#/tags',
  'Go to attachments': '#/attachments',
  'Go to health': '#/health',
  'Go to unused attachments': '#/health/gc',
  'Plan an export': '#/plan',
  'Check the address of a remote image': '#/media',
  'Open settings': '#/settings',
  'Open editor settings': '#/settings/editor',
  'Change keyboard shortcuts': '#/settings/keys',
  'Show service status': '#/settings/status',
  'Import notes': '#/settings/import',
  'Connect an AI assistant': '#/settings/connect',
  'About Notes': '#/settings/about',
  'Show note history': '#/n/:id/history',
  'Show note in the graph': '#/graph?roots=:id',
};

const BODY = '# Z\n# A\nzero\nword\nother\n# B';
/** Results of commands on a text with “word” selected. */
const markdown: Readonly<Record<string, string>> = {
  'Toggle bold': '# Z\n# A\nzero\n**word**\nother\n# B',
  'Toggle italics': '# Z\n# A\nzero\n*word*\nother\n# B',
  'Toggle code': '# Z\n# A\nzero\n`word`\nother\n# B',
  'Toggle numbered list': '# Z\n# A\nzero\n1. word\nother\n# B',
  'Toggle bulleted list': '# Z\n# A\nzero\n- word\nother\n# B',
  'Toggle task list': '# Z\n# A\nzero\n- [ ] word\nother\n# B',
  'Toggle strikethrough': '# Z\n# A\nzero\n~~word~~\nother\n# B',
  'Toggle highlight': '# Z\n# A\nzero\n==word==\nother\n# B',
  'Insert a link': '# Z\n# A\nzero\n[word]()\nother\n# B',
  'Toggle quote': '# Z\n# A\nzero\n> word\nother\n# B',
  Indent: '# Z\n# A\nzero\n  word\nother\n# B',
  'Heading 1': '# Z\n# A\nzero\n# word\nother\n# B',
  'Heading 2': '# Z\n# A\nzero\n## word\nother\n# B',
  'Heading 3': '# Z\n# A\nzero\n### word\nother\n# B',
  'Heading 4': '# Z\n# A\nzero\n#### word\nother\n# B',
  'Heading 5': '# Z\n# A\nzero\n##### word\nother\n# B',
  'Heading 6': '# Z\n# A\nzero\n###### word\nother\n# B',
  'Plain paragraph': BODY,
  Outdent: BODY,
  Undo: BODY,
  Redo: BODY,
  'Delete line': '# Z\n# A\nzero\nother\n# B',
  'Move line up': '# Z\n# A\nword\nzero\nother\n# B',
  'Move line down': '# Z\n# A\nzero\nother\nword\n# B',
  'Move section or list item up': '# A\nzero\nword\nother\n# Z\n# B',
  'Move section or list item down': '# Z\n# B\n# A\nzero\nword\nother',
};

const has = (selector: string) => (page: Page) => page.locator(selector).waitFor();
const lacks = (selector: string) => (page: Page) => page.locator(selector).waitFor({ state: 'hidden' });
const inPane = (selector: string) => (page: Page) => page.locator(`${selector} :focus, ${selector}:focus`).waitFor();
/** Visible effects of other commands. Commands that hide panes come after those that use them. */
const effects: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'Go to the next pane': inPane('#inspector'),
  'Go to the previous pane': inPane('.list-pane'),
  'Find a note': (page) => expect.poll(() => field(page).inputValue()).toBe(''),
  'Run a command': (page) => expect.poll(() => field(page).inputValue()).toBe('>'),
  'Open today’s note': async (page) => {
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    await expect.poll(() => page.locator('.title-field').inputValue()).toBe(today);
  },
  'Open the previous daily note': (page) => page.getByText(/^There is no daily note in the .* before\.$/).waitFor(),
  'Open the next daily note': (page) => page.getByText(/^There is no daily note in the .* after\.$/).waitFor(),
  'Go to the next row': has('.note-list a:focus'),
  'Go to the previous row': has('.note-list a:focus'),
  'Print…': has('html[data-printed]'),
  'Change theme': has('html[data-theme]'),
  'Show or hide the sidebar': has('.frame[data-sidebar=closed]'),
  'Show or hide the list': has('.workspace[data-list=closed]'),
  'Show keyboard shortcuts': (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor(),
  'Save now': (page) => page.locator('.note-footer').getByText('Saved', { exact: true }).waitFor(),
  'Switch between editing and reading': lacks('.cm-content'),
  'Show or hide note details': lacks('#inspector'),
  'Show links': (page) => page.getByRole('heading', { name: 'Backlinks (0)' }).waitFor(),
  'Move to another notebook…': has('dialog input:focus'),
  'Add a tag…': has('#inspector input:focus'),
  'Duplicate note': (page) =>
    expect.poll(() => page.locator('.title-field').inputValue()).toBe('Duplicate note (copy)'),
  'Remote images…': (page) => page.getByRole('dialog', { name: 'Remote images' }).waitFor(),
  'Move to Trash': (page) => page.getByText(/^In Trash since/).waitFor(),
  'Add a cursor above': has('.cm-cursor-secondary'),
  'Add a cursor below': has('.cm-cursor-secondary'),
  'Select the next match': has('.cm-content'),
  'Select all matches': has('.cm-content'),
  'Fold or unfold at the cursor': has('.cm-foldPlaceholder'),
  'Fold everything': has('.cm-foldPlaceholder'),
  'Unfold everything': lacks('.cm-foldPlaceholder'),
  'Describe the image': has('.cm-content'),
  'Insert an image or attachment…': has('.cm-content'),
  'Tag the note with the #word just typed': (page) => page.getByText('Type a word such as #garden first').waitFor(),
  'Find in this note': has('.cm-search'),
  'Find next': has('.cm-search'),
  'Find previous': has('.cm-search'),
  'Open the link at the side, or toggle the task': (page) =>
    page.getByRole('button', { name: 'Create note “Nobody”' }).waitFor(),
  'Follow the link': (page) => page.getByRole('button', { name: 'Create note “Nobody”' }).waitFor(),
  'Create the linked note': (page) => expect.poll(() => page.locator('.title-field').inputValue()).toBe('Nobody'),
};

async function run(page: Page, title: string): Promise<void> {
  await openPalette(page, title);
  const chosen = options(page).and(page.locator('[aria-selected=true]')).locator('.switcher-label');
  await chosen.getByText(title, { exact: true }).waitFor();
  await page.keyboard.press('Enter');
}

/** Opens a new note with the command's target selected, because a command may remove it. */
async function openFor(page: Page, title: string): Promise<string> {
  const isLink = /the link/.test(title);
  const { id } = await service.note({ title, body: isLink ? '[[Nobody]]' : BODY });
  await web.goTo(page, `#/n/${id}?mode=live`);
  // Replaces the browser's print dialog, which nobody could close.
  await page.evaluate(() => {
    window.print = () => document.documentElement.toggleAttribute('data-printed', true);
  });
  await page
    .locator('.cm-line')
    .getByText(isLink ? 'Nobody' : 'word', { exact: true })
    .click();
  await page.keyboard.press('Home');
  await page.keyboard.press(isLink ? 'ArrowRight' : 'Shift+End');
  return id;
}

describe('the palette', () => {
  it('lists every command [WEB-COMMANDS]', async () => {
    const page = await web.openPage(`#/n/${(await service.note({ title: 'Open' })).id}?mode=live`);
    await page.locator('.cm-content').waitFor();
    await page.locator('.note-list li').first().waitFor();
    await openPalette(page);
    const all = [...Object.keys(addresses), ...Object.keys(markdown), ...Object.keys(effects)];
    expect((await titles(page)).sort()).toEqual(all.sort());
  });

  it('goes to the address of every command [WEB-COMMANDS]', async () => {
    const { id } = await service.note({ title: 'Left' });
    const page = await web.openPage(`#/n/${id}`);
    for (const [title, address] of Object.entries(addresses)) {
      if (address.includes(':id')) await web.goTo(page, `#/n/${id}`);
      await run(page, title);
      await expect.poll(() => new URL(page.url()).hash.replace(id, ':id'), { message: title }).toBe(address);
    }
  });

  it('changes the text by every writing command [WEB-COMMANDS]', async () => {
    const page = await web.openPage('#/jobs');
    for (const [title, body] of Object.entries(markdown)) {
      const id = await openFor(page, title);
      await run(page, title);
      await page.keyboard.press('Control+s');
      await expect.poll(async () => (await service.read(id)).body, { message: title }).toBe(body);
    }
  });

  it('runs every other command [WEB-COMMANDS]', async () => {
    web.watch.expect(TRASHED_MEANWHILE);
    const page = await web.openPage('#/jobs');
    for (const [title, isDone] of Object.entries(effects)) {
      await openFor(page, title);
      // A list that receives the new note may render the focused row again.
      if (/(?:pane|row)$/.test(title)) await web.watch.waitUntilIdle();
      await run(page, title);
      await isDone(page);
      await page.keyboard.press('Escape');
    }
  });
});

describe('keys', () => {
  it('shows the possible next keys after a pause, and runs the command of the next key [WEB-COMMANDS]', async () => {
    const page = await web.openPage('#/jobs');
    await page.keyboard.press('Control+.');
    await page.locator('.leader').getByText('New note', { exact: true }).waitFor();
    await page.keyboard.press('n');
    await page.waitForURL(/#\/new$/);
    await page.locator('.leader').waitFor({ state: 'detached' });
  });

  it('lists the keys available on this screen [WEB-KEY-SHEET]', async () => {
    const page = await web.openPage('#/jobs');
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Go to Trash').waitFor();
    expect(await sheet.getByText('Show note history').count()).toBe(0);
  });

  it('ignores single keys when they are turned off [WEB-COMMANDS]', async () => {
    const page = await web.openPage('#/settings/keys');
    await page.getByRole('checkbox').uncheck();
    await page.locator('main').focus();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+\\');
    await expect.poll(() => page.locator('.frame').getAttribute('data-sidebar')).toBe('closed');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('refuses keys of another command and names it [WEB-REBIND]', async () => {
    const page = await web.openPage('#/settings/keys');
    await page.getByRole('button', { name: 'Change the shortcut of Go to tags' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByText('This shortcut is already used by “Go to Trash”.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.keyboard.press('Enter');
    await page.locator('main').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.waitForURL(/#\/tags$/);
  });
});
