import type { Locator, Page } from 'playwright-core';
import { text } from '../test/support/editor.js';
import type { Note, Service } from '../test/support/service.js';
import type { Samples } from './sample-library.js';

/** A state of a screen that an address alone does not show. */
export interface State {
  readonly name: string;
  readonly address: string;
  readonly prepare: (page: Page) => Promise<void>;
  /** Window in which the state is found: that of a phone, or a wider one. Default: both. */
  readonly on?: 'phone' | 'wide';
  /** Settings of the browser's user, applied before the picture. */
  readonly media?: Parameters<Page['emulateMedia']>[0];
}

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();

/** Opens a menu, and a command of it if there is one. */
const openMenu = (opener: string | RegExp, command?: string) => async (page: Page) => {
  await button(page, opener).click();
  if (command !== undefined) await button(page.locator('.menu:popover-open'), command).click();
};

async function typeInNote(page: Page, typed: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(typed);
}

const scrollTo = (what: string) => async (page: Page) => {
  await page.locator('.note-preview:visible, .cm-scroller:visible').first().waitFor();
  const part = page.locator(what).first();
  await part.waitFor();
  await part.evaluate((element) => element.scrollIntoView({ block: 'center' }));
};

const openInspector = (tab: string) => async (page: Page) => {
  const shown = page.locator('.inspector [role=tab]').first();
  if (!(await shown.isVisible())) await button(page, 'Note details').click();
  await page.locator('.inspector').getByRole('tab', { name: tab }).click();
};

const write = (page: Page, keys: string) => page.keyboard.type(keys);

/** Makes the open note conflict with a change made elsewhere. */
const conflict = (service: Service, note: Note) => async (page: Page) => {
  await typeInNote(page, ' changed here');
  const { current_revision_id: base_revision_id, body } = await service.read(note.id);
  await service.ask('replaceDocument', {
    document_id: note.id,
    base_revision_id,
    title: note.title,
    body: `${body.trimEnd()} changed elsewhere\n`,
  });
  await page.keyboard.press('Control+s');
  await page.getByRole('link', { name: 'Resolve' }).waitFor();
};

/** Lists states of the screens: menus, dialogs, selections, errors, and notes beyond the first screenful. */
export function listStates(service: Service, samples: Samples): readonly State[] {
  const { rich, long, hebrew, empty, query, tasks, daily, notebook } = samples;
  const note = ({ id }: Note, mode: string) => `#/n/${id}?mode=${mode}`;
  const wait = async (page: Page) => page.locator('.note-preview:visible, .cm-content:visible').first().waitFor();
  const read = note(rich, 'read');
  const live = note(rich, 'live');
  const select = async (page: Page) => page.getByRole('checkbox', { name: 'Select Seed order', exact: true }).check();
  return [
    { name: 'rich-live', address: live, prepare: wait },
    { name: 'rich-read', address: read, prepare: wait },
    { name: 'rich-split', address: note(rich, 'split'), prepare: wait },
    { name: 'rich-source', address: note(rich, 'source'), prepare: wait },
    { name: 'rich-live-table', address: live, prepare: scrollTo('.cm-content table') },
    { name: 'rich-read-picture', address: read, prepare: scrollTo('.note-preview img') },
    { name: 'rich-read-code', address: read, prepare: scrollTo('.note-preview pre') },
    { name: 'rich-read-end', address: read, prepare: scrollTo('.note-preview .footnotes, .note-preview section') },
    {
      name: 'lightbox',
      address: read,
      prepare: async (page) => {
        await scrollTo('.note-preview img')(page);
        await button(page.locator('.note-preview'), /The allotment/).click();
      },
    },
    { name: 'long-read', address: note(long, 'read'), prepare: wait },
    { name: 'hebrew-live', address: note(hebrew, 'live'), prepare: wait },
    { name: 'hebrew-read', address: note(hebrew, 'read'), prepare: wait },
    { name: 'empty-note', address: note(empty, 'live'), prepare: wait },
    { name: 'tasks-note', address: note(tasks, 'live'), prepare: wait },
    { name: 'daily-note', address: note(daily, 'live'), prepare: wait },
    { name: 'query-read', address: note(query, 'read'), prepare: wait },
    { name: 'notebook-garden', address: notebook, prepare: async () => {} },
    { name: 'note-menu', address: live, prepare: openMenu('Note actions') },
    { name: 'note-move', address: live, prepare: openMenu('Note actions', 'Move to another notebook…') },
    { name: 'notebook-menu', address: notebook, prepare: openMenu('Actions for Garden') },
    { name: 'notebook-rename', address: notebook, prepare: openMenu('Actions for Garden', 'Rename or move…') },
    { name: 'notebook-delete', address: notebook, prepare: openMenu('Actions for Garden', 'Delete…') },
    { name: 'selected', address: notebook, prepare: select },
    {
      name: 'selected-tags',
      address: notebook,
      prepare: async (page) => {
        await select(page);
        await button(page, 'Add tags…').click();
      },
    },
    {
      name: 'row-menu',
      address: notebook,
      on: 'wide',
      prepare: async (page) => {
        await page.locator('.note-list a').first().click({ button: 'right' });
      },
    },
    {
      name: 'switcher-typed',
      address: live,
      prepare: async (page) => {
        await page.keyboard.press('Control+k');
        await page.locator('.switcher-field').waitFor();
        await write(page, 'gar');
      },
    },
    {
      name: 'commands',
      address: live,
      prepare: async (page) => {
        await page.keyboard.press('Control+k');
        await page.locator('.switcher-field').waitFor();
        await write(page, '>');
      },
    },
    { name: 'sheet', address: '#/', on: 'wide', prepare: (page) => page.keyboard.press('?') },
    { name: 'slash-menu', address: note(empty, 'live'), prepare: (page) => typeInNote(page, '/') },
    { name: 'link-menu', address: note(empty, 'live'), prepare: (page) => typeInNote(page, '[[gar') },
    { name: 'tag-offer', address: note(empty, 'live'), prepare: (page) => typeInNote(page, 'seeds #garden ') },
    { name: 'touch-toolbar', address: note(long, 'live'), on: 'phone', prepare: (page) => text(page).tap() },
    {
      name: 'find-in-note',
      address: note(long, 'live'),
      prepare: async (page) => {
        await text(page).click();
        await page.keyboard.press('Control+f');
        await write(page, 'kettle');
      },
    },
    ...['Outline', 'Links', 'Details', 'Files', 'History'].map((tab) => ({
      name: `inspector-${tab.toLowerCase()}`,
      address: live,
      prepare: openInspector(tab),
    })),
    { name: 'side-pane', address: `${live}&side=${long.id}&side-mode=read`, on: 'wide', prepare: wait },
    { name: 'conflict-banner', address: note(daily, 'live'), prepare: conflict(service, daily) },
    {
      name: 'conflict-open',
      address: note(tasks, 'live'),
      prepare: async (page) => {
        await conflict(service, tasks)(page);
        await page.getByRole('link', { name: 'Resolve' }).click();
        await page.getByRole('heading', { name: 'Result' }).waitFor();
      },
    },
    { name: 'history-rich', address: `#/n/${rich.id}/history`, prepare: async () => {} },
    { name: 'tasks-board', address: '#/tasks?view=board', prepare: async () => {} },
    { name: 'tasks-calendar', address: '#/tasks?view=calendar', prepare: async () => {} },
    { name: 'task-dialog', address: '#/tasks', prepare: async (page) => button(page, /^Edit task/).click() },
    {
      name: 'attachment-dialog',
      address: read,
      prepare: async (page) => {
        await openInspector('Files')(page);
        await button(page, /^Details of/).click();
      },
    },
    { name: 'search-garden', address: '#/search?q=garden', prepare: async () => {} },
    { name: 'search-wrong', address: '#/search?q=tag%3A', prepare: async () => {} },
    { name: 'search-missing-note', address: '#/n/doc_00000000000000000000000000', prepare: async () => {} },
    { name: 'graph-all', address: `#/graph?roots=${rich.id}`, prepare: async () => {} },
    {
      name: 'purge-dialog',
      address: '#/trash',
      prepare: async (page) => {
        await page.locator('.note-list a').first().click();
        await button(page, 'Delete forever…').click();
      },
    },
    { name: 'high-contrast', address: live, prepare: wait, media: { contrast: 'more' } },
    { name: 'forced-colours', address: live, prepare: wait, media: { forcedColors: 'active' } },
  ];
}
