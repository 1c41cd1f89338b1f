import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addNearNames, resolveNames } from '../../src/agents/index.js';
import { catchRefusal, openToolLibrary, type ToolLibrary } from './support.js';

let opened: ToolLibrary;
let [plan, garden, work, beds]: string[] = [];
beforeAll(async () => {
  opened = await openToolLibrary();
  const addNotebook = async (name: string, parent_notebook_id?: string) =>
    (await opened.own('createNotebook', { name, parent_notebook_id })).notebook_id;
  const addNote = async (title: string) => (await opened.own('createDocument', { title })).id;
  garden = await addNotebook('Garden');
  work = await addNotebook('Work');
  beds = await addNotebook('Beds', garden);
  await addNotebook('Twin', garden);
  await addNotebook('Twin', work);
  plan = await addNote('Plan of the beds');
  await addNote('Same');
  await addNote('same');
  await addNote('Other twin');
  await addNote('other Twin');
  const { id, current_revision_id: base_revision_id } = await opened.own('createDocument', { title: 'Gone' });
  await opened.own('trashDocument', { document_id: id, base_revision_id });
});
afterAll(() => opened.close());

const resolve = (given: unknown) => resolveNames(opened.library, given);

describe('The arguments of a tool [N-MCP-NAMES]', () => {
  it('take the title of one note in any case, wherever they take ids', () => {
    expect(resolve({ document_id: 'plan of the Beds', text: 'Plan of the beds' })).toEqual({
      document_id: plan,
      text: 'Plan of the beds',
    });
    expect(resolve({ document_ids: ['Plan of the beds', 'x'], roots: ['Plan of the beds'] })).toEqual({
      document_ids: [plan, 'x'],
      roots: [plan],
    });
    expect(resolve({ items: [{ document_id: 'Plan of the beds' }, 5, null] })).toEqual({
      items: [{ document_id: plan }, 5, null],
    });
    expect(resolve({ from: 'Plan of the beds', to: 'nothing' })).toEqual({ from: plan, to: 'nothing' });
  });

  it('take the path of one notebook, which may omit its start', () => {
    expect(resolve({ notebook_id: 'garden/beds' })).toEqual({ notebook_id: beds });
    expect(resolve({ notebook_id: 'Beds' })).toEqual({ notebook_id: beds });
    expect(resolve({ notebook_id: work })).toEqual({ notebook_id: work });
  });

  it.each([
    { document_id: 'Other TWIN' },
    { document_id: 'Gone' },
    { document_id: 'Plan of the bed' },
    { document_id: 'doc_x' },
    { document_id: '' },
    { document_id: { document_id: 'Plan of the beds' } },
    { notebook_id: 'Twin' },
    { notebook_id: 'Nowhere' },
    { items: 'x' },
  ])('keep a name that no note or notebook has alone: %j', (given) => {
    expect(resolve(given)).toEqual(given);
  });

  it('prefer the title that matches exactly', () => {
    expect(resolve({ document_id: 'Same' })).not.toEqual({ document_id: 'Same' });
  });

  it.each([5, null, 'x', [1]])('stay as they are when they are %j', (given) => expect(resolve(given)).toBe(given));
});

describe('A tool called with an unknown title [N-MCP-TOOL-NEAR]', () => {
  const listMeant = async (document_id: string) => {
    const error = await opened.refusal('get_document', { document_id });
    return (addNearNames(opened.library, error, { document_id }) as { details: object }).details;
  };

  it('proposes notes with near titles and their ids', async () => {
    expect(await listMeant('Plan of the bds')).toEqual({ did_you_mean: [`${plan} Plan of the beds`] });
  });

  it('names the notebooks of notes with the same title', async () => {
    const id = expect.stringMatching(/^doc_\w+ other twin \(Notes\)$/i);
    expect(await listMeant('Other TWIN')).toEqual({ did_you_mean: [id, id] });
  });

  it('proposes no note in Trash, and none for an id', async () => {
    for (const document_id of ['Gone', 'doc_gone', 'document://default/documents/doc_gone']) {
      const error = await catchRefusal(() => opened.tool('get_document', { document_id }));
      expect(addNearNames(opened.library, error, { document_id })).toBe(error);
    }
  });
});
