import type { Verdict } from './agent.js';
import { adding, calls, type Fault, filing, replacing, UNKNOWN_NOTE } from './faults-of-notes.js';
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
    why: 'Trash is the user’s: agents are not told what is in it',
    rest: 'ok',
    agent: 'not_found',
    calls: [{ tool: 'get_document', args: toTrash }],
  },
  {
    why: 'for the same reason; to the user REST says why the note cannot be written',
    rest: 'forbidden',
    agent: 'not_found',
    calls: [...calls(replacing, atTrash), ...calls({ ...adding, ...filing }, toTrash)],
  },
  {
    why: 'a model that left out the revision is told so first, whatever note it is',
    rest: 'not_found',
    agent: 'precondition_required',
    calls: calls(replacing, () => ({ document_id: UNKNOWN_NOTE })),
  },
  {
    why: 'likewise',
    rest: 'forbidden',
    agent: 'precondition_required',
    calls: calls(replacing, () => ({ document_id: HELP_NOTE })),
  },
  {
    why: 'for a model an ID that is none is one more it has made up; over REST it is so in paths only',
    rest: 'validation_failed',
    agent: 'not_found',
    calls: [
      { tool: 'create_note', args: () => ({ title: 'x', notebook_id: 'Notes' }) },
      { tool: 'move_note_to_notebook', args: ({ note }) => ({ document_id: note.id, notebook_id: 'Notes' }) },
      { tool: 'get_graph', args: () => ({ roots: ['A title'] }) },
      { tool: 'find_graph_path', args: ({ note }) => ({ from: note.id, to: 'A title' }) },
      { tool: 'list_tasks', args: () => ({ notebook_id: 'Notes' }) },
      { tool: 'run_batch', args: () => ({ operation: 'duplicate', items: [{ document_id: 'A title' }] }) },
    ],
  },
  {
    why: 'the app shows what is wrong with a block beside it; a model wrote it and can mend it',
    rest: 'ok',
    agent: 'validation_failed',
    calls: [
      { tool: 'run_note_query', args: () => ({ block: 'query: (a' }) },
      { tool: 'run_note_query', args: () => ({ block: '' }) },
    ],
  },
  {
    why: 'a PUT is whole; a model need not send a text back to change a title',
    rest: 'validation_failed',
    agent: 'ok',
    calls: [
      { tool: 'update_note', args: (scene) => ({ ...current(scene), title: scene.note.title }) },
      { tool: 'update_note', args: (scene) => ({ ...current(scene), body: scene.note.body }) },
    ],
  },
  {
    why: 'to add nothing changes nothing; a model that does has lost what it meant to add',
    rest: 'ok',
    agent: 'validation_failed',
    calls: [
      { tool: 'append_to_note', args: ({ note }) => ({ document_id: note.id, text: '' }) },
      { tool: 'prepend_to_note', args: ({ note }) => ({ document_id: note.id, text: '' }) },
    ],
  },
  {
    why: 'clients of models are known to send null for what is left out, JSON in strings, and one text for a list',
    rest: 'validation_failed',
    agent: 'ok',
    calls: [
      { tool: 'search_documents', args: () => ({ query: 'a', cursor: null }) },
      { tool: 'get_graph', args: ({ note }) => ({ roots: note.id }) },
      { tool: 'get_graph', args: ({ note }) => ({ roots: JSON.stringify([note.id]) }) },
    ],
  },
];
