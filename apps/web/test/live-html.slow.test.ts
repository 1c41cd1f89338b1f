import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { openNote, savedBody, text } from './support/editor.js';
import { holdRequests } from './support/hold.js';
import { createImage } from './support/image.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const FILLER = `${'A line of text between the blocks.\n\n'.repeat(4)}`;
const INLINE =
  'Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, <mark>marked</mark>, <abbr title="Two">II</abbr>, a<br>break and Vec<T>.';

/** Opens a note with a part after its first words. */
async function openWith(part: string, title = 'Live') {
  const note = await service.note({ title, body: `First words.\n\n${part}\n\n${FILLER}Last words.\n` });
  return { note, page: await openNote(web, note) };
}

const line = (page: Page, hasText: string) => page.locator('.cm-line', { hasText });

/** Puts the cursor into the first line, and moves it down. */
async function moveDown(page: Page, lines: number): Promise<void> {
  await text(page).click({ position: { x: 5, y: 5 } });
  for (let moved = 0; moved < lines; moved += 1) await page.keyboard.press('ArrowDown');
}

describe('live view', () => {
  it('shows HTML within text as its elements, and its tags on the line of the cursor [WEB-LIVE-HTML]', async () => {
    const { note, page } = await openWith(INLINE);
    const shown = line(page, 'Press');
    await shown.locator('kbd', { hasText: /^Ctrl$/ }).waitFor();
    expect(await shown.textContent()).toBe('Press Ctrl, H2O, marked, II, abreak and Vec<T>.');
    expect(await shown.locator('br').count()).toBe(1);
    expect(await shown.locator('sub, mark, abbr[title="Two"]').count()).toBe(3);
    await moveDown(page, 2);
    await line(page, '<kbd>Ctrl</kbd>, H<sub>2</sub>O').waitFor();
    expect(await shown.locator('kbd', { hasText: /^Ctrl$/ }).count()).toBe(1);
    expect(await savedBody(page, service, note)).toBe(note.body);
  });

  it('keeps the height of a line with a line break when its tags are shown [WEB-LIVE-CALM]', async () => {
    const { page } = await openWith('One<br>two<br>three');
    await line(page, 'three').locator('br').first().waitFor({ state: 'attached' });
    const before = await line(page, 'three').boundingBox();
    await moveDown(page, 2);
    await line(page, 'One<br>').waitFor();
    const after = await line(page, 'three').boundingBox();
    expect(after?.height).toBe(before?.height);
  });

  it('shows an element with the Markdown in it as one block, and its source where the cursor is [WEB-LIVE-HTML]', async () => {
    const block = '<details>\n<summary>More</summary>\n\nSome **Markdown**.\n\n- item\n\n</details>';
    const { note, page } = await openWith(`${block}\n\n<p align="center" onclick="alert(1)">Centred</p>`);
    const shown = page.locator('.cm-block-html');
    await shown.filter({ hasText: 'Centred' }).waitFor();
    expect(await shown.count()).toBe(2);
    await shown.locator('summary').click();
    await shown.locator('strong', { hasText: 'Markdown' }).waitFor();
    expect(await shown.locator('[onclick]').count()).toBe(0);
    await moveDown(page, 2);
    await line(page, '<summary>More</summary>').waitFor();
    expect(await line(page, 'Some **Markdown**.').count()).toBe(1);
    expect(await shown.count()).toBe(1);
    expect(await savedBody(page, service, note)).toBe(note.body);
  });

  it('shows the source of HTML that shows nothing, and runs none of it [WEB-LIVE-HTML]', async () => {
    const { page } = await openWith('<script>document.title = "run"</script>\n\n<img src="x" onerror="alert(1)">');
    await page.locator('.cm-html-source', { hasText: '<script>' }).waitFor();
    expect(await page.locator('.cm-content script, .cm-content [onerror]').count()).toBe(0);
    expect(await page.title()).not.toBe('run');
  });

  it('dims comments, and renders nothing in them [WEB-LIVE-COMMENTS]', async () => {
    const comment = '%%\nHidden **text**\n\n| a | b |\n|---|---|\n| c | d |\n\n> [!note] x\n\n%%';
    const { page } = await openWith(`${comment}\n\nSeen %% aside %% again.\n\n> [!note] Shown`);
    await page.locator('.cm-content .callout').waitFor();
    await page.locator('.cm-comment', { hasText: '**text**' }).waitFor();
    expect(await page.locator('.cm-content table').count()).toBe(0);
    expect(await page.locator('.cm-content .callout').count()).toBe(1);
    expect(await line(page, 'Seen').locator('.tok-comment').textContent()).toBe('%% aside %%');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.locator('article .callout').waitFor();
    expect(await page.locator('article').textContent()).not.toMatch(/Hidden|aside|%%/);
  });

  it('numbers footnotes as the reading view does, also when one is added [WEB-LIVE-FOOTNOTES]', async () => {
    const notes = '[^1]: First.\n\n[^tea]: The tea, see[^1].';
    const { page } = await openWith(`One[^tea], two[^1] and ^[in place], again[^tea].\n\n${notes}`);
    const read = () => page.locator('.cm-line .cm-footnote-reference button').allInnerTexts();
    await expect.poll(read).toEqual(['1', '2', '3', '1', '2']);
    expect(await page.locator('.cm-footnote-label').allInnerTexts()).toEqual(['2.', '1.']);
    await page.getByRole('button', { name: 'Footnote 3' }).click();
    await page.locator('.cm-footnote-text', { hasText: 'in place' }).waitFor();
    await page.keyboard.press('Escape');
    await text(page).click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Home');
    await page.keyboard.type('Zero[^1] ');
    await expect.poll(read).toEqual(['2', '1', '3', '2', '1']);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await expect.poll(() => page.locator('article p sup a').allInnerTexts()).toEqual(['1', '2', '1', '3', '2', '1']);
  });

  it.each([
    ['- > [!tip] Listed\n  > with text', '.callout-tip', '[!tip]'],
    ['1. ```mermaid\n   graph LR\n   a --> b\n   ```', '.diagram img', '```mermaid'],
  ])('renders a block behind the mark of a list item: %j [WEB-LIVE-LISTED]', async (markdown, rendered, source) => {
    const { note, page } = await openWith(`${markdown}\n\nBehind.`);
    const shown = page.locator(`.cm-line > .cm-block ${rendered}`);
    await shown.waitFor();
    await line(page, 'Behind.').click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await line(page, source).waitFor();
    expect(await shown.count()).toBe(0);
    expect(await savedBody(page, service, note)).toBe(note.body);
  });

  it('shows images and links by reference, and follows a change of their definition [WEB-LIVE-REFERENCES]', async () => {
    const upload = await fetch(`${service.url}/api/v1/resources?filename=dots.png`, {
      method: 'POST',
      headers: { 'Content-Type': 'image/png' },
      body: createImage(40, 12),
    });
    const { id } = (await upload.json()) as { id: string };
    const { page } = await openWith(
      `![Dots][pic]\n\nWithin ![Small][pic] text.\n\n[pic]: resource://default/resources/${id}\n\n> [!note] [Link][to]\n\n[to]: https://example.org/a`,
    );
    await page.locator('.cm-block-media img[alt="Dots"]').waitFor();
    await line(page, 'Within').locator('img[alt="Small"]').waitFor();
    await page.locator('.callout a[href="https://example.org/a"]').waitFor();
    await line(page, 'example.org/a').click();
    await page.keyboard.press('End');
    await page.keyboard.type('b');
    await page.locator('.callout a[href="https://example.org/ab"]').waitFor();
  });

  it('hides a first heading that repeats the title, until the cursor reaches it [WEB-LIVE-TITLE]', async () => {
    const note = await service.note({ title: 'Tea', body: '# Tea\n\nText.\n' });
    const page = await openNote(web, note);
    await page.locator('.cm-block-title').waitFor({ state: 'attached' });
    expect(await line(page, 'Tea').count()).toBe(0);
    await line(page, 'Text.').click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await line(page, '# Tea').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type('s');
    expect(await savedBody(page, service, note)).toBe('# Teas\n\nText.\n');
    await line(page, 'Text.').click();
    await line(page, 'Teas').waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('Teas');
    await page.locator('.cm-block-title').waitFor({ state: 'attached' });
    expect(await line(page, 'Teas').count()).toBe(0);
  });

  it('loses no character typed while the renderer of HTML is loaded [WEB-LIVE-HTML]', async () => {
    const note = await service.note({ title: 'Typed', body: '' });
    const page = await openNote(web, note);
    const release = await holdRequests(page, '**/assets/rendered-*.js');
    await text(page).focus();
    const requested = page.waitForRequest('**/assets/rendered-*.js');
    await page.keyboard.type('Press <kbd>C');
    await requested;
    const arrived = page.waitForResponse('**/assets/rendered-*.js');
    release();
    await page.keyboard.type('trl</kbd> and ');
    await (await arrived).finished();
    await page.keyboard.type('%% wait %% done');
    expect(await savedBody(page, service, note)).toBe('Press <kbd>Ctrl</kbd> and %% wait %% done');
  });

  it('has no axe findings with HTML, comments and footnotes [WEB-AXE]', async () => {
    const { page } = await openWith(`${INLINE}\n\n%%\nAside\n\n%%\n\nA claim[^1].\n\n<p>Block</p>\n\n[^1]: Text.`);
    await page.locator('.cm-block-html').waitFor();
    expect(await violationsInBothThemes(page, { include: ['.cm-content'] })).toEqual([]);
  });
});
