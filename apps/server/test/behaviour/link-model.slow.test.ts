import { samples } from '@notes/tooling/samples';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Note, SEED, useService } from './support.js';

const api = useService();

const names = ['Alpha', 'alpha', 'Beta', 'Álpha', 'a/b'];
const title = fc.constantFrom(...names);
const folder = fc.constantFrom('nb_notes', 'One', 'Two', 'Inner');
const target = fc.oneof(
  title.map((name) => `[[${name}]]`),
  fc.tuple(fc.constantFrom('One', 'Inner', 'One/Inner', '..'), title).map(([path, name]) => `[[${path}/${name}]]`),
  fc.tuple(fc.constantFrom('', '../', './', 'Inner/'), title).map(([path, name]) => `[x](${path}${name}.md)`),
  fc.constant('note 0'),
);
const pick = fc.nat(1_000);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('make' as const), title, folder, links: fc.array(target) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rename' as const), pick, title }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rewrite' as const), pick, links: fc.array(target) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), pick, folder }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('trash' as const, 'restore' as const, 'purge' as const), pick }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('nest' as const), under: fc.constantFrom('One', 'Two', null) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Applies one step to the library; a refused step changes nothing. */
async function take(each: Step, notes: string[], folders: ReadonlyMap<string, string>): Promise<void> {
  const id = 'pick' in each ? (notes[each.pick % notes.length] as string) : '';
  const place = (name: string) => folders.get(name) ?? name;
  const text = (links: readonly string[]) =>
    links.join(' ').replaceAll('note 0', `<document://default/documents/${notes[0]}>`);
  if (each.do === 'make')
    notes.push((await api.note({ title: each.title, body: text(each.links), notebook_id: place(each.folder) })).id);
  else if (each.do === 'move') await api.post(`/documents/${id}/notebook`, { notebook_id: place(each.folder) });
  else if (each.do === 'restore') await api.post(`/trash/${id}/restore`);
  else if (each.do === 'purge') await api.purge(id);
  else if (each.do === 'nest')
    await api.patch(`/notebooks/${place('Inner')}`, { parent_notebook_id: each.under && place(each.under) });
  else await change(each, id, text);
}

async function change(
  each: Extract<Step, { do: 'rename' | 'rewrite' | 'trash' | 'restore' | 'purge' }>,
  id: string,
  text: (links: readonly string[]) => string,
): Promise<void> {
  const answer = await api.get(`/documents/${id}`);
  if (answer.status !== 200) return;
  const { title, body, current_revision_id: base_revision_id } = answer.json<Note>();
  if ('title' in each) await api.put(`/documents/${id}`, { title: each.title, body, base_revision_id });
  else if ('links' in each) await api.put(`/documents/${id}`, { title, body: text(each.links), base_revision_id });
  else await api.delete(`/documents/${id}`, { base_revision_id });
}

/** Checks that the stored links of each active note equal those of a check of its text, from both ends. */
async function agree(notes: readonly string[]): Promise<void> {
  const expected: string[] = [];
  const actual: string[] = [];
  for (const id of notes) {
    const answer = await api.get(`/documents/${id}`);
    if (answer.status !== 200 || 'deleted_at' in answer.json()) continue;
    const { entries } = await api.find<'checkLinks'>('/links/check', {
      document_id: id,
      body: answer.json<Note>().body,
    });
    const { outgoing, incoming } = await api.show<'listDocumentLinks'>(`/documents/${id}/links`);
    expect(outgoing.map(({ target_title: _, ...entry }) => entry)).toEqual(entries);
    const own = `document://default/documents/${id}`;
    // Backlinks of a note do not include the note itself.
    const led = entries.flatMap(({ canonical_target: to }) => (to === undefined || to === own ? [] : [`${id} ${to}`]));
    expected.push(...led);
    actual.push(...incoming.map(({ document_id }) => `${document_id} ${own}`));
  }
  expect(actual.sort()).toEqual(expected.sort());
}

it('links resolve as their text says after any sequence of changes to notes [LINK-FRESH] [LINK-CHECK] [LINK-INCOMING]', async () => {
  const folders = new Map<string, string>();
  for (const name of ['One', 'Two', 'Inner']) folders.set(name, (await api.notebook(name)).notebook_id);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const notes = [(await api.note({ title: 'Alpha', body: names.map((name) => `[[${name}]]`).join(' ') })).id];
      try {
        for (const each of steps) await take(each, notes, folders);
        await agree(notes);
      } finally {
        for (const id of notes) await clear(id);
      }
    }),
    { seed: SEED, numRuns: samples(20) },
  );
});

async function clear(id: string): Promise<void> {
  const answer = await api.get(`/documents/${id}`);
  if (answer.status === 200 && !('deleted_at' in answer.json())) await api.trash(answer.json<Note>());
  await api.purge(id);
}
