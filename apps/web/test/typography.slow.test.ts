import { expect, it } from 'vitest';
import { drag, phone } from './support/phone.js';
import { useWeb } from './support/web.js';

const web = useWeb();
const { service } = web;

const LONG = `${'The words of a long line that fills the whole measure of the text. '.repeat(8)}\n`;

it('the text has one measure in the editor and the reading view, which lines of 80 characters fit, in any wide window [WEB-MEASURE]', async () => {
  const { id } = await service.note({ title: 'Measured', body: `${LONG}\n${LONG}` });
  for (const width of [1920, 2560]) {
    const page = await web.openPage('#/', { viewport: { width, height: 900 } });
    const places: string[] = [];
    for (const mode of ['live', 'read']) {
      await web.goTo(page, `#/n/${id}?mode=${mode}`);
      const line = page.locator(mode === 'read' ? 'article.prose p' : '.cm-line').first();
      await line.waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const { x, width: measure } = (await line.boundingBox()) as { x: number; width: number };
      places.push(`${x} ${measure}`);
      const characters = await line.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return (element.textContent ?? '').length / new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
      expect(characters, mode).toBeGreaterThan(80);
      expect(characters, mode).toBeLessThan(95);
      const title = await page.locator('.title-field').boundingBox();
      expect(title?.x, mode).toBe(x);
    }
    expect(new Set(places).size, String(width)).toBe(1);
  }
});

it('a title of one or more lines shows its letters whole, without a scroll bar [WEB-LONG-TITLE]', async () => {
  for (const title of [
    'Gypsy jug',
    'Gypsy jug, and a line of words that is long enough for a second one, with a q at its end',
  ]) {
    const { id } = await service.note({ title });
    const page = await web.openPage(`#/n/${id}`, { viewport: { width: 1000, height: 700 } });
    const field = page.locator('.title-field');
    await field.waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect(await field.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  }
});

it('code looks as large as the text around it, in every mode [WEB-CODE-SIZE]', async () => {
  const { id } = await service.note({ title: 'Code', body: 'Text with `code` within.\n\n```js\nlet a;\n```\n\nend\n' });
  const page = await web.openPage('#/');
  for (const mode of ['live', 'read']) {
    await web.goTo(page, `#/n/${id}?mode=${mode}`);
    const root = page.locator(mode === 'read' ? 'article.prose' : '.cm-content');
    await root.getByText('let').first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const ratios = await root.evaluate((element) => {
      /** Height of a lower-case letter as it is set there. */
      const height = (at: Element) => {
        const { fontSize, fontFamily } = getComputedStyle(at);
        const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        context.font = `${fontSize} ${fontFamily}`;
        return context.measureText('x').actualBoundingBoxAscent;
      };
      const getParent = (words: string) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
          if (node.textContent?.includes(words)) return node.parentElement as Element;
        throw new Error(`no ${words}`);
      };
      const text = height(getParent('Text with'));
      return ['code', 'let'].map((words) => height(getParent(words)) / text);
    });
    for (const ratio of ratios) expect(Math.abs(ratio - 1), `${mode} ${ratios}`).toBeLessThan(0.1);
  }
});

it('a system in dark mode gets a dark page at once, and the button goes through the themes [WEB-DARK]', async () => {
  const { id } = await service.note({ title: 'Dark', body: 'Text.\n\n![[Nothing]]\n\n```js\nlet a;\n```\n' });
  const page = await web.openPage(`#/n/${id}?mode=live`, { colorScheme: 'dark' });
  await page.locator('.cm-content').waitFor();
  const lightness = () =>
    page.evaluate(() => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      return ['body', '.header', '.sidebar', '.list-pane', '.main-pane', '.cm-editor'].map((selector) => {
        let element = document.querySelector(selector);
        const colour = () => getComputedStyle(element as Element).backgroundColor;
        while (element?.parentElement && /^rgba\(0, 0, 0, 0\)$/.test(colour())) element = element.parentElement;
        (context as CanvasRenderingContext2D).fillStyle = colour();
        context?.fillRect(0, 0, 1, 1);
        return Math.max(...(context?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [255])) < 70 ? 'dark' : 'light';
      });
    });
  expect(new Set(await lightness())).toEqual(new Set(['dark']));
  const theme = page.locator('.theme-button');
  await theme.click();
  await expect.poll(async () => [...new Set(await lightness())]).toEqual(['light']);
  await theme.click();
  await expect.poll(async () => [...new Set(await lightness())]).toEqual(['dark']);
  await page.reload();
  await page.locator('.cm-content').waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
});

it('on a phone the toolbar is right above the keyboard, and scrolls to its last button [WEB-TOUCH-TOOLBAR]', async () => {
  const { id } = await service.note({ title: 'Tools', body: 'Line\n\n'.repeat(80) });
  const page = await web.openPage(`#/n/${id}?mode=live`, phone);
  await page.locator('.cm-content').waitFor();
  await page.locator('.cm-line').nth(4).tap();
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
  await toolbar.waitFor();
  const bottom = async () => {
    const box = await toolbar.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await page.setViewportSize({ width: 390, height: 430 });
  await expect.poll(bottom).toBe(430);
  const last = toolbar.getByRole('button').last();
  const { y, height } = (await toolbar.boundingBox()) as { y: number; height: number };
  await drag(page, { x: 340, y: y + height / 2 }, { x: 40, y: y + height / 2 });
  await expect
    .poll(async () => {
      const box = await last.boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    })
    .toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('cm-content');
});
