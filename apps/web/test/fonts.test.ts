import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

/** Families of the fonts the page has loaded, sorted. */
const listLoadedFonts = (page: Page) =>
  page.evaluate(async () => {
    const { fonts } = document;
    await fonts.ready;
    const all = [...fonts].filter(({ status }) => status === 'loaded');
    return [...new Set(all.map(({ family, style }) => `${family.replaceAll('"', '')} ${style}`))].sort();
  });

it('the page uses Inter, prose Literata and code JetBrains Mono, from its own files [WEB-FONTS]', async () => {
  const body = 'A sentence, *stressed*, with `code` in it.\n';
  const { id } = await web.service.note({ title: 'Set', body });
  const fonts: string[] = [];
  const context = await web.context();
  context.on('response', (response) => {
    if (response.url().endsWith('.woff2')) fonts.push(`${response.status()} ${response.headers()['content-type']}`);
  });
  const page = await context.newPage();
  await web.goTo(page, '#/trash');
  await expect.poll(() => listLoadedFonts(page)).toEqual(['Inter Variable normal']);
  await page.evaluate((to) => location.assign(to), `#/n/${id}?mode=read`);
  await page.locator('.prose code').waitFor();
  await expect
    .poll(() => listLoadedFonts(page))
    .toEqual([
      'Inter Variable normal',
      'JetBrains Mono Variable normal',
      'Literata Variable italic',
      'Literata Variable normal',
    ]);
  expect(new Set(fonts)).toEqual(new Set(['200 font/woff2']));
  expect(await page.locator('link[rel=preload][as=font]').count()).toBe(1);
});

it('a script that the fonts do not cover loads no font and uses a system font [WEB-FONTS]', async () => {
  const { id } = await web.service.note({ title: '日本語', body: '日本語の文章。\n' });
  const page = await web.openPage(`#/n/${id}?mode=read`);
  await page.locator('.prose p').waitFor();
  await web.watch.waitUntilIdle();
  const width = (family: string) =>
    page.evaluate((text) => {
      const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      context.font = `16px ${text}`;
      return context.measureText('日本語').width;
    }, family);
  expect(await width('"Literata Variable", serif')).toBe(await width('serif'));
});
