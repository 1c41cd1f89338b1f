import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addNearNames } from '../../src/agents/index.js';
import { findNearNames } from '../../src/agents/near-names.js';
import { catchRefusal, openToolLibrary, type ToolLibrary } from './support.js';

let opened: ToolLibrary;
let document_id: string;
let garden: string;
beforeAll(async () => {
  opened = await openToolLibrary();
  const { notebook_id } = await opened.own('createNotebook', { name: 'Projects' });
  garden = (await opened.own('createNotebook', { name: 'Garden', parent_notebook_id: notebook_id })).notebook_id;
  const note = { title: 'x', body: 'y', notebook_id: garden, tags: ['garden/beds', 'Küche', 'sync'] };
  document_id = (await opened.own('createDocument', note)).id;
  const hidden = await opened.own('createDocument', { title: 'gone', tags: ['hidden'] });
  await opened.own('trashDocument', { document_id: hidden.id, base_revision_id: hidden.current_revision_id });
});
afterAll(() => opened.close());

const listNear = (given: string, ...names: string[]) =>
  findNearNames(
    given,
    names.map((name) => ({ name })),
  ).map(({ name }) => name);
const search = async (query: string) => (await opened.tool('search_documents', { query })).did_you_mean;

describe('findNearNames', () => {
  it('returns at most three names with few other characters, the nearest first, in any case', () => {
    expect(listNear('gardens', 'Garten', 'cellar', 'GARDEN', 'gardens')).toEqual(['gardens', 'GARDEN', 'Garten']);
    expect(listNear('ab', 'ac', 'cd')).toEqual(['ac']);
    expect(listNear('a', 'b', 'c', 'd', 'e')).toHaveLength(3);
  });

  it('returns names that begin with at least three given characters', () => {
    expect(listNear('Daily', 'Weekly 2026-48', 'Daily 2026-11-30', 'My daily notes', 'Daily')).toEqual([
      'Daily',
      'Daily 2026-11-30',
    ]);
    expect(listNear('Da', 'Daily 2026-11-30')).toEqual([]);
  });

  it('compares the first hundred characters of long names', () => {
    expect(listNear('x'.repeat(100_000), 'x'.repeat(90_000))).toHaveLength(1);
  });
});

describe('A tool called with an unknown name [N-MCP-TOOL-NEAR]', () => {
  it('proposes notebooks with their ids in the error', async () => {
    for (const given of [
      { notebook_id: 'garden' },
      { notebook_id: 'Projects/Gardn' },
      { selection: { notebooks: ['Gardn'] } },
    ]) {
      const name = 'notebook_id' in given ? 'get_notebook_notes' : 'plan_selection';
      const error = await opened.refusal(
        name,
        name === 'plan_selection' ? { target: 'subset_transfer', ...given } : given,
      );
      expect(addNearNames(opened.library, error, given)).toMatchObject({
        code: 'not_found',
        message: error.message,
        details: { did_you_mean: [`${garden} Projects/Garden`] },
      });
    }
  });

  it('gets the same error where no notebook is near, another argument is wrong, or the failure is another', async () => {
    const far = await opened.refusal('get_notebook_notes', { notebook_id: 'Cellar' });
    expect(addNearNames(opened.library, far, { notebook_id: 'Cellar' })).toBe(far);
    const args = { document_id: 'doc_gone', notebook_id: garden };
    const missing = await opened.refusal('move_note_to_notebook', args);
    expect(addNearNames(opened.library, missing, args)).toBe(missing);
    const other = await catchRefusal(() => opened.tool('run_note_query', { block: '' }));
    expect(addNearNames(opened.library, other, { notebook_id: 'garden' })).toBe(other);
  });

  it('proposes conditions for a search without results, and none for known tags and notebooks', async () => {
    expect(await search('tag:kuchen')).toEqual(['tag:Küche']);
    expect(await search('y (tag:synk OR -notebook:Project/Gardn z)')).toEqual(['notebook:Projects/Garden', 'tag:sync']);
    expect(await search('tag:gardens')).toEqual(['tag:garden']);
    for (const query of ['tag:sync absent', 'tag:garden absent', 'notebook:garden absent', 'absent', 'y', 'tag:hiden'])
      expect([query, await search(query)]).toEqual([query, undefined]);
  });

  it('proposes tags of the note that it could not remove a tag from', async () => {
    const result = await opened.tool('untag_note', { document_id, tag: 'synk' });
    expect(result).toMatchObject({ removed: false, did_you_mean: ['sync'] });
    expect(await opened.tool('untag_note', { document_id, tag: 'absent' })).not.toHaveProperty('did_you_mean');
  });
});

describe('list_document_links [N-MCP-TOOL-NEAR]', () => {
  it('proposes titles for a broken link, the former title first, and nothing for other links', async () => {
    const shed = await opened.own('createDocument', { title: 'Garden shed' });
    await opened.own('createDocument', { title: 'Garden shelf' });
    const body = '[[Gardn shed]] [[Old barn]] [[Garden shed]] [[Quite another]] [[https://x.org]]';
    const source = await opened.own('createDocument', { title: 'Links', body });
    const barn = await opened.own('createDocument', { title: 'Old barn' });
    await opened.own('replaceDocument', {
      document_id: barn.id,
      title: 'New barn',
      body: '',
      base_revision_id: barn.current_revision_id,
    });
    const list = await opened.tool('list_document_links', { document_id: source.id, direction: 'outgoing' });
    const rows = list.outgoing as { target?: string; status: string; did_you_mean?: string[] }[];
    expect(list.current_revision_id).toBe(source.current_revision_id);
    expect(rows.map(({ did_you_mean }) => did_you_mean)).toEqual([
      ['Garden shed', 'Garden shelf'],
      ['New barn'],
      undefined,
      undefined,
      undefined,
    ]);
    const { incoming } = await opened.tool('list_document_links', { document_id: shed.id });
    expect(incoming).toMatchObject([{ title: 'Links', current_revision_id: source.current_revision_id }]);
  });
});
