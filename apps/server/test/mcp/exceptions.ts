import type { Verdict } from './agent.js';
import { adding, calls, type Fault, filing, replacing, UNKNOWN_NOTE } from './note-faults.js';
import { HELP_NOTE, type Scene } from './scene.js';

/** Calls whose verdict differs between MCP and REST, with the reason. */
interface Exception {
  readonly why: string;
  readonly rest: Verdict;
  readonly agent: Verdict;
  readonly calls: readonly Pick<Fault, 'tool' | 'args'>[];
}

const atTrash = ({ trashed }: Scene) => ({ document_id: trashed.id, base_revision_id: trashed.current_revision_id });
const toTrash = ({ trashed }: Scene) => ({ document_id: trashed.id });
const current = ({ note }: Scene) => ({ document_id: note.id, base_revision_id: note.current_revision_id });

export const exceptions: readonly Exception[] = [
  {
    why: 'Trash belongs to the user: tools do not show its content',
    rest: 'ok',
    agent: 'not_found',
    calls: [{ tool: 'get_document', args: toTrash }],
  },
  {
    why: 'tools do not show Trash; REST tells the user why the note cannot be written',
    rest: 'forbidden',
    agent: 'not_found',
    calls: [...calls(replacing, atTrash), ...calls({ ...adding, ...filing }, toTrash)],
  },
  {
    why: 'tools report a missing revision before they look up an unknown note',
    rest: 'not_found',
    agent: 'precondition_required',
    calls: calls(replacing, () => ({ document_id: UNKNOWN_NOTE })),
  },
  {
    why: 'tools report a missing revision before they check a read-only note',
    rest: 'forbidden',
    agent: 'precondition_required',
    calls: calls(replacing, () => ({ document_id: HELP_NOTE })),
  },
  {
    why: 'tools answer not_found for a malformed id anywhere; REST does so in paths only',
    rest: 'validation_failed',
    agent: 'not_found',
    calls: [
      { tool: 'create_note', args: () => ({ title: 'x', notebook_id: 'No notebook' }) },
      { tool: 'move_note_to_notebook', args: ({ note }) => ({ document_id: note.id, notebook_id: 'No notebook' }) },
      { tool: 'get_graph', args: () => ({ roots: ['A title'] }) },
      { tool: 'find_graph_path', args: ({ note }) => ({ from: note.id, to: 'A title' }) },
      { tool: 'list_tasks', args: () => ({ notebook_id: 'No notebook' }) },
      { tool: 'run_batch', args: () => ({ operation: 'duplicate', items: [{ document_id: 'A title' }] }) },
    ],
  },
  {
    why: 'tools take the path of a notebook in the place of its id, since users name notebooks',
    rest: 'validation_failed',
    agent: 'ok',
    calls: [
      { tool: 'list_tasks', args: () => ({ notebook_id: 'Notes' }) },
      {
        tool: 'run_batch',
        args: () => ({ operation: 'move', notebook_id: 'Notes', items: [{ document_id: 'doc_x' }] }),
      },
    ],
  },
  {
    why: 'the web UI shows the error of a block beside it; a model wrote the block and can correct it',
    rest: 'ok',
    agent: 'validation_failed',
    calls: [
      { tool: 'run_note_query', args: () => ({ block: 'query: (a' }) },
      { tool: 'run_note_query', args: () => ({ block: '' }) },
    ],
  },
  {
    why: 'PUT replaces title and body; a model can change the title without the body',
    rest: 'validation_failed',
    agent: 'ok',
    calls: [
      { tool: 'update_note', args: (scene) => ({ ...current(scene), title: scene.note.title }) },
      { tool: 'update_note', args: (scene) => ({ ...current(scene), body: scene.note.body }) },
    ],
  },
  {
    why: 'adding an empty text changes nothing; a model that sends one has lost its text',
    rest: 'ok',
    agent: 'validation_failed',
    calls: [
      { tool: 'append_to_note', args: ({ note }) => ({ document_id: note.id, text: '' }) },
      { tool: 'prepend_to_note', args: ({ note }) => ({ document_id: note.id, text: '' }) },
    ],
  },
  {
    why: 'MCP clients send null for omitted fields, JSON, numbers and Booleans in strings, and one string for a list',
    rest: 'validation_failed',
    agent: 'ok',
    calls: [
      { tool: 'search_documents', args: () => ({ query: 'a', cursor: null }) },
      { tool: 'search_documents', args: () => ({ query: 'a', limit: '5' }) },
      { tool: 'get_graph', args: ({ note }) => ({ roots: note.id }) },
      { tool: 'get_graph', args: ({ note }) => ({ roots: JSON.stringify([note.id]) }) },
    ],
  },
];
