import { describe, expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n\n`;

async function read(body: string, route = (id: string) => `#/n/${id}?mode=read`) {
  const { id } = await web.service.note({ title: 'Read', body });
  return web.openPage(route(id));
}

describe('code', () => {
  it('is highlighted by language without changing its text, and long code stays plain [WEB-CODE]', async () => {
    const code = 'const a = "<b>&amp;</b>"; // c';
    const longCode = `${'let long = 1;\n'.repeat(4_000)}let end = 2;`;
    const page = await read(fence('js', code) + fence('ts', longCode) + fence('nothing', code));
    const [coloured, unknown] = ['js', 'nothing'].map((name) => page.locator(`article [data-language=${name}]`));
    const long = page.locator('article pre', { hasText: 'let ' });
    await coloured!.locator('.tok-keyword').getByText('const').waitFor();
    expect(await coloured!.textContent()).toBe(`${code}\n`);
    await long.getByText('let end = 2;').waitFor();
    expect((await long.allTextContents()).join('')).toBe(`${longCode}\n`);
    expect(await long.locator('span').count()).toBe(0);
    expect(await unknown!.locator('span').count()).toBe(0);
  });
});

describe('a note in the reading view', () => {
  it('is selected by Mod+A without the rest of the page [WEB-SELECT-READ]', async () => {
    const page = await read('First line.\n\nLast line.\n');
    const line = page.getByRole('article').getByText('First line.');
    const readSelected = () => page.evaluate(() => getSelection()?.toString().trim());
    await line.waitFor();
    await page.keyboard.press('Control+a');
    expect(await readSelected()).toBe('First line.\n\nLast line.');
    await line.click();
    expect(await readSelected()).toBe('');
    await page.keyboard.press('Control+a');
    expect(await readSelected()).toBe('First line.\n\nLast line.');
  });

  it('has tab stops only at code that scrolls, and is aligned with the title [WEB-KEYS]', async () => {
    const page = await read(`A line.\n\n${fence('', 'short')}${fence('', 'long '.repeat(100))}`);
    const codes = page.locator('article pre');
    await expect.poll(() => codes.last().getAttribute('tabindex')).toBe('0');
    expect(await codes.first().getAttribute('tabindex')).toBeNull();
    const [title, line] = await Promise.all(
      [page.getByRole('textbox', { name: 'Title' }), page.getByRole('article').getByText('A line.')].map((one) =>
        one.boundingBox(),
      ),
    );
    expect(line?.x).toBe(title?.x);
  });

  it('scrolls a wide table in itself with a hint, and divides no short cell [WEB-WIDE-TABLE]', async () => {
    const page = await read(
      `| Day | ${'Name | '.repeat(9)}\n|${'---|'.repeat(10)}\n| 2026-11-24 | ${'two words | '.repeat(9)}\n`,
    );
    await page.setViewportSize({ width: 390, height: 800 });
    const block = page.locator('article .block', { has: page.locator('table') });
    await expect.poll(() => block.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
    expect(await block.evaluate((one) => getComputedStyle(one).backgroundImage)).toContain('linear-gradient');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const height = async (name: string) => (await page.getByRole('cell', { name }).first().boundingBox())?.height;
    expect(await height('2026-11-24')).toBe(await height('two words'));
    expect(await height('two words')).toBeLessThan(50);
  });

  it('shows a large picture whole, and on request in its actual size [WEB-ZOOM]', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1200"><rect width="9" height="9"/></svg>';
    const id = await web.service.store('large.svg', 'image/svg+xml', drawing);
    const page = await read(`![Large](resource://default/resources/${id})\n`);
    await page.setViewportSize({ width: 700, height: 600 });
    await page.getByRole('article').getByRole('button', { name: 'Large' }).click();
    const image = page.getByRole('dialog').getByRole('img');
    const actual = page.getByRole('button', { name: 'Show actual size' });
    await actual.waitFor();
    const box = await image.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 9_999)).toBeLessThan(700);
    await actual.click();
    await expect.poll(async () => (await image.boundingBox())?.width).toBe(2_400);
    await page.getByRole('button', { name: 'Fit to window' }).waitFor();
  });

  it('keeps its embeds when it is saved, and ticks a task in a nested list [WEB-READ]', async () => {
    await web.service.note({ title: 'Shown', body: 'Embedded text.' });
    const { id } = await web.service.note({ title: 'Embeds', body: '![[Shown]]\n\n- - [ ] a task\n' });
    const page = await web.openPage(`#/n/${id}?mode=read`);
    // A link stands for the embedded note until it is loaded.
    await page.getByRole('article').getByText('Embedded text.').waitFor();
    const embed = page.getByRole('article').getByRole('link', { name: 'Shown' });
    await embed.evaluate((link) => {
      link.dataset.kept = 'yes';
    });
    await page.getByRole('checkbox', { name: 'a task' }).click();
    await expect.poll(async () => (await web.service.read(id)).body).toContain('- - [x] a task');
    await page.locator('.note-footer [role=status]').getByText('Saved').waitFor();
    expect(await embed.getAttribute('data-kept')).toBe('yes');
  });
});

describe('HTML in a note', () => {
  it('is shown by a closed list of elements, with Markdown in a fold whose tasks can be ticked [WEB-HTML]', async () => {
    const fold = '<details>\n<summary>More</summary>\n\nSome **bold** text.\n\n- [ ] a task\n\n</details>\n';
    const body = `Press <kbd>C</kbd> <abbr title="long" onclick="window.ran=1" style="color:red">L</abbr> H<sub>2</sub>O\n\n${fold}`;
    const { id } = await web.service.note({ title: 'HTML', body });
    const page = await web.openPage(`#/n/${id}?mode=read`);
    const article = page.locator('article.prose');
    await article.locator('kbd').getByText('C').waitFor();
    expect(await article.locator('abbr').evaluate(({ attributes }) => [...attributes].map(({ name }) => name))).toEqual(
      ['title'],
    );
    expect(await article.getByText('bold').isVisible()).toBe(false);
    await article.getByText('More').click();
    await article.locator('strong').getByText('bold').waitFor();
    await page.getByRole('checkbox', { name: 'a task' }).click();
    await expect.poll(async () => (await web.service.read(id)).body).toContain('- [x] a task');
  });

  it('of comments is hidden, and a first heading that is the title is shown once [WEB-HTML]', async () => {
    const page = await read('# Read\n\nA %%hidden%% line.\n\n<!-- hidden -->\n\n## Read\n');
    const article = page.locator('article.prose');
    await article.getByText('A line.').waitFor();
    expect(await article.textContent()).not.toContain('hidden');
    expect(await article.getByRole('heading').allTextContents()).toEqual(['Read']);
  });
});

describe('the text of a note', () => {
  it('breaks lines as the setting says [WEB-BREAKS]', async () => {
    const page = await read('one\ntwo\n');
    const article = page.locator('article.prose');
    await article.getByText('one two').waitFor();
    expect(await article.locator('br').count()).toBe(0);
    const settings = await page.context().newPage();
    await web.goTo(settings, '#/settings');
    await settings.getByRole('checkbox', { name: 'line break' }).check();
    await expect.poll(() => article.locator('br').count()).toBe(1);
  });

  it('has footnotes with links back, and images of the written size [WEB-HTML]', async () => {
    const page = await read(
      'a^[inline *note*] b[^x] c[^x]\n\n![alt|40x30](https://example.org/a.png)\n\n[^x]: defined\n',
    );
    const notes = page.locator('article .footnotes li');
    await notes.nth(1).waitFor();
    expect(await notes.nth(0).textContent()).toContain('inline note');
    expect(await notes.nth(1).getByRole('link', { name: 'Back to the footnote reference' }).count()).toBe(2);
    expect(await page.locator('article .remote-image').textContent()).toContain('alt');
  });
});

describe('an embedded note', () => {
  it('is shown in place, whole or in part, with its own links, and cycles are said [WEB-EMBED]', async () => {
    const inner = await web.service.note({
      title: 'Inner',
      body: '# Inner\n\nfirst [[Outer]]\n\n## Part\n\n- [ ] second\n- third ^mark\n\n## Rest\n\n![[Outer]]\n',
    });
    const { id } = await web.service.note({
      title: 'Outer',
      body: '![[Inner]]\n\n![[Inner#Part|the part]]\n\n![[Inner#^mark]]\n\n![[Inner#Nowhere]]\n\n![[#Own]]\n\n## Own\n\nfourth\n',
    });
    const page = await web.openPage(`#/n/${id}?mode=read`);
    const embeds = page.locator('article.prose > .chunk > .block > p > [data-part=embed] > .embedded');
    await expect.poll(() => embeds.count()).toBe(5);
    const [whole, part, block, missing, own] = Array.from({ length: 5 }, (_, at) => embeds.nth(at));
    await whole!.getByText('first').waitFor();
    await whole!.getByText('(This note contains the note around it.)').waitFor();
    expect(await whole!.getByRole('heading').allTextContents()).toEqual(['Part', 'Rest']);
    expect(await whole!.getByRole('link', { name: 'Inner' }).getAttribute('href')).toBe(`#/n/${inner.id}`);
    expect(await whole!.locator('p').getByRole('link', { name: 'Outer' }).first().getAttribute('href')).toBe(
      `#/n/${id}`,
    );
    await part!.getByText('third').waitFor();
    expect(await part!.textContent()).not.toContain('first');
    expect(await part!.getByRole('checkbox').isDisabled()).toBe(true);
    await expect.poll(() => block!.getByRole('listitem').allTextContents()).toEqual(['third']);
    await missing!.getByText('(The note has no such heading or block.)').waitFor();
    await own!.getByText('fourth').waitFor();
  });

  it('is a link beyond 50 embedded notes [WEB-EMBED]', async () => {
    await web.service.note({ title: 'Often', body: 'here' });
    const page = await read('![[Often]]\n\n'.repeat(60));
    await expect.poll(() => page.locator('.embed-content').count()).toBe(50);
    await expect.poll(() => page.getByText('(Only the first 50 embedded notes are shown.)').count()).toBe(10);
  });
});

describe('a diagram', () => {
  it('is a picture with its source, and opens at full size by keyboard [WEB-DIAGRAM] [WEB-ZOOM]', async () => {
    const page = await read(fence('mermaid', 'graph LR\n  accTitle: How it goes\n  a --> b'));
    const picture = page.getByRole('article').getByRole('button', { name: 'How it goes' });
    await picture.press('Enter');
    const large = page.getByRole('dialog', { name: 'How it goes' }).getByRole('img');
    expect(
      await large.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(50);
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'hidden' });
    expect(await picture.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByText('Source of the diagram').click();
    await page.getByRole('article').getByText('a --> b').waitFor();
  });

  it('that cannot be drawn shows its source and the reason [WEB-DIAGRAM]', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `a${index} --> b${index}`).join('\n');
    const page = await read(
      fence('mermaid', 'graph LR\n  a -->') +
        fence('mermaid', `graph LR\n${many}`) +
        fence('mermaid', `graph LR\n${'a --> b\n'.repeat(3_000)}`) +
        fence('mermaid', 'nothing'),
    );
    const reasons = page.locator('.diagram [role=note]');
    await expect.poll(() => reasons.count()).toBe(4);
    const [wrong, edges, long, unknown] = await reasons.allTextContents();
    expect(wrong).toContain('Parse error on line 3');
    expect(edges).toMatch(/edges/i);
    expect(long).toContain('20,000 characters');
    expect(unknown).toContain('kind');
    expect(await page.locator('.diagram pre').first().textContent()).toContain('a -->');
  });
});

describe('a note on paper', () => {
  it.each(['read', 'live'])('has its title and its text, from the %s mode [WEB-PRINT]', async (mode) => {
    const page = await read(
      `[a link](https://example.org/x)\n\n${'A line.\n\n'.repeat(100)}The end.\n`,
      (id) => `#/n/${id}?mode=${mode}`,
    );
    const content = page.locator(mode === 'read' ? '.prose' : '.cm-content');
    await content.getByText('A line.').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const around of ['.header', '.sidebar', '.list-pane', '.modes', '.note-footer'])
      expect(await page.locator(around).isVisible(), around).toBe(false);
    expect(await content.isVisible()).toBe(true);
    const pages = (await page.pdf({ format: 'A5' })).toString('latin1').match(/\/Type \/Page\b/g) ?? [];
    expect(pages.length).toBeGreaterThan(3);
  });
});

it('a note in Trash is rendered, and its tasks cannot be ticked [WEB-B9]', async () => {
  const note = await web.service.note({ title: 'Gone', body: '# A heading\n\n- [ ] a task\n' });
  await web.service.trash(note);
  const page = await web.openPage(`#/trash/${note.id}`);
  await page.getByRole('heading', { name: 'A heading' }).waitFor();
  expect(await page.getByRole('article').getByRole('checkbox', { name: 'a task' }).isDisabled()).toBe(true);
});
