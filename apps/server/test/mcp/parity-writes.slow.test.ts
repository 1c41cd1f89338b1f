import type { Output } from '@notes/contract';
import { type ToolName, tools } from '@notes/contract/tools';
import { describe, expect, it } from 'vitest';
import { useService } from '../behaviour/support.js';
import { agentVerdict, askRest, call, type Fields, restFace, restVerdict, WIDEST } from './agent.js';
import { HELP_NOTE, makeScene, readState, type Scene } from './scene.js';

type BatchReport = Output<'runBatch'>;

/** Two libraries with equal contents: one is written over REST, the other by an agent. */
const rest = useService(WIDEST);
const agent = useService(WIDEST);

interface Write {
  readonly tool: ToolName;
  readonly what: string;
  readonly args: (scene: Scene) => Fields;
  /** Input for REST where it differs. */
  readonly rest?: (scene: Scene) => Fields;
}

const on = ({ note }: Scene) => ({ document_id: note.id, base_revision_id: note.current_revision_id });
const batch =
  (operation: string, more: Fields = {}) =>
  (scene: Scene): Fields => ({ operation, items: everyKind(scene), ...more });
const edit = (search: string, replace: string, more: Fields = {}) => ({ search, replace, replace_all: false, ...more });

/** Returns a note that can be changed, a protected one, one with a stale revision, one in Trash and a missing one. */
function everyKind({ note, linked, stale, trashed }: Scene): Fields[] {
  return [
    { document_id: note.id, base_revision_id: note.current_revision_id },
    { document_id: HELP_NOTE, base_revision_id: stale },
    { document_id: linked.id, base_revision_id: stale },
    { document_id: trashed.id, base_revision_id: trashed.current_revision_id },
    { document_id: 'doc_none' },
  ];
}

const writes: readonly Write[] = [
  { tool: 'create_note', what: 'a note', args: ({ word }) => ({ title: `${word} new`, body: '# A\r\né\n' }) },
  {
    tool: 'create_note',
    what: 'a note in a notebook, with tags',
    args: ({ word, notebook_id }) => ({ title: `${word} new`, notebook_id, tags: ['t', 'T', 'new/tag'] }),
  },
  {
    tool: 'create_from_template',
    what: 'a note from a template',
    args: ({ word, template }) => ({ document_id: template.id, title: `${word} made`, values: { a: '{{a}} $& é' } }),
  },
  {
    tool: 'create_from_template',
    what: 'a note from a template in a notebook',
    args: ({ word, template, notebook_id }) => ({
      document_id: template.id,
      title: `${word} made`,
      values: { a: '' },
      notebook_id,
    }),
  },
  {
    tool: 'edit_note',
    what: 'edits in order',
    args: (scene) => ({
      ...on(scene),
      edits: [edit('alpha', 'beta'), edit('beta', 'g$&'), edit('twin', 'two', { replace_all: true })],
    }),
  },
  {
    tool: 'edit_note',
    what: 'an edit that changes nothing',
    args: (s) => ({ ...on(s), edits: [edit('alpha', 'alpha')] }),
  },
  {
    tool: 'edit_note',
    what: 'a dry run',
    args: (scene) => ({ ...on(scene), edits: [edit('alpha', 'beta')], dry_run: true }),
  },
  { tool: 'update_note', what: 'both', args: (s) => ({ ...on(s), title: `${s.word} other`, body: 'other\n' }) },
  {
    tool: 'update_note',
    what: 'the body',
    args: (scene) => ({ ...on(scene), body: 'other\n' }),
    rest: (scene) => ({ ...on(scene), title: scene.note.title, body: 'other\n' }),
  },
  {
    tool: 'update_note',
    what: 'the title',
    args: (scene) => ({ ...on(scene), title: `${scene.word} other` }),
    rest: (scene) => ({ ...on(scene), title: `${scene.word} other`, body: scene.note.body }),
  },
  {
    tool: 'update_note',
    what: 'nothing',
    args: (scene) => ({ ...on(scene), title: scene.note.title }),
    rest: (scene) => ({ ...on(scene), title: scene.note.title, body: scene.note.body }),
  },
  { tool: 'append_to_note', what: 'text', args: ({ note }) => ({ document_id: note.id, text: 'end' }) },
  { tool: 'append_to_note', what: 'text to a revision', args: (scene) => ({ ...on(scene), text: '\nend\n' }) },
  { tool: 'prepend_to_note', what: 'text', args: ({ note }) => ({ document_id: note.id, text: 'start' }) },
  { tool: 'prepend_to_note', what: 'text to a revision', args: (scene) => ({ ...on(scene), text: 'start\n' }) },
  {
    tool: 'move_note_to_notebook',
    what: 'a note',
    args: ({ note, notebook_id }) => ({ document_id: note.id, notebook_id }),
  },
  {
    tool: 'move_note_to_notebook',
    what: 'a note to its own notebook',
    args: ({ note }) => ({ document_id: note.id, notebook_id: note.notebook_id }),
  },
  { tool: 'tag_note', what: 'a new tag', args: ({ note, word }) => ({ document_id: note.id, tag: ` ${word}/b ` }) },
  { tool: 'tag_note', what: 'an existing tag', args: ({ note }) => ({ document_id: note.id, tag: 'T' }) },
  { tool: 'untag_note', what: 'a tag', args: ({ note }) => ({ document_id: note.id, tag: 't' }) },
  { tool: 'untag_note', what: 'an absent tag', args: ({ note }) => ({ document_id: note.id, tag: 'none' }) },
  { tool: 'delete_note', what: 'a note', args: on },
  { tool: 'localize_remote_media', what: 'images that the policy rejects', args: (scene) => ({ ...on(scene) }) },
  { tool: 'run_batch', what: 'move', args: (scene) => batch('move', { notebook_id: scene.notebook_id })(scene) },
  { tool: 'run_batch', what: 'add_tags', args: batch('add_tags', { tags: ['t', 'more'] }) },
  { tool: 'run_batch', what: 'remove_tags', args: batch('remove_tags', { tags: ['t', 'none'] }) },
  { tool: 'run_batch', what: 'trash', args: batch('trash') },
  { tool: 'run_batch', what: 'restore', args: batch('restore') },
  { tool: 'run_batch', what: 'duplicate', args: batch('duplicate') },
  { tool: 'run_batch', what: 'an atomic batch', args: batch('trash', { mode: 'atomic' }) },
  {
    tool: 'run_batch',
    what: 'an atomic duplicate',
    args: ({ note, linked }) => ({
      operation: 'duplicate',
      mode: 'atomic',
      items: [{ document_id: note.id }, { document_id: linked.id }],
    }),
  },
];

let serial = 0;

describe('the same write over REST and by an MCP tool', () => {
  it.each(writes)('leaves the same state: $tool, $what [N-MCP-PARITY]', async ({ tool, args, rest: other = args }) => {
    serial += 1;
    const scenes = [await makeScene(rest, serial), await makeScene(agent, serial)] as const;
    const before = await Promise.all([rest.counter(), agent.counter()]);
    const answer = await askRest(rest, tool, other(scenes[0]));
    const result = await call(agent, tool, args(scenes[1]));
    expect([agentVerdict(result), restVerdict(answer)], result.content[0].text).toEqual(['ok', 'ok']);
    expect(await readState(agent, scenes[1])).toEqual(await readState(rest, scenes[0]));
    const [restChanges, agentChanges] = await Promise.all([rest.counter(), agent.counter()]);
    expect(agentChanges - before[1]).toBe(restChanges - before[0]);
    if (tool === 'run_batch')
      expect(summariseBatch(result.structuredContent)).toEqual(hideTrash(answer.json(), scenes[0]));
  });

  it('is tested for every tool that writes [N-MCP-PARITY]', () => {
    const writing = tools.filter(({ hints, name }) => hints.effect !== 'read' && restFace(name) !== null);
    expect(new Set(writes.map(({ tool }) => tool))).toEqual(new Set(writing.map(({ name }) => name)));
  });

  it('happens once under a request key over both interfaces [N-MCP-PARITY]', async () => {
    const scene = await makeScene(agent, ++serial);
    const again = { ...batch('duplicate')(scene), mode: 'best_effort', request_key: scene.word };
    const first = (await call(agent, 'run_batch', again)).structuredContent;
    const state = await readState(agent, scene);
    const replay = (await askRest(agent, 'run_batch', again)).json();
    expect(replay).toEqual({ ...first, replayed: true });
    expect(await readState(agent, scene)).toEqual(state);
  });
});

/** Returns the outcomes of a batch without its ids. */
function summariseBatch({ operation, mode, replayed, counts, items }: BatchReport) {
  const outcomes = items.map(({ status, reason, error }) => ({ status, reason, code: error?.code }));
  return { operation, mode, replayed, counts, outcomes };
}

/** Replaces the failure of an item in Trash by that for agents, from whom Trash is hidden. */
function hideTrash(report: BatchReport, { trashed }: Scene) {
  const isHidden = ({ document_id, error }: BatchReport['items'][number]) =>
    document_id === trashed.id && error?.code === 'forbidden';
  const items = report.items.map((item) =>
    isHidden(item) ? { ...item, error: { code: 'not_found' as const, message: '' } } : item,
  );
  return summariseBatch({ ...report, items });
}
