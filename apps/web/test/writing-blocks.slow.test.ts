import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openNote, savedBody, text } from './support/editor.js';
import { createImage } from './support/image.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

async function open(body: string, options = {}) {
  const note = await service.note({ title: 'Blocks', body });
  const page = Object.keys(options).length === 0 ? await openNote(web, note) : await openWith(note.id, options);
  await text(page).click();
  await page.keyboard.press('Control+End');
  return { page, note, body: () => savedBody(page, service, note) };
}

async function openWith(id: string, options: object): Promise<Page> {
  const page = await web.openPage(`#/n/${id}?mode=live`, options);
  await text(page).waitFor();
  return page;
}

/** Presses keys, or types texts that begin with a quote. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys)
    if (key.startsWith('"')) await page.keyboard.type(key.slice(1));
    else await page.keyboard.press(key);
}

it('each mark wraps the selected word, once and twice [WEB-PAIRS]', async () => {
  const { page, body } = await open('');
  const closers = { '*': '*', _: '_', '`': '`', '[': ']', '(': ')', '"': '"', '=': '=', '~': '~' };
  const expected: string[] = [];
  for (const [open, close] of Object.entries(closers))
    for (const count of [1, 2]) {
      await press(page, '"a word', 'Control+Shift+ArrowLeft', `"${open.repeat(count)}`, 'End', 'Enter');
      expected.push(`a ${open.repeat(count)}word${close.repeat(count)}\n`);
    }
  expect(await body()).toBe(expected.join(''));
});

describe('Enter in a code block', () => {
  it('keeps the indentation, and adds that of the language [WEB-CODE-INDENT]', async () => {
    const { page, body } = await open('');
    await press(page, '"```', 'Enter', '"if a', 'Enter', '"  then', 'Enter', '"again', 'Enter', 'Shift+Tab', '"```');
    await press(page, 'Enter', 'Enter', '"```python', 'Enter', '"def f():', 'Enter');
    // The language is loaded when its name is typed; the line is indented when it is there.
    await expect
      .poll(async () => {
        await press(page, 'Shift+Tab', 'Backspace', 'Enter');
        return /def f\(\):\n {2}$/.test(await body());
      })
      .toBe(true);
    await press(page, '"return 1', 'Enter', '"x');
    expect(await body()).toBe('```\nif a\n  then\n  again\n```\n\n```python\ndef f():\n  return 1\n  x');
  });

  it('stays in the list item or the quote of the block [WEB-CODE-INDENT]', async () => {
    const { page, body } = await open('- item');
    await press(page, 'Shift+Enter', '"```sh', 'Enter', '"ls', 'Enter', '"  cd', 'Enter', 'Shift+Tab', '"```');
    await press(page, 'Enter', '"on');
    expect(await body()).toBe('- item\n  ```sh\n  ls\n    cd\n  ```\n  on');
    await press(page, 'Control+a', '"> ```', 'Enter', '"one', 'Enter', '"```', 'Enter', '"two');
    expect(await body()).toBe('> ```\n> one\n> ```\n> two');
  });
});

describe('deletion beside a block with fences', () => {
  it('goes into the code, formula or front matter, and changes no fence [WEB-WRITING-KEYS]', async () => {
    const { page, body } = await open(
      '---\nkey: a\n---\nTop.\n```js\nlet b;\n```\nMiddle.\n\n$$\nc\n$$\nBottom.\n\n```mermaid\ngraph LR\n```\nEnd.',
    );
    const line = (shown: string) => page.locator('.cm-line', { hasText: shown }).click();
    await page.locator('.cm-content math').waitFor();
    await line('End.');
    await press(page, 'Home', 'Backspace', '"  d --> e');
    await line('Bottom.');
    await press(page, 'Home', 'Control+Backspace', '" + 1');
    await line('Middle.');
    await press(page, 'Home', 'Backspace', '" // z', 'Home', 'Backspace', 'End', 'Delete');
    await line('Top.');
    await press(page, 'End', 'Delete', '"/**/ ');
    await line('Top.');
    await press(page, 'Home', 'Backspace', '"b');
    expect(await body()).toBe(
      '---\nkey: ab\n---\nTop.\n```js\n/**/ let b; // z\n```\nMiddle.\n\n$$\nc + 1\n$$\nBottom.\n\n```mermaid\ngraph LR  d --> e\n```\nEnd.',
    );
  });

  it('joins lines as in plain text where the whole source is shown [WEB-WRITING-KEYS]', async () => {
    const { page, body } = await open('```\na\n```\nb');
    await page.getByRole('button', { name: 'Source', exact: true }).click();
    await page.locator('.cm-source .cm-content').click();
    await press(page, 'Control+End', 'Home', 'Backspace');
    expect(await body()).toBe('```\na\n```b');
  });
});

it.each(['| a | b |', 'a | b'])(
  'a table typed by hand is source until the cursor leaves it, whatever has been loaded: %s [WEB-LIVE-TABLE]',
  async (heading) => {
    const { page, body } = await open('');
    const rows = heading.startsWith('|') ? ['| - | - |', '| c | d |'] : ['--|--', 'c | d'];
    for (let times = 0; times < 2; times++) {
      await press(page, 'Control+End', `"${heading}`, 'Enter', `"${rows[0]}`, 'Enter', `"${rows[1]}`);
      expect(await page.locator('.cm-content table').count()).toBe(times);
      await press(page, 'Enter', 'Enter');
      await expect.poll(() => page.locator('.cm-content table').count()).toBe(times + 1);
    }
    const table = [heading, ...rows, ''].join('\n');
    expect(await body()).toBe(`${table}\n${table}\n`);
  },
);

it('a mark key ends the text that it began, and marks the word around the cursor [WEB-WRITING-KEYS]', async () => {
  const { page, body } = await open('one ');
  await press(page, 'Control+b', '"bold', 'Control+b', '" and ', 'Control+i', '"italic', 'Control+i', '" end');
  expect(await body()).toBe('one **bold** and *italic* end');
  await press(page, 'ArrowLeft', 'Control+Shift+h', '"x');
  expect(await body()).toBe('one **bold** and *italic* ==enxd==');
});

it('Ctrl+Shift+V pastes plain text: no link, no table and no formatting [WEB-PASTE-PLAIN]', async () => {
  const { page, body } = await open('word', { permissions: ['clipboard-read', 'clipboard-write'] });
  const copy = (plain: string, html = '') =>
    page.evaluate(
      ([content, markup]) => {
        const items: Record<string, Blob> = { 'text/plain': new Blob([content as string], { type: 'text/plain' }) };
        if (markup !== '') items['text/html'] = new Blob([markup as string], { type: 'text/html' });
        return navigator.clipboard.write([new ClipboardItem(items)]);
      },
      [plain, html],
    );
  await copy('https://example.org/');
  await press(page, 'Control+a', 'Control+Shift+v');
  await expect.poll(body).toBe('https://example.org/');
  await copy('a\tb\nc\td');
  await press(page, 'Control+a', 'Control+Shift+v');
  await expect.poll(body).toBe('a\tb\nc\td');
  await copy('a bold word', '<p>a <b>bold</b> word</p>');
  await press(page, 'Control+a', 'Control+Shift+v');
  await expect.poll(body).toBe('a bold word');
  await press(page, 'Control+a', 'Control+v');
  await expect.poll(body).toBe('a **bold** word');
});

it('a thematic break is drawn as a rule where the cursor is not [WEB-LIVE-RULE]', async () => {
  const body = 'First\n\n---\n\n* * *\n\n___\n\n> quoted\n>\n> ***\n\nHeading\n---\n\nLast';
  const note = await service.note({ title: 'Rules', body });
  const page = await openNote(web, note);
  const rules = page.locator('.cm-content').getByRole('separator');
  await expect.poll(() => rules.count()).toBe(4);
  const [box, line] = await Promise.all([
    rules.first().boundingBox(),
    page.locator('.cm-line', { hasText: 'Last' }).boundingBox(),
  ]);
  expect(box?.width).toBeGreaterThan((line?.width ?? 0) * 0.9);
  await rules.nth(1).click();
  await expect.poll(() => rules.count()).toBe(3);
  await page.locator('.cm-line', { hasText: '* * *' }).waitFor();
  await page.keyboard.press('Control+End');
  await expect.poll(() => rules.count()).toBe(4);
  expect(await savedBody(page, service, note)).toBe(body);
});

it('the boxes of bulleted and numbered tasks are ticked by a click in the text [WEB-LIVE-TASKS]', async () => {
  const { page, note, body } = await open(
    '- [ ] one\n- [x] two\n  - [ ] deep\n\n1. [ ] three\n\n> - [ ] quoted\n\nend',
  );
  const boxes = text(page).getByRole('checkbox');
  await expect.poll(() => boxes.count()).toBe(5);
  for (const index of [0, 1, 2, 3, 4]) await boxes.nth(index).click();
  expect(await body()).toBe('- [x] one\n- [ ] two\n  - [x] deep\n\n1. [x] three\n\n> - [x] quoted\n\nend');
  await page.keyboard.press('Control+z');
  expect(await body()).toContain('> - [ ] quoted');
  expect((await service.read(note.id)).title).toBe('Blocks');
});

describe('an image with a written size', () => {
  it.each(['live', 'read'])('has that size in the %s mode, and its alternative text [WEB-IMAGE-SIZE]', async (mode) => {
    const id = await service.store('dots.png', 'image/png', createImage(400, 120));
    const address = `resource://default/resources/${id}`;
    const body = `![wide|200](${address})\n\nin a ![both|100x50](${address}) line\n\n![plain](${address})\n\nend\n`;
    const note = await service.note({ title: 'Sized', body });
    const page = await web.openPage(`#/n/${note.id}?mode=${mode}`);
    const images = page.locator(mode === 'live' ? '.cm-content' : 'article.prose').getByRole('img');
    const sizes = () =>
      images.evaluateAll((all) =>
        (all as HTMLImageElement[])
          .filter(({ alt }) => alt !== '')
          .map((image) => `${image.alt} ${Math.round(image.width)}x${Math.round(image.height)}`),
      );
    await expect.poll(sizes).toEqual(['wide 200x60', 'both 100x50', 'plain 400x120']);
    expect((await service.read(note.id)).body).toBe(body);
  });
});
