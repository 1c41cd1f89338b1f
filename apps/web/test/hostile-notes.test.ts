import { describe, expect, it } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

const HOSTILE = `
a [a](javascript:window.ran=1) [b](JaVa&#10;Script:window.ran=1) [c](data:text/html,<script>window.ran=1</script>)

![x](https://canary.invalid/p.png) ![y](data:image/svg+xml,<svg/onload=window.ran=1>) ![[https://canary.invalid/q.png]]

$\\href{javascript:window.ran=1}{x}$ $\\includegraphics{https://canary.invalid/k.png}$

b <img src=x onerror="window.ran=1"> <svg onload="window.ran=1"></svg> <style>body{display:none}</style>

<script>window.ran=1</script>

<iframe src="https://canary.invalid"></iframe>

the last words
`;

describe('hostile notes', () => {
  it('run nothing and ask nobody for anything [WEB-HOSTILE]', async () => {
    const { id } = await web.service.ask('createDocument', { title: 'Hostile', body: HOSTILE });
    const page = await web.openPage(`#/n/${id}?mode=read`);
    await page.getByRole('article').getByText('the last words').waitFor();
    expect(await page.getByRole('button', { name: 'Localise' }).count()).toBe(1);
    expect(await page.locator('.prose :is(script, iframe, style, svg)').count()).toBe(0);
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
  });
});
