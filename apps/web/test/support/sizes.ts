import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Web } from './web.js';

/** Something a person does, and what the files it takes may weigh. */
export interface Size {
  readonly what: string;
  /** Compressed, in bytes. */
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

/** Loads what each budget is for in a browser that has nothing yet, and weighs the files it asked for. */
export async function measureSizes(web: Web): Promise<Size[]> {
  const noteOf = async (body: string) => (await web.service.note({ title: 'Weighed', body })).id;
  const read = async (body: string, shows = 'article p') => filesOf(web, `#/n/${await noteOf(body)}?mode=read`, shows);
  const shell = await filesOf(web, '#/');
  const note = await filesOf(web, `#/n/${await noteOf(notes.plain)}`);
  const plain = new Set([...note, ...(await read(notes.plain))]);
  const size = (what: string, files: ReadonlySet<string>, kb: number, known = new Set<string>()): Size => {
    const more = [...files].filter((file) => !known.has(file));
    return { what, bytes: more.reduce((sum, file) => sum + weight(file), 0), limit: kb * KB };
  };
  const history = await filesOf(web, `#/n/${await noteOf(notes.plain)}/history`);
  return [
    size('shell, JS', only(shell, '.js'), 60),
    size('shell, CSS', only(shell, '.css'), 12),
    size('a note opened, all JS', only(note, '.js'), 240),
    size('more for the graph', only(await filesOf(web, '#/graph'), '.js'), 15, shell),
    size('more for a diff', only(history, '.js'), 20, plain),
    size('more for maths', only(await read(notes.maths, 'math'), '.js'), 80, plain),
    // 170 was hoped for: what Mermaid needs for a flow chart alone, everything else left out, is 203.
    size('more for a diagram', only(await read(notes.diagram, '.diagram img'), '.js', '.html'), 212, plain),
    size('more for code', only(await read(notes.code, 'article .tok-keyword'), '.js'), 190, plain),
    size('more for HTML', only(await read(notes.html), '.js'), 13, plain),
  ];
}

/** The files of the page that an address takes until something is shown. */
async function filesOf(web: Web, hash: string, shows = 'main'): Promise<Set<string>> {
  const files = new Set<string>();
  const context = await web.context();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) files.add(pathname);
  });
  const page = await context.newPage();
  await web.goTo(page, hash);
  await page.locator(shows).first().waitFor();
  await web.watch.quiet();
  await context.close();
  return files;
}

const only = (files: ReadonlySet<string>, ...endings: readonly string[]) =>
  new Set([...files].filter((file) => endings.some((ending) => file.endsWith(ending))));
const weight = (file: string) => gzipSync(readFileSync(new URL(`../../dist${file}`, import.meta.url))).byteLength;
