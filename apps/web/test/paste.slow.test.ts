import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openNote, savedBody, statusMessages, text } from './support/editor.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;
const folder = new URL('./clipboard/', import.meta.url);
const names = readdirSync(folder).flatMap((name) => (name.endsWith('.clip') ? name.slice(0, -5) : []));
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

async function open(body = '') {
  const note = await service.note({ title: 'Pasted', body });
  const page = await openNote(web, note);
  await text(page).click();
  await page.keyboard.press('Control+End');
  return { page, note, body: () => savedBody(page, service, note) };
}

interface Clipboard {
  readonly plain?: string;
  readonly html?: string;
  /** Content of a picture in base 64. */
  readonly png?: string;
}

/** Pastes as a program does that puts several types on the clipboard. */
const paste = (page: Page, clipboard: Clipboard) =>
  text(page).evaluate((target, { plain, html, png }) => {
    const clipboardData = new DataTransfer();
    if (plain !== undefined) clipboardData.setData('text/plain', plain);
    if (html !== undefined) clipboardData.setData('text/html', html);
    if (png !== undefined) {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    }
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, clipboard);

/** Drops what another page or program puts into a drag, at the end of the last line. */
async function drop(page: Page, data: Readonly<Record<string, string>>, files: readonly string[] = []): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([types, names]) => {
      const transfer = new DataTransfer();
      for (const [type, content] of Object.entries(types)) transfer.setData(type, content);
      for (const name of names) transfer.items.add(new File([name], name, { type: 'image/png' }));
      return transfer;
    },
    [data, files] as const,
  );
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('.cm-line').last().boundingBox()) ?? {};
  await text(page).dispatchEvent('drop', { dataTransfer, clientX: x + width - 1, clientY: y + height / 2 });
}

describe('dropped text', () => {
  it('becomes Markdown as pasted text does, and is undone at once [WEB-PASTE]', async () => {
    const { page, body } = await open('- a\n- b ');
    await page.keyboard.press('Control+Home');
    await drop(page, { 'text/html': '<b>c</b> and <a href="https://example.org/">d</a>', 'text/plain': 'c and d' });
    await expect.poll(body).toBe('- a\n- b **c** and [d](https://example.org/)');
    await page.keyboard.type('!');
    expect(await body()).toBe('- a\n- b **c** and [d](https://example.org/)!');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await body()).toBe('- a\n- b ');
    await drop(page, { 'text/plain': '*e*' });
    await expect.poll(body).toBe('- a\n- b *e*');
  });

  it('links to notes and shows attachments of the library by their URIs [WEB-PASTE]', async () => {
    const { page, body } = await open();
    const image = await service.store('map.png', 'image/png', Buffer.from(PNG, 'base64'));
    const address = `${service.url}/api/v1/resources/${image}/content`;
    await drop(page, { 'text/html': `<img alt="map" src="${address}">`, 'text/uri-list': address });
    await expect.poll(body).toBe(`![map](resource://default/resources/${image})`);
  });

  it('that links to a note, a heading or a history of the library keeps what it leads to [WEB-PASTE-LINK]', async () => {
    const { id } = await service.note({ title: 'Dropped target', body: '# Head\n' });
    const address = `${service.url}/#/n/${id}`;
    const { page, body } = await open();
    const dropLink = (to: string) => drop(page, { 'text/html': `<a href="${to}">here</a>`, 'text/plain': to });
    await dropLink(address);
    await expect.poll(body).toBe('[[Dropped target]]');
    await page.keyboard.type(' ');
    await dropLink(`${address}?at=Head`);
    const atHead = `[[Dropped target]] [here](document://default/documents/${id}#Head)`;
    await expect.poll(body).toBe(atHead);
    await page.keyboard.type(' ');
    await dropLink(`${address}/history`);
    await expect.poll(body).toBe(`${atHead} [here](${address}/history)`);
  });

  it('stays text within code, and moves within the note as Markdown [WEB-PASTE]', async () => {
    const { page, body } = await open('**bold** text\n\n```\ncode ');
    await drop(page, { 'text/html': '<b>c</b>', 'text/plain': 'c' });
    await expect.poll(body).toBe('**bold** text\n\n```\ncode c');
    await drop(page, { 'text/html': '<b>d</b><img src="cid:1">', 'text/plain': 'd' }, ['d.png']);
    await expect.poll(body).toBe('**bold** text\n\n```\ncode cd');
    await page.keyboard.press('Control+z');
    expect(await body()).toBe('**bold** text\n\n```\ncode c');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+End');
    const [from, to] = await Promise.all([0, 3].map((at) => page.locator('.cm-line').nth(at).boundingBox()));
    await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move((from?.x ?? 0) + 24, (from?.y ?? 0) + 14);
    await page.mouse.move((to?.x ?? 0) + 1, (to?.y ?? 0) + 10, { steps: 3 });
    await page.mouse.up();
    await expect.poll(body).toBe('\n\n```\n**bold** textcode c');
  });
});

describe('pasted text', () => {
  it('of twenty clipboards of other programs becomes the Markdown a person would write [WEB-PASTE]', async () => {
    const { page, body } = await open();
    for (const name of names) {
      await paste(page, { html: read(`${name}.clip`), plain: 'plain' });
      await expect.poll(() => text(page).textContent()).not.toBe('');
      const pasted = await body();
      // The cursor is below a table or code, else behind the text.
      expect(pasted.endsWith('\n') ? pasted : `${pasted}\n`, name).toBe(read(`${name}.md`));
      // Once selects the cell of a table, twice the note.
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
    }
    expect(names).toHaveLength(20);
  });

  it('keeps its order with what is typed meanwhile, fits into lists and paragraphs, and is undone at once [WEB-PASTE]', async () => {
    const { page, body } = await open('- ');
    await paste(page, { html: '<ul><li>a<ul><li><b>b</b></li></ul></li></ul>', plain: 'a b' });
    await page.keyboard.type(' and on');
    await expect.poll(body).toBe('- a\n  - **b** and on');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('word');
    await paste(page, { html: '<h2>Head</h2><p>text</p>', plain: 'Head text' });
    await expect.poll(body).toBe('word\n\n## Head\n\ntext');
    await page.keyboard.press('Control+z');
    expect(await body()).toBe('word');
  });

  it('leaves the cursor below a table or code at its end [WEB-PASTE]', async () => {
    const { page, body } = await open('');
    const table = '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>';
    await paste(page, { html: `<p>x</p>${table}`, plain: 'x a b 1 2' });
    await page.locator('.cm-content table').waitFor();
    await page.keyboard.type('below');
    expect(await body()).toBe('x\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nbelow');
    await page.keyboard.press('Enter');
    await paste(page, { html: '<pre>code</pre>', plain: 'code' });
    await expect.poll(body).toContain('code');
    await page.keyboard.type('then');
    expect(await body()).toMatch(/below\n\n```\ncode\n```\nthen$/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await paste(page, { plain: 'c\td\n3\t4\n' });
    await page.keyboard.type('last');
    expect(await body()).toMatch(/then\n\n\| c \| d \|\n\| --- \| --- \|\n\| 3 \| 4 \|\n\nlast$/);
  });

  it('stays in the list or quote it is pasted into, with and without formatting [WEB-PASTE]', async () => {
    const { page, body } = await open('- a\n  - ');
    await paste(page, { plain: '- x\n- y\n' });
    await expect.poll(body).toBe('- a\n  - x\n  - y');
    await page.keyboard.press('Enter');
    await page.keyboard.type('costs');
    await paste(page, {
      html: '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
      plain: '1',
    });
    const table = '| 1 | 2 |\n    | --- | --- |\n    | 3 | 4 |';
    await expect.poll(body).toBe(`- a\n  - x\n  - y\n  - costs\n\n    ${table}`);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('> said ');
    await paste(page, { html: '<p>one</p><p>two</p>', plain: 'one\n\ntwo' });
    await expect.poll(body).toBe('> said one\n>\n> two');
  });

  it('as the address of a note becomes a link to the note, and an unknown one stays [WEB-PASTE-LINK]', async () => {
    const target = await service.note({ title: 'Pasted target' });
    const address = `${service.url}/#/n/${target.id}`;
    const { page, body } = await open('see ');
    await paste(page, { plain: address });
    await expect.poll(body).toBe('see [[Pasted target]]');
    web.watch.expect(statusMessages(404));
    await page.keyboard.press('Control+a');
    const unknown = `${service.url}/#/n/doc_00000000000000000000000000`;
    await paste(page, { plain: unknown });
    await expect.poll(body).toBe(unknown);
  });

  it('in code and as an address stays plain, and an address on selected text makes a link [WEB-PASTE-LINK]', async () => {
    const { page, body } = await open('see this');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await paste(page, { plain: 'https://example.org/a_b', html: '<a href="https://example.org/a_b">x</a>' });
    expect(await body()).toBe('see [this](https://example.org/a_b)');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' ');
    await paste(page, { plain: 'https://example.org/', html: '<a href="https://example.org/">x</a>' });
    expect(await body()).toBe('see [this](https://example.org/a_b) https://example.org/');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('see this');
    await page.keyboard.press('Control+ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+End');
    await paste(page, { plain: 'https://example.org/' });
    expect(await body()).toBe('see [this](https://example.org/)');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('```\n');
    await paste(page, { plain: 'bold', html: '<b>bold</b>' });
    expect(await body()).toBe('```\nbold');
  });

  it('with a megabyte of HTML leaves the page responsive, and is plain when its formatting cannot be read [WEB-PASTE]', async () => {
    const { page, body } = await open();
    const rows = Array.from({ length: 12_000 }, (_, index) => `<tr><td>row ${index}</td><td><b>${index}</b></td></tr>`);
    await page.evaluate(() => {
      const state = window as unknown as { longest: number };
      state.longest = 0;
      let last = performance.now();
      const tick = () => {
        const now = performance.now();
        state.longest = Math.max(state.longest, now - last);
        last = now;
        setTimeout(tick);
      };
      tick();
    });
    const html = `<table>${rows.join('')}</table>`.padEnd(1_000_000, ' ');
    await paste(page, { plain: 'rows', html });
    await expect.poll(async () => (await body()).split('\n').length).toBe(12_002);
    expect(await page.evaluate(() => (window as unknown as { longest: number }).longest)).toBeLessThan(2_000);
    await page.keyboard.press('Control+a');
    await paste(page, { plain: 'deep', html: '<div>'.repeat(2_000) });
    await page.getByText('so it was pasted as plain text').waitFor();
    await expect.poll(body).toBe('deep');
  });

  it('is kept as plain text when the note is left before its formatting is read [WEB-PASTE]', async () => {
    const { page, note } = await open('start ');
    const html = '<p>some <b>bold</b></p>'.repeat(20_000);
    const readStored = () => service.read(note.id).then(({ body }) => body);
    await paste(page, { plain: 'first ', html });
    await page.evaluate(() => location.assign('#/tags'));
    await page.getByText('so the text was pasted as plain text').waitFor();
    await expect.poll(readStored).toBe('start first ');
    await web.goTo(page, `#/n/${note.id}?mode=live`);
    await text(page).click();
    await page.keyboard.press('Control+End');
    await paste(page, { plain: 'second', html });
    await page.reload();
    await expect.poll(readStored).toBe('start first second');
  });

  it('with characters that the service refuses is saved without them [WEB-PASTE]', async () => {
    const { page, body } = await open();
    await paste(page, { plain: 'a\0b\ud83d' });
    expect(await body()).toBe('ab');
    await paste(page, { plain: '\0c', html: '<p>c</p>' });
    await expect.poll(body).toBe('abc');
  });
});

describe('pictures', () => {
  it('in pasted text become attachments in their places, and those of the web stay addresses [WEB-PASTE-IMAGES]', async () => {
    const { page, body } = await open();
    const html = `<p>Before <img alt="a dot" src="data:image/png;base64,${PNG}"> between <img alt="far" src="https://example.org/far.png"> after</p>`;
    await paste(page, { plain: 'Before between after', html });
    await expect
      .poll(body)
      .toMatch(
        /^Before !\[a dot\]\(resource:\/\/default\/resources\/res_\w+\) between !\[far\]\(https:\/\/example\.org\/far\.png\) after$/,
      );
  });

  it('ask for a description that neither takes focus nor is in the way, also by key [WEB-ALT-TEXT]', async () => {
    const { page, body } = await open();
    await paste(page, { png: PNG });
    const field = page.getByLabel('Describe the image');
    await field.waitFor();
    await page.keyboard.type(' typed on');
    await expect.poll(body).toMatch(/^!\[Pasted [^\]]+\]\(resource:\S+\) typed on$/);
    await field.fill('A [red] dot');
    await field.press('Enter');
    await field.waitFor({ state: 'detached' });
    await expect.poll(body).toMatch(/^!\[A \\\[red\\\] dot\]\(resource:\S+\) typed on$/);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+.');
    await page.keyboard.press('a');
    await field.waitFor();
    expect(await field.inputValue()).toBe('A [red] dot');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.keyboard.type('x');
    await expect.poll(body).toMatch(/^x!/);
  });
});
