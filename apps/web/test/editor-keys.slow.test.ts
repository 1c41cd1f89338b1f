import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openNote, savedBody, text } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

async function open(body: string) {
  const note = await service.note({ title: 'Keys', body });
  const page = await openNote(web, note);
  await text(page).click();
  await page.keyboard.press('Control+Home');
  return { page, note, body: () => savedBody(page, service, note) };
}

/** Presses keys, or types texts that begin with a quote. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys)
    if (key.startsWith('"')) await page.keyboard.type(key.slice(1));
    else await page.keyboard.press(key);
}

it('lists and quotes are continued, indented, ended and renumbered as they are typed [WEB-EDITOR-KEYS]', async () => {
  const { page, body } = await open('');
  await press(page, '"1. one', 'Enter', '"two', 'Enter', 'Tab', '"deeper', 'Enter', 'Enter', '"three');
  await press(page, 'Enter', 'Enter', '"> said', 'Enter', '"again', 'Enter', 'Enter', '"- [ ] do', 'Enter', '"then');
  const typed = '1. one\n2. two\n   1. deeper\n3. three\n\n> said\n> again\n\n- [ ] do\n- [ ] then';
  expect(await body()).toBe(typed);
  await press(page, 'Control+Home', 'End', 'Enter', '"new');
  expect(await body()).toBe(typed.replace('2. two', '2. new\n3. two').replace('3. three', '4. three'));
  await press(page, 'Alt+ArrowUp', 'Control+z', 'Control+z');
  expect(await body()).toMatch(/^1\. one\n/);
});

it('keys that delete a word or a character take a marker as a whole [WEB-EDITOR-KEYS]', async () => {
  for (const key of ['Backspace', 'Shift+Backspace', 'Control+Backspace']) {
    const { page, body } = await open('- [ ] do\n- one\n12. two');
    await press(page, 'End', 'Control+Backspace');
    expect(await body()).toBe('- [ ] \n- one\n12. two');
    await press(page, key, '"x');
    expect(await body()).toBe('x\n- one\n12. two');
    await press(page, 'Control+End', 'Control+Backspace', key, '"y');
    expect(await body()).toBe('x\n- one\ny');
  }
  const { page, body } = await open('- one\n- [ ] two');
  await press(page, 'End', 'Control+Delete');
  expect(await body()).toBe('- onetwo');
});

it('Home goes before the text of an item or heading, then to the start of its line, and rows of a wrapped line keep theirs [WEB-EDITOR-KEYS]', async () => {
  const { page, body } = await open('');
  await press(page, '"- [ ] do', 'Home', '"first ', 'Home', 'Home', '"  ', 'End', 'Enter', 'Enter');
  expect(await body()).toBe('  - [ ] first do\n- [ ] ');
  await press(page, 'Enter', '"## Head', 'Shift+Home', '"Other', 'Home', '"My ', 'End', 'Enter');
  expect(await body()).toBe('  - [ ] first do\n\n## My Other\n');
  await press(page, `"- ${'long '.repeat(60)}`, 'Home', '"x');
  expect(await body()).toMatch(/\n- (?:long )+xlong/);
});

it('several cursors are added by keys and by Alt with the mouse, and type at once [WEB-EDITOR-KEYS]', async () => {
  const { page, body } = await open('cat dog\ncat dog\ncat dog\n');
  await press(page, 'Control+d', 'Control+d', '"cow');
  expect(await body()).toBe('cow dog\ncow dog\ncat dog\n');
  await press(page, 'Escape', 'Control+Home', 'Control+Alt+ArrowDown', 'Control+Alt+ArrowDown', '"- ');
  expect(await body()).toBe('- cow dog\n- cow dog\n- cat dog\n');
  expect(await page.locator('.cm-cursor').count()).toBe(3);
  await press(page, 'Escape', 'Control+Home');
  await page.locator('.cm-cursor').first().waitFor({ state: 'detached' });
  const boxes = await Promise.all([0, 1, 2].map((index) => page.locator('.cm-line').nth(index).boundingBox()));
  const middle = (index: number) => (boxes[index]?.y ?? 0) + (boxes[index]?.height ?? 0) / 2;
  const right = (boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0) - 4;
  await page.mouse.click(right, middle(0));
  await page.keyboard.down('Alt');
  await page.mouse.click(right, middle(2));
  await page.keyboard.up('Alt');
  await press(page, '"!');
  expect(await body()).toBe('- cow dog!\n- cow dog\n- cat dog!\n');
});

it('sections, items and code are folded by key and pointer, and stay folded while the page lives [WEB-FOLDING]', async () => {
  const { page } = await open(
    '# A\n\nhidden\n\n## B\n\nalso\n\n# C\n\n- item\n  - child\n- next\n\n```js\ncode()\n```\n',
  );
  const readVisibleText = async () => (await text(page).locator('.cm-line').allTextContents()).join('\n');
  await press(page, 'Control+.', 'f');
  await expect.poll(readVisibleText).not.toContain('hidden');
  expect(await readVisibleText()).toContain('C');
  await page.locator('.cm-line', { hasText: 'item' }).hover();
  await page.locator('.cm-line', { hasText: 'item' }).locator('.cm-fold').click();
  await expect.poll(readVisibleText).not.toContain('child');
  await page.evaluate(() => location.assign('#/jobs'));
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  await page.goBack();
  await text(page).getByText('next').waitFor();
  await expect.poll(readVisibleText).not.toMatch(/hidden|child/);
  await text(page).click();
  await press(page, 'Control+.', '+');
  await expect.poll(readVisibleText).toMatch(/hidden[\s\S]*also[\s\S]*child/);
  await press(page, 'Control+.', '-');
  await expect.poll(readVisibleText).not.toMatch(/hidden|child|code\(\)/);
});

it('a heading above the caret stays under the pointer when its section is folded [WEB-FOLDING]', async () => {
  const lines = (name: string, count: number) => `${name}\n\n`.repeat(count);
  const { page } = await open(
    `$$\nx^2\n$$\n\n${lines('above', 16)}# Fold\n\n${lines('within', 4)}# Last\n\n${lines('below', 40)}`,
  );
  const heading = text(page).locator('.cm-line', { hasText: 'Fold' });
  // Only notes with rendered blocks keep the caret in place. Lines far from the view are not drawn.
  await page.locator('.cm-scroller').evaluate((scroller) => scroller.scrollTo(0, 300));
  await text(page).locator('.cm-line', { hasText: 'Last' }).click();
  await heading.hover();
  const readTop = async () => Math.round((await heading.boundingBox())?.y ?? 0);
  const before = await readTop();
  await heading.locator('.cm-fold').click();
  await expect
    .poll(async () => (await text(page).locator('.cm-line').allTextContents()).join())
    .not.toContain('within');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
  expect(await readTop()).toBe(before);
});

it('typed brackets and marks pair, wrap selections and are stepped over, unless the setting is off [WEB-PAIRS]', async () => {
  const { page, body } = await open('');
  await press(page, '"a (b) [c](d) *e* **f** `g*` 3 * 4 == "h" word', 'Control+Shift+ArrowLeft', '"[[');
  expect(await body()).toBe('a (b) [c](d) *e* **f** `g*` 3 * 4 == "h" [[word]]');
  await press(page, 'Control+a', 'Delete', '"(', 'Backspace', '"x');
  expect(await body()).toBe('x');
  const plain = await service.note({ title: 'Plain', body: '' });
  await page.evaluate(() => location.assign('#/settings/editor'));
  await page.getByLabel('Type brackets, quotes and marks in pairs').uncheck();
  await page.evaluate((id) => location.assign(`#/n/${id}?mode=live`), plain.id);
  await text(page).click();
  await press(page, '"(a');
  expect(await savedBody(page, service, plain)).toBe('(a');
});

it('the keys of Vim are off until the setting is on, then work at once and save [WEB-VIM]', async () => {
  const { page, note } = await open('one two\nthree\n');
  await page.evaluate(() => location.assign('#/settings/editor'));
  await page.getByLabel('Vim keys').check();
  await page.evaluate((id) => location.assign(`#/n/${id}?mode=live`), note.id);
  await page.locator('.cm-vim-panel').waitFor();
  await text(page).click();
  await press(page, 'Control+Home', '"dwx', 'i', '"new ', 'Escape', '":w', 'Enter');
  await expect.poll(async () => (await service.read(note.id)).body).toBe('new wo\nthree\n');
});

it('keys set headings, marks, links and quotes, and delete a line [WEB-EDITOR-KEYS]', async () => {
  const { page, body } = await open('one\ntwo\nthree');
  await press(page, 'Control+.', '2', 'ArrowDown', 'Control+.', 'q', 'ArrowDown', 'Control+Shift+Backspace');
  expect(await body()).toBe('## one\n> two');
  await press(page, 'Control+End', 'Control+Shift+ArrowLeft', 'Control+Shift+x');
  expect(await body()).toBe('## one\n> ~~two~~');
  await press(page, 'Control+Shift+h', 'Control+Shift+k', '"https://example.org');
  expect(await body()).toBe('## one\n> ~~==[two](https://example.org)==~~');
});
