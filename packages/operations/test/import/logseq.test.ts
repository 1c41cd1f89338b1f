import { join } from 'node:path';
import { expect, test } from 'vitest';
import { invoke } from '../../src/index.js';
import { noteCalled, type TestLibrary, temporaryFolder, testLibrary, writeFiles } from './support.js';

const BLOCK = '63595c2e-2383-42d4-ad20-5647758a7337';

function graph(files: Readonly<Record<string, string>>, config = '{:meta/version 1}'): string {
  const path = join(temporaryFolder(), 'Graph');
  writeFiles(path, { 'logseq/config.edn': config, ...files });
  return path;
}

async function listTargets({ context }: TestLibrary, document_id: string) {
  const { outgoing } = await invoke('listDocumentLinks', context, { document_id });
  return outgoing.map(({ canonical_target }) => canonical_target);
}

test('pages of Logseq have the titles that they have there, by which links lead to them [IMPORT-LOGSEQ]', async () => {
  const at = await testLibrary();
  const path = graph({
    'pages/Work___Plan%3A A.md': '- [[Why%3F 100%]] [[Home]] [[C%2FD]]',
    'pages/Why%253F 100%.md': 'title:: Why? 100%\ntags:: [[Big idea]], #x, y\n\n- [[Work/Plan: A]]',
    'pages/50% off%2Fall%21.md': '---\ntags: [z]\n---\ntags:: y\n',
    'pages/front.md': '---\ntitle: Front\n---\ntitle:: Property\n',
    'pages/Home.md': '- title: no property',
  });
  const { warnings } = await at.run(path);
  expect(at.notes()).toEqual([
    'Graph/pages/50% off/all!',
    'Graph/pages/Front',
    'Graph/pages/Home',
    'Graph/pages/Why? 100%',
    'Graph/pages/Work/Plan: A',
  ]);
  const [plan, why] = [await noteCalled(at, 'Work/Plan: A'), await noteCalled(at, 'Why? 100%')];
  expect(await listTargets(at, why.id)).toContain(plan.uri);
  expect(why.tags).toEqual(['Big idea', 'x', 'y']);
  expect((await noteCalled(at, '50% off/all!')).tags).toEqual(['y', 'z']);
  expect(warnings).toEqual([]);
});

test.each([
  ['by default', '{;; :journal/page-title-format "yyyy"\n}', 'journals', 'May 1st, 2024', 'May 12th, 2024'],
  [
    'as configured',
    '{:journals-directory "days" :journal/page-title-format "EEEE, dd.MM.yyyy"}',
    'days',
    'Wednesday, 01.05.2024',
    'Sunday, 12.05.2024',
  ],
])(
  'journals of Logseq become daily notes, and links to their titles there lead to them (%s) [IMPORT-LOGSEQ]',
  async (_, config, folder, first, twelfth) => {
    const at = await testLibrary();
    const path = graph(
      {
        [`${folder}/2024_05_01.md`]: `- [[${twelfth}]]`,
        [`${folder}/2024_05_12.md`]: '- x',
        [`${folder}/2024_13_01.md`]: '- x',
        'pages/2024_05_01.md': '- x',
        'pages/a.md': `- [[${first}]] and [[${first.toUpperCase()}]], not [[May 2nd, 2024]]`,
      },
      config,
    );
    for (const counts of [{ imported: 5 }, { unchanged: 5 }])
      expect(await at.run(path)).toMatchObject({ ...counts, warnings: [] });
    expect(at.notes()).toEqual([
      `Graph/${folder}/2024-05-01`,
      `Graph/${folder}/2024-05-12`,
      `Graph/${folder}/2024_13_01`,
      'Graph/pages/2024_05_01',
      'Graph/pages/a',
    ]);
    const [day, other] = [await noteCalled(at, '2024-05-01'), await noteCalled(at, '2024-05-12')];
    expect(await listTargets(at, day.id)).toEqual([other.uri]);
    expect((await noteCalled(at, 'a')).body).toBe(
      `- [${first}](${day.uri}) and [${first.toUpperCase()}](${day.uri}), not [[May 2nd, 2024]]`,
    );
  },
);

test('references to blocks of Logseq stay, with a warning, and its other files are no targets of links [IMPORT-LOGSEQ]', async () => {
  const at = await testLibrary();
  const text = `- see ((${BLOCK})), [label](((${BLOCK}))) and [[config.edn]]`;
  const path = graph({
    'pages/a.md': text,
    'pages/b.md': `- block\n  id:: ${BLOCK}`,
    'pages/c.org': '* Org',
    'whiteboards/w.edn': '{}',
  });
  const { warnings } = await at.run(path);
  expect(warnings).toEqual([
    {
      path: 'pages/c.org',
      message: 'in Org mode, which is not supported, and not imported. Convert it to Markdown first',
    },
    {
      path: 'whiteboards/w.edn',
      message: 'a whiteboard of Logseq, which is not imported. Copy its texts to a page first',
    },
    {
      path: 'pages/a.md',
      message: '2 references to blocks ((…)) stay text. To find the block, search for the id between the parentheses',
    },
  ]);
  expect((await noteCalled(at, 'a')).body).toBe(text);
  const { results } = await invoke('searchDocuments', at.context, { query: BLOCK });
  expect(results.map(({ title }) => title)).toContain('b');
});

test('file names outside of a graph of Logseq, and in a vault of Obsidian, stay titles [IMPORT-LOGSEQ]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'Notes');
  writeFiles(path, {
    'a___b%3A.md': '',
    'journals/2024_05_01.md': '',
    'graph/logseq/config.edn': '',
    'graph/c___d.md': '',
  });
  await at.run(path);
  expect(at.notes()).toEqual(['Notes/a___b%3A', 'Notes/graph/c/d', 'Notes/journals/2024_05_01']);
  const vault = await testLibrary();
  await vault.run(graph({ 'pages/a___b.md': '' }), { format: 'obsidian' });
  expect(vault.notes()).toEqual(['Graph/pages/a___b']);
});

test('a part of a graph of Logseq is imported as plain Markdown, with a warning [IMPORT-LOGSEQ]', async () => {
  const at = await testLibrary();
  const path = graph({ 'pages/a___b.md': 'tags:: x', 'journals/2024_05_01.md': '- day' });
  const message = expect.stringMatching(/^part of the Logseq graph "Graph", .* import the folder of the graph$/);
  for (const [part, folder] of [
    ['pages/a___b.md', 'pages'],
    ['journals', 'journals'],
  ] as const)
    expect((await at.run(join(path, part))).warnings).toEqual([{ path: folder, message }]);
  expect(at.notes()).toEqual(['journals/2024_05_01', 'pages/a___b']);
  const whole = await testLibrary();
  await whole.run(path);
  expect((await whole.run(join(path, 'pages/a___b.md'))).warnings).toEqual([]);
  expect(whole.notes()).toEqual(['Graph/journals/2024-05-01', 'Graph/pages/a/b']);
});

test('pages that earlier versions imported by their file names are renamed, unless they were edited [IMPORT-LOGSEQ]', async () => {
  const at = await testLibrary();
  const path = join(temporaryFolder(), 'Graph');
  writeFiles(path, { 'pages/a___b.md': '- x', 'pages/c___d.md': '- x' });
  await at.run(path);
  const { id: document_id } = await noteCalled(at, 'c___d');
  await invoke('appendToDocument', at.context, { document_id, text: 'mine' });
  writeFiles(path, { 'logseq/config.edn': '{}' });
  expect(await at.run(path)).toMatchObject({ updated: 1, unchanged: 1, rejected: 0 });
  expect(at.notes()).toEqual(['Graph/pages/a/b', 'Graph/pages/c___d']);
});

test('an export of a graph of Logseq is imported with the same titles and links [IMPORT-LOGSEQ]', async () => {
  const at = await testLibrary();
  await at.run(graph({ 'pages/a___b.md': '- [[May 1st, 2024]]', 'journals/2024_05_01.md': '- [[a/b]]' }));
  const folder = temporaryFolder();
  await invoke('exportNotes', at.context, { format: 'markdown', directory: join(folder, 'out') });
  expect(await at.run(join(folder, 'out/Graph'))).toMatchObject({ unchanged: 2 });
  const other = await testLibrary();
  await other.run(join(folder, 'out/Graph'));
  expect(other.notes()).toEqual(at.notes());
  const [page, day] = [await noteCalled(other, 'a/b'), await noteCalled(other, '2024-05-01')];
  expect(await listTargets(other, page.id)).toEqual([day.uri]);
  expect(await listTargets(other, day.id)).toEqual([page.uri]);
});
