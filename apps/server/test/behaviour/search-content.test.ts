import { beforeAll, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();

/** Returns the sorted titles of the results of a query, without the Help notes. */
const findTitles = async (query: string) => {
  const { results } = await api.search(query, { limit: 100 });
  const own = results.filter(({ notebook_id }) => notebook_id !== 'nb_help');
  return own.map(({ title }) => title).sort();
};

let hub: Note;

beforeAll(async () => {
  hub = await api.note({ title: 'Hub', body: 'Plain text.' });
  await api.note({ title: 'Linking', body: '[[hub]]' });
  await api.note({ title: 'By id', body: `[x](${hub.uri})`, tags: ['by'] });
  await api.note({ title: 'Open', body: '- [ ] a\n- [x] b' });
  await api.note({ title: 'Done', body: '- [x] c' });
  await api.note({ title: 'Coded', body: '```js\n[[Hub]] - [ ] ![](x.png)\n```' });
  await api.note({ title: 'Pictured', body: '![a](https://example.org/a.png)' });
  await api.note({ title: 'Pattern', body: '```note-template\ndescription: x\n```\n' });
  await api.note({ title: 'Gone', body: '[[Hub]] [[Open]]' }).then((note) => api.trash(note));
});

it.each([
  ['has:task', ['Done', 'Open']],
  ['has:open-task', ['Open']],
  ['has:task -has:open-task', ['Done']],
  ['has:image', ['Pictured']],
  ['has:remote-media', ['Pictured']],
  ['has:link tag:by', ['By id']],
  ['has:link (title:hub OR title:open OR title:coded OR title:linking)', ['Linking']],
  ['has:code -is:template', ['Coded']],
  ['has:resource', []],
  ['HAS:Task is:trashed', []],
])('the query %j finds notes by their content [S-HAS]', async (query, titles) => {
  expect(await findTitles(query)).toEqual(titles);
});

it('a search finds changed content as soon as the write is answered [S-HAS] [S-FRESH]', async () => {
  const note = await api.note({ title: 'Changing', body: 'nothing' });
  const has = async (what: string) => (await api.search(`id:${note.id} has:${what}`)).results.length;
  expect([await has('task'), await has('code')]).toEqual([0, 0]);
  await api.rewrite(note, { body: '- [ ] task\n' });
  expect([await has('open-task'), await has('code')]).toEqual([1, 0]);
  await api.rewrite(note, { body: '- [x] task\n\n```\ncode\n```\n' });
  expect([await has('open-task'), await has('task'), await has('code')]).toEqual([0, 1, 1]);
});

it('links-to and linked-from find notes by id and by title [S-LINKS]', async () => {
  const linking = ['By id', 'Linking'];
  for (const query of [`links-to:${hub.id}`, 'links-to:"Hub"', 'links-to:hub', 'links-to:"HUB"'])
    expect(await findTitles(query), query).toEqual(linking);
  expect(await findTitles('links-to:hub tag:none')).toEqual(['Linking']);
  expect(await findTitles('linked-from:"By id"')).toEqual(['Hub']);
  expect(await findTitles('linked-from:hub')).toEqual([]);
  expect(await findTitles('links-to:"No such note"')).toEqual([]);
  expect(await findTitles(`links-to:doc_${'0'.repeat(26)}`)).toEqual([]);
  expect(await findTitles('-links-to:hub title:linking')).toEqual([]);
  expectRefused(await api.post('/search', { query: 'links-to:' }), 'validation_failed');
});

it('is:template and is:orphan find templates and orphans [S-TEMPLATE-ORPHAN]', async () => {
  expect(await findTitles('is:template')).toEqual(['Pattern']);
  // Notes that only a report links to remain orphans.
  expect((await api.post('/graph/report/note')).status).toBe(200);
  const orphans = await findTitles('is:orphan');
  expect(orphans).toEqual(expect.arrayContaining(['By id', 'Linking', 'Open', 'Pattern']));
  expect(orphans).not.toContain('Hub');
  expect(orphans).not.toContain('Gone');
  const note = await api.note({ title: 'Saviour', body: '[[Open]]' });
  expect(await findTitles('is:orphan title:open')).toEqual([]);
  await api.trash(note);
  expect(await findTitles('is:orphan title:open')).toEqual(['Open']);
});
