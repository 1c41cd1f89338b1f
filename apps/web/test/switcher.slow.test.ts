import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violations } from './support/axe.js';
import { savedBody, text } from './support/editor.js';
import { holdRequests } from './support/hold.js';
import { comeBack, useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const field = (page: Page) => page.getByRole('combobox', { name: /Find a note/ });
const labels = (page: Page) => page.locator('.switcher-found .switcher-label').allTextContents();

async function type(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).fill(typed);
}

beforeAll(async () => {
  if (!web.isRunning) return;
  const { notebook_id } = await service.ask('createNotebook', { name: 'Rust book' });
  await service.note({ title: 'What is ownership', body: '# Rules\n\n## Move semantics\n\nx\n', notebook_id });
  await service.note({ title: 'Plugins', body: 'Not available for mobile.\n', tags: ['apps/desktop'] });
  await service.note({ title: 'Kitchen sink', body: '1\n' });
});

it('finds notes by words in any order, scattered letters, notebook, tag, heading and text [WEB-SWITCHER]', async () => {
  const page = await web.openPage('#/');
  const first = (typed: string) => async () => {
    await field(page).fill(typed);
    await web.watch.waitUntilIdle();
    return (await labels(page))[0];
  };
  await page.keyboard.press('Control+k');
  await expect.poll(first('rust owner')).toBe('What is ownership');
  await expect.poll(first('ktsn')).toBe('Kitchen sink');
  await expect.poll(first('plugins mobile')).toBe('Plugins');
  await page.getByText('Notes · in the text').waitFor();
  await expect.poll(first('desktop plug')).toBe('Plugins');
  await expect.poll(first('semantics')).toBe('Move semantics');
  await expect.poll(first('rust book')).toBe('Rust book');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/nb\/nb_\w+$/);
});

it('names the note of a heading that is found while the library is being read [WEB-SWITCHER]', async () => {
  const page = await web.openPage('#/');
  await page.getByRole('navigation', { name: 'Library' }).getByText('Rust book').waitFor();
  let release = () => {};
  const isFound = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/notebooks/tree', async (route) => {
    await isFound;
    await route.continue();
  });
  await type(page, 'semantics');
  const heading = page.locator('.switcher-found').getByRole('option', { name: /Move semantics/ });
  await expect.poll(() => heading.textContent()).toContain('What is ownership');
  release();
  await web.watch.waitUntilIdle();
  expect(await heading.textContent()).toContain('What is ownership');
});

it('reports that its code cannot be loaded, and leaves the keys to the page [WEB-SWITCHER]', async () => {
  const page = await web.openPage('#/');
  await page.getByRole('navigation', { name: 'Library' }).getByText('Help').first().waitFor();
  await page.route('**/assets/switcher-*.js', (route) => route.abort());
  web.watch.expect(/console error: Failed to load resource/);
  await page.keyboard.press('Control+k');
  await page.getByText(/The search for notes cannot be loaded/).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Trash' }).waitFor();
});

it('Enter right after typing waits for the result of that text, and opens it [WEB-SWITCHER]', async () => {
  const page = await web.openPage('#/');
  await page.keyboard.press('Control+k');
  await field(page).pressSequentially('ktsn');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Kitchen sink');
});

it.each(['finder', 'switcher'])(
  'Enter before the code of the %s is here chooses once, and text typed after it goes into the note [WEB-SWITCHER]',
  async (part) => {
    const note = await service.note({ title: `Awaited ${part}`, body: 'end\n' });
    const other = await service.note({ title: `Other ${part}`, body: 'other\n' });
    const page = await web.openPage(`#/n/${other.id}?mode=live`);
    await text(page).click();
    const release = await holdRequests(page, `**/assets/${part}-*.js`);
    await page.keyboard.press('Control+k');
    if (part === 'finder') await field(page).waitFor();
    await page.keyboard.type(`awaited ${part}`);
    await page.keyboard.press('Enter');
    await page.keyboard.type('cat');
    if (part === 'finder') {
      expect(await field(page).inputValue()).toBe(`awaited ${part}`);
      await page.getByRole('status').getByText('Searching. The first result opens when it is found.').waitFor();
      expect(await page.getByRole('listbox', { name: 'Results' }).getAttribute('aria-busy')).toBe('true');
      expect(await violations(page)).toEqual([]);
    }
    release();
    await expect.poll(() => page.locator('.title-field').inputValue()).toBe(note.title);
    await page.locator('.cm-content:focus').waitFor();
    expect(await savedBody(page, service, note)).toBe('catend\n');
    expect((await service.read(other.id)).body).toBe(other.body);
  },
);

it('text typed before the chosen note is open goes into the note, at the chosen heading [WEB-SWITCHER]', async () => {
  const note = await service.note({ title: 'Late', body: 'x\n\n## Marsh\n\ny\n' });
  const page = await web.openPage('#/');
  await page.locator('.note-list a').first().focus();
  await type(page, 'marsh');
  await expect.poll(async () => (await labels(page))[0]).toBe('Marsh');
  const release = await holdRequests(page, `**/api/v1/documents/${note.id}*`);
  await page.keyboard.press('Enter');
  await page.keyboard.type('not');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  release();
  await page.locator('.cm-content:focus').waitFor();
  await text(page).getByText('no', { exact: true }).waitFor();
  expect(await savedBody(page, service, note)).toBe('x\n\nno\n## Marsh\n\ny\n');
});

it('a note chosen that is already open takes the next keys at once [WEB-SWITCHER]', async () => {
  const note = await service.note({ title: 'Staying', body: '' });
  const page = await web.openPage(`#/n/${note.id}`);
  await text(page).click();
  await type(page, 'staying');
  await expect.poll(async () => (await labels(page))[0]).toBe('Staying');
  await page.keyboard.press('Enter');
  await page.keyboard.type('here');
  await text(page).getByText('here', { exact: true }).waitFor();
  expect(await savedBody(page, service, note)).toBe('here');
});

it('without text lists the notes opened last, but not the open one [WEB-SWITCHER]', async () => {
  const page = await web.openPage('#/');
  for (const typed of ['plugins', 'kitchen', 'ownership']) {
    await type(page, typed);
    await expect.poll(async () => (await labels(page))[0]?.toLowerCase()).toContain(typed);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await page.locator('.title-field').inputValue()).toLowerCase()).toContain(typed);
  }
  await page.keyboard.press('Control+k');
  await expect.poll(async () => (await labels(page)).slice(0, 2)).toEqual(['Kitchen sink', 'Plugins']);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.title-field').inputValue()).toBe('Kitchen sink');
});

it('follows changes made elsewhere: new, renamed, tagged, moved and trashed notes [WEB-SWITCHER]', async () => {
  const page = await web.openPage('#/');
  const note = await service.note({ title: 'Quokka', body: '' });
  const finds = async (typed: string, expected: readonly string[]) => {
    await comeBack(page);
    await expect
      .poll(async () => {
        await field(page).fill('');
        await field(page).fill(typed);
        await web.watch.waitUntilIdle();
        return labels(page);
      })
      .toEqual(expected);
  };
  await type(page, 'quok');
  await finds('quok', ['Quokka']);
  const { current_revision_id: base_revision_id } = await service.ask('replaceDocument', {
    document_id: note.id,
    title: 'Wombat',
    body: '',
    base_revision_id: note.current_revision_id,
  });
  await finds('womb', ['Wombat']);
  await finds('quok', []);
  await service.ask('addDocumentTag', { document_id: note.id, tag: 'marsupial' });
  await finds('marsup', ['marsupial', 'Wombat']);
  await service.ask('removeDocumentTag', { document_id: note.id, tag: 'marsupial' });
  await finds('marsup', []);
  const { notebook_id } = await service.ask('createNotebook', { name: 'Burrow' });
  await service.ask('moveDocument', { document_id: note.id, notebook_id });
  await finds('burrow womb', ['Wombat']);
  await service.ask('updateNotebook', { notebook_id, name: 'Den' });
  await finds('burrow', []);
  await finds('den womb', ['Wombat']);
  await service.ask('trashDocument', { document_id: note.id, base_revision_id });
  await finds('womb', []);
  await service.ask('restoreDocument', { document_id: note.id });
  await finds('womb', ['Wombat']);
});

it.each(['finder', 'switcher'])(
  'text typed before the code of the %s is here goes into the chosen note that is open already [WEB-SWITCHER]',
  async (part) => {
    const note = await service.note({ title: `Open ${part}`, body: 'end\n' });
    const page = await web.openPage(`#/n/${note.id}`);
    await text(page).click();
    await page.keyboard.press('Control+Home');
    const release = await holdRequests(page, `**/assets/${part}-*.js`);
    await page.keyboard.press('Control+k');
    if (part === 'finder') await field(page).waitFor();
    await page.keyboard.type(`open ${part}`);
    await page.keyboard.press('Enter');
    await page.keyboard.type('cat');
    release();
    await text(page).getByText('catend').waitFor();
    await page.locator('.cm-content:focus').waitFor();
    expect(await savedBody(page, service, note)).toBe('catend\n');
  },
);
