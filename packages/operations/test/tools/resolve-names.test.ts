import type { ServiceError } from '@notes/contract';
import type { ToolName } from '@notes/contract/tools';
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

  it('take both in the selection of a plan', () => {
    const selection = { notebooks: ['garden/beds', 'Nowhere'], document_ids: ['plan of the beds'], query: 'Beds' };
    expect(resolve({ target: 'subset_transfer', selection })).toEqual({
      target: 'subset_transfer',
      selection: { notebooks: [beds, 'Nowhere'], document_ids: [plan], query: 'Beds' },
    });
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
  const refuse = async (name: ToolName, given: object) =>
    addNearNames(opened.library, await opened.refusal(name, given), given) as ServiceError;
  const listMeant = async (document_id: string) => (await refuse('get_document', { document_id })).details;

  it('proposes notes with near titles and their ids', async () => {
    expect(await listMeant('Plan of the bds')).toEqual({ did_you_mean: [`${plan} Plan of the beds`] });
  });

  it('names the notebooks of notes with the same title', async () => {
    const id = expect.stringMatching(/^doc_\w+ other twin \(Notes\)$/i);
    expect(await listMeant('Other TWIN')).toEqual({ did_you_mean: [id, id] });
  });

  it('says that several notes or notebooks have the name, and where it stands in the call', async () => {
    const items = [{ document_id: plan }, { document_id: 'Other TWIN' }];
    expect((await refuse('run_batch', { operation: 'restore', items })).message).toBe(
      'items.1.document_id: several notes have this title',
    );
    const given = { document_id: plan, notebook_id: 'Twin' };
    expect(await refuse('move_note_to_notebook', given)).toMatchObject({
      code: 'not_found',
      message: 'notebook_id: several notebooks have this path',
      details: { did_you_mean: [expect.stringMatching(/ Garden\/Twin$/), expect.stringMatching(/ Work\/Twin$/)] },
    });
    const { message } = await refuse('get_document', { document_id: 'Plan of the bds' });
    expect(message).toBe('document_id: there is no note with this id or title');
  });

  it.each([
    ['get_graph', { roots: ['Plan of the bds'] }],
    ['find_graph_path', { from: 'Plan of the bds', to: 'Same' }],
    ['run_batch', { operation: 'restore', items: [{ document_id: 'Plan of the bds' }] }],
    ['plan_selection', { target: 'subset_transfer', selection: { document_ids: ['Plan of the bds'] } }],
  ] as const)('proposes notes in any argument of %s', async (name, given) => {
    expect((await refuse(name, given)).details).toMatchObject({
      did_you_mean: expect.arrayContaining([`${plan} Plan of the beds`]),
    });
  });

  it('proposes notes for each title of get_documents', async () => {
    const { errors } = await opened.tool('get_documents', { document_ids: ['Other TWIN', 'Plan of the bds', 'Zzz'] });
    expect(errors).toMatchObject([
      { error: { code: 'not_found', message: 'Several notes have this title' } },
      { did_you_mean: [`${plan} Plan of the beds`] },
      { error: { code: 'not_found' } },
    ]);
  });

  it('proposes no note in Trash, and none for an id', async () => {
    for (const document_id of ['Gone', 'doc_gone', 'document://default/documents/doc_gone']) {
      const error = await catchRefusal(() => opened.tool('get_document', { document_id }));
      expect(addNearNames(opened.library, error, { document_id })).toBe(error);
    }
  });
});
