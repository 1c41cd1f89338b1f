import type { Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.js';
import { expectRefused, type Note, type Notebook, useService } from './support.js';

const api = useService();
const MANY = 20;
const times = <T>(work: (index: number) => Promise<T>, count = MANY) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

describe('concurrent requests', () => {
  it('of many PUTs on one revision exactly one succeeds, and the others learn its revision [X-PUT]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const note = await api.note();
      const base_revision_id = note.current_revision_id;
      const answers = await times((index) =>
        api.put(`/documents/${note.id}`, { title: 'x', body: `${index}`, base_revision_id }),
      );
      expect(statuses(answers)).toEqual([200, ...Array(MANY - 1).fill(409)]);
      const winner = answers.find(({ status }) => status === 200)?.json<Note>() as Note;
      for (const answer of answers.filter(({ status }) => status === 409)) {
        expect(expectRefused(answer, 'revision_conflict')).toContain(winner.current_revision_id);
        expect(answer.headers.etag).toBe(`"${winner.current_revision_id}"`);
      }
      expect(await api.read(note.id)).toEqual(winner);
    }
  });

  it('all appends and prepends succeed, each as a revision [X-APPEND]', async () => {
    const note = await api.note({ body: 'start' });
    const verbs = ['append', 'prepend'] as const;
    const answers = await times((index) =>
      api.post(`/documents/${note.id}/${verbs[index % 2]}`, { text: `line ${index}` }),
    );
    expect(statuses(answers)).toEqual(Array(MANY).fill(200));
    const { body } = await api.read(note.id);
    expect(body.split('\n').sort()).toEqual(
      ['start', ...Array.from({ length: MANY }, (_, index) => `line ${index}`)].sort(),
    );
    const { revisions } = (await api.get(`/documents/${note.id}/revisions`)).json<Output<'listRevisions'>>();
    expect(revisions).toHaveLength(MANY + 1);
  });

  it('of appends with a precondition on one revision exactly one succeeds [X-PUT]', async () => {
    const note = await api.note();
    const headers = { 'If-Match': `"${note.current_revision_id}"` };
    const answers = await times((index) => api.post(`/documents/${note.id}/append`, { text: `${index}` }, headers));
    expect(statuses(answers)).toEqual([200, ...Array(MANY - 1).fill(409)]);
  });

  it('all tags are added, and a tag is created once [X-TAGS]', async () => {
    const notes = await times(() => api.note(), 4);
    const answers = await times((index) => {
      const note = notes[index % 4] as Note;
      return api.post(`/documents/${note.id}/tags/${index % 2 ? 'SHARED' : 'shared'}`);
    });
    expect(statuses(answers)).toEqual(Array(MANY).fill(200));
    const additions = answers.map((answer) => answer.json<Output<'addDocumentTag'>>());
    expect(new Set(additions.map(({ tag }) => tag.tag_id)).size).toBe(1);
    expect(additions.filter(({ added }) => added)).toHaveLength(4);
    const [note] = notes as [Note];
    await times((index) => api.post(`/documents/${note.id}/tags/own-${index}`));
    expect((await api.read(note.id)).tags).toHaveLength(MANY + 1);
  });

  it('a notebook name is taken once [X-NAMES]', async () => {
    const names = ['Spring', 'SPRING', 'spring'];
    const answers = await times((index) => api.post('/notebooks', { name: names[index % 3] }));
    expect(statuses(answers)).toEqual([201, ...Array(MANY - 1).fill(409)]);
    for (const answer of answers) if (answer.status === 409) expectRefused(answer, 'name_conflict');
    const saved = await times((index) => api.post('/search-notebooks', { name: names[index % 3], query: 'x' }));
    expect(statuses(saved)).toEqual([201, ...Array(MANY - 1).fill(409)]);
  });

  it('moving two notebooks below each other creates no cycle [X-CYCLE]', async () => {
    const [one, two] = [await api.notebook('Ouro'), await api.notebook('Boros')];
    const below = (row: Notebook, parent: Notebook) =>
      api.patch(`/notebooks/${row.notebook_id}`, { parent_notebook_id: parent.notebook_id });
    const answers = await Promise.all([below(one, two), below(two, one)]);
    expect(statuses(answers)).toEqual([200, 400]);
  });

  it('trashing, restoring and writing leave one consistent note [X-TRASH]', async () => {
    for (let round = 0; round < 5; round += 1) {
      const note = await api.note({ body: 'x', tags: ['t'] });
      const base = { base_revision_id: note.current_revision_id };
      const answers = await times((index) => {
        if (index % 3 === 0) return api.delete(`/documents/${note.id}`, base);
        if (index % 3 === 1) return api.post(`/trash/${note.id}/restore`);
        return api.post(`/documents/${note.id}/tags/x${index}`);
      });
      for (const { status } of answers) expect([200, 204, 403, 404]).toContain(status);
      const after = await api.read(note.id);
      const trashed = (await api.get('/trash?limit=200'))
        .json<{ documents: Note[] }>()
        .documents.some(({ id }) => id === note.id);
      expect([after.deleted_at !== undefined, after.editable]).toEqual([trashed, !trashed]);
      const done = answers.map(({ status }, index) => [index % 3, status] as const);
      const moves = (kind: number, success: number) =>
        done.filter(([each, status]) => each === kind && status === success).length;
      expect(moves(0, 204) - moves(1, 200)).toBe(trashed ? 1 : 0);
      expect(after.tags).toHaveLength(1 + moves(2, 200));
      expect(after.body).toBe('x');
    }
  });

  it('purging has one effect [X-TRASH]', async () => {
    const note = await api.createTrashed();
    const answers = await times((index) => (index === 10 ? api.post(`/trash/${note.id}/restore`) : api.purge(note.id)));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  it('deleting a notebook while notes arrive loses no note [X-DELETE]', async () => {
    const { notebook_id } = await api.notebook('Busy');
    const answers = await times((index) =>
      index === 10
        ? api.delete(`/notebooks/${notebook_id}`)
        : api.post('/documents', { title: `busy ${index}`, notebook_id }),
    );
    const made = answers.filter(({ status }) => status === 201).map((answer) => answer.json<Note>());
    expect(made.length + answers.filter(({ status }) => status === 404).length).toBe(MANY - 1);
    const deleted = answers[10]?.json<Output<'deleteNotebook'>>();
    expect(deleted?.trashed_notes).toBe(made.length);
    for (const { id } of made) expect(await api.read(id)).toMatchObject({ notebook_id: 'nb_notes', editable: false });
  });
});
