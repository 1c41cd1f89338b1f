import type { ErrorCode } from '@notes/contract';
import type { ToolName } from '@notes/contract/tools';
import type { Fields } from './agent.js';
import { HELP_NOTE, type Scene } from './scene.js';

/** Call that MCP and REST refuse with the same code. */
export interface Fault {
  readonly tool: ToolName;
  readonly what: string;
  readonly args: (scene: Scene) => Fields;
  readonly code: ErrorCode;
}

export const UNKNOWN_NOTE = 'doc_00000000000000000000000000';
const UNKNOWN_REVISION = 'rev_00000000000000000000000000';

/** Arguments of a group of tools beside a note and a revision. */
type Group = Partial<Record<ToolName, (scene: Scene) => Fields>>;

const reading: Group = {
  get_document_blocks: () => ({}),
  get_document_outline: () => ({}),
  get_note_line_range: () => ({ start: 1, end: 2 }),
  search_in_note: () => ({ pattern: 'a' }),
  list_document_links: () => ({}),
  list_document_resources: () => ({}),
  scan_remote_media: () => ({}),
};
export const adding: Group = { append_to_note: () => ({ text: 'x' }), prepend_to_note: () => ({ text: 'x' }) };
export const filing: Group = {
  move_note_to_notebook: ({ notebook_id }) => ({ notebook_id }),
  tag_note: () => ({ tag: 'x' }),
  untag_note: () => ({ tag: 't' }),
};
/** Tools that need a revision. */
export const replacing: Group = {
  edit_note: () => ({ edits: [{ search: 'alpha', replace: 'x' }] }),
  update_note: () => ({ title: 'x', body: 'x' }),
  delete_note: () => ({}),
  localize_remote_media: () => ({}),
};

const needingNoRevision: Group = { get_document: () => ({}), ...reading, ...adding, ...filing };

/** Builds a call of every tool of a group, with further arguments. */
export const calls = (group: Group, more: (scene: Scene) => Fields): Pick<Fault, 'tool' | 'args'>[] =>
  (Object.entries(group) as [ToolName, (scene: Scene) => Fields][]).map(([tool, rest]) => ({
    tool,
    args: (scene) => ({ ...rest(scene), ...more(scene) }),
  }));

/** Builds the same fault for every tool of a group. */
const faults = (group: Group, what: string, code: ErrorCode, fault: (scene: Scene) => Fields): Fault[] =>
  calls(group, fault).map((call) => ({ ...call, what, code }));

const on = (id: string) => () => ({ document_id: id });
const at = (document_id: string, base_revision_id = UNKNOWN_REVISION) => ({ document_id, base_revision_id });

/** Faults of the note of a call, and of its base revision. */
export const faultsOfNotes: readonly Fault[] = [
  ...faults(needingNoRevision, 'an unknown note', 'not_found', on(UNKNOWN_NOTE)),
  ...faults(needingNoRevision, 'what is no ID', 'not_found', on('doc_NONE')),
  ...faults(replacing, 'an unknown note', 'not_found', () => at(UNKNOWN_NOTE)),
  ...faults(replacing, 'what is no ID', 'not_found', () => at('doc_NONE')),
  ...faults(reading, 'a note in Trash', 'not_found', ({ trashed }) => ({ document_id: trashed.id })),
  ...faults({ ...adding, ...filing }, 'a note of Help', 'forbidden', on(HELP_NOTE)),
  ...faults(replacing, 'a note of Help', 'forbidden', () => at(HELP_NOTE)),
  ...faults(replacing, 'no revision', 'precondition_required', ({ note }) => ({ document_id: note.id })),
  ...faults({ ...adding, ...replacing }, 'an old revision', 'revision_conflict', (s) => at(s.note.id, s.stale)),
  ...faults({ ...adding, ...replacing }, 'an unknown revision', 'revision_conflict', ({ note }) => at(note.id)),
  ...faults({ ...adding, ...replacing }, '* for a revision', 'validation_failed', ({ note }) => at(note.id, '*')),
  ...faults(needingNoRevision, 'an unknown argument', 'validation_failed', ({ note }) => ({
    document_id: note.id,
    force: true,
  })),
  ...faults(replacing, 'an unknown argument', 'validation_failed', ({ note }) => ({
    ...at(note.id, note.current_revision_id),
    force: true,
  })),
];
