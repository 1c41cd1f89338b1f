import type { Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, type Notebook, useService } from './support.js';

const api = useService();

describe('deleting a notebook', () => {
  const preview = async (id: string) =>
    (await api.get(`/notebooks/${id}/deletion-preview`)).json<Output<'previewNotebookDeletion'>>();

  it('does what its preview says [B-PREVIEW] [B-DELETE]', async () => {
    const top = await api.notebook('Old garden');
    const below = await api.notebook('Beds', top.notebook_id);
    const lowest = await api.notebook('Roses', below.notebook_id);
    const notes = [top, below, lowest].map(({ notebook_id }) =>
      api.note({ notebook_id, body: 'wombat', tags: ['kept'] }),
    );
    const trashed = await api.createTrashed({ notebook_id: lowest.notebook_id });
    const ids = (await Promise.all(notes)).map(({ id }) => id);
    await api.expectUnchanged(async () => {
      expect(await preview(top.notebook_id)).toEqual({
        notebook_id: top.notebook_id,
        name: 'Old garden',
        notebooks: 3,
        descendant_names: ['Beds', 'Roses'],
        truncated: false,
        notes: 3,
        trashed_notes: 1,
        rehome_notebook_id: 'nb_notes',
        deletable: true,
      });
    });
    const answer = await api.delete(`/notebooks/${top.notebook_id}`);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { deleted_notebooks: 3, trashed_notes: 3, rehome_notebook_id: 'nb_notes' },
    ]);
    for (const { notebook_id } of [top, below, lowest])
      expectRefused(await api.get(`/notebooks/${notebook_id}`), 'not_found');
    for (const id of ids) {
      expect(await api.read(id)).toMatchObject({
        notebook_id: 'nb_notes',
        editable: false,
        deleted_at: expect.any(String),
        tags: ['kept'],
      });
    }
    expect((await api.search('wombat')).results).toEqual([]);
    expect((await api.search('wombat is:trashed')).results).toHaveLength(3);
    for (const id of [...ids, trashed.id]) {
      const restored = (await api.post(`/trash/${id}/restore`)).json<Note>();
      expect(restored).toMatchObject({ notebook_id: 'nb_notes', editable: true });
    }
  });

  it('moves its trashed notes to Notes and keeps their deletion time [B-DELETE-TRASHED]', async () => {
    const { notebook_id } = await api.notebook('Short-lived');
    const note = await api.createTrashed({ notebook_id });
    const { deleted_at } = await api.read(note.id);
    await new Promise((resolve) => setTimeout(resolve, 2));
    expect((await api.delete(`/notebooks/${notebook_id}`)).json()).toMatchObject({ trashed_notes: 0 });
    expect(await api.read(note.id)).toMatchObject({ notebook_id: 'nb_notes', deleted_at });
  });

  it('previews at most 100 names and counts all notebooks [B-PREVIEW-CAP]', async () => {
    const { notebook_id } = await api.notebook('Wide');
    for (let index = 0; index < 101; index += 1) await api.notebook(`Below ${index}`, notebook_id);
    const { descendant_names, ...rest } = await preview(notebook_id);
    expect([descendant_names.length, rest.notebooks, rest.truncated]).toEqual([100, 102, true]);
  });

  it('is refused for builtin notebooks [B-PROTECTED] [B-PREVIEW-PROTECTED]', async () => {
    const { notebooks } = (await api.get('/notebooks')).json<{ notebooks: Notebook[] }>();
    await api.expectUnchanged(async () => {
      for (const { notebook_id, name } of notebooks.filter(({ builtin }) => builtin)) {
        expect(await preview(notebook_id)).toMatchObject({ deletable: false, reason: expect.stringContaining(name) });
        expectRefused(await api.delete(`/notebooks/${notebook_id}`), 'forbidden');
      }
    });
  });
});
