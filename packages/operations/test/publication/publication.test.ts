import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { invoke } from '../../src/index.js';
import { type OpenedLibrary, openTestLibrary, temporaryFolder, uploadBytes } from '../support.js';

let opened: OpenedLibrary;
let folder: string;

beforeEach(async () => {
  opened = await openTestLibrary();
  folder = temporaryFolder();
});

const at = (...names: string[]) => join(folder, ...names);
/** Enough of a picture to identify its type. */
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\b\x06\0\0\0';
const upload = (bytes: string, filename: string, mime_type?: string) =>
  uploadBytes(opened, Buffer.from(bytes, 'latin1'), { filename, ...(mime_type !== undefined && { mime_type }) });
const make = (title: string, body = '', more: Record<string, unknown> = {}) =>
  opened.call('createDocument', { title, body, ...more });
const notebook = async (name: string, parent?: string) =>
  (await opened.call('createNotebook', { name, ...(parent !== undefined && { parent_notebook_id: parent }) }))
    .notebook_id;
const build = (selection: Record<string, unknown>, input: Record<string, unknown> = {}) =>
  opened.call('buildPublication', { directory: at('site'), selection, ...input });
const plan = (selection: Record<string, unknown>, input: Record<string, unknown> = {}) =>
  opened.call('planPublication', { selection, ...input });
const note = (id: string) => `document://default/documents/${id}`;
const resource = (id: string) => `resource://default/resources/${id}`;

/** Returns every file of the site as bytes, by its path. */
function site(): Record<string, string> {
  const paths = readdirSync(at('site'), { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(at('site', path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(at('site', path), 'latin1')]));
}
const text = (path: string) => readFileSync(at('site', path), 'utf8');

const COMMENTS = [
  '%%CANARY-comment%%',
  '%%\nCANARY-comment\n\n## CANARY-comment\n%%',
  '<!-- CANARY-comment\n\nCANARY -->',
];
const COMMENTED = [
  ...['@', 'text @ text', '## heading @', '- item @\n- [ ] @ item', '> quoted @\n> @', '*a @*[b @](#part)'],
  ...['| a | b @ |\n|-|-|\n| @ | b |', '<p>@ html</p>', 'note[^@1]\n\n[^1]: @ note', '> [!tip] callout @'],
];
const HIDDEN = ['script', 'style', 'svg', 'template', 'noscript', 'iframe', 'textarea', 'title'];

/** Creates a library in which everything that contains CANARY is private. */
async function withCanaries(): Promise<{ readonly notebookId: string }> {
  const outer = await notebook('CANARY-outer');
  const essays = await notebook('Essays', outer);
  const hidden = await notebook('CANARY-hidden');
  const hiddenNote = await make('CANARY-title', 'CANARY-body', { notebook_id: hidden, tags: ['CANARY-tag'] });
  const gone = await make('CANARY-gone', 'CANARY-gone', { notebook_id: essays });
  await opened.call('trashDocument', { document_id: gone.id, base_revision_id: gone.current_revision_id });
  const [shown, unused] = [await upload(PNG, 'CANARY-name.png'), await upload('CANARY-bytes', 'CANARY-unused.png')];
  await opened.call('attachResource', { document_id: hiddenNote.id, resource_id: unused.id });
  const first = await make('First', 'CANARY-revision', { notebook_id: essays });
  const tied = await upload('CANARY-tied', 'CANARY-tied.png');
  await opened.call('attachResource', { document_id: first.id, resource_id: tied.id });
  const body = [
    '---\nsecret: CANARY-matter\ntags: [CANARY-mattertag]\n---',
    `[a friend](${note(hiddenNote.id)} "a title") [[CANARY-title|another]] [[CANARY-hidden/CANARY-title#CANARY-anchor|third]]`,
    `![a picture](${resource(shown.id)})`,
    'x <!-- CANARY-comment --> <span class="CANARY-class">kept</span> [dead](javascript:CANARY) [file](CANARY-file.md)',
    ...COMMENTS.flatMap((comment) => COMMENTED.map((place) => place.replaceAll('@', comment))),
    ...HIDDEN.map((name) => `raw <${name}>CANARY-raw https://canary.example/</${name}> text`),
    '```note-query\nquery: CANARY-query\n```',
    '<div data-x="CANARY-attribute">html <script>CANARY-script</script></div>',
    '<details id="fold" class="CANARY-class"><summary>a fold</summary>\n\n- [ ] *folded*\n\n</details>',
    '<a href="CANARY-file.md" title="a title">html link</a> <img src="CANARY-name.png" alt="html picture" srcset="CANARY-set">',
    '<table background="CANARY-ground"><tr><td headers="CANARY-head" colspan=2 align=right>cell</table>',
    '[[Second]] [self](#part) [ref][CANARY-label]\n\n[CANARY-label]: https://example.org/',
    'unclosed %% CANARY-unclosed\n\nCANARY-unclosed <!-- CANARY-unclosed',
  ].join('\n\n');
  await opened.call('replaceDocument', {
    document_id: first.id,
    title: 'First',
    body,
    base_revision_id: first.current_revision_id,
  });
  await opened.call('addDocumentTag', { document_id: first.id, tag: 'CANARY-own-tag' });
  await make('Second', '# Second\n\n[[First]]', { notebook_id: essays });
  return { notebookId: essays };
}

describe('buildPublication', () => {
  it('[PUB-PRIVATE] writes no byte of private notes', async () => {
    const { notebookId } = await withCanaries();
    const { links } = await build({ notebooks: [notebookId] });
    expect(links).toMatchObject({ turned_into_text: 3, titles_shown: 0 });
    const everything = JSON.stringify(site());
    expect(everything).not.toMatch(/canary/i);
    expect(everything).not.toContain('document:');
    expect(everything).not.toContain('resource:');
    expect(everything).not.toMatch(/\b(?:doc|res|nb|tag|rev|db)_[0-9a-z]{20}/);
    const page = text('essays/first.html');
    for (const shown of [
      'a friend',
      'another',
      'third',
      ' kept',
      'dead',
      'file',
      'html',
      'raw  text',
      'unclosed',
      '<img src="../files/',
      '<details id="fold"><summary>a fold</summary><ul>',
      'html link',
      'html picture',
      '<td colspan="2" class="end">cell</td>',
    ])
      expect(page).toContain(shown);
  });

  it('[WEB-HTML] shows the HTML, sizes and footnotes of a note like the reading view', async () => {
    const shown = await upload(PNG, 'a.png');
    const body = `Press <kbd>C</kbd>^[inline] <abbr title="long" onclick="x()">L</abbr> ![a|30x20](${resource(shown.id)})\n\n- [ ] a\n\n- b\n`;
    const essays = await notebook('Essays');
    await make('Shown', body, { notebook_id: essays });
    await build({ notebooks: [essays] });
    const page = text('essays/shown.html');
    expect(page).toContain('Press <kbd>C</kbd><sup id="footnote-reference-1"><a href="#footnote-1">1</a></sup>');
    expect(page).toContain('<abbr title="long">L</abbr>');
    expect(page).toMatch(/<img src="[^"]*" alt="a" width="30" height="20" loading="lazy">/);
    expect(page).toMatch(/<li class="prose-task"><p><input [^>]*>a<\/p><\/li>/);
    expect(page).toContain('<li id="footnote-1"><p>inline <a href="#footnote-reference-1">↩</a></p></li>');
  });

  it('[PUB-TITLES] reveals no title of a private note in links', async () => {
    const essays = await notebook('Essays');
    const hidden = await notebook('Hidden');
    const twin = await notebook('Twin');
    const one = await make('CANARY one', '', { notebook_id: hidden });
    await make('CANARY twin', '', { notebook_id: hidden });
    await make('CANARY twin', '', { notebook_id: twin });
    const gone = await make('CANARY gone', '', { notebook_id: essays });
    await opened.call('trashDocument', { document_id: gone.id, base_revision_id: gone.current_revision_id });
    await make('Shown', '', { notebook_id: essays });
    const body = [
      '## About [[CANARY one]]',
      '[[canary ONE]] [[CANARY one|the CANARY one note]] ![[CANARY one]] [[CANARY one#part]] [[CANARY one|it]]',
      `[see CANARY one](${note(one.id)} "CANARY one") [[CANARY twin]] [[CANARY gone]] [x](${note(gone.id)}) [[Shown]]`,
    ].join('\n\n');
    await make('Links', body, { notebook_id: essays });
    const { links } = await build({ notebooks: [essays] });
    expect(links).toMatchObject({ kept: 1, titles_shown: 8 });
    expect(JSON.stringify(site())).not.toMatch(/canary/i);
    const page = text('essays/links.html');
    expect(page).toContain('<h2 id="about-private-note">About private note</h2>');
    for (const shown of [' it</p>', ' x <a href="shown.html">Shown</a>']) expect(page).toContain(shown);
  });

  it.each(['', '+', '-'])(
    '[PUB-TITLES] renders the title of a foldable callout with "%s" without private titles or paths',
    async (fold) => {
      const essays = await notebook('Essays');
      const hidden = await notebook('Hidden');
      const umbra = await make('UmbraTitle', '', { notebook_id: hidden });
      await make('Shown', '', { notebook_id: essays });
      const links = `[[UmbraTitle]] **b** [md](../Hidden/Umbra.md "UmbraTitle") [id](${note(umbra.id)} "UmbraTitle")`;
      const body = `> [!note]${fold} A ${links} [[Shown]]\n> text ${links}\n\n${links}\n\n[Shown](Shown "UmbraTitle")`;
      await make('Links', body, { notebook_id: essays });
      await build({ notebooks: [essays] });
      const everything = JSON.stringify(site());
      expect(everything).not.toMatch(/umbra/i);
      expect(everything).not.toContain('Hidden');
      const title = 'A private note <strong>b</strong> md id <a href="shown.html">Shown</a>';
      expect(text('essays/links.html')).toContain(
        fold === '' ? `<p class="callout-title">${title}</p>` : `<summary>${title}</summary>`,
      );
    },
  );

  it('[PUB-FRAGMENTS] writes links only to existing element ids, each unique on its page', async () => {
    const essays = await notebook('Essays');
    await make('Target', '# Twice\n\n# Twice\n\n<a id="twice-1"></a> <a name="Exact-Id"></a> text ^mark', {
      notebook_id: essays,
    });
    await make(
      'Links',
      '[[Target#Twice]] [[Target#^mark]] [[Target#Gone]] [e](Target#Exact-Id) [self](#here) [none](#gone)\n\n## Here',
      { notebook_id: essays },
    );
    await build({ notebooks: [essays] });
    const page = text('essays/links.html');
    const hrefs = [...page.matchAll(/href="((?:target\.html)?#?[^".]*)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual(expect.arrayContaining(['target.html#twice', 'target.html#%5Emark', 'target.html', '#here']));
    expect(page).not.toMatch(/href="[^"]*#gone/i);
    expect(page).toContain('none');
    const target = text('essays/target.html');
    const ids = [...target.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['twice', 'twice-1', '^mark']));
  });

  it('[PUB-PAGED] divides a long index into pages with links to the previous and next page', async () => {
    const outer = await notebook('Outer');
    const inner = await notebook('Inner', outer);
    const items = Array.from({ length: 620 }, (_, n) => ({ title: `Note ${n}`, notebook_id: n < 10 ? outer : inner }));
    for (const { title, notebook_id } of items) await make(title, '', { notebook_id });
    await make('Index 2', 'taken', { notebook_id: outer });
    await build({ notebooks: [outer] });
    const names = Object.keys(site());
    expect(names).toEqual(expect.arrayContaining(['index.html', 'index-2.html', 'outer/index.html']));
    expect(names).toEqual(expect.arrayContaining(['outer/index-2.html', 'outer/index-2 (2).html']));
    expect(text('outer/index-2.html')).toContain('taken');
    const [first, second] = [text('index.html'), text('index-2.html')];
    expect(first).toContain('<a rel="next" href="index-2.html">');
    expect(second).toContain('<a rel="prev" href="index.html">');
    expect(second).toContain('Page 2 of 2');
    const countListed = (page: string) =>
      [...page.matchAll(/<li><a href="[^"]*\/(?:note-\d+|index-2)\.html">/g)].length;
    expect(countListed(first)).toBeLessThanOrEqual(500);
    expect(countListed(first) + countListed(second)).toBe(621);
  });

  it('[PUB-ATTACHMENTS] publishes text whose type has a charset', async () => {
    const essays = await notebook('Essays');
    const [plain, table] = [await upload('words', 'a.txt'), await upload('a,b', 'b.csv')];
    await make('Page', `[a](${resource(plain.id)}) [b](${resource(table.id)})`, { notebook_id: essays });
    const { attachments } = await build({ notebooks: [essays] });
    expect(attachments).toMatchObject({ published: 2, left_out: 0 });
    expect(Object.keys(site()).filter((path) => /\.(txt|csv)$/.test(path))).toHaveLength(2);
  });

  it.each([
    ['pdf', '[](URI)', '<a href="../files/HASH.pdf">Attachment</a>'],
    ['pdf', '[ ](URI)', '<a href="../files/HASH.pdf">Attachment</a>'],
    ['png', '[](URI)', '<a href="../files/HASH.png">Attachment</a>'],
    ['png', '[a *b*](URI)', '<a href="../files/HASH.png">a <em>b</em></a>'],
    ['png', '[![](URI)](URI)', '<a href="../files/HASH.png"><img src="../files/HASH.png" alt="" loading="lazy"></a>'],
  ])('[PUB-ATTACHMENTS] gives a link to a %s file written as %j a text', async (ending, link, shown) => {
    const essays = await notebook('Essays');
    const file = await upload(ending === 'png' ? PNG : '%PDF-1.4\n%', `CANARY.${ending}`);
    await make('Page', link.replaceAll('URI', resource(file.id)), { notebook_id: essays });
    await build({ notebooks: [essays] });
    expect(text('essays/page.html').replaceAll(/files\/[0-9a-f]+/g, 'files/HASH')).toContain(shown);
    expect(JSON.stringify(site())).not.toContain('CANARY');
  });

  it('[PUB-PRIVATE] reveals no names of notebooks that were not selected', async () => {
    const hidden = await notebook('CANARY');
    await make('Open', 'text', { notebook_id: hidden, tags: ['public'] });
    await build({ tags: ['public'] });
    expect(Object.keys(site())).toEqual(['.notes-export', 'icon.svg', 'index.html', 'open.html', 'style.css']);
    expect(JSON.stringify(site())).not.toContain('CANARY');
  });

  it('[PUB-LINKS] keeps links between its notes and counts link texts with private titles', async () => {
    const essays = await notebook('Essays');
    const below = await notebook('Be low', essays);
    await make('Private', '');
    await make('A/B: c?', '# Part one\n\ntext ^mark', { notebook_id: below });
    await make('Links', '[[A/B: c?#Part one]] [x](A%2FB:%20c%3F#^mark) [[Private]] <https://example.org>', {
      notebook_id: essays,
    });
    const { links } = await build({ notebooks: [essays] });
    expect(links).toEqual({ kept: 2, turned_into_text: 1, titles_shown: 1, external: 1 });
    const page = text('essays/links.html');
    expect(page).toContain('<a href="be-low/a-b-c.html#part-one">A/B: c?#Part one</a>');
    expect(page).toContain('<a href="be-low/a-b-c.html#%5Emark">x</a> private note <a href="https://example.org/"');
    expect(text('essays/be-low/a-b-c.html')).toContain('<h1>A/B: c?</h1><h1 id="part-one">Part one</h1><p id="^mark">');
  });

  it('[PUB-SAFE] writes pages that run no code and request nothing from other sites', async () => {
    const essays = await notebook('<script>');
    const bad = await upload(
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'bad.svg',
      'image/svg+xml',
    );
    const good = await upload(
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
      'good.svg',
      'image/svg+xml',
    );
    const page = await upload('<!doctype html><script>alert(1)</script>', 'page.html', 'text/html');
    const body = `<script>alert(1)</script> <img src=x onerror=alert(1)> ![](https://example.org/x.png) [x](javascript:alert(1))
![b](${resource(bad.id)}) ![g](${resource(good.id)}) [p](${resource(page.id)}) $\\frac{a}{b}$ $\\href{javascript:alert(1)}{x}$

<iframe src="https://example.org"></iframe><style>@import "https://example.org"</style>`;
    await make('"><script>alert(1)</script>', body, { notebook_id: essays });
    const { attachments } = await build({ notebooks: [essays] });
    expect(attachments).toEqual({ published: 1, left_out: 2, cleaned: 0 });
    for (const html of Object.entries(site()).flatMap(([path, bytes]) => (path.endsWith('.html') ? [bytes] : []))) {
      const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
      expect(
        tags.filter((each) => /^<(?:script|style|iframe|object|embed|base|form)|\son\w+=|javascript:/i.test(each)),
      ).toEqual([]);
      expect(
        tags.filter((each) => /\b(?:src|srcset)="(?:https?:)?\/\/|<link[^>]*href="(?:https?:)?\/\//.test(each)),
      ).toEqual([]);
      expect(html).toContain('default-src &#39;none&#39;; style-src &#39;self&#39;;');
    }
    expect(Object.values(site()).join('\n')).toContain('<mfrac><mi>a</mi><mi>b</mi></mfrac>');
    expect(readdirSync(at('site/files'))).toHaveLength(1);
  });

  it('[PUB-SAFE] takes no page title from hidden HTML in or before a heading', async () => {
    mkdirSync(at('book'));
    const pages = {
      a: '# Plain <script>CANARY</script>end',
      b: '<template>\n\n# CANARY\n\n</template>\n\n# Behind',
      c: '<a name="x"></a>\n\n## *Marked* <b>up</b>',
      d: 'x <svg>\n\n# CANARY\n\n</svg>\n\n# Later',
      e: '# `<script>` & "co"',
    };
    for (const [name, body] of Object.entries(pages)) writeFileSync(at('book', `${name}.md`), body);
    await opened.call('importFolder', { format: 'markdown', path: at('book') });
    const { notebooks } = await opened.call('listNotebooks', {});
    const { notebook_id } = notebooks.find(({ name }) => name === 'book') as (typeof notebooks)[number];
    await build({ notebooks: [notebook_id] });
    expect(JSON.stringify(site())).not.toContain('CANARY');
    const titles = Object.keys(pages).map((name) => /<title>(.*?)<\/title>/.exec(text(`book/${name}.html`))?.[1]);
    const named = ['Plain end', 'Behind', 'Marked up', 'd', '&lt;script&gt; &amp; &quot;co&quot;'];
    expect(titles).toEqual(named.map((title) => expect.stringMatching(new RegExp(`^${title}(?: |$)`))));
  });

  it('[PUB-PLAN] writes what its plan describes, and the plan changes with everything published', async () => {
    const essays = await notebook('Essays');
    const { id, current_revision_id } = await make('One', 'text', { notebook_id: essays });
    const selection = { notebooks: [essays] };
    const before = await plan(selection, { directory: at('site') });
    expect(before).toMatchObject({
      folder: 'free',
      pages: [{ document_id: id, path: 'essays/one.html' }],
      counts: { notes: 1 },
    });
    expect((await plan(selection)).plan_sha256).toBe(before.plan_sha256);
    const first = await build(selection, { plan: before.plan_sha256.slice(0, 12) });
    const bytes = site();
    rmSync(at('site'), { recursive: true });
    expect((await build(selection)).tree_sha256).toBe(first.tree_sha256);
    expect(site()).toEqual(bytes);
    await opened.call('replaceDocument', {
      document_id: id,
      title: 'One',
      body: 'more',
      base_revision_id: current_revision_id,
    });
    const stale = { plan: before.plan_sha256, replace: true };
    await expect(build(selection, stale)).rejects.toMatchObject({ code: 'conflict' });
    await expect(build(selection, { theme: 'dark' })).rejects.toMatchObject({ code: 'precondition_required' });
    expect(site()).toEqual(bytes);
    expect(await plan(selection, { directory: at('site') })).toMatchObject({ folder: 'replaceable' });
    await opened.call('updateNotebook', { notebook_id: essays, name: 'Tales' });
    expect((await plan(selection)).plan_sha256).not.toBe(before.plan_sha256);
    await expect(plan({})).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('[PUB-ORDER] orders pages by a summary, with chapters, sections and previous and next links', async () => {
    mkdirSync(at('book'));
    const pages = {
      SUMMARY: '- [b](b.md)\n- [a](a.html)',
      a: '%%\n# x\n%%\n<!-- x -->\n\n## Section <!-- x -->%%x%%',
      b: '# Chapter',
      'z 10': '',
      'z 9': '',
    };
    for (const [name, body] of Object.entries(pages)) writeFileSync(at('book', `${name}.md`), body);
    await opened.call('importFolder', { format: 'markdown', path: at('book') });
    const { notebooks } = await opened.call('listNotebooks', {});
    const { notebook_id } = notebooks.find(({ name }) => name === 'book') as (typeof notebooks)[number];
    const { pages: planned } = await build({ notebooks: [notebook_id] }, { base_url: 'https://example.org/b/' });
    const order = ['summary', 'b', 'a', 'z-9', 'z-10'].map((name) => `book/${name}.html`);
    expect(planned.map(({ path }) => path)).toEqual(order);
    const section = text('book/a.html');
    expect(section).toContain('<li class="below"><a aria-current="page" href="a.html">Section</a></li>');
    expect(section).toContain(
      '<a rel="prev" href="b.html"><small>Previous</small>Chapter</a><a rel="next" href="z-9.html">',
    );
    expect(section).toContain('<link rel="canonical" href="https://example.org/b/book/a.html">');
    expect(text('sitemap.xml')).toContain('<loc>https://example.org/b/book/z-10.html</loc>');
  });

  it.each([
    ...['https://x.example/"><script>', 'https://x.example/a b', 'https://x.example/?q', 'https://x.example?'],
    ...['https://x.example/#a', 'https://me:pw@x.example/', 'https://@x.example', 'https:x.example'],
    ...['https://x.example/a\\b', 'ftp://x.example/', 'javascript:alert(1)'],
  ])('[PUB-SAFE] refuses %j as the address of a site', async (base_url) => {
    await expect(plan({ notebooks: [await notebook('Essays')] }, { base_url })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it.each(['https://x.example', 'http://x.example:8080/~me/notes/'])(
    '[PUB-LINKS] accepts the address %s',
    async (base_url) => {
      const { site: planned } = await plan({ notebooks: [await notebook('Essays')] }, { base_url });
      expect(planned.base_url).toBe(base_url.replace(/\/$/, ''));
    },
  );

  it('builds in the folder that a symbolic link leads to, and the link stays', async () => {
    const essays = await notebook('Essays');
    const { id, current_revision_id } = await make('One', 'text', { notebook_id: essays });
    mkdirSync(at('other/real'), { recursive: true });
    symlinkSync('other/real', at('site'));
    expect(await plan({ notebooks: [essays] }, { directory: at('site') })).toMatchObject({ folder: 'free' });
    expect(await build({ notebooks: [essays] })).toMatchObject({ directory: at('site') });
    const changed = { document_id: id, title: 'One', body: 'more', base_revision_id: current_revision_id };
    await opened.call('replaceDocument', changed);
    await build({ notebooks: [essays] }, { replace: true });
    expect(lstatSync(at('site')).isSymbolicLink()).toBe(true);
    expect(readFileSync(at('other/real/essays/one.html'), 'utf8')).toContain('more');
    expect([readdirSync(folder), readdirSync(at('other'))]).toEqual([['other', 'site'], ['real']]);
  });

  it.each([
    ['a missing folder', 'gone', /site is a symbolic link to gone, which does not exist\. Create that folder/],
    ['itself', 'site', /site is a symbolic link that leads to itself/],
    ['a file', 'file', /file is not a folder/],
  ])('refuses a symbolic link to %s, as the plan does', async (_, target, message) => {
    const essays = await notebook('Essays');
    writeFileSync(at('file'), '');
    symlinkSync(target, at('site'));
    const refusal = { code: 'validation_failed', message: expect.stringMatching(message) };
    await expect(plan({ notebooks: [essays] }, { directory: at('site') })).rejects.toMatchObject(refusal);
    await expect(build({ notebooks: [essays] })).rejects.toMatchObject(refusal);
    expect(readdirSync(folder).sort()).toEqual(['file', 'site']);
  });

  it('[PUB-STOP] leaves nothing behind when it is stopped', async () => {
    const essays = await notebook('Essays');
    await make('One', 'text', { notebook_id: essays });
    const stop = new AbortController();
    const context = { ...opened.context, signal: stop.signal, progress: () => stop.abort() };
    const asked = { directory: at('site'), selection: { notebooks: [essays] } };
    expect(await invoke('buildPublication', context, asked)).toMatchObject({ interrupted: true, tree_sha256: null });
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('[EXP-HTML] exportNotes as HTML writes a page for each note with its attachments and links to other pages', async () => {
  const picture = await upload(PNG, 'p q.png');
  await make('One & only', `![p](${resource(picture.id)}) [[Two]]`);
  await make('Two');
  await opened.call('exportNotes', { format: 'html', directory: at('site') });
  const page = text('Notes/One & only.html');
  expect(page).toContain('<img src="../attachments/p%20q.png" alt="p" loading="lazy"> <a href="Two.html">Two</a>');
  expect(page).toContain('<h1>One &amp; only</h1>');
  expect(readFileSync(at('site/attachments/p q.png'), 'latin1')).toBe(PNG);
  expect(text('index.html')).toContain('href="Notes/One%20%26%20only.html"');
});
