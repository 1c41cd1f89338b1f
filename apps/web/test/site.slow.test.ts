import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { violations } from './support/axe.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const BOOK = {
  'SUMMARY.md': '# Contents\n\n- [One](one.md)\n- [Two](two.md)\n',
  'one.md': `# The first chapter

> [!note] Aside
> Text with \`code\`, [the second](two.md#a-part) and [elsewhere](https://example.org/).

![A drawing](drawing.svg)

\`\`\`rust
fn main() {
    println!("${'wide '.repeat(60)}");
}
\`\`\`

| a | b |
|---|---|
| ${'wide'.repeat(60)} | $\\frac{a}{b}$ |

- [x] done[^1]

[^1]: A footnote

<script>document.title = 'run'</script> ![](https://example.org/x.png)
`,
  'two.md': '## The second\n\n### A part\n\nText.\n',
  'drawing.svg': DRAWING,
};

async function publish(): Promise<URL> {
  const folder = mkdtempSync(join(tmpdir(), 'notes-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'book'));
  for (const [name, text] of Object.entries(BOOK)) writeFileSync(join(folder, 'book', name), text);
  await service.command('import', 'markdown', join(folder, 'book'), '-q');
  await service.command('publication', 'build', join(folder, 'site'), '--notebook', 'book', '-q');
  return pathToFileURL(join(folder, 'site', 'index.html'));
}

const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

it('a site opens from disk, at any width and in both themes, without scripts and remote content [PUB-READ]', async () => {
  const address = await publish();
  web.watch.expect(/^request to another origin: file:/);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 640, 320]) {
      const page = await (await web.context({ colorScheme, viewport: { width, height: 900 } })).newPage();
      await page.goto(address.href);
      await page.getByRole('link', { name: 'The first chapter' }).click();
      await page.getByRole('heading', { name: 'The first chapter', level: 1 }).waitFor();
      const drawing = page.getByRole('img', { name: 'A drawing' });
      await drawing.scrollIntoViewIfNeeded();
      await expect.poll(() => drawing.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
      expect(await page.locator('pre').evaluate((code) => code.textContent?.split('\n')[0])).toBe('fn main() {');
      expect(await page.locator('math mfrac').count()).toBe(1);
      expect([await page.locator('script').count(), await page.title()]).toEqual([0, 'The first chapter – book']);
      expect([await isTooWide(page), await violations(page)]).toEqual([false, []]);
      await page.getByRole('main').getByRole('link', { name: 'the second', exact: true }).click();
      await page.waitForURL('**/two.html#a-part');
      await page.getByRole('link', { name: 'Previous The first chapter' }).click();
      await page.waitForURL('**/one.html');
      await page.close();
    }
  }
});
