import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { makePdf } from './pdf.js';
import type { Web } from './web.js';

/** A user action, and the size budget of the files it loads. */
export interface Size {
  readonly label: string;
  /** Compressed size in bytes. */
  readonly bytes: number;
  readonly limit: number;
}

const KB = 1_000;
const notes = {
  plain: 'A sentence, a [[link]].\n',
  maths: '$$\na^2 + b^2 = c^2\n$$\n',
  diagram: '```mermaid\ngraph LR\n  a --> b\n```\n',
  code: '```ts\nconst a = 1;\n```\n',
  html: '<b>bold</b>\n',
};

/** Performs the action of each budget in a browser with an empty cache, and measures the files it loaded. */
export async function measureSizes(web: Web): Promise<Size[]> {
  const createNote = async (body: string) => (await web.service.note({ title: 'Weighed', body })).id;
  const read = async (body: string, shows = 'article p') =>
    recordFiles(web, `#/n/${await createNote(body)}?mode=read`, shows);
  const firstRun = await recordFiles(web, '#/', '.main-pane .welcome');
  const opened = await createNote(notes.plain);
  const shell = await recordFiles(web, '#/', '.note-list li');
  const offline = await recordFiles(web, '#/', '.note-list li', /\/assets\/offline-/);
  const note = await recordFiles(web, `#/n/${opened}`);
  const plain = new Set([...note, ...(await read(notes.plain))]);
  const size = (label: string, files: ReadonlySet<string>, kb: number, known = new Set<string>()): Size => {
    const more = [...files].filter((file) => !known.has(file));
    return { label, bytes: more.reduce((sum, file) => sum + weight(file), 0), limit: kb * KB };
  };
  const pdf = await web.service.store('weighed.pdf', 'application/pdf', makePdf({ pages: [['a page']] }));
  const withPdf = await createNote(`[document](resource://default/resources/${pdf})\n`);
  const history = await recordFiles(web, `#/n/${await createNote(notes.plain)}/history`);
  return [
    size('shell, JS', only(shell, '.js'), 60),
    size('shell, CSS', only(shell, '.css'), 12),
    size('more for opening without the service', only(offline, '.js'), 3, shell),
    // On a busy machine the part for times without the service arrives before the greeting; it has its own budget.
    size('more for the greeting of a first run', only(firstRun, '.js'), 3, new Set([...shell, ...offline])),
    size('shell, fonts', only(shell, '.woff2'), 50),
    size('a note opened, fonts', only(note, '.woff2'), 110),
    size('a note opened, all JS', only(note, '.js'), 240),
    size('more for the graph', only(await recordFiles(web, '#/graph'), '.js'), 15, shell),
    size('more for a diff', only(history, '.js'), 20, plain),
    size('more for maths', only(await read(notes.maths, 'math'), '.js'), 80, plain),
    // The target was 170: the parts of Mermaid needed for a flow chart alone are 203.
    size('more for a diagram', only(await read(notes.diagram, '.diagram img'), '.js', '.html'), 212, plain),
    // Contains the completion library, which the languages share with the editor. An open note no longer loads it.
    size('more for code', only(await read(notes.code, 'article .tok-keyword'), '.js'), 192, plain),
    // The target was 350: pdfjs-dist has one worker for everything that a document may contain.
    size(
      'more for a PDF',
      only(await recordFiles(web, `#/n/${withPdf}?mode=read`, '.pdf-text', openLink), '.js'),
      550,
      plain,
    ),
    size('more for HTML', only(await read(notes.html), '.js'), 13, plain),
  ];
}

const openLink = (page: Page) => page.locator('article a[href*="/content"]').click();

/**
 * Returns the files of the page that an address loads until its content is shown.
 *
 * @param until a later file to wait for, or an action that makes the page show the content
 */
async function recordFiles(
  web: Web,
  hash: string,
  shows = 'main',
  until?: RegExp | ((page: Page) => Promise<void>),
): Promise<Set<string>> {
  const files = new Set<string>();
  const context = await web.context();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) files.add(pathname);
  });
  const page = await context.newPage();
  const arrival = until instanceof RegExp ? page.waitForResponse(until) : undefined;
  await web.goTo(page, hash);
  if (typeof until === 'function') await until(page);
  await page.locator(shows).first().waitFor();
  await arrival;
  await web.watch.waitUntilIdle();
  await context.close();
  return files;
}

const only = (files: ReadonlySet<string>, ...endings: readonly string[]) =>
  new Set([...files].filter((file) => endings.some((ending) => file.endsWith(ending))));
const weight = (file: string) => gzipSync(readFileSync(new URL(`../../dist${file}`, import.meta.url))).byteLength;
