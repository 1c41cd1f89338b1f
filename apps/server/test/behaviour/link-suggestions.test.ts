import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();

const suggest = async (q: string, more: Record<string, unknown> = {}) => {
  const query = new URLSearchParams({ q, ...(more as Record<string, string>) });
  return (await api.show<'suggestLinks'>(`/links/suggest?${query}`)).suggestions;
};
const titles = async (q: string, more: Record<string, unknown> = {}) =>
  (await suggest(q, more)).map(({ title }) => title);

let plum: Note;

beforeAll(async () => {
  for (const title of ['Zebra plums', 'Plum tart', 'plum', 'Aplum', 'Apple and PLUM'])
    await api.note({ title, body: 'secret' });
  plum = await api.note({ title: 'Plum 50%_' });
  await api.note({ title: 'Other', body: 'plum plum plum' });
  await api.createTrashed({ title: 'Plum in Trash' });
});

describe('link suggestions', () => {
  it('list titles that begin with the text in order of title, then titles with another such word [LINK-SUGGEST]', async () => {
    const found = await titles('PLUM');
    expect(found.slice(0, 3)).toEqual(['plum', 'Plum 50%_', 'Plum tart']);
    expect(found.slice(3).sort()).toEqual(['Apple and PLUM', 'Zebra plums']);
    expect(await titles('plum t')).toEqual(['Plum tart']);
    expect(await titles('%_')).toEqual([]);
    for (const q of ['"pl', 'pl*', '"" OR ""', 'NEAR(']) expect((await titles(q)).length, q).toBeLessThan(6);
  });

  it('contain active notes with title and URI, and no text [LINK-SUGGEST-SHOWN]', async () => {
    expect(await suggest('plum 50%_')).toEqual([{ document_id: plum.id, title: plum.title, uri: plum.uri }]);
    expect(JSON.stringify(await suggest('plum'))).not.toMatch(/secret|Trash/);
  });

  it('require two characters, and have 10 entries by default and at most 50 [LINK-SUGGEST-BOUNDS]', async () => {
    for (const q of ['', 'p', ' p ', 'x'.repeat(1025)])
      expectRefused(await api.get(`/links/suggest?${new URLSearchParams({ q })}`), 'validation_failed');
    expectRefused(await api.get('/links/suggest'), 'validation_failed');
    expectRefused(await api.get('/links/suggest?q=pl&limit=0'), 'validation_failed');
    await Promise.all(Array.from({ length: 60 }, (_, index) => api.note({ title: `Fig ${index}` })));
    expect(await titles('fig')).toHaveLength(10);
    expect(await titles('fig', { limit: 3 })).toHaveLength(3);
    expect(await titles('fig', { limit: 500 })).toHaveLength(50);
  });

  it('exclude a note on request [LINK-SUGGEST-EXCLUDE]', async () => {
    const all = await titles('plum');
    expect(await titles('plum', { exclude_document_id: plum.id })).toEqual(all.filter((title) => title !== plum.title));
  });
});

describe('a link from another program', () => {
  const resolve = (uri: string) => api.find<'resolveLink'>('/links/resolve', { uri });
  const NONE = '0'.repeat(26);

  it('resolves to a note, a note in Trash, a purged note or another library [LINK-RESOLVE]', async () => {
    const { id: document_id, title, uri, notebook_id, stable_link } = plum;
    const found = { status: 'resolved', document: { document_id, title, uri, notebook_id } };
    expect(await resolve(stable_link)).toEqual(found);
    expect(await resolve(uri)).toEqual(found);
    expect(await resolve((await api.createTrashed()).stable_link)).toMatchObject({ status: 'trashed' });
    expect(await resolve(stable_link.replace(id(stable_link), `doc_${NONE}`))).toEqual({ status: 'stale_target' });
    expect(await resolve(stable_link.replace(/db_[^/]+/, `db_${NONE}`))).toEqual({ status: 'foreign_database' });
    const purged = await api.createTrashed();
    await api.purge(purged.id);
    expect(await resolve(purged.stable_link)).toEqual({ status: 'stale_target' });
  });
  const id = (link: string) => link.slice(link.lastIndexOf('/') + 1);

  it.each([
    '',
    'x',
    'Plum tart',
    'https://example.org/',
    'service://databases/',
    `service://databases/db_${NONE}/documents/`,
    `service://databases/db_${NONE}/documents/../doc_${NONE}`,
    `service://databases/${NONE}/documents/doc_${NONE}`,
    'document://default/documents/x',
    `document://other/documents/doc_${NONE}`,
    `resource://default/resources/res_${NONE}`,
    'javascript:alert(1)',
    '\0',
  ])('that is invalid is rejected: %j [LINK-RESOLVE-BAD]', async (uri) => {
    expectRefused(await api.post('/links/resolve', { uri }), 'validation_failed');
  });
});
