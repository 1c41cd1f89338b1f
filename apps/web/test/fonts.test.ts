import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { holdRequests } from './support/hold.js';
import { useWeb } from './support/web.js';

const web = useWeb();

/** Families of the fonts the page has loaded, sorted. */
const listLoadedFonts = (page: Page) =>
  page.evaluate(async () => {
    const { fonts } = document;
    await fonts.ready;
    const all = [...fonts].filter(({ status, family }) => status === 'loaded' && !family.includes('Fallback'));
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

/** Fonts that the page uses while its serif typeface is loading. */
const FALLBACKS = ['Times New Roman', 'Liberation Serif', 'Tinos'];

it('text keeps its place while the typefaces are loading [WEB-SHIFTS]', async ({ skip }) => {
  const body = 'A paragraph of several lines, set before and after its typeface has arrived. '.repeat(12);
  const { id } = await web.service.note({ title: 'Settled', body: `${body}\n\n${body}\n` });
  const page = await (await web.context()).newPage();
  const release = await holdRequests(page, '**/*.woff2');
  // The page has loaded only when its fonts have.
  await page.goto(`${web.service.url}/#/n/${id}?mode=read`, { waitUntil: 'commit' });
  await page.locator('article.prose p').nth(1).waitFor();
  const measure = () =>
    page.evaluate(() =>
      ['.header .jump', '.note-list li', 'article.prose p:last-of-type'].map((selector) => {
        const { top, height } = (document.querySelector(selector) as Element).getBoundingClientRect();
        return [selector, Math.round(top), Math.round(height)];
      }),
    );
  const hasFallback = await page.evaluate(
    (names) =>
      Promise.any(names.map((name) => new FontFace('Probe', `local("${name}")`).load())).then(
        () => true,
        () => false,
      ),
    FALLBACKS,
  );
  if (!hasFallback) skip(`needs one of the fonts ${FALLBACKS.join(', ')} (Debian: fonts-liberation)`);
  const before = await measure();
  release();
  await expect.poll(() => listLoadedFonts(page)).toContain('Literata Variable normal');
  expect(await measure()).toEqual(before);
});
