import { expect, test } from 'vitest';
import { openSource } from '../src/index.js';
import { temporaryFolder, writeFiles } from './support.js';

const id = (character: string) => character.repeat(32);
const LONG = 'Minutes of the meeting about the plans for the new greenhouse';

test.each([
  ['with its id', `Plants ${id('a')}`],
  ['without its id', 'Plants'],
])('Notion pages below the folder of a database %s are rows with properties and links', async (_, folder) => {
  const path = temporaryFolder();
  const minutes = `${LONG.slice(0, 50).trim()} ${id('c')}.md`;
  writeFiles(path, {
    [`Plants ${id('a')}.csv`]: `Name,Tags\nBasil,herb\n${LONG},\nFern,\n`,
    [`${folder}/Basil ${id('b')}.md`]: '# Basil\n\nTags: herb\nWater: daily\n\nSow in May.\n',
    [`${folder}/${minutes}`]: `# ${LONG}\n`,
  });
  const source = await openSource('notion', { path, isFolder: true });
  const { notes } = await source.list();
  const read = await Promise.all(notes.map((item) => item.read()));
  const toPath = (name: string) => `${folder}/${name}`.split('/').map(encodeURIComponent).join('/');
  expect(read).toContainEqual(
    expect.objectContaining({ title: 'Basil', tags: ['herb'], text: '---\nWater: daily\n---\nSow in May.\n' }),
  );
  expect(read).toContainEqual(
    expect.objectContaining({
      title: 'Plants',
      text: [
        '| Name | Tags |',
        '| --- | --- |',
        `| [Basil](${toPath(`Basil ${id('b')}.md`)}) | herb |`,
        `| [${LONG}](${toPath(minutes)}) |  |`,
        '| Fern |  |',
        '',
      ].join('\n'),
    }),
  );
  await source.close();
});

test.each([
  [
    'Markdown',
    (date: string) => `# Call\n\nDate: ${date}\nTags: x, y\n\nJuly 9, 2024\n`,
    (title: string) => `# ${title}\n`,
    'md',
  ],
  [
    'HTML',
    (date: string) =>
      `<style>July 9, 2024</style><article><header><h1 class="page-title">Call</h1><table class="properties"><tr class="property-row property-row-date"><th><span class="icon"></span>Date</th><td><time>${date}</time></td></tr></table></header><div class="page-body"><p>July 9, 2024</p></div></article>`,
    (title: string) =>
      `<article><header><h1 class="page-title">${title}</h1></header><div class="page-body"></div></article>`,
    'html',
  ],
])(
  'rows with equal titles in a Notion database are linked to the page with their properties (%s)',
  async (_, call, long, ending) => {
    const path = temporaryFolder();
    writeFiles(path, {
      [`Log ${id('a')}.csv`]: `Name,Date,Tags\nCall,"July 9, 2024","x, y"\nCall,"July 8, 2024","x, y"\nCall,,\n${LONG} (2),,\n${LONG} (1),,\n`,
      [`Log/Call ${id('b')}.${ending}`]: call('July 8, 2024'),
      [`Log/Call ${id('c')}.${ending}`]: call(''),
      [`Log/Call ${id('d')}.${ending}`]: call('July 9, 2024'),
      [`Log/${LONG.slice(0, 50).trim()} ${id('e')}.${ending}`]: long(`${LONG} (1)`),
      [`Log/${LONG.slice(0, 50).trim()} ${id('f')}.${ending}`]: long(`${LONG} (2)`),
    });
    const source = await openSource('notion', { path, isFolder: true });
    const { notes } = await source.list();
    const log = await notes.find(({ path: at }) => at.endsWith('.csv'))?.read();
    const targets = (log as { text: string }).text.match(/[a-f]{32}(?=\.)/g)?.map(([letter]) => letter);
    expect(targets).toEqual(['d', 'b', 'c', 'f', 'e']);
    await source.close();
  },
);

test('a row without a title in a Notion database is linked to its page', async () => {
  const path = temporaryFolder();
  writeFiles(path, {
    [`Log ${id('a')}.csv`]: 'Name,Date\nCall,\n"","July 8, 2024"\n',
    [`Log/Untitled ${id('b')}.md`]: '# Untitled\n\nDate: July 8, 2024\n',
  });
  const source = await openSource('notion', { path, isFolder: true });
  const { notes } = await source.list();
  const log = await notes.find(({ path: at }) => at.endsWith('.csv'))?.read();
  expect(log).toMatchObject({ text: expect.stringContaining(`| [Untitled](Log/Untitled%20${id('b')}.md) |`) });
  await source.close();
});

test('Notion files in the properties of a row are linked at the end of its page', async () => {
  const path = temporaryFolder();
  const html = `<h1 class="page-title">Ticket</h1><table class="properties"><tr class="property-row property-row-file"><th>Scan</th>
    <td><span><a href="Ticket/a%20b(.pdf">a b(.pdf</a></span> <a href="https://example.com/c.pdf">c</a></td></tr></table>
    <div class="page-body"><p>Text</p></div>`;
  writeFiles(path, {
    [`Trips ${id('a')}.csv`]: 'Name,Scan\nRome,\n',
    [`Trips/Rome ${id('b')}.md`]: '# Rome\n\nScan: Rome/a%20b.pdf, Rome/[c].png\nCosts: 5, 7\n\nText\n',
    'Trips/Rome/a b.pdf': '%PDF',
    'Trips/Rome/[c].png': 'PNG',
    [`Ticket ${id('d')}.html`]: html,
    'Ticket/a b(.pdf': '%PDF',
  });
  const source = await openSource('notion', { path, isFolder: true });
  const { notes } = await source.list();
  const read = await Promise.all(notes.map((item) => item.read()));
  const text = (title: string) => read.find((note) => 'title' in note && note.title === title);
  expect(text('Rome')).toMatchObject({
    text: '---\nScan: Rome/a%20b.pdf, Rome/[c].png\nCosts: 5, 7\n---\nText\n\n[a b.pdf](Rome/a%20b.pdf)\n\n[\\[c\\].png](Rome/%5Bc%5D.png)',
  });
  expect(text('Ticket')).toMatchObject({
    text: expect.stringMatching(/\nText\n\n\[a b\(\.pdf\]\(Ticket\/a%20b%28\.pdf\)$/),
  });
  await source.close();
});

test('a Notion page in HTML begins with its cover, if the export has its file, and with its description', async () => {
  const path = temporaryFolder();
  const page = (cover: string) =>
    `<article><header><img class="page-cover-image" src="${cover}"/><h1 class="page-title">Trips</h1>
    <p class="page-description">Where we <b>went</b></p></header><div class="page-body"><p>Text</p></div></article>`;
  writeFiles(path, {
    [`Own ${id('a')}.html`]: page('Own/a%20b.jpg'),
    [`Stock ${id('b')}.html`]: page('https://example.com/c.jpg'),
    'Own/a b.jpg': 'JPEG',
  });
  const source = await openSource('notion', { path, isFolder: true });
  const { notes } = await source.list();
  const texts = await Promise.all(notes.map((item) => item.read()));
  expect(texts).toMatchObject([
    { title: 'Trips', text: '![](Own/a%20b.jpg)\n\nWhere we **went**\n\nText\n' },
    { title: 'Trips', text: 'Where we **went**\n\nText\n' },
  ]);
  await source.close();
});

test('a Notion page that begins with a divider has no front matter', async () => {
  const path = temporaryFolder();
  writeFiles(path, { [`Mail ${id('a')}.md`]: '# Mail\n\n---\n\nFrom: Ada\n\n---\n\nText\n' });
  const source = await openSource('notion', { path, isFolder: true });
  const { notes } = await source.list();
  expect(await notes[0]?.read()).toMatchObject({ text: '***\n\nFrom: Ada\n\n---\n\nText\n' });
  await source.close();
});

test('values in a cell of a Notion database in HTML are separated by commas', async () => {
  const path = temporaryFolder();
  const values = '<span class="selected-value">a</span><span class="selected-value">b</span>';
  const links = '<a href="https://x.test/">x</a><a href="https://y.test/">y</a>';
  const row = (kind: string) => `<tr><td class="${kind}">${values}</td><td class="${kind}">${links}</td></tr>`;
  const table = (kind: string) => `<table><thead><tr><th>Tags</th><th>Links</th></tr></thead>${row(kind)}</table>`;
  writeFiles(path, {
    [`DB ${id('a')}.html`]: `<article><div class="page-body">${table('cell-Tags')}${table('')}</div></article>`,
  });
  const source = await openSource('notion', { path, isFolder: true });
  const { notes } = await source.list();
  const note = (await notes[0]?.read()) as { text: string };
  expect(note.text).toContain('| a, b | [x](https://x.test/), [y](https://y.test/) |');
  expect(note.text).toContain('| ab | [x](https://x.test/)[y](https://y.test/) |');
  await source.close();
});
