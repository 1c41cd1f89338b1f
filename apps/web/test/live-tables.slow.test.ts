import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { openNote, savedBody, suggestions, text } from './support/editor.js';
import { holdRequests } from './support/hold.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const TABLE = '| Tea | Price |\n|:----|------:|\n| Sencha | 12 |\n| Matcha | *30* |\n';

/** Opens a note with a table between two paragraphs. */
async function openTable(table = TABLE) {
  const note = await service.note({ title: 'Table', body: `Before.\n\n${table}\nAfter.\n` });
  const page = await openNote(web, note);
  await page.locator('.cm-content table').waitFor();
  const read = async () => {
    const body = await savedBody(page, service, note);
    expect(body.startsWith('Before.\n\n')).toBe(true);
    return body.slice('Before.\n\n'.length);
  };
  return { page, read };
}

const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const isEdited = (page: Page, name: string) =>
  expect.poll(() => cell(page, name).evaluateAll(([element]) => element === document.activeElement)).toBe(true);

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Pastes text as a spreadsheet or another program puts it on the clipboard. */
const paste = (page: Page, plain: string, html = '') =>
  page.evaluate(
    ([content, markup]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', content as string);
      if (markup !== '') clipboardData.setData('text/html', markup as string);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      (document.activeElement as Element).dispatchEvent(event);
    },
    [plain, html],
  );

async function choose(page: Page, action: string): Promise<void> {
  await page.locator('.cm-content').getByRole('button', { name: 'Table actions' }).click();
  await page.getByRole('button', { name: action, exact: true }).click();
}

/** Drops what a page or program puts into a drag on a cell. */
async function drop(page: Page, target: Locator, data: Readonly<Record<string, string>>): Promise<void> {
  const dataTransfer = await page.evaluateHandle((types) => {
    const transfer = new DataTransfer();
    for (const [type, content] of Object.entries(types)) transfer.setData(type, content);
    return transfer;
  }, data);
  const { x = 0, y = 0, height = 0 } = (await target.boundingBox()) ?? {};
  const point = { clientX: x + 1, clientY: y + height / 2 };
  for (const type of ['dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer, ...point });
}

describe('a table in live view', () => {
  it('takes formatted text and links to notes that are dropped on a cell [WEB-LIVE-TABLE]', async () => {
    const linked = await service.note({ title: 'Tea | leaves' });
    const { page, read } = await openTable();
    await drop(page, page.getByRole('cell', { name: 'Sencha' }), {
      'text/html': '<b>Green</b> ',
      'text/plain': 'Green ',
    });
    await expect.poll(read).toBe(`${TABLE.replace('Sencha', '**Green** Sencha')}\nAfter.\n`);
    await isEdited(page, 'Row 1, column 1');
    await drop(page, cell(page, 'Row 1, column 1'), {
      'application/x-notes-ids': linked.id,
      'text/uri-list': `${service.url}/`,
    });
    const link = `[Tea \\| leaves](document://default/documents/${linked.id})`;
    await expect.poll(read).toBe(`${TABLE.replace('Sencha', `${link}**Green** Sencha`)}\nAfter.\n`);
    await drop(page, page.getByRole('columnheader', { name: 'Price' }), { 'text/plain': 'New ' });
    await expect
      .poll(read)
      .toBe(`${TABLE.replace('Sencha', `${link}**Green** Sencha`).replace('Price', 'New Price')}\nAfter.\n`);
  });

  it('is edited cell by cell, with Tab and Enter, and only the cell changes [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'End');
    await page.keyboard.type(' | leaf');
    expect(await read()).toBe(`${TABLE.replace('Sencha', 'Sencha \\| leaf')}\nAfter.\n`);
    await press(page, 'Tab');
    await isEdited(page, 'Row 1, column 2');
    await page.keyboard.type('13');
    await press(page, 'Enter');
    await isEdited(page, 'Row 2, column 2');
    await press(page, 'Enter');
    await isEdited(page, 'Row 3, column 2');
    await page.keyboard.type('5');
    await press(page, 'Shift+Enter');
    await page.keyboard.type('6');
    await press(page, 'Tab');
    await isEdited(page, 'Row 4, column 1');
    await press(page, 'Shift+Tab', 'Shift+Tab');
    await page.keyboard.type('new');
    const expected = TABLE.replace('Sencha | 12', 'Sencha \\| leaf | 13');
    expect(await read()).toBe(`${expected}| new | 5<br>6 |\n|  |  |\n\nAfter.\n`);
  });

  it('stays rendered while text is typed on the empty line below it, which is no row of it [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await text(page).getByText('After.').click();
    await press(page, 'ArrowUp', 'Home');
    await page.keyboard.type('So ');
    expect(await page.locator('.cm-content table').count()).toBe(1);
    await page.keyboard.type('it is.');
    expect(await page.locator('.cm-content table').count()).toBe(1);
    expect(await read()).toBe(`${TABLE}\nSo it is.\nAfter.\n`);
  });

  it('gets a row from a pipe typed on the line below it [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await text(page).getByText('After.').click();
    await press(page, 'ArrowUp', 'Home');
    await page.keyboard.type('| Bancha | 7 |');
    expect(await read()).toBe(`${TABLE}| Bancha | 7 |\nAfter.\n`);
  });

  it('is edited in rows that lack cells, have one pipe only, or end with a backslash [WEB-LIVE-TABLE]', async () => {
    const note = await service.note({ title: 'Rows', body: '| A | B |\n| - | - |\n|\n| c \\\n\nAfter.\n' });
    const page = await openNote(web, note);
    await page.locator('.cm-content table').waitFor();
    await text(page).getByText('After.').click();
    await press(page, 'ArrowUp', 'ArrowUp');
    await isEdited(page, 'Row 2, column 1');
    await press(page, 'Tab');
    await isEdited(page, 'Row 2, column 2');
    await page.keyboard.type('d');
    await press(page, 'ArrowUp');
    await isEdited(page, 'Row 1, column 2');
    await press(page, 'Shift+Tab');
    await isEdited(page, 'Row 1, column 1');
    await page.keyboard.type('a');
    expect(await savedBody(page, service, note)).toMatch(/\n\| ?a *\| *\|\n\| c \\ \| d *\|\n\nAfter/);
  });

  it('is entered and left by arrow keys [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await text(page).click({ position: { x: 5, y: 5 } });
    await press(page, 'Control+Home', 'ArrowDown', 'ArrowDown');
    await isEdited(page, 'Heading of column 1');
    await press(page, 'ArrowDown');
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'End', 'ArrowRight');
    await isEdited(page, 'Row 1, column 2');
    await press(page, 'Control+ArrowLeft');
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'Control+ArrowRight');
    await isEdited(page, 'Row 1, column 2');
    await press(page, 'ArrowDown', 'ArrowDown');
    await page.locator('.note-footer').getByText('7:1').waitFor();
    await press(page, 'ArrowDown');
    await page.keyboard.type('x');
    await press(page, 'ArrowUp', 'ArrowUp');
    await isEdited(page, 'Row 2, column 1');
    expect(await read()).toBe(`${TABLE}\nxAfter.\n`);
  });

  it('of many rows is scrolled and left by Page Down and Page Up, with the cursor in sight [WEB-LIVE-TABLE]', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => `| row ${index} | x |\n`).join('');
    const { page } = await openTable(`| A | B |\n|---|---|\n${rows}`);
    await page.getByRole('cell', { name: 'row 1', exact: true }).click();
    const rowOfCell = () =>
      page.evaluate(() => {
        const edited = document.activeElement?.closest('.cm-cell');
        const { top = -1, bottom = -1 } = edited?.getBoundingClientRect() ?? {};
        return edited && top > 0 && bottom < innerHeight
          ? Number(/\d+/.exec(edited.textContent ?? '')?.[0])
          : undefined;
      });
    await press(page, 'PageDown');
    await expect.poll(rowOfCell).toBeGreaterThan(12);
    const first = (await rowOfCell()) as number;
    await press(page, 'PageDown');
    await expect.poll(rowOfCell).toBeGreaterThan(first + 10);
    await press(page, 'PageUp');
    await expect.poll(rowOfCell).toBe(first);
    await press(page, 'PageUp', 'PageUp');
    await page.locator('.note-footer').getByText('1:1', { exact: true }).waitFor();
    await page.locator('.cm-content:focus').waitFor();
  });

  it('moves from a row taller than the page to the next by Page Down and Page Up [WEB-LIVE-TABLE]', async () => {
    const tall = Array.from({ length: 80 }, (_, index) => `line ${index}`).join('<br>');
    const { page } = await openTable(`| A | B |\n|---|---|\n| x | 1 |\n| ${tall} | 2 |\n| y | 3 |\n| z | 4 |\n`);
    await page.getByRole('cell', { name: '2', exact: true }).click();
    await isEdited(page, 'Row 2, column 2');
    await press(page, 'PageDown');
    await isEdited(page, 'Row 3, column 2');
    await press(page, 'PageUp');
    await isEdited(page, 'Row 2, column 2');
  });

  it('gives the focus back to the text where a change is undone [WEB-LIVE-TABLE]', async () => {
    const note = await service.note({ title: 'Far', body: `First.\n${'\nA line.\n'.repeat(200)}\n${TABLE}` });
    const page = await openNote(web, note);
    await text(page).click();
    await press(page, 'Control+Home', 'End');
    await page.keyboard.type(' Typed.');
    await press(page, 'Control+End');
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'Control+z');
    await page.locator('.cm-content:focus').waitFor();
    expect(await savedBody(page, service, note)).toMatch(/^First\.\n/);
    await page.keyboard.type('!');
    expect(await savedBody(page, service, note)).toMatch(/^First\.!\n/);
  });

  it('is entered, and takes no text, when the lines beside it are deleted [WEB-LIVE-TABLE]', async () => {
    const note = await service.note({ title: 'Beside', body: `Before.\n${TABLE}\nAfter.\n` });
    const page = await openNote(web, note);
    await page.locator('.cm-content table').waitFor();
    await page.locator('.cm-line', { hasText: 'After.' }).click();
    for (const key of ['Backspace', 'Control+Backspace']) {
      await press(page, 'Home', key);
      await isEdited(page, 'Row 2, column 2');
      await press(page, 'ArrowDown', 'ArrowDown');
      await page.locator('.cm-content:focus').waitFor();
    }
    await press(page, 'Control+Home', 'End', 'Delete');
    await isEdited(page, 'Heading of column 1');
    expect((await service.read(note.id)).body).toBe(note.body);
  });

  it('takes part in the undo history of the note [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'End');
    await page.keyboard.type('!');
    expect(await read()).toContain('| Sencha! |');
    await press(page, 'Control+z');
    await expect.poll(() => cell(page, 'Row 1, column 1').textContent()).toBe('Sencha');
    expect(await read()).toBe(`${TABLE}\nAfter.\n`);
    await press(page, 'Control+y');
    expect(await read()).toContain('| Sencha! |');
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'Control+a', 'Control+b');
    expect(await read()).toContain('| **Sencha!** |');
    await isEdited(page, 'Row 1, column 1');
  });

  it('gets, moves and loses rows and columns [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await choose(page, 'Insert column after');
    await isEdited(page, 'Row 1, column 2');
    await page.keyboard.type('Uji');
    await press(page, 'Alt+ArrowLeft', 'Alt+ArrowDown');
    await isEdited(page, 'Row 2, column 1');
    expect(await read()).toBe(
      '|  | Tea | Price |\n| --- |:----|------:|\n|  | Matcha | *30* |\n| Uji | Sencha | 12 |\n\nAfter.\n',
    );
    await choose(page, 'Centre column');
    await choose(page, 'Delete row');
    await choose(page, 'Insert row above');
    await page.keyboard.type('top');
    await choose(page, 'Delete column');
    expect(await read()).toBe('| Tea | Price |\n|:----|------:|\n|  |  |\n| Matcha | *30* |\n\nAfter.\n');
  });

  it('is filled from a spreadsheet, and made from one [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await page.getByRole('cell', { name: '30' }).click();
    await isEdited(page, 'Row 2, column 2');
    await paste(page, '1\t2\n3\t4\n');
    await isEdited(page, 'Row 3, column 3');
    expect(await read()).toBe(
      '| Tea | Price |  |\n|:----|------:| --- |\n| Sencha | 12 |  |\n| Matcha | 1 | 2 |\n|  | 3 | 4 |\n\nAfter.\n',
    );
    await press(page, 'Control+a');
    await paste(page, 'one cell\r\n');
    expect(await read()).toContain('\n|  | 3 | one cell |\n');
    await page.locator('.cm-line', { hasText: 'After.' }).click();
    await press(page, 'Control+End');
    await paste(page, 'a\tb\nc\td\n');
    expect(await read()).toMatch(/\nAfter\.\n\| a \| b \|\n\| --- \| --- \|\n\| c \| d \|\n$/);
    await expect.poll(() => page.locator('.cm-content table').count()).toBe(2);
  });

  it('shows its source on request, until the cursor leaves it [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'Escape');
    await page.locator('.cm-line', { hasText: '|:----|------:|' }).waitFor();
    await page.keyboard.type('x');
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await page.locator('.cm-content table').waitFor();
    expect(await read()).toMatch(/^\| Tea.*\n.*\n\| \w*x\w* \| 12 \|\n/);
    await page.getByRole('cell', { name: '30' }).click();
    await choose(page, 'Edit source');
    await page.locator('.cm-line', { hasText: '| Matcha | *30* |' }).waitFor();
  });

  it('without outer pipes keeps what is typed into an emptied cell, and every other cell [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable('Tea | Price\n--- | ---\nSencha | 12\nMatcha | 30\n');
    const retype = async (name: string, typed: string) => {
      await page.getByRole('cell', { name, exact: true }).click();
      await page.locator('.cm-cell').waitFor();
      await press(page, 'Control+a', 'Delete');
      await page.keyboard.type(typed);
    };
    await retype('12', '13');
    await retype('Matcha', '- x');
    expect(await read()).toBe('Tea | Price\n--- | ---\n| Sencha | 13 |\n| - x | 30 |\n\nAfter.\n');
  });

  it('keeps the rest of a cell as it is written, and its pipe behind a backslash [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable('|Tea|Price|\n|-|-|\n|a<br />b\u00a0c|12|\n');
    await page.getByRole('cell', { name: '12' }).click();
    await isEdited(page, 'Row 1, column 2');
    await press(page, 'Shift+Tab', 'ArrowRight');
    await page.keyboard.type('d  e \\');
    expect(await read()).toBe('|Tea|Price|\n|-|-|\n|a<br />b\u00a0cd  e \\ |12|\n\nAfter.\n');
  });

  it('keeps the links of a text pasted into a cell, and lists are plain [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'End');
    await paste(page, ' by Example', ' by <a href="https://example.org/a">Example</a>');
    await cell(page, 'Row 1, column 1').getByText('Sencha by [Example](https://example.org/a)').waitFor();
    expect(await read()).toContain('| Sencha by [Example](https://example.org/a) | 12 |');
    await press(page, 'Control+a');
    await paste(page, 'one\ntwo', '<ul><li>one</li><li>two</li></ul>');
    await web.watch.waitUntilIdle();
    expect(await read()).toContain('| one<br>two | 12 |');
  });

  it('makes the selected text of a cell a link to a pasted address [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await page.locator('.cm-content td').first().click();
    await press(page, 'Control+a');
    await paste(page, 'https://example.org/a|b');
    await page.keyboard.type('!');
    expect(await read()).toBe(`${TABLE.replace('Sencha', '[Sencha!](https://example.org/a%7Cb)')}\nAfter.\n`);
    await press(page, 'End');
    await paste(page, 'https://example.org/c');
    expect(await read()).toContain('[Sencha!](https://example.org/a%7Cb)https://example.org/c |');
  });

  it('takes a pasted picture into the edited cell [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'End');
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['GIF89a'], 'leaf.gif', { type: 'image/gif' }));
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      (document.activeElement as Element).dispatchEvent(event);
    });
    await expect
      .poll(read)
      .toMatch(/^\| Tea \| Price \|\n.*\n\| Sencha!\[leaf\.gif\]\(resource:\S+\) \| 12 \|\n\| Matcha/);
  });

  it('is saved without characters that the service refuses [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'End');
    await paste(page, '\0 1\ud83d');
    await page.keyboard.type('2');
    expect(await read()).toContain('| Sencha 12 | 12 |');
  });

  it('keeps an input method working in its cells [WEB-LIVE-TABLE]', async () => {
    const { page, read } = await openTable();
    const method = await page.context().newCDPSession(page);
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await isEdited(page, 'Row 1, column 1');
    await press(page, 'End');
    for (const step of ['に', 'にほ', '日本'])
      await method.send('Input.imeSetComposition', {
        text: step,
        selectionStart: step.length,
        selectionEnd: step.length,
      });
    await method.send('Input.insertText', { text: '日本' });
    await page.keyboard.type('!');
    expect(await read()).toContain('| Sencha日本! |');
  });

  it('inserted by the slash menu is edited in its cells at once, the first table of a page too [WEB-LIVE-TABLE]', async () => {
    const note = await service.note({ title: 'New table', body: '' });
    const page = await openNote(web, note);
    const insert = async () => {
      await page.keyboard.type('/tabl');
      await suggestions(page).and(page.locator('[aria-selected]')).filter({ hasText: 'Table' }).waitFor();
      await press(page, 'Enter');
      await isEdited(page, 'Heading of column 1');
    };
    await text(page).click();
    await insert();
    await page.keyboard.type('a | b');
    await press(page, 'Tab');
    await page.keyboard.type('c');
    await press(page, 'Control+End');
    await page.keyboard.type('\n');
    await insert();
    await page.keyboard.type('d');
    const rest = '| --- | --- |\n|  |  |';
    expect(await savedBody(page, service, note)).toBe(`| a \\| b | c |\n${rest}\n\n| d |  |\n${rest}`);
  });

  it('at the start of a note that takes focus is edited in its first cell, the first table of a page too [WEB-LIVE-TABLE]', async () => {
    const note = await service.note({ title: 'Begins with a table', body: TABLE });
    const page = await openNote(web, await service.note({ title: 'Plain', body: 'text\n' }));
    await text(page).click();
    const release = await holdRequests(page, '**/assets/rendered-*.js');
    await press(page, 'Control+k');
    await page.keyboard.type(note.title);
    await page.getByRole('option', { selected: true }).getByText(note.title, { exact: true }).waitFor();
    await press(page, 'Enter');
    await text(page).getByText('| Sencha').waitFor();
    await page.locator('.cm-content:focus').waitFor();
    release();
    await isEdited(page, 'Heading of column 1');
    await page.keyboard.type('Green ');
    expect(await savedBody(page, service, note)).toBe(TABLE.replace('Tea', 'Green Tea'));
  });

  it('takes text typed at its start into its first cell while its code is loaded [WEB-LIVE-TABLE]', async () => {
    const note = await service.note({ title: 'First', body: TABLE });
    const page = await web.openPage('#/');
    const release = await holdRequests(page, '**/assets/rendered-*.js');
    await page.evaluate((hash) => location.assign(hash), `#/n/${note.id}?mode=live`);
    await text(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('My ');
    expect(await savedBody(page, service, note)).toBe(TABLE.replace('Tea', 'My Tea'));
    release();
    await page.keyboard.press('Control+End');
    await page.locator('.cm-content table').waitFor();
    expect(await savedBody(page, service, note)).toBe(TABLE.replace('Tea', 'My Tea'));
  });

  it('has no axe findings, also while a cell is edited [WEB-AXE]', async () => {
    const { page } = await openTable();
    await page.getByRole('cell', { name: 'Sencha' }).click();
    await isEdited(page, 'Row 1, column 1');
    expect(await violationsInBothThemes(page, { include: ['.cm-block'] })).toEqual([]);
  });

  it('completes a link in a cell, and goes on typing behind it [WEB-LIVE-CELL-LINKS]', async () => {
    await service.note({ title: 'Gyokuro', body: 'x' });
    await service.note({ title: 'Gyokuro | shaded', body: 'x' });
    const { page, read } = await openTable();
    await page.locator('.cm-content td', { hasText: 'Sencha' }).click();
    await press(page, 'Control+a');
    await page.keyboard.type('or [[Gyo');
    const options = suggestions(page);
    await options.filter({ hasText: 'shaded' }).waitFor();
    const edited = page.locator('.cm-cell');
    await expect.poll(() => edited.getAttribute('aria-activedescendant')).not.toBeNull();
    const [list, box] = [await page.locator('.cm-tooltip-autocomplete').boundingBox(), await edited.boundingBox()];
    expect(Math.abs((list?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0))).toBeLessThan(12);
    const isPlainFirst = (await options.first().textContent()) === 'Gyokuro';
    if (!isPlainFirst) await press(page, 'ArrowDown');
    await press(page, 'Enter');
    await page.keyboard.type(' now [[Gyo');
    await options.filter({ hasText: 'shaded' }).waitFor();
    await press(page, 'Escape');
    await options.first().waitFor({ state: 'detached' });
    await press(page, ...Array.from('[[Gyo', () => 'Backspace'));
    await page.keyboard.type('[[Gyokuro |');
    expect(await read()).toContain('| or [[Gyokuro]] now [[Gyokuro \\| | 12 |');
  });

  it('escapes the bars of a completed link in a cell [WEB-LIVE-CELL-LINKS]', async () => {
    await service.note({ title: 'Kukicha | stems', body: 'x' });
    const { page, read } = await openTable();
    await page.locator('.cm-content td', { hasText: 'Sencha' }).click();
    await press(page, 'Control+a');
    await page.keyboard.type('[[Kuki');
    await suggestions(page).filter({ hasText: 'stems' }).waitFor();
    await press(page, 'Enter');
    await page.keyboard.type(' x');
    expect(await read()).toMatch(/^\| \[Kukicha \\\| stems\]\(\S+\) x \| 12 \|$/m);
  });
});
