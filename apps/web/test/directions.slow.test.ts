import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

const readDirection = (locator: Locator) => locator.first().evaluate((element) => getComputedStyle(element).direction);
const title = 'مرحبا بالعالم';
const body = [
  '# שלום עולם',
  'هذه فقرة مع `code()` وكلمة English فيها.',
  'An English paragraph with مرحبا in it.',
  '- عنصر\n- item',
  '- [ ] مهمة',
  '> اقتباس',
  '| اسم | name |\n|---|---|\n| قيمة | value |',
  '```\nمرحبا\n```',
].join('\n\n');

it('the reading view gives each block its own direction [WEB-BIDI]', async () => {
  const { id } = await web.service.note({ title, body });
  const page = await web.openPage(`#/n/${id}?mode=read`);
  const article = page.locator('article.prose');
  await article.getByRole('heading').waitFor();
  const found = await Promise.all(
    ['h1', 'p:has-text("فقرة")', 'p:has-text("English paragraph")', 'li:has-text("عنصر")', 'li:has-text("item")']
      .concat('li.prose-task', 'blockquote', 'blockquote p', 'table', 'td:has-text("value")', 'pre', 'p code')
      .map((selector) => readDirection(article.locator(selector))),
  );
  expect(found).toEqual(['rtl', 'rtl', 'ltr', 'rtl', 'ltr', 'rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr']);
  expect(await readDirection(page.getByRole('textbox', { name: 'Title' }))).toBe('rtl');
  expect(await readDirection(page.locator('.note-list .note-title').getByText(title))).toBe('rtl');
});

it('the editor gives each line its own direction and moves the cursor accordingly [WEB-BIDI]', async () => {
  const { id } = await web.service.note({
    title,
    body: 'مرحبا `code` بالعالم\n\nEnglish\n\n- [x] مهمة\n\n```\nمرحبا\n```\n',
  });
  const page = await web.openPage(`#/n/${id}?mode=live`);
  const line = (text: string) => page.locator('.cm-line', { hasText: text });
  await line('بالعالم').waitFor();
  await expect.poll(() => readDirection(line('بالعالم'))).toBe('rtl');
  expect(await readDirection(line('English'))).toBe('ltr');
  expect(await readDirection(line('مهمة'))).toBe('rtl');
  expect(await readDirection(page.locator('.cm-line.cm-code-block', { hasText: 'مرحبا' }))).toBe('ltr');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.note-footer').getByText('1:2', { exact: true }).waitFor();
});

it('a list row clips a right-to-left excerpt at its end, not at its beginning [WEB-BIDI]', async () => {
  const firstWord = 'بداية';
  await web.service.note({ title: 'Clipped row', body: `${firstWord} ${'كلمة '.repeat(200)}`, tags: ['work'] });
  const page = await web.openPage('#/');
  const details = page.locator('.note-list a', { hasText: 'Clipped row' }).locator('.note-details');
  await details.waitFor();
  const isBeginningInSight = await details.evaluate((element, word) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = (node.textContent ?? '').indexOf(word);
      if (at < 0) continue;
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
    }
    const [found, frame] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return found.width > 0 && found.left >= frame.left && found.right <= frame.right + 1;
  }, firstWord);
  expect(isBeginningInSight).toBe(true);
});

const table = '| اسم | عدد | سعر |\n|---|---|--:|\n| قيمة | 12 | 34 |\n| 5 | 6 | 7 |';

it('a right-to-left table in the reading view is on the right, with columns aligned to their headings [WEB-BIDI]', async () => {
  const { id } = await web.service.note({ title: 'Table', body: `${table}\n\n| a | b |\n|---|--:|\n| 1 | מילה |\n` });
  const page = await web.openPage(`#/n/${id}?mode=read`);
  const tables = page.locator('article.prose table');
  await expect.poll(() => tables.count()).toBe(2);
  const read = (index: number) =>
    tables.nth(index).evaluate((element) => {
      const [own, outer] = [
        element.getBoundingClientRect(),
        (element.parentElement as Element).getBoundingClientRect(),
      ];
      const side = own.right === outer.right ? 'right' : own.left === outer.left ? 'left' : 'neither';
      const rows = [...element.querySelectorAll('tr')];
      return [side, ...rows.map(({ cells }) => [...cells].map((cell) => getComputedStyle(cell).textAlign).join(' '))];
    });
  expect(await read(0)).toEqual(['right', ...Array(3).fill('right right left')]);
  expect(await read(1)).toEqual(['left', ...Array(2).fill('left right')]);
});

it('table rows without letters have the direction of the table in the source, as the table has in live view [WEB-BIDI]', async () => {
  const { id } = await web.service.note({ title: 'Written', body: `${table}\n\n---\n\n| a | b |\n|:--|---|\n` });
  const page = await web.openPage(`#/n/${id}?mode=source`);
  const line = (text: string) => page.locator('.cm-line').getByText(text, { exact: true });
  await line('|---|---|--:|').waitFor();
  await expect.poll(() => readDirection(line('|---|---|--:|'))).toBe('rtl');
  expect(await readDirection(line('| 5 | 6 | 7 |'))).toBe('rtl');
  expect(await readDirection(line('|:--|---|'))).toBe('ltr');
  await web.goTo(page, `#/n/${id}?mode=live`);
  const tables = page.locator('.cm-content table');
  await expect.poll(() => tables.count()).toBe(2);
  expect([await readDirection(tables.first()), await readDirection(tables.last())]).toEqual(['rtl', 'ltr']);
});
