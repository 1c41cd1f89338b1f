import { ServiceError } from '@notes/contract';
import { type ToolName, tools } from '@notes/contract/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchRefusal, openToolLibrary, type ToolLibrary, toAsyncBytes } from './support.js';

/** Secrets that no response to an agent may contain. The name of each gives its location. */
const SECRET = {
  title: 'sekrettitle',
  body: 'sekretbody',
  task: 'sekrettask',
  tag: 'sekrettag',
  heading: 'sekretheading',
  template: 'sekretprompt',
  revision: 'sekretrevision',
  path: 'sekretpath',
  error: 'sekreterror',
  checkpoint: 'sekretcheckpoint',
  setting: 'sekretsetting',
} as const;

const TRASHED_BODY = `# ${SECRET.heading}

${SECRET.body} [[Kept]] ![](https://127.0.0.1/${SECRET.body}.png)

- [ ] ${SECRET.task}

\`\`\`note-template
prompt: ${SECRET.template}
\`\`\`
`;

const toUri = (id: string) => `document://default/documents/${id}#x`;

let opened: ToolLibrary;
/** Ids of notes in Trash, and of the objects that belong to them alone. */
let gone: { id: string; revision: string; former: string };
let kept: { id: string; revision: string };
let resource: string;

beforeAll(async () => {
  opened = await openToolLibrary(`search.sidecar.api_key=${SECRET.setting}`);
  const { own, library } = opened;
  const trashed = await own('createDocument', {
    title: SECRET.title,
    body: TRASHED_BODY,
    tags: [SECRET.tag, 'shared'],
  });
  const renamed = await own('createDocument', { title: 'Former', body: '' });
  await own('replaceDocument', {
    ...{ document_id: renamed.id, base_revision_id: renamed.current_revision_id },
    ...{ title: SECRET.title, body: SECRET.body },
  });
  const links = `[[Former]] [[Kept]] [there](${toUri(trashed.id)})`;
  const note = await own('createDocument', { title: 'Kept', body: `${SECRET.revision} ${links}`, tags: ['shared'] });
  const edits = [{ search: `${SECRET.revision} `, replace: '' }];
  const base = { document_id: note.id, base_revision_id: note.current_revision_id };
  const edited = await own('editDocument', { ...base, edits });
  if ('dry_run' in edited) throw new Error('was not written');
  for (const { id } of [trashed, renamed]) {
    const { current_revision_id: base_revision_id } = await own('getDocument', { document_id: id });
    await own('trashDocument', { document_id: id, base_revision_id });
  }
  const filename = `/home/${SECRET.path}/a.txt`;
  const uploaded = await own('uploadResource', { filename, mime_type: 'text/plain' }, { bytes: toAsyncBytes('text') });
  await library.store.write((unit) => {
    for (const kind of ['import', 'sync']) {
      const hold = { id: `job_${kind}1`, owner: 'me' };
      unit.jobs.insert({ id: hold.id, kind, parameters: { path: `/home/${SECRET.path}` } }, Date.now());
      unit.jobs.claim(hold, Date.now());
      const progress = { phase: 'reading', processed: 1, total: null, summary: {} };
      unit.jobs.save(hold, { ...progress, checkpoint: SECRET.checkpoint }, Date.now());
      unit.jobs.finish(hold, { state: 'failed', error: { code: 'x', message: SECRET.error } }, Date.now());
    }
  });
  gone = { id: trashed.id, revision: trashed.current_revision_id, former: renamed.id };
  kept = { id: note.id, revision: edited.current_revision_id };
  resource = uploaded.id;
});
afterAll(() => opened.close());

/** Calls of every tool that ask for secrets. Tools that write come last and write only notes of their own. */
function questions(): [ToolName, Record<string, unknown>][] {
  const about = [kept.id, gone.id, gone.former];
  const each = (name: ToolName, more: object = {}) =>
    about.map((document_id): [ToolName, Record<string, unknown>] => [name, { document_id, ...more }]);
  const base = { base_revision_id: gone.revision };
  const queries = ['', 'is:trashed', '-is:trashed', `${SECRET.body} OR is:trashed`, `tag:shared`, `title:sekret*`];
  const target = 'subset_transfer';
  const selections = [
    ...queries.map((query) => ({ query })),
    { document_ids: about },
    { tags: ['shared', SECRET.tag] },
    { notebooks: ['nb_notes'] },
  ];
  return [
    ...queries.map((query): [ToolName, Record<string, unknown>] => ['search_documents', { query, limit: 50 }]),
    ...queries.map((query): [ToolName, Record<string, unknown>] => [
      'run_note_query',
      { block: `query: ${query}\nfields: title, notebook, tags, snippet, open_tasks` },
    ]),
    ...selections.map((selection): [ToolName, Record<string, unknown>] => ['plan_selection', { target, selection }]),
    ['plan_selection', { target: 'full_archive' }],
    ...['list_notebooks', 'get_notebook_tree', 'list_tags', 'list_search_notebooks', 'list_collections'].map(bare),
    ...['list_templates', 'list_tasks', 'get_lint_report', 'get_graph_report', 'list_jobs'].map(bare),
    ...['get_sync_status', 'list_sync_conflicts', 'plan_sync', 'start_sync'].map(bare),
    ['request_resource_fetch', { target: '0'.repeat(64) }],
    ...(['get_job', 'retry_sync_job', 'cancel_sync_job'] as const).flatMap((name) =>
      ['job_import1', 'job_sync1'].map((job_id): [ToolName, Record<string, unknown>] => [name, { job_id }]),
    ),
    ['get_notebook_notes', { notebook_id: 'nb_notes', limit: 50 }],
    ['get_documents', { document_ids: about }],
    ...each('get_document'),
    ...each('get_note_line_range'),
    ...each('get_document_outline'),
    ...each('get_document_blocks'),
    ...each('search_in_note', { pattern: 'sekret', limit: 50 }),
    ...each('list_document_links'),
    ...each('list_document_resources'),
    ...each('list_tasks'),
    ...each('scan_remote_media'),
    ['get_graph', { roots: [kept.id], depth: 5 }],
    ['get_graph', { roots: [gone.id] }],
    ['find_graph_path', { from: kept.id, to: gone.id }],
    ['find_graph_path', { from: gone.id, to: kept.id }],
    ['read_resource', { resource_id: resource, include_bytes: true }],
    ...each('create_from_template', { title: 'x', values: {} }).slice(1),
    ...each('append_to_note', { text: 'x' }).slice(1),
    ...each('prepend_to_note', { text: 'x' }).slice(1),
    ...each('edit_note', { ...base, edits: [{ search: SECRET.body.slice(0, 6), replace: 'x' }] }).slice(1),
    ...each('update_note', { ...base, title: 'x' }).slice(1),
    ...each('update_note', { ...base, body: 'x' }).slice(1),
    ...each('delete_note', base).slice(1),
    ...each('move_note_to_notebook', { notebook_id: 'nb_notes' }).slice(1),
    ...each('tag_note', { tag: 'a' }).slice(1),
    ...each('untag_note', { tag: 'shared' }).slice(1),
    ...each('localize_remote_media', base).slice(1),
    ...(['duplicate', 'trash', 'add_tags', 'move'] as const).map((operation): [ToolName, Record<string, unknown>] => [
      'run_batch',
      { operation, items: [{ document_id: gone.id, ...base }], tags: ['a'], notebook_id: 'nb_notes' },
    ]),
    ['create_note', { title: 'Mine', body: '[[Former]]' }],
  ];
}

const bare = (name: string): [ToolName, Record<string, unknown>] => [name as ToolName, {}];

/** Returns everything reported about a call: its response, or its refusal. */
async function callAsText(name: ToolName, raw: Record<string, unknown>, hidesSyncJobs: boolean): Promise<string> {
  try {
    return JSON.stringify(await opened.tool(name, raw, { hidesSyncJobs }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, details, currentRevisionId } = error;
    return JSON.stringify({ code, message, details, currentRevisionId });
  }
}

describe.each([true, false])('with sync jobs hidden: %s', (hidesSyncJobs) => {
  it('no tool reveals content of Trash, history, settings, jobs or paths [N-MCP-TOOL-CANARIES]', async () => {
    const asked = new Set<ToolName>();
    const { library, dataDir } = opened;
    const secrets = [
      ...Object.values(SECRET),
      ...[dataDir, library.configPath, library.databaseId, library.replicaId],
      ...['hex', 'base64', 'base64url'].map((encoding) => library.cursorKey.toString(encoding as BufferEncoding)),
    ];
    for (const [name, raw] of questions()) {
      asked.add(name);
      const answer = await callAsText(name, raw, hidesSyncJobs);
      // Text of the question itself may be repeated.
      const told = secrets.filter((secret) => answer.includes(secret) && !JSON.stringify(raw).includes(secret));
      expect({ name, raw, told, answer: told.length > 0 ? answer : '' }).toEqual({ name, raw, told: [], answer: '' });
      // The text of an active note may be repeated too; links there have separate anchors.
      const rest = answer.replaceAll(toUri(gone.id).replace('#x', ''), '');
      const named = [gone.id, gone.former].filter((id) => rest.includes(id) && !JSON.stringify(raw).includes(id));
      expect({ name, raw, named }).toEqual({ name, raw, named: [] });
    }
    expect([...asked].sort()).toEqual(tools.map(({ name }) => name));
  });
});

describe('A note in Trash does not exist [N-MCP-TOOL-TRASH]', () => {
  it.each([
    'get_document',
    'get_note_line_range',
    'get_document_outline',
    'get_document_blocks',
    'list_document_links',
    'list_document_resources',
    'list_tasks',
    'scan_remote_media',
  ] as const)('for %s', async (name) => {
    expect(await opened.refusal(name, { document_id: gone.id })).toMatchObject({ code: 'not_found' });
  });

  it('for tools that write, with any revision', async () => {
    for (const base_revision_id of [gone.revision, 'rev_other']) {
      const note = { document_id: gone.id, base_revision_id };
      for (const [name, more] of [
        ['edit_note', { edits: [{ search: 'a', replace: 'b' }] }],
        ['update_note', { title: 'x' }],
        ['append_to_note', { text: 'x' }],
        ['prepend_to_note', { text: 'x' }],
        ['localize_remote_media', {}],
        ['delete_note', {}],
      ] as const)
        expect({ name, code: (await opened.refusal(name, { ...note, ...more })).code }).toEqual({
          name,
          code: 'not_found',
        });
    }
    for (const [name, more] of [
      ['tag_note', { tag: 'a' }],
      ['untag_note', { tag: 'shared' }],
      ['move_note_to_notebook', { notebook_id: 'nb_notes' }],
      ['create_from_template', { title: 'x' }],
    ] as const)
      expect(await opened.refusal(name, { document_id: gone.id, ...more })).toMatchObject({ code: 'not_found' });
  });

  it('for searches, counts, graphs and plans', async () => {
    for (const query of ['is:trashed', `is:trashed ${SECRET.body}`])
      expect(await opened.tool('search_documents', { query })).toEqual({ results: [] });
    const tags = (await opened.tool('list_tags', {})).tags as { name: string; note_count: number }[];
    expect(tags.map(({ name, note_count }) => [name, note_count])).toEqual([['shared', 1]]);
    expect(await opened.tool('list_tasks', {})).toMatchObject({ tasks: [], counts: { total: 0 } });
    expect(await opened.tool('list_templates', {})).toMatchObject({ templates: [], total: 0 });
    expect(await opened.tool('list_document_links', { document_id: kept.id, direction: 'incoming' })).toMatchObject({
      incoming: expect.not.arrayContaining([expect.objectContaining({ document_id: gone.id })]),
    });
    for (const roots of [[gone.id], [kept.id, gone.id]])
      expect(await opened.refusal('get_graph', { roots })).toMatchObject({ code: 'not_found' });
    const target = 'subset_transfer';
    const plan = (selection: object) => opened.tool('plan_selection', { target, selection });
    expect(await plan({ query: SECRET.body })).toEqual(await plan({ query: 'nowheretobefound' }));
    expect(await plan({ query: `is:trashed ${SECRET.body}` })).toEqual(await plan({ query: 'is:trashed nowhere' }));
    expect(await plan({ document_ids: [gone.id] })).toMatchObject({
      ...{ documents: [], counts: { documents: 0 } },
      exclusions: [{ kind: 'documents', id: gone.id, reason: 'not_found' }],
    });
    const takesTrash = { target, selection: { query: '' }, policy: { include_trashed: true } };
    expect(await opened.refusal('plan_selection', takesTrash)).toMatchObject({ code: 'validation_failed' });
  });
});

it('get_job and list_jobs show failed jobs, and sync jobs only to callers that may see them [N-MCP-TOOL-JOBS]', async () => {
  const failed = { job_id: 'job_import1', kind: 'import', state: 'failed', phase: 'reading', processed: 1 };
  const job = await opened.tool('get_job', { job_id: 'job_import1' });
  expect(job).toMatchObject(failed);
  expect(Object.keys(job).sort()).toEqual([
    'created_at',
    'finished_at',
    'job_id',
    'kind',
    'phase',
    'processed',
    'state',
    'summary',
    'total',
  ]);
  const jobs = async (hidesSyncJobs: boolean) =>
    ((await opened.tool('list_jobs', {}, { hidesSyncJobs })).jobs as { job_id: string }[]).map(({ job_id }) => job_id);
  expect(await jobs(true)).toEqual(['job_import1']);
  expect(await jobs(false)).toEqual(['job_sync1', 'job_import1']);
  const sync = (hidesSyncJobs: boolean) => opened.tool('get_job', { job_id: 'job_sync1' }, { hidesSyncJobs });
  expect(await catchRefusal(() => sync(true))).toMatchObject({ code: 'not_found' });
  expect(await sync(false)).toMatchObject({ job_id: 'job_sync1', state: 'failed' });
});
