import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violationsInBothThemes } from './support/axe.js';
import { openNote, savedBody, text, typeAtEnd } from './support/editor.js';
import { holdRequests } from './support/hold.js';
import { createImage } from './support/image.js';
import type { Note } from './support/service.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const FILLER = `${'A line of text between the blocks.\n\n'.repeat(4)}`;

/** Opens a note with the block after its first words. */
async function openWith(block: string): Promise<{ readonly note: Note; readonly page: Page }> {
  const note = await service.note({ title: 'Live', body: `First words.\n\n${block}\n\n${FILLER}Last words.\n` });
  return { note, page: await openNote(web, note) };
}

/** Uploads an image, and returns the address by which notes name it. */
async function uploadImage(): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/resources?filename=dots.png`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/png' },
    body: createImage(400, 120),
  });
  const { id } = (await answer.json()) as { id: string };
  return `resource://default/resources/${id}`;
}

/** Blocks by name: their Markdown, what is rendered, and a part of the source. */
const blocks: Readonly<Record<string, readonly [markdown: string, rendered: string, source: string]>> = {
  'a callout': ['> [!warning] Mind it\n> Water at **70** degrees.', '.callout-warning strong', '> [!warning]'],
  'a formula': ['$$\na^2 + b^2\n$$', '.math.display math', '$$'],
  'a diagram': ['```mermaid\ngraph LR\n  a --> b\n```', '.diagram img', '```mermaid'],
  'an embed': ['![[First]]', '.cm-block-media', '![[First]]'],
};

describe('live view', () => {
  it.each(Object.entries(blocks))(
    'shows %s rendered, and its source while the cursor is in it [WEB-LIVE]',
    async (_name, [markdown, rendered, source]) => {
      const { note, page } = await openWith(markdown);
      const shown = page.locator(`.cm-content ${rendered}`);
      await shown.first().waitFor();
      const line = page.locator('.cm-line').filter({ hasText: source }).first();
      expect(await line.count()).toBe(0);
      await text(page).click({ position: { x: 5, y: 5 } });
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await line.waitFor();
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => line.count()).toBe(0);
      await shown.first().waitFor();
      expect((await service.read(note.id)).body).toBe(note.body);
    },
  );

  it('shows nothing of a block that was deleted with all of its note [WEB-LIVE]', async () => {
    for (const [markdown, rendered] of Object.values(blocks)) {
      const page = await openNote(web, await service.note({ title: 'Emptied', body: `${markdown}\n\nLast words.\n` }));
      await page.locator(`.cm-content ${rendered}`).first().waitFor();
      await text(page).getByText('Last words.').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      expect(await page.locator('.cm-content .cm-block').count()).toBe(0);
      expect(await text(page).textContent()).toBe('');
      await page.keyboard.press('Control+z');
      await page.locator(`.cm-content ${rendered}`).first().waitFor();
    }
  });

  it('lets the lines of list items hang behind their marks, each level further in [WEB-HANGING]', async () => {
    const long = 'word '.repeat(60).trim();
    const body = `Start.\n\n- ${long}\n    - [ ] ${long}\n        1. ${long}\n- first\n  second line\n`;
    const page = await openNote(web, await service.note({ title: 'Hanging', body }));
    /** Distances of the starts of all lines of the texts of items from the start of the note, in pixels. */
    const starts = (item: string) =>
      page.locator('.cm-line', { hasText: item }).evaluateAll((lines) => {
        const left = document.querySelector('.cm-content')?.getBoundingClientRect().left ?? 0;
        return lines.map((line) => {
          const range = document.createRange();
          range.selectNodeContents(line.lastChild as Node);
          return [...range.getClientRects()].map((rect) => Math.round(rect.left - left));
        });
      });
    await page.locator('.cm-content input[type=checkbox]').waitFor();
    const items = await starts('word');
    expect(items.map((lefts) => lefts.length > 1)).toEqual([true, true, true]);
    // Marks of several widths begin a line; the rest of the line is within two pixels of the lines below it.
    for (const lefts of items) expect(Math.max(...lefts) - Math.min(...lefts)).toBeLessThanOrEqual(2);
    const levels = items.map(([first]) => first as number);
    for (const [index, left] of levels.entries()) expect(left - (levels[index - 1] ?? 0)).toBeGreaterThan(20);
    const [[first], [second]] = (await starts('first')).concat(await starts('second line')) as [number[], number[]];
    expect(second).toBe(first);
  });

  it('tells the kind of a callout by an icon, and names it when its title does not [WEB-CALLOUT-KIND]', async () => {
    const kinds = ['note', 'tip', 'important', 'warning', 'caution', 'danger', 'info', 'question', 'quote', 'todo'];
    const body = kinds.map((kind) => `> [!${kind}] Titled\n> text\n`).join('\n');
    const page = await openNote(
      web,
      await service.note({ title: 'Kinds', body: `Start.\n\n${body}\n> [!tip]\n> text\n` }),
    );
    const icons = page.locator('.callout-icon > svg');
    await expect.poll(() => icons.count()).toBe(kinds.length + 1);
    const paths = await icons.locator('path').evaluateAll((all) => all.map((path) => path.getAttribute('d')));
    expect(new Set(paths.slice(0, kinds.length)).size).toBe(kinds.length);
    const names = await icons.evaluateAll((all) => all.map((icon) => icon.getAttribute('aria-label')?.toLowerCase()));
    expect(names).toEqual([...kinds, undefined]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await icons.evaluateAll((all) => all.every((icon) => icon.getBoundingClientRect().width > 10))).toBe(true);
  });

  it('keeps showing the source of the block being typed when its renderer arrives [WEB-LIVE]', async () => {
    const note = await service.note({ title: 'Typed', body: '' });
    const page = await openNote(web, note);
    const release = await holdRequests(page, '**/assets/rendered-*.js');
    await text(page).focus();
    await page.evaluate(() => {
      const content = document.querySelector('.cm-content') as HTMLElement;
      const note = () => document.body.toggleAttribute('data-rendered', content.querySelector('.callout') !== null);
      new MutationObserver(() => document.body.hasAttribute('data-rendered') || note()).observe(content, {
        childList: true,
        subtree: true,
      });
    });
    const requested = page.waitForRequest('**/assets/rendered-*.js');
    await page.keyboard.type('> [!warning] Wet');
    await requested;
    const arrived = page.waitForResponse('**/assets/rendered-*.js');
    release();
    await (await arrived).finished();
    await page.keyboard.type(' paint');
    expect(await savedBody(page, service, note)).toBe('> [!warning] Wet paint');
    expect(await page.locator('body[data-rendered]').count()).toBe(0);
  });

  it('shows images, highlights and formulas within lines away from the cursor [WEB-LIVE]', async () => {
    const image = await uploadImage();
    const body = `First.\n\nThe ==marked== $a^2$ and ![Dots](${image}) here.\n`;
    const page = await openNote(web, await service.note({ title: 'Inline', body }));
    await page.locator('.cm-line math').waitFor();
    await page.locator('.cm-line mark', { hasText: /^marked$/ }).waitFor();
    const enlarge = page.getByRole('button', { name: 'Show at full size: Dots' });
    await enlarge.click();
    await page.getByRole('dialog', { name: 'Dots' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await enlarge.evaluate((button) => button === document.activeElement)).toBe(true);
    await typeAtEnd(page, 'x');
    await page.keyboard.press('ArrowUp');
    await page.locator('.cm-line', { hasText: `==marked== $a^2$ and ![Dots](${image})` }).waitFor();
    expect(await enlarge.count()).toBe(1);
    expect(await page.locator('.cm-line math').count()).toBe(0);
  });

  it('shows an item being typed below a text as an item, and its dash as an underline once it is left [WEB-LIVE]', async () => {
    const note = await service.note({ title: 'Typed items', body: 'Text.\n' });
    const page = await openNote(web, note);
    const classes = () => page.locator('.cm-line').evaluateAll((lines) => lines.map(({ className }) => className));
    await typeAtEnd(page, '- ');
    expect(await classes()).toEqual(['cm-line', 'cm-line cm-item cm-item-1']);
    for (const mark of ['*', '1.', '-']) {
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type(`${mark} a`);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(await classes(), mark).toEqual(['cm-line cm-item cm-item-1', 'cm-line cm-item cm-item-2']);
    }
    await page.keyboard.press('ArrowUp');
    const heading = 'cm-heading cm-heading-2';
    expect(await classes()).toEqual([`cm-line cm-item cm-item-1 ${heading}`, `cm-line ${heading}`]);
  });

  it('shows bullets, boxes and quotations without their marks away from the cursor, and keeps words in brackets [WEB-LIVE]', async () => {
    const { page } = await openWith(
      '- item\n- [ ] task\n1. first\n\n> said\n> > cited\n\nwords [sic] and [a link](https://example.org)',
    );
    const lines = () => page.locator('.cm-line').allTextContents();
    await expect.poll(lines).toEqual(expect.arrayContaining(['• item', ' task', '1. first', 'said', '> cited']));
    expect(await lines()).toContain('words [sic] and a link');
    await page.locator('.cm-line', { hasText: 'said' }).click();
    await expect.poll(lines).toContain('> said');
    expect(await lines()).toContain('• item');
  });

  it('keeps the line of the cursor in place when blocks open and close [WEB-LIVE-CALM]', async () => {
    const callout = `> [!note] Long\n${'> A line of the callout, *with* marks.\n>\n'.repeat(6)}> The end.`;
    const { page } = await openWith(callout);
    await page.locator('.cm-content .callout').waitFor();
    const after = page.locator('.cm-line', { hasText: 'A line of text between' }).first();
    await after.click();
    const top = async () => Math.round((await after.boundingBox())?.y ?? 0);
    const before = await top();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.locator('.cm-line', { hasText: '[!note]' }).waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.locator('.cm-content .callout').waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
  });

  it('keeps the cursor in place while a diagram above it is drawn [WEB-LIVE-CALM]', async () => {
    const steps = Array.from({ length: 12 }, (_, index) => `  a${index} --> a${index + 1}\n`).join('');
    const note = await service.note({
      title: 'Drawn',
      body: `${FILLER.repeat(3)}\`\`\`mermaid\ngraph TD\n${steps}\`\`\`\n\nLast words.`,
    });
    const page = await openNote(web, note);
    await text(page).click();
    await page.keyboard.press('Control+End');
    const last = page.locator('.cm-line', { hasText: 'Last words.' });
    const isInSight = () => last.evaluate((line) => line.getBoundingClientRect().bottom <= innerHeight);
    await page.locator('.cm-content .diagram img').waitFor();
    await expect.poll(isInSight).toBe(true);
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await page.locator('.cm-line', { hasText: 'a11 -->' }).waitFor();
    await page.keyboard.type(' ');
    await page.keyboard.press('Control+End');
    await page.locator('.cm-content .diagram img').waitFor();
    await web.watch.waitUntilIdle();
    expect(await isInSight()).toBe(true);
  });

  it('puts the cursor at the clicked word of a callout, below the pointer [WEB-LIVE-CALM]', async () => {
    const { page } = await openWith('> [!note] Title\n> One line.\n> The **second** line has a target word.');
    const word = page.locator('.cm-content .callout p', { hasText: 'target' });
    const box = await word.boundingBox();
    await word.click();
    const line = page.locator('.cm-line', { hasText: 'target' });
    await line.waitFor();
    await page
      .locator('.note-footer')
      .getByText(/^[45]:\d+$/)
      .waitFor();
    expect(Math.abs(((await line.boundingBox())?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(60);
  });

  it('ticks a task in a rendered callout [WEB-LIVE]', async () => {
    const { note, page } = await openWith('> [!todo] Today\n> - [ ] one\n> - [ ] two');
    await page.getByRole('checkbox', { name: 'two' }).click();
    expect(await savedBody(page, service, note)).toContain('> - [ ] one\n> - [x] two');
    expect(await page.getByRole('checkbox', { name: 'two' }).isChecked()).toBe(true);
  });

  it('shows front matter as fields, and writes the one that is changed [WEB-LIVE-MATTER]', async () => {
    const matter = '---\ntitle: Tea\ntags: [green,  "black"]\ndraft: false\n---\n';
    const note = await service.note({ title: 'Matter', body: `${matter}\nText.\n` });
    const page = await openNote(web, note);
    const fields = page.getByRole('group', { name: 'Properties' });
    await fields.getByLabel('title', { exact: true }).fill('Tea: green');
    await fields.getByLabel('draft', { exact: true }).click();
    const changed = matter.replace('title: Tea', 'title: "Tea: green"').replace('false', 'true');
    expect(await savedBody(page, service, note)).toBe(`${changed}\nText.\n`);
    await fields.getByLabel('tags', { exact: true }).fill('green, white');
    await page.keyboard.press('Tab');
    expect(await savedBody(page, service, note)).toContain('tags: [green, white]\n');
    await page.keyboard.press('Escape');
    await page.locator('.cm-line', { hasText: 'title: "Tea: green"' }).waitFor();
  });

  it('writes a field of front matter as a person would, letter by letter [WEB-LIVE-MATTER]', async () => {
    const note = await service.note({ title: 'Matter', body: '---\ntitle: Tea\ntags: [a]\n---\n\nText.\n' });
    const page = await openNote(web, note);
    const fields = page.getByRole('group', { name: 'Properties' });
    const body = () => savedBody(page, service, note);
    const type = async (field: string, typed: string) => {
      const value = fields.getByLabel(field, { exact: true });
      await value.fill('');
      await value.pressSequentially(typed);
    };
    await type('title', 'green tea, https://example.org/a');
    await type('tags', 'a, two words,');
    expect(await body()).toBe('---\ntitle: green tea, https://example.org/a\ntags: [a, two words]\n---\n\nText.\n');
    await type('title', 'C:\\tea: the "green" one');
    expect(await body()).toContain('title: \'C:\\tea: the "green" one\'\n');
  });

  it('adds and removes properties by keyboard, and keeps comments [WEB-LIVE-MATTER-EDIT]', async () => {
    const note = await service.note({ title: 'Matter', body: '---\n# first\nkind: tea # the kind\n---\n\nText.\n' });
    const page = await openNote(web, note);
    const fields = page.getByRole('group', { name: 'Properties' });
    const add = fields.getByRole('button', { name: 'Add property' });
    await add.focus();
    await page.keyboard.press('Enter');
    await fields.getByLabel('Name').waitFor();
    await page.keyboard.type('kind');
    await page.keyboard.press('Enter');
    await fields.getByRole('alert').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('tags');
    await page.keyboard.press('Enter');
    await page.keyboard.type('green, black');
    await page.keyboard.press('Enter');
    await fields.getByLabel('tags', { exact: true }).waitFor();
    await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
    const added = '---\n# first\nkind: tea # the kind\ntags: [green, black]\n---\n\nText.\n';
    expect(await savedBody(page, service, note)).toBe(added);
    await fields.getByLabel('kind', { exact: true }).fill('black');
    await fields.getByRole('button', { name: 'Remove property tags' }).press('Enter');
    expect(await savedBody(page, service, note)).toBe('---\n# first\nkind: black # the kind\n---\n\nText.\n');
    const remove = fields.getByRole('button', { name: 'Remove property kind' });
    expect(await remove.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+z');
    await fields.getByLabel('tags', { exact: true }).waitFor();
    await add.click();
    await page.keyboard.press('Escape');
    expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await violationsInBothThemes(page, { include: ['.cm-matter'] })).toEqual([]);
  });

  it('shows the source of front matter that fields cannot show [WEB-LIVE-MATTER]', async () => {
    const note = await service.note({ title: 'Matter', body: '---\na:\n  b: c\n---\n\n| x |\n|---|\n| y |\n' });
    const page = await openNote(web, note);
    await page.locator('.cm-content table').waitFor();
    await page.locator('.cm-line', { hasText: 'b: c' }).waitFor();
    expect(await page.locator('.cm-content .cm-heading').count()).toBe(0);
  });

  it('opens the text of a footnote at its reference [WEB-LIVE]', async () => {
    const body = 'First.\n\nA claim[^1].\n\n[^1]: The *text* of it.\n';
    const page = await openNote(web, await service.note({ title: 'Foot', body }));
    await page.getByRole('button', { name: 'Footnote 1' }).click();
    await page.locator('.cm-footnote-text em', { hasText: 'text' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.cm-footnote-text em').waitFor({ state: 'hidden' });
  });

  it('renders a read-only note, whose blocks do not open and whose cells are not edited [WEB-LIVE]', async () => {
    const { documents } = await service.ask('listNotebookDocuments', { notebook_id: 'nb_help', limit: 100 });
    const help = documents.find(({ title }) => title === 'Links between notes');
    const page = await openNote(web, await service.read(help?.id as string));
    await page.getByText('This note is in a read-only notebook.').waitFor();
    const table = page.locator('.cm-content table').first();
    await table.waitFor();
    await table
      .locator('td')
      .first()
      .click({ position: { x: 2, y: 2 } });
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('.cm-cell').count()).toBe(0);
    expect(await table.count()).toBe(1);
  });

  it('renders nothing in source mode [WEB-LIVE]', async () => {
    const { page } = await openWith(blocks['a callout']?.[0] as string);
    await page.locator('.cm-content .callout').waitFor();
    await page.getByRole('button', { name: 'Source' }).click();
    await page.locator('.cm-line', { hasText: '> [!warning]' }).waitFor();
    expect(await page.locator('.cm-content .callout').count()).toBe(0);
  });

  it('has no axe findings [WEB-AXE]', async () => {
    const image = await uploadImage();
    const all = Object.values(blocks).map(([markdown]) => markdown);
    const { page } = await openWith([...all, `![Dots](${image})`].join('\n\n'));
    await page.locator('.cm-content .diagram img').waitFor();
    expect(await violationsInBothThemes(page, { include: ['.cm-block'] })).toEqual([]);
  });
});
