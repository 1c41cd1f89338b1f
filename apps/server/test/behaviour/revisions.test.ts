import type { Output } from '@notes/contract';
import { expect, it } from 'vitest';
import { expectRefused, type Note, pages, useService } from './support.js';

const api = useService();
type Revisions = Output<'listRevisions'>;

/** Makes a note and writes it `count` times: bodies 0, 1, 2 … */
async function createRevisions(count: number): Promise<Note> {
  let note = await api.note({ title: 'Title 0', body: '0' });
  for (let index = 1; index < count; index += 1) {
    const fields = { title: `Title ${index}`, body: `${index}`, base_revision_id: note.current_revision_id };
    note = (await api.put(`/documents/${note.id}`, fields)).json<Note>();
  }
  return note;
}

it('each write creates a revision, and the newest is listed first [N-REVISIONS]', async () => {
  const note = await createRevisions(3);
  const { revisions, next_cursor } = (await api.get(`/documents/${note.id}/revisions`)).json<Revisions>();
  expect(revisions.map(({ title }) => title)).toEqual(['Title 2', 'Title 1', 'Title 0']);
  expect(next_cursor).toBeNull();
  expect(revisions[0]).toEqual({
    revision_id: note.current_revision_id,
    created_at: note.updated_at,
    title: 'Title 2',
    size_bytes: 1,
    origin: 'rest',
  });
});

it('the list of revisions is paged without loss [N-REVISIONS-PAGES]', async () => {
  const { id } = await createRevisions(7);
  const load = async (cursor?: string) =>
    (await api.get(`/documents/${id}/revisions?limit=3${cursor ? `&cursor=${cursor}` : ''}`)).json<Revisions>();
  const found = await pages(load);
  expect(found.map(({ revisions }) => revisions.length)).toEqual([3, 3, 1]);
  const titles = found.flatMap(({ revisions }) => revisions.map(({ title }) => title));
  expect(titles).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Title ${index}`));
});

it('one revision is returned with its text, for its own note only [N-REVISION]', async () => {
  const note = await createRevisions(2);
  const { revisions } = (await api.get(`/documents/${note.id}/revisions`)).json<Revisions>();
  const old = revisions[1] as Revisions['revisions'][number];
  const answer = await api.get(`/documents/${note.id}/revisions/${old.revision_id}`);
  expect(answer.json()).toEqual({ ...old, document_id: note.id, body: '0' });
  expect(answer.headers.etag).toBe(`"${old.revision_id}"`);
  const other = await api.note();
  expectRefused(await api.get(`/documents/${other.id}/revisions/${old.revision_id}`), 'not_found');
  expectRefused(await api.get(`/documents/${note.id}/revisions/rev_00000000000000000000000000`), 'not_found');
  expectRefused(await api.get(`/documents/${note.id}/revisions/x`), 'not_found');
});

it('restoring a revision creates a new one with its title and text [N-REVISION-RESTORE]', async () => {
  const note = await createRevisions(3);
  const { revisions } = (await api.get(`/documents/${note.id}/revisions`)).json<Revisions>();
  const restore = (revision: string | undefined, base: string) =>
    api.post(`/documents/${note.id}/revisions/${revision}/restore`, { base_revision_id: base });
  const answer = await restore(revisions[2]?.revision_id, note.current_revision_id);
  const after = answer.json<Note>();
  expect(after).toMatchObject({ title: 'Title 0', body: '0', size_bytes: 1 });
  expect(revisions.map(({ revision_id }) => revision_id)).not.toContain(after.current_revision_id);
  expect(answer.headers.etag).toBe(`"${after.current_revision_id}"`);
  expect(await api.read(note.id)).toEqual(after);
  const again = (await restore(after.current_revision_id, after.current_revision_id)).json<Note>();
  expect(again.current_revision_id).not.toBe(after.current_revision_id);
  expect((await api.get(`/documents/${note.id}/revisions`)).json<Revisions>().revisions).toHaveLength(5);
  await api.expectUnchanged(async () =>
    expectRefused(await restore('rev_00000000000000000000000000', again.current_revision_id), 'not_found'),
  );
});
