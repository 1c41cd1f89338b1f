import type { Fields } from './agent.js';
import { type Fault, UNKNOWN_NOTE } from './note-faults.js';
import type { Scene } from './scene.js';

const UNKNOWN_NOTEBOOK = 'nb_00000000000000000000000000';
const LONG = 'x'.repeat(16 * 1024 * 1024 + 1);

const current = ({ note }: Scene) => ({ document_id: note.id, base_revision_id: note.current_revision_id });
const edit = (search: string, more: Fields = {}) => ({ search, replace: 'x', ...more });
const edits =
  (...list: Fields[]) =>
  (scene: Scene) => ({ ...current(scene), edits: list });
const withTitle = (title: string) => () => ({ title });
const fromTemplate =
  (values: Fields, more: Fields = {}) =>
  ({ template }: Scene) => ({ document_id: template.id, title: 'x', values, ...more });
const withTag =
  (tag: string) =>
  ({ note }: Scene) => ({ document_id: note.id, tag });
const withNotebook =
  (notebook_id: string) =>
  ({ note }: Scene) => ({ document_id: note.id, notebook_id });
const withQuery =
  (query: string, more: Fields = {}) =>
  () => ({ query, ...more });
const batch =
  (operation: string, more: Fields = {}) =>
  ({ note }: Scene) => ({ operation, items: [{ document_id: note.id }], ...more });

const bad = (tool: Fault['tool'], what: string, args: Fault['args'], code: Fault['code'] = 'validation_failed') => ({
  tool,
  what,
  args,
  code,
});

const texts: readonly Fault[] = [
  bad('create_note', 'no title', () => ({ body: 'x' })),
  bad('create_note', 'two lines of title', withTitle('a\nb')),
  bad('create_note', 'a title too long', withTitle('x'.repeat(1_025))),
  bad('create_note', 'half a character', withTitle('\ud800')),
  bad('create_note', 'NUL', () => ({ title: 'x', body: 'a\0b' })),
  bad('create_note', 'a body too long', () => ({ title: 'x', body: LONG }), 'body_too_large'),
  bad(
    'create_note',
    'a body too long in bytes',
    () => ({ title: 'x', body: 'é'.repeat(LONG.length / 2 + 1) }),
    'body_too_large',
  ),
  bad('create_note', 'an unknown notebook', () => ({ title: 'x', notebook_id: UNKNOWN_NOTEBOOK }), 'not_found'),
  bad('create_note', 'a read-only notebook', () => ({ title: 'x', notebook_id: 'nb_help' }), 'forbidden'),
  bad('create_note', 'a bad tag', () => ({ title: 'x', tags: ['a//b'] })),
  bad('update_note', 'a title too long', (scene) => ({ ...current(scene), title: 'x'.repeat(1_025), body: '' })),
  bad('update_note', 'neither', current),
  bad(
    'append_to_note',
    'more than a note holds',
    ({ note }) => ({ document_id: note.id, text: LONG.slice(1) }),
    'body_too_large',
  ),
  bad('edit_note', 'no edits', edits()),
  bad('edit_note', 'nothing to search for', edits(edit(''))),
  bad('edit_note', 'a text that is not there', edits(edit('gamma'))),
  bad('edit_note', 'a text that is there twice', edits(edit('twin')), 'conflict'),
  bad('edit_note', 'a text an earlier edit took', edits(edit('alpha'), edit('alpha'))),
  bad('edit_note', 'a text too long', edits(edit('alpha', { replace: LONG })), 'body_too_large'),
  bad('edit_note', 'an ambiguous dry run', (scene) => ({ ...edits(edit('twin'))(scene), dry_run: true }), 'conflict'),
  bad(
    'edit_note',
    'a stale dry run',
    (s) => ({ ...edits(edit('alpha'))(s), base_revision_id: s.stale, dry_run: true }),
    'revision_conflict',
  ),
];

const places: readonly Fault[] = [
  bad('move_note_to_notebook', 'an unknown notebook', withNotebook(UNKNOWN_NOTEBOOK), 'not_found'),
  bad('move_note_to_notebook', 'a read-only notebook', withNotebook('nb_help'), 'forbidden'),
  bad('tag_note', 'an empty segment', withTag('a//b')),
  bad('tag_note', 'nothing but space', withTag(' ')),
  bad('tag_note', 'a tag too long', withTag('é'.repeat(128))),
  bad('untag_note', 'an empty segment', withTag('/a')),
  bad('create_from_template', 'a value is missing', fromTemplate({})),
  bad('create_from_template', 'a value nobody asked for', fromTemplate({ a: 'x', b: 'x' })),
  bad(
    'create_from_template',
    'an unknown notebook',
    fromTemplate({ a: 'x' }, { notebook_id: UNKNOWN_NOTEBOOK }),
    'not_found',
  ),
  bad('create_from_template', 'a note that is none', ({ note }) => ({ document_id: note.id, title: 'x' }), 'not_found'),
  bad('create_from_template', 'an unknown note', () => ({ document_id: UNKNOWN_NOTE, title: 'x' }), 'not_found'),
  bad('run_batch', 'an unknown operation', batch('purge')),
  bad('run_batch', 'no items', () => ({ operation: 'trash', items: [] })),
  bad('run_batch', 'too many items', () => ({
    operation: 'trash',
    items: Array(501).fill({ document_id: UNKNOWN_NOTE }),
  })),
  bad('run_batch', 'a move nowhere', batch('move')),
  bad('run_batch', 'no tags to add', batch('add_tags')),
  bad('run_batch', 'no tags to remove', batch('remove_tags', { tags: [] })),
  bad('run_batch', 'a bad tag', batch('add_tags', { tags: ['/'] })),
  bad('run_batch', 'an unknown mode', batch('trash', { mode: 'both' })),
  bad('run_batch', 'a note twice', ({ note }) => ({
    operation: 'duplicate',
    items: [{ document_id: note.id }, { document_id: note.id }],
  })),
];

const questions: readonly Fault[] = [
  bad('search_documents', 'an open bracket', withQuery('(a')),
  bad('search_documents', 'an open quotation mark', withQuery('"a')),
  bad('search_documents', 'an unknown field value', withQuery('has:nonsense')),
  bad('search_documents', 'no day', withQuery('updated:>yesterday-ish')),
  bad('search_documents', 'too long a query', withQuery('x'.repeat(4_097))),
  bad('search_documents', 'too many bytes', withQuery('é'.repeat(2_049))),
  bad('search_documents', 'an unknown order', withQuery('a', { sort: 'size' })),
  bad('search_documents', 'an empty page', withQuery('a', { limit: 0 })),
  bad('search_documents', 'a made-up cursor', withQuery('a', { cursor: 'AAAA' }), 'cursor_invalid'),
  bad('get_notebook_notes', 'an unknown notebook', () => ({ notebook_id: UNKNOWN_NOTEBOOK }), 'not_found'),
  bad(
    'get_notebook_notes',
    'a made-up cursor',
    ({ notebook_id }) => ({ notebook_id, cursor: 'AAAA' }),
    'cursor_invalid',
  ),
  bad('get_note_line_range', 'an end before the start', ({ note }) => ({ document_id: note.id, start: 3, end: 2 })),
  bad('get_note_line_range', 'line 0', ({ note }) => ({ document_id: note.id, start: 0, end: 2 })),
  bad('search_in_note', 'nothing', ({ note }) => ({ document_id: note.id, pattern: '' })),
  bad('search_in_note', 'half an expression', ({ note }) => ({ document_id: note.id, pattern: '(', regex: true })),
  bad('search_in_note', 'too long a pattern', ({ note }) => ({ document_id: note.id, pattern: 'x'.repeat(1_025) })),
  bad('list_document_links', 'an unknown direction', ({ note }) => ({ document_id: note.id, direction: 'up' })),
  bad('get_graph', 'an unknown root', () => ({ roots: [UNKNOWN_NOTE] }), 'not_found'),
  bad('get_graph', 'no root', () => ({ roots: [] })),
  bad('get_graph', 'too many notes', ({ note }) => ({ roots: [note.id], max_nodes: 5_001 })),
  bad('get_graph', 'too deep', ({ note }) => ({ roots: [note.id], depth: 6 })),
  bad('find_graph_path', 'an unknown end', ({ note }) => ({ from: note.id, to: UNKNOWN_NOTE }), 'not_found'),
  bad('find_graph_path', 'too far', ({ note, linked }) => ({ from: note.id, to: linked.id, max_depth: 11 })),
  bad('get_lint_report', 'an unknown check', () => ({ checks: ['nonsense'] })),
  bad('plan_selection', 'an unknown target', () => ({ target: 'everywhere' })),
  bad('plan_selection', 'nothing selected', () => ({ target: 'subset_transfer' })),
  bad('plan_selection', 'a bad query', () => ({ target: 'subset_transfer', selection: { query: '(a' } })),
  bad('list_tasks', 'an unknown state', () => ({ state: 'late' })),
  bad('list_tasks', 'an unknown note', () => ({ document_id: UNKNOWN_NOTE }), 'not_found'),
  bad('list_tasks', 'an unknown notebook', () => ({ notebook_id: UNKNOWN_NOTEBOOK }), 'not_found'),
  bad('read_resource', 'an unknown attachment', () => ({ resource_id: 'res_none' }), 'not_found'),
  bad('get_job', 'an unknown job', () => ({ job_id: 'job_none' }), 'not_found'),
  bad('list_jobs', 'an unknown state', () => ({ state: 'late' })),
  bad('list_jobs', 'a made-up cursor', () => ({ cursor: 'AAAA' }), 'cursor_invalid'),
  bad('localize_remote_media', 'too many addresses', (s) => ({
    ...current(s),
    urls: Array(51).fill('http://127.0.0.1:1/'),
  })),
  bad('localize_remote_media', 'no addresses', (scene) => ({ ...current(scene), urls: [] })),
];

/** Faults of all arguments except the note of a call. */
export const faultsOfArguments: readonly Fault[] = [...texts, ...places, ...questions];
