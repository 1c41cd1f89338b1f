import { describe, expect, it } from 'vitest';
import { type Note, useService } from './support.js';

const api = useService();
let serial = 0;
const unique = () => `Thing ${++serial}`;

const links = (note: Note) => api.show<'listDocumentLinks'>(`/documents/${note.id}/links`);
const outgoing = async (note: Note) => (await links(note)).outgoing;
/** Returns status and target of the only link of a note. */
const state = async (note: Note) => (await outgoing(note)).map(({ status, target_title }) => [status, target_title]);
const sources = async (note: Note) => (await links(note)).incoming.map(({ document_id }) => document_id).sort();
const linking = (text: string) => api.note({ title: unique(), body: `See [[${text}]].` });
const restore = async ({ id }: Note) => (await api.post(`/trash/${id}/restore`)).json<Note>();
const move = async (note: Note, notebook_id: string) =>
  expect((await api.post(`/documents/${note.id}/notebook`, { notebook_id })).status).toBe(200);

const UNRESOLVED = [['unresolved', null]];
const AMBIGUOUS = [['ambiguous', null]];
const to = (title: string) => [['resolved', title]];

describe('a link to a title that no note has', () => {
  it('resolves to a note that is created with the title [LINK-NEW-TARGET] [LINK-FRESH]', async () => {
    const title = unique();
    const source = await linking(title.toUpperCase());
    expect(await state(source)).toEqual(UNRESOLVED);
    const target = await api.note({ title });
    expect(await state(source)).toEqual(to(title));
    expect(await sources(target)).toEqual([source.id]);
  });

  it('resolves to a note that is renamed to the title or reverted to it [LINK-NEW-TARGET] [LINK-FRESH]', async () => {
    const [title, former] = [unique(), unique()];
    const source = await linking(title);
    const target = await api.note({ title: former });
    await api.rewrite(target, { title });
    expect(await state(source)).toEqual(to(title));
    const { current_revision_id: base_revision_id } = await api.read(target.id);
    const path = `/documents/${target.id}/revisions/${target.current_revision_id}/restore`;
    expect((await api.post(path, { base_revision_id })).status).toBe(200);
    expect(await state(source)).toEqual(UNRESOLVED);
  });
});

describe('a second note with the same title', () => {
  it('makes the link ambiguous while it exists [LINK-SECOND-TARGET] [LINK-FRESH]', async () => {
    const title = unique();
    const [source, first] = [await linking(title), await api.note({ title })];
    const second = await api.note({ title: title.toUpperCase() });
    expect(await state(source)).toEqual(AMBIGUOUS);
    expect([await sources(first), await sources(second)]).toEqual([[], []]);
    await api.trash(second);
    expect(await state(source)).toEqual(to(title));
    await restore(second);
    expect(await state(source)).toEqual(AMBIGUOUS);
    await api.rewrite(second, { title: unique() });
    expect(await state(source)).toEqual(to(title));
    await api.rewrite(second, { title });
    await api.rewrite(first, { title: unique() });
    expect([await state(source), await sources(second)]).toEqual([to(title), [source.id]]);
  });
});

describe('renaming a note', () => {
  it('leaves other notes unchanged, and their links get a hint [LINK-RENAME]', async () => {
    const [title, renamed] = [unique(), unique()];
    const [target, source] = [await api.note({ title }), await linking(title)];
    await api.rewrite(target, { title: renamed });
    expect(await api.read(source.id)).toEqual(source);
    const hint = { document_id: target.id, title: renamed, uri: target.uri };
    expect(await outgoing(source)).toMatchObject([{ status: 'unresolved', target_title: null, hint }]);
    const forms = [
      `[[${title.toLowerCase()}]]`,
      `[[Some notebook/${title}]]`,
      `[[${title}.md]]`,
      `[x](<./${title}.md>)`,
    ];
    const checked = await api.find<'checkLinks'>('/links/check', { body: forms.join('\n') });
    expect(checked.entries).toMatchObject(forms.map(() => ({ status: 'unresolved', hint })));
    expect(await sources(target)).toEqual([]);
    await api.rewrite(target, { title });
    const [again] = await outgoing(source);
    expect(again).toMatchObject({ status: 'resolved' });
    expect(again).not.toHaveProperty('hint');
  });

  it('leaves links by id resolved, with the new title [LINK-RENAME]', async () => {
    const [target, title] = [await api.note({ title: unique() }), unique()];
    const source = await api.note({ body: `[x](${target.uri}) [y](${target.stable_link})` });
    await api.rewrite(target, { title });
    expect(await state(source)).toEqual([...to(title), ...to(title)]);
  });

  it('gives no hint at a note in Trash [LINK-RENAME]', async () => {
    const title = unique();
    const [target, source] = [await api.note({ title }), await linking(title)];
    await api.trash(await api.rewrite(target, { title: unique() }));
    expect((await outgoing(source))[0]).not.toHaveProperty('hint');
  });
});

describe('a note in Trash', () => {
  it('is no target of links by title or id until it is restored [LINK-TRASH] [LINK-NEW-TARGET]', async () => {
    const target = await api.note({ title: unique() });
    const [byTitle, byId] = [await linking(target.title), await api.note({ body: `[x](${target.uri})` })];
    await api.trash(target);
    expect([await state(byTitle), await state(byId)]).toEqual([UNRESOLVED, UNRESOLVED]);
    expect(JSON.stringify(await links(byTitle))).not.toContain(target.id);
    await restore(target);
    expect([await state(byTitle), await state(byId)]).toEqual([to(target.title), to(target.title)]);
  });

  it('has its own links listed nowhere until it is restored [LINK-TRASH]', async () => {
    const target = await api.note({ title: unique() });
    const source = await linking(target.title);
    await api.trash(source);
    expect(await sources(target)).toEqual([]);
    await restore(source);
    expect(await sources(target)).toEqual([source.id]);
    const renamed = await api.rewrite(target, { title: unique() });
    await api.trash(await api.read(source.id));
    await api.rewrite(renamed, { title: target.title });
    await restore(source);
    expect([await sources(target), await state(source)]).toEqual([[source.id], to(target.title)]);
  });

  it('is removed from links when it is purged [LINK-TRASH]', async () => {
    const target = await api.note({ title: unique() });
    const [byTitle, byId] = [await linking(target.title), await api.note({ body: `[x](${target.uri})` })];
    await api.trash(target);
    expect((await api.purge(target.id)).status).toBe(204);
    expect([await state(byTitle), await state(byId)]).toEqual([UNRESOLVED, UNRESOLVED]);
    await api.note({ title: target.title });
    expect(await state(byTitle)).toEqual(to(target.title));
  });
});

describe('a link that names a notebook', () => {
  it('follows notes that are moved [LINK-MOVE] [LINK-FRESH]', async () => {
    const [title, one, other] = [unique(), await api.notebook(unique()), await api.notebook(unique())];
    const target = await api.note({ title, notebook_id: one.notebook_id });
    const [inOne, inOther] = [await linking(`${one.name}/${title}`), await linking(`${other.name}/${title}`)];
    expect([await state(inOne), await state(inOther)]).toEqual([to(title), UNRESOLVED]);
    await move(target, other.notebook_id);
    expect([await state(inOne), await state(inOther)]).toEqual([UNRESOLVED, to(title)]);
  });

  it('follows notebooks that are renamed, moved and deleted [LINK-MOVE] [LINK-FRESH]', async () => {
    const [title, top] = [unique(), await api.notebook(unique())];
    const inner = await api.notebook('Inner', top.notebook_id);
    const target = await api.note({ title, notebook_id: inner.notebook_id });
    const [near, far] = [await linking(`Inner/${title}`), await linking(`${top.name}/Inner/${title}`)];
    const both = async () => [await state(near), await state(far)];
    const change = (fields: object) => api.patch(`/notebooks/${inner.notebook_id}`, fields);
    expect(await both()).toEqual([to(title), to(title)]);
    await change({ name: 'Other' });
    expect(await both()).toEqual([UNRESOLVED, UNRESOLVED]);
    await change({ name: 'inner' });
    expect(await both()).toEqual([to(title), to(title)]);
    await change({ parent_notebook_id: null });
    expect(await both()).toEqual([to(title), UNRESOLVED]);
    await api.delete(`/notebooks/${inner.notebook_id}`);
    await restore(target);
    expect(await both()).toEqual([UNRESOLVED, UNRESOLVED]);
    expect(await state(await linking(title))).toEqual(to(title));
  });

  it('distinguishes notes with the same title [LINK-MOVE]', async () => {
    const [title, one, other] = [unique(), await api.notebook(unique()), await api.notebook(unique())];
    const target = await api.note({ title, notebook_id: one.notebook_id });
    const twin = await api.note({ title, notebook_id: other.notebook_id });
    const source = await linking(`${one.name}/${title}`);
    expect([await sources(target), await sources(twin)]).toEqual([[source.id], []]);
    await move(twin, one.notebook_id);
    expect(await state(source)).toEqual(AMBIGUOUS);
  });
});

describe('a title that notes in several notebooks have', () => {
  it('resolves to the nearest note after notes and notebooks move [LINK-NEAREST] [LINK-FRESH]', async () => {
    const [title, top, far] = [unique(), await api.notebook(unique()), await api.notebook(unique())];
    const inner = await api.notebook(unique(), top.notebook_id);
    const [inTop, inFar] = [
      await api.note({ title, notebook_id: top.notebook_id }),
      await api.note({ title, notebook_id: far.notebook_id }),
    ];
    const source = await api.note({ title: unique(), body: `[[${title}]]`, notebook_id: inner.notebook_id });
    const led = async () => [await sources(inTop), await sources(inFar)];
    const put = (parent_notebook_id: string | null) =>
      api.patch(`/notebooks/${inner.notebook_id}`, { parent_notebook_id });
    expect(await led()).toEqual([[source.id], []]);
    await put(far.notebook_id);
    expect(await led()).toEqual([[], [source.id]]);
    const { entries } = await api.find<'checkLinks'>('/links/check', { document_id: source.id, body: `[[${title}]]` });
    expect(entries).toMatchObject([{ status: 'resolved', canonical_target: inFar.uri }]);
    await put(null);
    expect(await state(source)).toEqual(AMBIGUOUS);
    await move(source, top.notebook_id);
    expect(await led()).toEqual([[source.id], []]);
  });
});

describe('editing a note', () => {
  it.each([
    ['PUT', (note: Note, body: string) => api.rewrite(note, { body })],
    [
      'PATCH',
      (note: Note, body: string) => {
        const edits = [{ search: note.body, replace: body }];
        return api.patch(`/documents/${note.id}`, { base_revision_id: note.current_revision_id, edits });
      },
    ],
    ['append', (note: Note, body: string) => api.post(`/documents/${note.id}/append`, { text: body })],
    ['prepend', (note: Note, body: string) => api.post(`/documents/${note.id}/prepend`, { text: `${body}\n` })],
  ])('by %s updates its links at once [LINK-FRESH]', async (_, edit) => {
    const [first, second] = [await api.note({ title: unique() }), await api.note({ title: unique() })];
    const source = await linking(first.title);
    await edit(source, `[[${second.title}]]`);
    expect(await sources(second)).toEqual([source.id]);
    const { body } = await api.read(source.id);
    expect(await sources(first)).toEqual(body.includes(first.title) ? [source.id] : []);
  });

  it('makes an anchor stale when its target is removed [LINK-ANCHOR] [LINK-FRESH]', async () => {
    const target = await api.note({ title: unique(), body: '# Here\n' });
    const source = await linking(`${target.title}#here`);
    expect(await state(source)).toEqual(to(target.title));
    await api.rewrite(target, { body: '# There\n' });
    expect((await outgoing(source)).map(({ status }) => status)).toEqual(['stale_anchor']);
  });
});
