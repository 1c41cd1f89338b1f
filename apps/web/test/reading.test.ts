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

  it('keeps its embeds when it is saved, and ticks a task in a nested list [WEB-READ]', async () => {
    await web.service.note({ title: 'Shown', body: 'x' });
    const { id } = await web.service.note({ title: 'Embeds', body: '![[Shown]]\n\n- - [ ] a task\n' });
    const page = await web.openPage(`#/n/${id}?mode=read`);
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
