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
