import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useWeb } from './support/web.js';

const web = useWeb();

const HOSTILE = `
a [a](javascript:window.ran=1) [b](JaVa&#10;Script:window.ran=1) [c](data:text/html,<script>window.ran=1</script>)

![x](https://canary.invalid/p.png) ![y](data:image/svg+xml,<svg/onload=window.ran=1>) ![[https://canary.invalid/q.png]]

$\\href{javascript:window.ran=1}{x}$ $\\includegraphics{https://canary.invalid/k.png}$

b <img src=x onerror="window.ran=1"> <svg onload="window.ran=1"></svg> <style>body{display:none}</style>

<script>window.ran=1</script>

<iframe src="https://canary.invalid"></iframe>

<details open ontoggle="window.ran=1"><summary onclick="window.ran=1">x</summary>

<a href="javascript:window.ran=1" ping="https://canary.invalid">d</a> <img src="https://canary.invalid/r.png" srcset="https://canary.invalid/s.png 2x"> <video src="https://canary.invalid/v.mp4" poster="https://canary.invalid/w.png" autoplay></video>

<table background="https://canary.invalid/t.png"><tr><td style="background:url(https://canary.invalid/u.png)"><form action="https://canary.invalid"><button formaction="javascript:window.ran=1">e</button><input autofocus onfocus="window.ran=1"></form></td></tr></table>

</details>

<object data="https://canary.invalid/o"></object><embed src="https://canary.invalid/e"><link rel="stylesheet" href="https://canary.invalid/l.css"><base href="https://canary.invalid"><meta http-equiv="refresh" content="0;url=https://canary.invalid">

${'<div>'.repeat(10_000)}

${'>'.repeat(10_000)} a

${'> '.repeat(10_000)} b

the last words
`;

/** Checks that the page responds, and built nothing harmful from the note. The watch reports any requests. */
async function isHarmless(page: Page, shows: string): Promise<void> {
  await page
    .locator(shows)
    .getByText(shows === '.prose' ? 'the last words' : 'window.ran=1')
    // A rendered formula has its source in a hidden element.
    .filter({ visible: true })
    .first()
    .waitFor();
  await web.watch.waitUntilIdle();
  expect(await page.locator(`${shows} :is(script, iframe, style, svg, object, embed, [style*="url"])`).count()).toBe(0);
  expect(await page.locator(`${shows} :is([src], [href^="javascript"], [href^="data"])`).count()).toBe(0);
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
}

/**
 * Browser messages about actions that the policy denied to a frame; `request` events include requests that were not
 * sent.
 */
const REFUSED = [
  /^console error: policy: /,
  /Content Security Policy/,
  /@import rules are not allowed/,
  /request to another origin: http:\/\/127/,
];

/** Starts a host that counts its visitors. */
async function useCanary() {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${port}`, visits: () => visits };
}

const diagrams = (canary: string) => [
  'graph LR\n  a --> b\n  click a call ran()\n  click b href "javascript:window.ran=1"',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\ngraph LR\n  a["<img src=x onerror=window.ran=1>"]',
  `%%{init: {"themeCSS": "@import url(${canary}/a.css); * { background: url(${canary}/b) }"}}%%\ngraph LR\n  a --> b`,
  '%%{init: {"fontFamily": "x;} </style><script>window.ran=1</script>"}}%%\ngraph LR\n  a --> b',
  `graph LR\n  a --> b\n  style a fill:url(${canary}/c)\n  classDef x fill:red;}*{background:url(${canary}/d)}`,
  `flowchart LR\n  a@{ img: "${canary}/e.png", label: "x", w: 60, h: 60 }`,
  `flowchart LR\n  a["<iframe src=${canary}></iframe><script>window.ran=1</script>"]`,
  `sequenceDiagram\n  participant a as <svg onload=window.ran=1>\n  a->>a: <img src=${canary}/f onerror=window.ran=1>\n  link a: x @ javascript:window.ran=1`,
  'classDiagram\n  class A["<img src=x onerror=window.ran=1>"]\n  click A href "javascript:window.ran=1"',
  'gantt\n  dateFormat YYYY-MM-DD\n  a :a1, 2014-01-01, 3d\n  click a1 href "javascript:window.ran=1"',
  '__proto__',
];

describe('hostile notes', () => {
  it.each([
    ['read', '.prose'],
    ['split', '.prose'],
    ['live', '.cm-content'],
  ])('in the %s mode run no script and send no request [WEB-HOSTILE]', async (mode, shows) => {
    const { id } = await web.service.note({ title: 'Hostile', body: HOSTILE });
    await isHarmless(await web.openPage(`#/n/${id}?mode=${mode}`), shows);
  });

  it('in Trash run no script and send no request [WEB-HOSTILE]', async () => {
    const note = await web.service.note({ title: 'Hostile', body: HOSTILE });
    await web.service.trash(note);
    const page = await web.openPage(`#/trash/${note.id}`);
    await isHarmless(page, '.prose');
    expect(await page.getByRole('button', { name: 'Fetch' }).count()).toBe(0);
  });

  it('draw diagrams that run, load and reach nothing [WEB-HOSTILE]', async () => {
    const canary = await useCanary();
    const all = diagrams(canary.address);
    const body = all.map((diagram) => `\`\`\`mermaid\n${diagram}\n\`\`\`\n\n`).join('');
    const { id } = await web.service.note({ title: 'Hostile diagrams', body });
    const page = await web.openPage(`#/n/${id}?mode=read`);
    const ended = page.locator('.diagram :is(img, [role=note])');
    await expect.poll(() => ended.count()).toBe(all.length);
    for (const frame of page.frames()) expect(await frame.evaluate(() => 'ran' in globalThis)).toBe(false);
    const [frame] = page.frames().slice(1);
    expect(await frame?.evaluate(() => origin)).toBe('null');
    expect(
      await frame?.evaluate(() => Promise.allSettled([fetch('/api/v1/status')]).then(([{ status }]) => status)),
    ).toBe('rejected');
    expect(canary.visits()).toBe(0);
    web.watch.expect(...REFUSED);
  });
});
