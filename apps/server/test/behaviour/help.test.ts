import { describe, expect, it } from 'vitest';
import { expectRefused, type Page, useService } from './support.js';

const api = useService();

async function helpNotes(): Promise<Page['documents']> {
  return (await api.get('/notebooks/nb_help/notes?limit=200')).json<Page>().documents;
}

describe('the Help notes', () => {
  it('exist, and can be read and found [H-SHIPPED]', async () => {
    const rows = await helpNotes();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const note = await api.read(row.id);
      expect(note).toMatchObject({ editable: false, notebook_id: 'nb_help' });
      expect(note).not.toHaveProperty('deleted_at');
      expect(note.body).not.toMatch(/^# /);
    }
    const { results } = await api.search('notebook:help', { limit: 100 });
    expect(results.map(({ document_id }) => document_id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect((await api.get('/notebooks/nb_help')).json()).toMatchObject({ note_count: rows.length, read_only: true });
  });

  it('reject every change [H-READ-ONLY]', async () => {
    const [row] = await helpNotes();
    const note = await api.read(row?.id as string);
    const path = `/documents/${note.id}`;
    const base = { base_revision_id: note.current_revision_id };
    const edits = [{ search: note.body.slice(0, 20), replace: 'x' }];
    await api.expectUnchanged(async () => {
      expectRefused(await api.put(path, { title: 'x', body: 'x', ...base }), 'forbidden');
      expectRefused(await api.put(path, { title: note.title, body: note.body, ...base }), 'forbidden');
      expectRefused(await api.patch(path, { edits, ...base }), 'forbidden');
      expectRefused(await api.patch(path, { edits, dry_run: true, ...base }), 'forbidden');
      expectRefused(await api.delete(path, base), 'forbidden');
      expectRefused(await api.post(`${path}/append`, { text: 'x' }), 'forbidden');
      expectRefused(await api.post(`${path}/prepend`, { text: 'x' }), 'forbidden');
      expectRefused(await api.post(`${path}/notebook`, { notebook_id: 'nb_notes' }), 'forbidden');
      expectRefused(await api.post(`${path}/notebook`, { notebook_id: 'nb_help' }), 'forbidden');
      expectRefused(await api.post(`${path}/tags/x`), 'forbidden');
      expectRefused(await api.delete(`${path}/tags/x`), 'forbidden');
      expectRefused(await api.post(`${path}/revisions/${note.current_revision_id}/restore`, base), 'forbidden');
      expectRefused(await api.post(`/trash/${note.id}/restore`), 'not_found');
      expectRefused(await api.purge(note.id), 'not_found');
    });
    expect(await api.read(note.id)).toEqual(note);
  });
});
