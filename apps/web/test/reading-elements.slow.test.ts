import { expect, it } from 'vitest';
import { createImage } from './support/image.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

async function read(body: string) {
  const { id } = await service.note({ title: 'Elements', body });
  const page = await web.openPage(`#/n/${id}?mode=read`);
  const article = page.locator('article.prose');
  await article.getByText('The end.').waitFor();
  return { id, page, article };
}

it('HTML for keys, breaks, small marks, folds, tables and alignment is shown as elements [WEB-HTML]', async () => {
  const inline = ['kbd', 'sub', 'sup', 'mark', 'u', 's', 'abbr', 'ins', 'del', 'small', 'q'];
  const table =
    '<table>\n<caption>Prices</caption>\n<thead><tr><th>Tea</th><th align="right">Price</th></tr></thead>\n' +
    '<tbody><tr><td colspan="1">Sencha</td><td align="right">12</td></tr></tbody>\n</table>';
  const { article } = await read(
    `${inline.map((name) => `<${name}>in ${name}</${name}>`).join(' ')}\n\none<br>two<br/>three\n\n${table}\n\n` +
      '<p align="center">centred</p>\n\n<details open>\n<summary>Fold</summary>\n\nWithin **it**.\n\n</details>\n\nThe end.\n',
  );
  for (const name of inline) expect(await article.locator(name).textContent(), name).toBe(`in ${name}`);
  expect(await article.locator('br').count()).toBe(2);
  expect(await article.locator('details[open] > summary').textContent()).toBe('Fold');
  expect(await article.locator('details strong').textContent()).toBe('it');
  const align = (selector: string) =>
    article.locator(selector).evaluate((element) => getComputedStyle(element).textAlign);
  for (const cell of ['thead th:last-child', 'tbody td:last-child']) expect(await align(cell)).toBe('right');
  expect(await align('tbody td:first-child')).toMatch(/^(?:start|left)$/);
  expect(await article.getByText('centred').evaluate((element) => getComputedStyle(element).textAlign)).toBe('center');
  expect(await article.locator('caption').textContent()).toBe('Prices');
});

it('an HTML image of the library is shown in its size, and one of the web waits for the policy [WEB-HTML]', async () => {
  const id = await service.store('dots.png', 'image/png', createImage(400, 120));
  const { article } = await read(
    `<img src="resource://default/resources/${id}" alt="dots" width="80">\n\n` +
      '<img src="https://example.org/far.png" alt="far" onerror="window.ran=1">\n\nThe end.\n',
  );
  const image = article.getByRole('img', { name: 'dots' });
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).width)).toBe(80);
  await article.locator('.remote-image').getByText('far').waitFor();
  expect(await article.locator('img').count()).toBe(1);
});

it('the box of a task is on the line of its text in a list with blank lines [WEB-LOOSE-TASKS]', async () => {
  const { article, page, id } = await read(
    '- [ ] first\n\n- [x] second\n\n  with more\n\n1. [ ] numbered\n\n   and more\n\nThe end.\n',
  );
  const distances = await article.locator('li').evaluateAll((items) =>
    items.map((item) => {
      const box = item.querySelector('input')?.getBoundingClientRect();
      const words = document.createTreeWalker(item, NodeFilter.SHOW_TEXT, (node) =>
        node.textContent?.trim() === '' ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
      );
      const range = document.createRange();
      range.selectNodeContents(words.nextNode() as Node);
      const line = range.getBoundingClientRect();
      if (box === undefined) return 'no box';
      const isBeside = box.right <= line.left && line.left - box.right < 20;
      return isBeside && Math.abs((box.top + box.bottom) / 2 - (line.top + line.bottom) / 2) < 4;
    }),
  );
  expect(distances).toEqual([true, true, true]);
  await page.getByRole('checkbox', { name: 'numbered' }).click();
  await expect.poll(async () => (await service.read(id)).body).toContain('1. [x] numbered');
});
