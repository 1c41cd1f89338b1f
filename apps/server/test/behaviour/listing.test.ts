import { describe, expect, it } from 'vitest';
import { expectRefused, type Note, type Page, pages, useService } from './support.js';

const api = useService();

/** Makes a notebook with `count` notes, created one after another, and a function that reads a page of it. */
async function fillNotebook(name: string, count: number) {
  const { notebook_id } = await api.notebook(name);
  const notes: Note[] = [];
  for (let index = 0; index < count; index += 1) notes.push(await api.note({ title: `${index}`, notebook_id }));
  const path = `/notebooks/${notebook_id}/notes`;
  const load = async (limit: number | string, cursor?: string) => {
    const query = new URLSearchParams({ limit: `${limit}`, ...(cursor && { cursor }) });
    return (await api.get(`${path}?${query}`)).json<Page>();
  };
  return { notebook_id, notes, path, load };
}
const titles = (found: Page[]) => found.flatMap(({ documents }) => documents.map(({ title }) => title));

describe('a list of notes', () => {
  it('begins with the note changed last [L-ORDER]', async () => {
    const { notes, load } = await fillNotebook('Order', 4);
    expect(titles([await load(50)])).toEqual(['3', '2', '1', '0']);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await api.post(`/documents/${notes[1]?.id}/append`, { text: 'x' });
    expect(titles([await load(50)])).toEqual(['1', '3', '2', '0']);
  });

  it('has rows with an excerpt and no text [L-ROWS]', async () => {
    const { notebook_id } = await api.notebook('Rows');
    const body = `---\nx: 1\n---\n# Head\n\nSome **bold** [text](https://example.org).\n${'word '.repeat(200)}`;
    const note = await api.note({ notebook_id, body, tags: ['b', 'a'] });
    const { documents } = (await api.get(`/notebooks/${notebook_id}/notes`)).json<Page>();
    const { body: _, ...fields } = note;
    expect(documents).toEqual([{ ...fields, excerpt: expect.stringMatching(/^Head Some bold text\. word/) }]);
    expect(documents[0]?.excerpt.length).toBeLessThanOrEqual(200);
  });

  it('is paged without loss or repetition [L-PAGES]', async () => {
    const { load } = await fillNotebook('Pages', 10);
    for (const limit of [1, 3, 5, 10, 11]) {
      const found = await pages((cursor) => load(limit, cursor));
      expect(found).toHaveLength(Math.ceil(10 / limit));
      expect(titles(found)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
    }
    expect(await load(5, (await load(5)).next_cursor as string)).toMatchObject({ next_cursor: null });
  });

  it('continues at the same position when notes are added [L-INSERTS]', async () => {
    const { load, notebook_id } = await fillNotebook('Inserts', 12);
    let added = 0;
    const found = await pages(async (cursor) => {
      const page = await load(3, cursor);
      await Promise.all([1, 2, 3].map(() => api.note({ title: `new ${added++}`, notebook_id })));
      return page;
    });
    expect(titles(found)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
  });

  it('continues at the same position among notes of the same millisecond [L-INSERTS]', async () => {
    const { load, notebook_id } = await fillNotebook('Ties', 0);
    await Promise.all(Array.from({ length: 40 }, (_, index) => api.note({ title: `${index}`, notebook_id })));
    const found = titles(await pages((cursor) => load(7, cursor)));
    expect(new Set(found).size).toBe(40);
    expect(found).toHaveLength(40);
  });

  it('has 50 rows a page by default, and lowers a larger limit to 200 [L-LIMIT]', async () => {
    const { notebook_id, path, load } = await fillNotebook('Limits', 0);
    await Promise.all(Array.from({ length: 205 }, () => api.note({ notebook_id })));
    expect((await load(100_000)).documents).toHaveLength(200);
    expect((await api.get(path)).json<Page>().documents).toHaveLength(50);
    for (const limit of ['0', '-1', 'x', '1.5', '', '1e2', ' 5'])
      expectRefused(await api.get(`${path}?limit=${limit}`), 'validation_failed');
  });
});

describe('a cursor', () => {
  it('works only for the list it came from [L-CURSOR-BOUND]', async () => {
    const [one, other] = [await fillNotebook('Cursor one', 3), await fillNotebook('Cursor other', 3)];
    for (const note of other.notes.slice(1)) await api.trash(note);
    const put = await api.put(`/documents/${one.notes[0]?.id}`, {
      title: 'x',
      body: 'y',
      base_revision_id: one.notes[0]?.current_revision_id,
    });
    const revisions = `/documents/${put.json<Note>().id}/revisions`;
    const lists = [one.path, '/trash', revisions, '/search?q='].map(
      (path) => `${path}${path.includes('?') ? '&' : '?'}limit=1`,
    );
    const cursors: string[] = [];
    for (const list of lists) cursors.push((await api.get(list)).json<{ next_cursor: string }>().next_cursor);
    for (const [at, list] of lists.entries()) {
      for (const [from, cursor] of cursors.entries()) {
        const answer = await api.get(`${list}&cursor=${cursor}`);
        if (at === from) expect(answer.status).toBe(200);
        else expectRefused(answer, 'cursor_invalid');
      }
    }
    expectRefused(await api.get(`${other.path}?cursor=${cursors[0]}`), 'cursor_invalid');
  });

  it('is rejected when forged or altered [L-CURSOR-FORGED]', async () => {
    const { path, load } = await fillNotebook('Forged', 3);
    const cursor = (await load(1)).next_cursor as string;
    const flipped = Array.from(
      cursor,
      (character, at) => `${cursor.slice(0, at)}${character === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`,
    );
    for (const forged of [
      ...flipped,
      `${cursor}A`,
      `${cursor}=`,
      cursor.slice(0, -1),
      'x',
      '!',
      '%00',
      'a'.repeat(2000),
    ])
      expectRefused(await api.get(`${path}?limit=1&cursor=${forged}`), 'cursor_invalid');
    for (const bad of ['', 'a'.repeat(8_193)])
      expectRefused(await api.get(`${path}?cursor=${bad}`), 'validation_failed');
  });
});
