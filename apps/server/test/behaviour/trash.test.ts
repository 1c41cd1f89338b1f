import type { Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, type Page, useService } from './support.js';

const api = useService();
const MISSING = 'doc_00000000000000000000000000';
const inTrash = async () => (await api.get('/trash?limit=200')).json<Page>().documents.map(({ id }) => id);

describe('DELETE of a note', () => {
  it('moves it to Trash unchanged [R-DELETE] [R-LIST]', async () => {
    const note = await api.note({ title: 'Gone', body: 'text', tags: ['t'] });
    const answer = await api.delete(`/documents/${note.id}`, undefined, {
      'If-Match': `"${note.current_revision_id}"`,
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const { documents } = (await api.get('/trash')).json<Page>();
    const { body, ...fields } = note;
    const row = documents.find(({ id }) => id === note.id);
    expect(row).toEqual({
      ...fields,
      editable: false,
      updated_at: row?.updated_at,
      deleted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      excerpt: body,
    });
  });

  it('leaves it readable by its id and hidden from every other read [R-READ] [R-HIDDEN]', async () => {
    const note = await api.createTrashed({ title: 'Hidden', body: 'quokka', tags: ['t'] });
    const answer = await api.get(`/documents/${note.id}`);
    const now = answer.json<Note>();
    const { updated_at, deleted_at } = now;
    expect(now).toEqual({ ...note, editable: false, updated_at, deleted_at });
    expect(answer.headers.etag).toBe(`"${note.current_revision_id}"`);
    for (const path of [
      '/body',
      '/lines',
      '/search-in?pattern=x',
      '/revisions',
      `/revisions/${note.current_revision_id}`,
      '/tags',
    ])
      expectRefused(await api.get(`/documents/${note.id}${path}`), 'not_found');
    expect((await api.search('quokka')).results).toEqual([]);
    const { documents } = (await api.get('/notebooks/nb_notes/notes?limit=200')).json<Page>();
    expect(documents.map(({ id }) => id)).not.toContain(note.id);
  });

  it('makes every change of it forbidden [R-FROZEN]', async () => {
    const note = await api.createTrashed({ body: 'x', tags: ['t'] });
    const base = { base_revision_id: note.current_revision_id };
    const path = `/documents/${note.id}`;
    await api.expectUnchanged(async () => {
      expectRefused(await api.put(path, { title: 'y', body: 'y', ...base }), 'forbidden');
      const edits = [{ search: 'x', replace: 'y' }];
      expectRefused(await api.patch(path, { edits, ...base }), 'forbidden');
      expectRefused(await api.patch(path, { edits, dry_run: true, ...base }), 'forbidden');
      expectRefused(await api.delete(path, base), 'forbidden');
      expectRefused(await api.post(`${path}/append`, { text: 'y' }), 'forbidden');
      expectRefused(await api.post(`${path}/prepend`, { text: 'y' }), 'forbidden');
      expectRefused(await api.post(`${path}/notebook`, { notebook_id: 'nb_notes' }), 'forbidden');
      expectRefused(await api.post(`${path}/revisions/${note.current_revision_id}/restore`, base), 'forbidden');
      expectRefused(await api.post(`${path}/tags/other`), 'forbidden');
      expectRefused(await api.delete(`${path}/tags/t`), 'forbidden');
    });
  });
});

describe('restoring from Trash', () => {
  it('returns the note unchanged to its notebook [R-RESTORE]', async () => {
    const { notebook_id } = await api.notebook('Back');
    const note = await api.createTrashed({ body: 'numbat', notebook_id, tags: ['t'] });
    const answer = await api.post(`/trash/${note.id}/restore`);
    const after = answer.json<Note>();
    expect(after).toEqual({ ...note, updated_at: after.updated_at });
    expect(answer.headers.etag).toBe(`"${note.current_revision_id}"`);
    expect(await api.read(note.id)).toEqual(after);
    expect(await inTrash()).not.toContain(note.id);
    expect((await api.search('numbat')).results).toHaveLength(1);
  });

  it('answers 404 for notes outside Trash [R-RESTORE-MISSING]', async () => {
    const note = await api.note();
    await api.expectUnchanged(async () => {
      for (const id of [note.id, MISSING, 'x']) expectRefused(await api.post(`/trash/${id}/restore`), 'not_found');
    });
  });
});

describe('purging', () => {
  it('requires the exact confirmation [R-CONFIRM]', async () => {
    const note = await api.createTrashed();
    const purge = (confirmation?: string | string[]) =>
      api.delete(
        `/trash/${note.id}`,
        undefined,
        confirmation === undefined ? {} : { 'X-Service-Confirmation': confirmation },
      );
    const exact = `purge-document:${note.id}`;
    await api.expectUnchanged(async () => {
      const wrong = [
        'yes',
        note.id,
        `purge-document:${MISSING}`,
        exact.toUpperCase(),
        encodeURIComponent(exact),
        `"${exact}"`,
      ];
      for (const each of [undefined, '', ...wrong, `delete-resource:${note.id}`, [exact, exact]])
        expect(expectRefused(await purge(each), 'precondition_required')).toContain(exact);
      expectRefused(await api.delete(`/trash/${note.id}`, { confirmation: exact }), 'validation_failed');
    });
    expect((await purge(exact)).status).toBe(204);
  });

  it('deletes the note, its revisions and its unused tags permanently [R-PURGE]', async () => {
    const note = await api.note({ body: 'bilby', tags: ['only-here'] });
    const put = await api.put(`/documents/${note.id}`, {
      title: 'x',
      body: 'bilby 2',
      base_revision_id: note.current_revision_id,
    });
    await api.trash(put.json<Note>());
    expect([(await api.purge(note.id)).status, (await api.purge(note.id)).status]).toEqual([204, 404]);
    for (const path of ['', '/body', '/revisions', `/revisions/${note.current_revision_id}`])
      expectRefused(await api.get(`/documents/${note.id}${path}`), 'not_found');
    expectRefused(await api.post(`/trash/${note.id}/restore`), 'not_found');
    expect(await inTrash()).not.toContain(note.id);
    expect((await api.search('bilby is:trashed')).results).toEqual([]);
    const { tags } = (await api.get('/tags')).json<Output<'listTags'>>();
    expect(tags.map(({ name }) => name)).not.toContain('only-here');
  });

  it('answers 404 for notes outside Trash [R-PURGE-MISSING]', async () => {
    const note = await api.note();
    await api.expectUnchanged(async () => {
      for (const id of [note.id, MISSING]) expectRefused(await api.purge(id), 'not_found');
      expectRefused(await api.purge('x'), 'not_found');
    });
  });

  it('is refused for imported notes [R-PURGE-IMPORTED]', async () => {
    const note = await api.note();
    await api.library.store.write((unit) => {
      const { pk } = unit.documents.get(note.id) as { pk: number };
      unit.provenance.record({ pk, id: note.id }, { kind: 'markdown', id: 'a.md' }, '0'.repeat(64), 0);
    });
    await api.trash(note);
    await api.expectUnchanged(async () => expectRefused(await api.purge(note.id), 'forbidden'));
    expect((await api.post(`/trash/${note.id}/restore`)).status).toBe(200);
  });
});
