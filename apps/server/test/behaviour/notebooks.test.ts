import type { NotebookNode, Output } from '@notes/contract';
import { describe, expect, it } from 'vitest';
import { expectRefused, type Notebook, useService } from './support.js';

const api = useService();
const MISSING = 'nb_00000000000000000000000000';
const BUILTIN = ['nb_notes', 'nb_help', 'nb_reports'];

const all = async () => (await api.get('/notebooks')).json<Output<'listNotebooks'>>().notebooks;
const tree = async () => (await api.get('/notebooks/tree')).json<Output<'getNotebookTree'>>().notebooks;
const change = (id: string, fields: object) => api.patch(`/notebooks/${id}`, fields);

it('every library has the builtin notebooks Notes, Help and Reports, the last two read-only [B-BUILTIN]', async () => {
  expect(
    Object.fromEntries((await all()).map((row) => [row.notebook_id, [row.name, row.builtin, row.read_only]])),
  ).toEqual({
    nb_notes: ['Notes', true, false],
    nb_help: ['Help', true, true],
    nb_reports: ['Reports', true, true],
  });
});

describe('creating a notebook', () => {
  it('returns it with its location [B-CREATE]', async () => {
    const answer = await api.post('/notebooks', { name: '  Garden ', icon_emoji: '🌱' });
    const made = answer.json<Notebook>();
    expect([answer.status, made]).toEqual([
      201,
      {
        notebook_id: expect.stringMatching(/^nb_[0-9a-hjkmnp-tv-z]{26}$/),
        name: 'Garden',
        icon_emoji: '🌱',
        parent_notebook_id: null,
        builtin: false,
        read_only: false,
        note_count: 0,
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        updated_at: made.created_at,
      },
    ]);
    expect((await api.ask('GET', answer.headers.location as string)).json()).toEqual(made);
    expect(await all()).toContainEqual(made);
  });

  it('below another one nests it [B-NESTED]', async () => {
    const top = await api.notebook('Top');
    const middle = await api.notebook('Middle', top.notebook_id);
    const low = await api.notebook('Low', middle.notebook_id);
    const found = (await tree()).find(({ notebook_id }) => notebook_id === top.notebook_id) as NotebookNode;
    expect(found).toEqual({ ...top, children: [{ ...middle, children: [{ ...low, children: [] }] }] });
    expect((await api.get(`/notebooks/${low.notebook_id}`)).json()).toEqual(low);
  });

  it('requires a one-line name without slash of at most 255 bytes [B-NAME]', async () => {
    await api.expectUnchanged(async () => {
      for (const name of ['', '  ', 'a/b', 'a\nb', 'é'.repeat(128), 'a\0', undefined, 5, null]) {
        expectRefused(await api.post('/notebooks', { name }), 'validation_failed');
      }
      for (const icon_emoji of ['a\nb', 'a', '🌱🌱'])
        expectRefused(await api.post('/notebooks', { name: 'x', icon_emoji }), 'validation_failed');
    });
  });

  it('below an unknown parent answers 404, below Help and Reports 403 [B-PARENT]', async () => {
    await api.expectUnchanged(async () => {
      for (const [parent_notebook_id, code] of [
        [MISSING, 'not_found'],
        ['nb_help', 'forbidden'],
        ['nb_reports', 'forbidden'],
      ] as const)
        expectRefused(await api.post('/notebooks', { name: 'Below', parent_notebook_id }), code);
    });
    expect((await api.notebook('Below', 'nb_notes')).parent_notebook_id).toBe('nb_notes');
  });
});

describe('notebook names', () => {
  it('are unique among siblings, regardless of case and Unicode form [B-NAME-CONFLICT]', async () => {
    const parent = await api.notebook('Résumé');
    await api.notebook('Straße', parent.notebook_id);
    const other = await api.notebook('Other', parent.notebook_id);
    await api.expectUnchanged(async () => {
      expectRefused(await api.post('/notebooks', { name: 're\u0301sume\u0301' }), 'name_conflict');
      expectRefused(await api.post('/notebooks', { name: 'HELP' }), 'name_conflict');
      const below = { parent_notebook_id: parent.notebook_id };
      expectRefused(await api.post('/notebooks', { name: 'STRASSE', ...below }), 'name_conflict');
      expectRefused(await change(other.notebook_id, { name: 'strasse' }), 'name_conflict');
    });
  });

  it('can repeat under another parent and change their own case [B-NAME-SIBLINGS]', async () => {
    const parent = await api.notebook('Place');
    const below = await api.notebook('Place', parent.notebook_id);
    const renamed = (await change(below.notebook_id, { name: 'PLACE' })).json<Notebook>();
    expect(renamed.name).toBe('PLACE');
    await api.expectUnchanged(async () =>
      expectRefused(await change(below.notebook_id, { parent_notebook_id: null }), 'name_conflict'),
    );
  });
});

describe('changing a notebook', () => {
  it('renames it, moves it or changes its emoji [B-PATCH]', async () => {
    const [home, row] = [await api.notebook('Home'), await api.notebook('Row')];
    const { notebook_id } = row;
    expect((await change(notebook_id, { name: 'Renamed' })).json()).toMatchObject({
      name: 'Renamed',
      icon_emoji: null,
    });
    expect((await change(notebook_id, { icon_emoji: '⭐' })).json()).toMatchObject({
      name: 'Renamed',
      icon_emoji: '⭐',
    });
    const moved = await change(notebook_id, { parent_notebook_id: home.notebook_id });
    expect(moved.json()).toMatchObject({ parent_notebook_id: home.notebook_id, icon_emoji: '⭐' });
    const top = (await change(notebook_id, { parent_notebook_id: null, icon_emoji: null })).json<Notebook>();
    expect(top).toMatchObject({ parent_notebook_id: null, icon_emoji: null, name: 'Renamed' });
    expect((await api.get(`/notebooks/${notebook_id}`)).json()).toEqual(top);
    await api.expectUnchanged(async () => {
      expect((await change(notebook_id, {})).json()).toEqual(top);
      expect((await change(notebook_id, { name: 'Renamed', parent_notebook_id: null })).json()).toEqual(top);
    });
  });

  it('rejects a cycle [B-CYCLE]', async () => {
    const one = await api.notebook('One');
    const two = await api.notebook('Two', one.notebook_id);
    const three = await api.notebook('Three', two.notebook_id);
    await api.expectUnchanged(async () => {
      for (const parent of [one, two, three])
        expectRefused(await change(one.notebook_id, { parent_notebook_id: parent.notebook_id }), 'validation_failed');
    });
  });

  it('is refused for builtin notebooks [B-BUILTIN-FIXED]', async () => {
    const { notebook_id } = await api.notebook('Anywhere');
    await api.expectUnchanged(async () => {
      for (const id of BUILTIN) {
        expectRefused(await change(id, { name: 'Mine' }), 'forbidden');
        expectRefused(await change(id, { parent_notebook_id: notebook_id }), 'forbidden');
        expectRefused(await change(id, { icon_emoji: '⭐' }), 'forbidden');
      }
      for (const id of ['nb_help', 'nb_reports'])
        expectRefused(await change(notebook_id, { parent_notebook_id: id }), 'forbidden');
      expectRefused(await change(MISSING, { name: 'x' }), 'not_found');
      expectRefused(await change(notebook_id, { parent_notebook_id: MISSING }), 'not_found');
    });
  });
});

it('notebooks nest at most 64 levels deep [B-LEVELS]', async () => {
  const chain: Notebook[] = [];
  for (let level = 1; level <= 64; level += 1)
    chain.push(await api.notebook(`Level ${level}`, chain.at(-1)?.notebook_id ?? null));
  const [top, , third] = chain as [Notebook, Notebook, Notebook];
  const deepest = (chain.at(-1) as Notebook).notebook_id;
  const over = await api.notebook('Over');
  await api.expectUnchanged(async () => {
    expectRefused(await api.post('/notebooks', { name: 'Level 65', parent_notebook_id: deepest }), 'validation_failed');
    expectRefused(await change(over.notebook_id, { parent_notebook_id: deepest }), 'validation_failed');
    expectRefused(await change(top.notebook_id, { parent_notebook_id: over.notebook_id }), 'validation_failed');
  });
  expect((await change(third.notebook_id, { parent_notebook_id: over.notebook_id })).status).toBe(200);
});

it('a notebook counts the active notes directly in it [B-COUNT]', async () => {
  const top = await api.notebook('Counted');
  const below = await api.notebook('Below it', top.notebook_id);
  const note = await api.note({ notebook_id: top.notebook_id });
  await api.note({ notebook_id: below.notebook_id });
  const countNotes = async (id: string) => (await api.get(`/notebooks/${id}`)).json<Notebook>().note_count;
  expect([await countNotes(top.notebook_id), await countNotes(below.notebook_id)]).toEqual([1, 1]);
  await api.trash(note);
  expect(await countNotes(top.notebook_id)).toBe(0);
  expect((await all()).find((row) => row.notebook_id === top.notebook_id)?.note_count).toBe(0);
});

it('an unknown notebook answers 404 on every route [E-UNKNOWN] [E-MALFORMED-ID]', async () => {
  for (const id of [MISSING, 'x', '..%2fstatus', 'doc_00000000000000000000000000']) {
    for (const path of ['', '/notes', '/deletion-preview'])
      expectRefused(await api.get(`/notebooks/${id}${path}`), 'not_found');
    expectRefused(await api.delete(`/notebooks/${id}`), 'not_found');
  }
});
