import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenedLibrary, openTestLibrary, temporaryFolder, uploadBytes } from '../support.js';

/** Enough of a picture to identify its type. */
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\b\x06\0\0\0';

let opened: OpenedLibrary;
let folder: string;
let essays: string;
let hidden: string;

beforeEach(async () => {
  opened = await openTestLibrary();
  folder = temporaryFolder();
  essays = (await opened.call('createNotebook', { name: 'Essays' })).notebook_id;
  hidden = (await opened.call('createNotebook', { name: 'Hidden' })).notebook_id;
});

const make = (title: string, body = '', notebook_id = hidden) =>
  opened.call('createDocument', { title, body, notebook_id });
const publish = (body: string) => make('Page', body, essays);
type Note = Awaited<ReturnType<typeof make>>;
const trash = ({ id: document_id, current_revision_id: base_revision_id }: Note) =>
  opened.call('trashDocument', { document_id, base_revision_id });
const rename = ({ id: document_id, current_revision_id: base_revision_id }: Note, title: string) =>
  opened.call('replaceDocument', { document_id, base_revision_id, title, body: '' });
const plan = () => opened.call('planPublication', { selection: { notebooks: [essays] } });
const build = (input: Record<string, unknown> = {}) =>
  opened.call('buildPublication', { directory: join(folder, 'site'), selection: { notebooks: [essays] }, ...input });
const getUri = ({ id }: Note) => `document://default/documents/${id}`;
/** Returns the text of the published note without its title. */
function readPage(): string {
  const html = readFileSync(join(folder, 'site/essays/page.html'), 'utf8');
  return /<h1>Page<\/h1>([\s\S]*?)<\/article>/.exec(html)?.[1] ?? html;
}

describe('the digest of a plan', () => {
  const changes: Record<string, (note: Note) => Promise<unknown>> = {
    renamed: (note) => rename(note, 'Hirings'),
    'replaced by another note': async (note) => {
      await rename(note, 'Hirings');
      await make('Layoffs');
    },
    'purged and replaced': async (note) => {
      await trash(note);
      await opened.call('purgeDocument', { document_id: note.id, confirmation: `purge-document:${note.id}` });
      await make('Layoffs');
    },
  };
  it('changes when a private note with a link in HTML is renamed [PUB-PLAN] [PUB-TITLES]', async () => {
    const note = await make('Layoffs');
    await publish(`<a href="${getUri(note)}">see Layoffs</a>`);
    const before = await plan();
    await rename(note, 'Hirings');
    await expect(build({ plan: before.plan_sha256 })).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each(Object.keys(changes))(
    'changes when a private note is %s, and the build of the plan is refused [PUB-PLAN] [PUB-TITLES]',
    async (name) => {
      const note = await make('Layoffs');
      await publish(`[see Layoffs](${getUri(note)})`);
      const before = await plan();
      expect(before.links).toMatchObject({ turned_into_text: 1, titles_shown: 1 });
      await changes[name]?.(note);
      expect((await plan()).plan_sha256).not.toBe(before.plan_sha256);
      await expect(build({ plan: before.plan_sha256 })).rejects.toMatchObject({ code: 'conflict' });
    },
  );

  it('stays the same when a private note without links to it is renamed [PUB-PLAN]', async () => {
    await make('Layoffs');
    const other = await make('Other');
    await publish('[[Layoffs]]');
    const before = await plan();
    await rename(other, 'Another');
    expect((await plan()).plan_sha256).toBe(before.plan_sha256);
  });
});

describe('the text of a link to a private note', () => {
  it.each([
    ['with a line break', '[see Divorce\nPlan](URI)'],
    ['with a hard line break', '[see Divorce\\\nPlan](URI)'],
    ['with several spaces', '[see Divorce   Plan](URI)'],
    ['with a no-break space', '[see Divorce&nbsp;Plan](URI)'],
    ['with a soft hyphen', '[see Di&shy;vorce Plan](URI)'],
    ['in decomposed letters and capitals', '[see DIVORCE PLAN CAFE\u0301](ACCENT)'],
    ['in a wikilink with several spaces', '[[Divorce Plan|see Divorce  Plan]]'],
    ['in percent escapes', '[see Divorce%20Plan](URI)'],
    ['as a file name', '[divorce-plan.md](URI)'],
    ['as an image of the note', '![Divorce Plan](URI)'],
    ['as an image of the note in a link', '[![Divorce Plan](URI)](URI)'],
    ['in a link in HTML', '<a href="URI">see Divorce\nPlan</a>'],
    ['in a link in HTML by title', "<a href='Divorce%20Plan.md#part'>see Divorce Plan</a>"],
    ['in an image of the note in HTML', '<img src=URI alt="Divorce Plan">'],
    ['in an HTML image in the link', '[<img src="https://e.example/x.png" alt="Divorce Plan">](URI)'],
    ['in a remote image without a text', '[![](https://e.example/divorce)](SHORT)'],
  ])('is “private note” when it shows the title %s [PUB-TITLES]', async (_, body) => {
    const note = await make('Divorce Plan');
    const [cafe, divorce] = [await make('Divorce Plan Café'), await make('Divorce')];
    await publish(
      body.replaceAll('URI', getUri(note)).replace('ACCENT', getUri(cafe)).replace('SHORT', getUri(divorce)),
    );
    expect((await build()).links).toMatchObject({ kept: 0 });
    expect(readPage().replaceAll(/<[^>]*>/g, '')).toBe('private note');
  });

  it('stays when it has only a part of a title with signs [PUB-TITLES]', async () => {
    const shown = await make('Tea', '', essays);
    const secret = await make('C++');
    await publish(`[see black tea](${getUri(shown)}) [plain](${getUri(secret)})`);
    await build();
    expect(readPage()).toMatch(/>see black tea<.*plain/);
  });

  it('is “private note” when the title has several spaces [PUB-TITLES]', async () => {
    const note = await make('Divorce  Plan');
    await publish(`[see Divorce Plan](${getUri(note)})`);
    await build();
    expect(readPage()).toBe('<p>private note</p>');
  });

  it('keeps a picture, without an alternative text or title that shows the title of the note [PUB-TITLES]', async () => {
    const note = await make('Divorce Plan');
    const { id } = await uploadBytes(opened, Buffer.from(PNG, 'latin1'), { filename: 'a.png' });
    const images = [
      '![divorce plan](https://e.example/x.png)',
      `![Divorce  Plan|30x20](resource://default/resources/${id} "Divorce Plan")`,
      `![other](resource://default/resources/${id} "Divorce Plan")`,
    ];
    await publish(images.map((image) => `[${image}](${getUri(note)})`).join(' '));
    expect((await build()).links).toMatchObject({ turned_into_text: 3 });
    const page = readPage();
    expect(page).not.toMatch(/divorce/i);
    expect(page).toContain('<a href="https://e.example/x.png" rel="noopener noreferrer">private note</a>');
    expect(page).toMatch(/<img src="[^"]*" alt="private note" width="30" height="20" loading="lazy">/);
    expect(page).toMatch(/<img src="[^"]*" alt="other" loading="lazy">/);
  });

  it('stays as it is written when it does not show the title [PUB-TITLES]', async () => {
    const note = await make('Divorce Plan');
    await publish(`[a plan\nof ![theirs](https://e.example/x.png)](${getUri(note)} "later")`);
    await build();
    expect(readPage().replaceAll(/<[^>]*>/g, '')).toBe('a plan\nof theirs');
  });
});

describe('the counts of links', () => {
  it('contain the links that show a title in the links turned into text, also with the note in Trash [PUB-LINKS]', async () => {
    const [note, gone] = [await make('Layoffs'), await make('Gone')];
    await make('Public', '', essays);
    const uris = `[see Layoffs](${getUri(note)}) [x](${getUri(note)}) [see Gone](${getUri(gone)}) [x](${getUri(gone)})`;
    await publish(`[[Layoffs]] ${uris} [[Gone]] [[Gone|x]] [[Public]] [[Missing]] [e](https://e.example/) [[Page]]`);
    const counts = { kept: 2, turned_into_text: 7, titles_shown: 4, external: 1 };
    expect((await plan()).links).toEqual(counts);
    await trash(gone);
    const { links, warnings } = await plan();
    expect(links).toEqual(counts);
    expect(warnings).toContainEqual({ code: 'links_leave_export', count: 7 });
  });
});
