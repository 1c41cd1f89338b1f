import type { OutgoingHttpHeaders } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './answer.js';
import { expectRefused, type Note, useService } from './support.js';

const api = useService();
const MISSING = 'doc_00000000000000000000000000';
const STALE = 'rev_00000000000000000000000000';

type Send = (id: string, json: object | undefined, headers: OutgoingHttpHeaders) => Promise<Answer>;
interface Mutation {
  readonly name: string;
  readonly send: Send;
}

let elsewhere = '';
beforeAll(async () => {
  elsewhere = (await api.notebook('Elsewhere')).notebook_id;
});

const edits = [{ search: 'a', replace: 'b' }];
const needing: Mutation[] = [
  {
    name: 'PUT',
    send: (id, json, headers) => api.put(`/documents/${id}`, { title: 'x', body: 'b', ...json }, headers),
  },
  { name: 'PATCH', send: (id, json, headers) => api.patch(`/documents/${id}`, { edits, ...json }, headers) },
  {
    name: 'PATCH dry_run',
    send: (id, json, headers) => api.patch(`/documents/${id}`, { edits, dry_run: true, ...json }, headers),
  },
  { name: 'DELETE', send: (id, json, headers) => api.delete(`/documents/${id}`, json, headers) },
  {
    name: 'revision restore',
    send: async (id, json, headers) => {
      const list = await api.get(`/documents/${id}/revisions`);
      const first =
        list.status === 200 ? list.json<{ revisions: { revision_id: string }[] }>().revisions.at(-1) : undefined;
      return api.post(`/documents/${id}/revisions/${first?.revision_id ?? STALE}/restore`, json, headers);
    },
  },
];
const honouring: Mutation[] = [
  { name: 'append', send: (id, json, headers) => api.post(`/documents/${id}/append`, { text: 'b', ...json }, headers) },
  {
    name: 'prepend',
    send: (id, json, headers) => api.post(`/documents/${id}/prepend`, { text: 'b', ...json }, headers),
  },
  {
    name: 'move',
    send: (id, json, headers) => api.post(`/documents/${id}/notebook`, { notebook_id: elsewhere, ...json }, headers),
  },
];
const all = [...needing, ...honouring];
const ok = (answer: Answer) => expect([200, 204], answer.text).toContain(answer.status);

/** Makes a note with one old revision. */
async function createRevisedNote(): Promise<Note> {
  const { id, current_revision_id } = await api.note({ body: 'a old' });
  const changed = { title: 'x', body: 'a', base_revision_id: current_revision_id };
  return (await api.put(`/documents/${id}`, changed)).json<Note>();
}

describe.each(needing)('$name', ({ send }) => {
  it('requires a revision [N-PRE-MISSING]', async () => {
    const { id } = await createRevisedNote();
    await api.expectUnchanged(async () => {
      expect(expectRefused(await send(id, undefined, {}), 'precondition_required')).toContain('base_revision_id');
    });
  });
});

describe.each(honouring)('$name', ({ send }) => {
  it('requires no revision [N-PRE-OPTIONAL]', async () => {
    ok(await send((await createRevisedNote()).id, undefined, {}));
  });
});

describe.each(all)('$name', ({ send }) => {
  it('accepts the revision in the body or in If-Match, quoted or not [N-PRE-FORMS]', async () => {
    const forms: ((revision: string) => [object | undefined, OutgoingHttpHeaders])[] = [
      (revision) => [{ base_revision_id: revision }, {}],
      (revision) => [undefined, { 'If-Match': `"${revision}"` }],
      (revision) => [undefined, { 'If-Match': revision }],
      (revision) => [{ base_revision_id: revision }, { 'If-Match': `"${revision}"` }],
    ];
    for (const form of forms) {
      const note = await createRevisedNote();
      ok(await send(note.id, ...form(note.current_revision_id)));
    }
  });

  it('rejects a stale revision and names the current one [N-PRE-STALE]', async () => {
    const { id, current_revision_id } = await createRevisedNote();
    await api.expectUnchanged(async () => {
      for (const [json, headers] of [
        [{ base_revision_id: STALE }, {}] as const,
        [{}, { 'If-Match': `"${STALE}"` }] as const,
      ]) {
        const answer = await send(id, json, headers);
        expect(expectRefused(answer, 'revision_conflict')).toContain(current_revision_id);
        expect(answer.headers.etag).toBe(`"${current_revision_id}"`);
      }
    });
  });

  it('rejects contradicting revisions, *, lists and weak tags [N-PRE-CONTRADICTION] [N-PRE-STAR]', async () => {
    const { id, current_revision_id } = await createRevisedNote();
    await api.expectUnchanged(async () => {
      const bad: [object | undefined, OutgoingHttpHeaders][] = [
        [{ base_revision_id: current_revision_id }, { 'If-Match': `"${STALE}"` }],
        [{ base_revision_id: STALE }, { 'If-Match': `"${current_revision_id}"` }],
        [undefined, { 'If-Match': '*' }],
        [{ base_revision_id: '*' }, {}],
        [{ base_revision_id: '' }, {}],
        [undefined, { 'If-Match': `"${current_revision_id}", "${STALE}"` }],
        [undefined, { 'If-Match': `W/"${current_revision_id}"` }],
      ];
      for (const [json, headers] of bad) expectRefused(await send(id, json, headers), 'validation_failed');
    });
  });

  it('names If-Match in the refusal of a header that names no revision [N-PRE-STAR]', async () => {
    const { id } = await api.note();
    for (const header of ['*', '"*"', `"${'a'.repeat(256)}"`, '"a", "b"', '""', 'W/"a"']) {
      expect(expectRefused(await send(id, undefined, { 'If-Match': header }), 'validation_failed'), header).toMatch(
        /^If-Match: must name one revision, without W\/ and not \*$/,
      );
    }
  });

  it('checks existence first, then permission, then the revision [N-PRE-ORDER]', async () => {
    expectRefused(await send(MISSING, undefined, {}), 'not_found');
    expectRefused(await send(MISSING, { base_revision_id: STALE }, {}), 'not_found');
    const { documents } = (await api.get('/notebooks/nb_help/notes')).json<{ documents: Note[] }>();
    const help = documents[0] as Note;
    expectRefused(await send(help.id, undefined, {}), 'forbidden');
    expectRefused(await send(help.id, { base_revision_id: STALE }, {}), 'forbidden');
    const note = await createRevisedNote();
    await api.trash(note);
    expectRefused(await send(note.id, undefined, {}), 'forbidden');
    expectRefused(await send(note.id, { base_revision_id: STALE }, {}), 'forbidden');
  });
});

describe('PUT', () => {
  const put = (note: Note, fields: object) =>
    api.put(`/documents/${note.id}`, { base_revision_id: note.current_revision_id, ...fields });

  it('replaces title and body and requires both [N-PUT]', async () => {
    const note = await api.note({ title: 'Old', body: 'old' });
    for (const fields of [{ title: 'New' }, { body: 'new' }, {}])
      expectRefused(await put(note, fields), 'validation_failed');
    const answer = await put(note, { title: 'New', body: 'new' });
    const after = answer.json<Note>();
    expect(after).toMatchObject({ id: note.id, title: 'New', body: 'new', created_at: note.created_at });
    expect(after.current_revision_id).not.toBe(note.current_revision_id);
    expect(answer.headers.etag).toBe(`"${after.current_revision_id}"`);
    expect(await api.read(note.id)).toEqual(after);
  });

  it('with the stored text writes nothing [N-PUT-SAME]', async () => {
    const note = await api.note({ title: 'Same', body: 'same' });
    await api.expectUnchanged(async () => {
      expect((await put(note, { title: 'Same', body: 'same' })).json()).toEqual(note);
    });
    const { revisions } = (await api.get(`/documents/${note.id}/revisions`)).json<{ revisions: unknown[] }>();
    expect(revisions).toHaveLength(1);
    expect((await put(note, { title: 'same', body: 'same' })).json<Note>().current_revision_id).not.toBe(
      note.current_revision_id,
    );
  });
});
