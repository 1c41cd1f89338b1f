import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenedLibrary, openTestLibrary, temporaryFolder } from '../support.js';

let opened: OpenedLibrary;
let folder: string;
let essays: string;

beforeEach(async () => {
  opened = await openTestLibrary();
  folder = temporaryFolder();
  essays = (await opened.call('createNotebook', { name: 'Essays' })).notebook_id;
});

const make = (title: string, body: string, notebook_id = essays) =>
  opened.call('createDocument', { title, body, notebook_id });
const build = () =>
  opened.call('buildPublication', {
    directory: join(folder, 'site'),
    selection: { notebooks: [essays] },
    replace: true,
  });
const read = (path: string) => readFileSync(join(folder, 'site', path), 'utf8');
/** Returns the main part of a page on one line. */
const readMain = (path: string) => /<main[^>]*>([\s\S]*?)<\/main>/.exec(read(path))?.[1]?.replaceAll(/\s+/g, ' ') ?? '';

describe('embedded notes of a site', () => {
  it('shows a note, a section and a block in place, with their own links and without their ids [PUB-EMBEDS]', async () => {
    await make(
      'Tea',
      '# Tea\n\nGreen, see [[Uji]] and [below](#water).\n\n## Water\n\nSoft ^soft\n\n## Time\n\nShort\n',
    );
    await make('Uji', 'A town.\n');
    await make('Page', 'Before ![[Tea]] after\n\n![[Tea#Water]]\n\n- ![[Tea#^soft]]\n\n> ![[Uji|the town]]\n');
    await build();
    const page = readMain('essays/page.html');
    expect(page).toContain('<p>Before </p><div class="embedded"><p class="embed-title"><a href="tea.html">Tea</a></p>');
    expect(page).toContain('Green, see <a href="uji.html">Uji</a> and <a href="tea.html#water">below</a>.');
    expect(page).toContain('<h2>Water</h2>');
    expect(page).toContain('</div><p> after</p>');
    expect(page).toMatch(/<a href="tea\.html#water">[^<]*<\/a><\/p><h2>Water<\/h2><p>Soft ?<\/p><\/div>/);
    expect(page).toMatch(/<li><div class="embedded">.*?Soft ?<\/p><\/div><\/li>/);
    expect(page).toMatch(/<blockquote><div class="embedded">.*?the town.*?A town\..*?<\/blockquote>/);
    expect(page.match(/ id="/g)).toBeNull();
    expect(page).not.toContain('<h1>Tea');
  });

  it('leads to the section whose heading has the letters of the link, as does a link [PUB-EMBEDS]', async () => {
    await make('Day', '# Day\n\n## 10:30 | Start\n\nCoffee\n');
    await make('Page', '[[Day#10 30 Start]]\n\n![[Day#10 30 Start]]\n');
    await build();
    const page = readMain('essays/page.html');
    expect(page.match(/<a href="day\.html#1030--start">/g)).toHaveLength(2);
    expect(page).toContain('<p>Coffee</p>');
  });

  it('stays a link in a cycle, beyond four levels, in a heading and for a missing part [PUB-EMBEDS]', async () => {
    await make('A', 'start of A ![[B]]\n');
    await make('B', 'start of B ![[A]]\n');
    for (const level of [1, 2, 3, 4, 5, 6]) await make(`L${level}`, `level ${level}\n\n![[L${level + 1}]]\n`);
    await make('L7', 'the end\n');
    await make('Parts', '# About ![[L7]]\n\n![[L7#Nowhere]]\n\n[![[L7]]](https://example.org/)\n');
    await build();
    expect(readMain('essays/a.html').match(/start of A/g)).toHaveLength(1);
    expect(readMain('essays/a.html')).toContain('start of B <a href="a.html">A</a>');
    const deep = readMain('essays/l1.html');
    expect(deep).toContain('level 5');
    expect(deep).not.toContain('level 6');
    expect(deep).toContain('<a href="l6.html">L6</a>');
    expect(readMain('essays/parts.html')).not.toContain('the end');
  });

  it('embeds at most 50 notes in a page, and of a long note its beginning with a link to the rest [PUB-EMBEDS]', async () => {
    await make('Drop', 'a drop\n');
    await make('Long', `${'A paragraph of some length.\n\n'.repeat(1_500)}the very end\n`);
    await make('Sea', '![[Drop]]\n\n'.repeat(60));
    await make('Reader', '![[Long]]\n');
    await build();
    expect(readMain('essays/sea.html').match(/a drop/g)).toHaveLength(50);
    expect(readMain('essays/sea.html').match(/<a href="drop\.html">/g)).toHaveLength(60);
    const page = readMain('essays/reader.html');
    expect(page).toContain('A paragraph of some length.');
    expect(page).not.toContain('the very end');
    expect(page).toContain('<a href="long.html">Read the rest on its own page</a>');
  });

  it('contains nothing of an embedded note that is not published [PUB-EMBEDS] [PUB-PRIVATE]', async () => {
    const hidden = (await opened.call('createNotebook', { name: 'CANARY' })).notebook_id;
    await make('CANARY-note', 'CANARY-body\n', hidden);
    await make('Inner', 'inner ![[CANARY-note]] and ![[CANARY-note|CANARY-note]]\n');
    await make('Outer', 'outer ![[Inner]]\n');
    await build();
    const paths = readdirSync(join(folder, 'site'), { recursive: true, encoding: 'utf8' });
    for (const path of paths.filter((name) => name.endsWith('.html'))) expect(read(path)).not.toContain('CANARY');
    expect(readMain('essays/outer.html')).toContain('inner private note');
  });

  it('gives the same bytes for the same plan, and another plan when an embedded note changes [PUB-EMBEDS] [PUB-PLAN]', async () => {
    const inner = await make('Inner', 'first\n');
    await make('Outer', '![[Inner]]\n');
    const { plan_sha256 } = await build();
    const before = read('essays/outer.html');
    expect((await build()).plan_sha256).toBe(plan_sha256);
    expect(read('essays/outer.html')).toBe(before);
    const { id: document_id, current_revision_id: base_revision_id } = inner;
    await opened.call('replaceDocument', { document_id, base_revision_id, title: 'Inner', body: 'second\n' });
    expect((await build()).plan_sha256).not.toBe(plan_sha256);
    expect(readMain('essays/outer.html')).toContain('second');
  });

  it('are shown in place in an HTML export as well [PUB-EMBEDS] [EXP-HTML]', async () => {
    await make('Inner', 'in ==here==\n');
    await make('Outer', '![[Inner]]\n');
    await opened.call('exportNotes', { format: 'html', directory: join(folder, 'site') });
    expect(readMain('Essays/Outer.html')).toContain('in <mark>here</mark>');
  });
});
