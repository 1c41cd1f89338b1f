import {
  type HttpBinding,
  type Input,
  type Operation,
  type OperationName,
  operations,
  pathParameters,
  takesQuery,
} from '@notes/contract';
import type { Answer } from './answer.js';
import { addJob } from './jobs.js';
import type { TestService } from './support.js';

type Fields = Record<string, unknown>;

/** Rows with an HTTP route. */
export const routes = Object.entries(operations as Record<string, Operation>).flatMap(([name, row]) =>
  row.http === null || row.http.access !== undefined ? [] : [{ name: name as OperationName, row, http: row.http }],
);

/** Builds a valid input for each route, on objects made for it. */
type Samples = { [Name in OperationName]?: (api: TestService) => Promise<Partial<Input<Name>> & Fields> };

let made = 0;
const unique = (word: string) => `${word} ${++made}`;
const onNote = async (api: TestService) => ({ document_id: (await api.note({ body: 'text', tags: ['t'] })).id });
const onRevision = async (api: TestService) => {
  const note = await api.note({ body: 'text' });
  return { document_id: note.id, base_revision_id: note.current_revision_id };
};
const oldRevision = async (api: TestService) => {
  const { document_id, base_revision_id } = await onRevision(api);
  return { document_id, revision_id: base_revision_id };
};
const onNotebook = async (api: TestService) => ({ notebook_id: (await api.notebook(unique('Notebook'))).notebook_id });
const onTemplate = async (api: TestService) => {
  const body = '```note-template\nprompt: a\n```\n{{a}} {{title}}\n';
  return { document_id: (await api.note({ body })).id };
};
const pair = async (api: TestService) => {
  const to = await api.note({ title: unique('Linked') });
  return { from: (await api.note({ body: `[[${to.title}]]` })).id, to: to.id };
};
const onJob = async (api: TestService) => ({ job_id: await addJob(api, { kind: 'sync', state: 'failed' }) });
const onResource = async (api: TestService) => ({ resource_id: (await api.resource(Buffer.from('bytes'))).id });
const onConflict = async () => ({ conflict_id: `cfl_${'0'.repeat(26)}` });
const onReplica = async () => ({ replica_id: `rep_${'0'.repeat(26)}` });
const nothing = async () => ({});

const samples: Samples = {
  createDocument: async () => ({ title: 'x', body: 'y', tags: ['t'] }),
  getDocument: onNote,
  getDocumentBody: onNote,
  replaceDocument: async (api) => ({ ...(await onRevision(api)), title: 'x', body: 'y' }),
  editDocument: async (api) => ({
    ...(await onRevision(api)),
    edits: [{ search: 'text', replace: 'x', replace_all: false }],
  }),
  trashDocument: onRevision,
  appendToDocument: async (api) => ({ ...(await onNote(api)), text: 'x' }),
  prependToDocument: async (api) => ({ ...(await onNote(api)), text: 'x' }),
  getDocumentLines: async (api) => ({ ...(await onNote(api)), start: 1, end: 2 }),
  searchInDocument: async (api) => ({ ...(await onNote(api)), pattern: 'x', regex: true }),
  moveDocument: async (api) => ({ ...(await onNote(api)), ...(await onNotebook(api)) }),
  getDocumentOutline: onNote,
  getDocumentBlocks: onNote,
  listDocumentLinks: async (api) => ({ ...(await onNote(api)), direction: 'incoming' }),
  listTasks: async (api) => ({ ...(await onNote(api)), state: 'open', limit: 1 }),
  listRevisions: onNote,
  getRevision: oldRevision,
  restoreRevision: async (api) => {
    const { document_id, revision_id } = await oldRevision(api);
    return { document_id, revision_id, base_revision_id: revision_id };
  },
  listTags: nothing,
  listDocumentTags: onNote,
  addDocumentTag: async (api) => ({ ...(await onNote(api)), tag: 'a/b' }),
  removeDocumentTag: async (api) => ({ ...(await onNote(api)), tag: 't' }),
  renameTag: async (api) => ({ from: (await api.note({ tags: ['old'] })).tags[0] as string, to: 'new', dry_run: true }),
  uploadResource: async () => ({ filename: unique('photo.png'), mime_type: 'image/png' }),
  getResource: onResource,
  deleteResource: async (api) => {
    const { resource_id } = await onResource(api);
    return { resource_id, confirmation: `delete-resource:${resource_id}` };
  },
  listDocumentResources: onNote,
  attachResource: async (api) => ({ ...(await onNote(api)), ...(await onResource(api)), relation_type: 'cover' }),
  detachResource: async (api) => ({ ...(await onNote(api)), ...(await onResource(api)) }),
  getResourceContent: async (api) => ({ ...(await onResource(api)), download: true }),
  listNotebooks: nothing,
  getNotebookTree: nothing,
  createNotebook: async () => ({ name: unique('Made'), icon_emoji: null, parent_notebook_id: null }),
  getNotebook: onNotebook,
  updateNotebook: async (api) => ({ ...(await onNotebook(api)), name: unique('Renamed') }),
  deleteNotebook: onNotebook,
  previewNotebookDeletion: onNotebook,
  listNotebookDocuments: onNotebook,
  searchDocuments: async () => ({ query: 'text', limit: 1 }),
  searchDocumentsByQueryString: async () => ({ q: 'text', limit: 1 }),
  listSearchNotebooks: nothing,
  createSearchNotebook: async () => ({ name: unique('Saved'), query: 'x' }),
  deleteSearchNotebook: async (api) => {
    const answer = await api.post('/search-notebooks', { name: unique('Saved'), query: 'x' });
    return { search_notebook_id: answer.json<{ search_notebook_id: string }>().search_notebook_id };
  },
  suggestLinks: async (api) => ({ q: 'no', exclude_document_id: (await onNote(api)).document_id, limit: 1 }),
  checkLinks: async (api) => ({ ...(await onNote(api)), body: '[[A note]] [x](y.md)' }),
  getMediaPolicy: nothing,
  checkMediaUrl: async () => ({ url: 'https://example.org/a.png' }),
  scanRemoteMedia: onNote,
  localizeRemoteMedia: async (api) => ({ ...(await onRevision(api)), urls: ['https://example.org/a.png'] }),
  resolveLink: async (api) => ({ uri: (await api.note()).stable_link }),
  getGraph: async (api) => ({ roots: Object.values(await pair(api)), depth: 2, max_nodes: 10, max_edges: 10 }),
  findGraphPath: async (api) => ({ ...(await pair(api)), direction: 'outgoing', max_depth: 2, max_visits: 10 }),
  getGraphReport: async () => ({ limit: 1 }),
  writeGraphReport: nothing,
  getLintReport: async () => ({ checks: ['missing_title', 'ambiguous_link'], detail_limit: 1 }),
  getGcReport: nothing,
  getReferenceReport: nothing,
  planSelection: async (api) => ({
    target: 'subset_transfer',
    selection: { document_ids: [(await api.note()).id], tags: ['t'], query: 'text' },
    policy: { all_revisions: true, include_descendant_notebooks: false },
    detail_limit: 1,
  }),
  listTemplates: nothing,
  getTemplate: onTemplate,
  createFromTemplate: async (api) => ({
    ...(await onTemplate(api)),
    ...(await onNotebook(api)),
    title: 'x',
    values: { a: 'y' },
  }),
  runNoteQuery: async () => ({ block: 'query: text\nfields: tags\nsort: -title\nlimit: 1' }),
  listTrash: nothing,
  restoreDocument: async (api) => ({ document_id: (await api.createTrashed()).id }),
  purgeDocument: async (api) => {
    const { id } = await api.createTrashed();
    return { document_id: id, confirmation: `purge-document:${id}` };
  },
  runBatch: async (api) => ({
    operation: 'add_tags',
    tags: ['t'],
    items: [await onRevision(api)],
    request_key: unique('key'),
  }),
  listJobs: async () => ({ state: 'failed', kind: 'sync', limit: 1 }),
  getJob: onJob,
  getSyncJob: onJob,
  cancelJob: onJob,
  retryJob: onJob,
  resetJob: onJob,
  getStatus: nothing,
  listCollections: nothing,
  getCollection: async () => ({ collection_id: 'default' }),
  createCollection: async () => ({ name: 'x' }),
  updateCollection: async () => ({ collection_id: 'default', name: 'x' }),
  getSyncOverview: nothing,
  discoverCarrier: async () => ({ target: 'directory' }),
  configureSync: async () => ({ target: 'none' }),
  initializeSync: async () => ({ name: 'laptop' }),
  manageInvitations: nothing,
  pairDevice: async () => ({ code: '0440G', name: 'phone' }),
  planSyncJob: nothing,
  startSyncJob: nothing,
  listConflicts: nothing,
  getConflict: onConflict,
  getSyncRetention: nothing,
  manageBackups: nothing,
  previewRetirement: onReplica,
  retirePeer: async () => ({ ...(await onReplica()), confirmation: `retire-peer:rep_${'0'.repeat(26)}` }),
  setSnapshotPermission: async () => ({ ...(await onReplica()), granted: true }),
  recoverSync: async () => ({ action: 'rotate' }),
  inspectBackup: async () => ({ backup_id: `bak_${'0'.repeat(26)}` }),
  resolveConflict: async () => ({ ...(await onConflict()), resolution: 'keep_both' }),
  setResourceIntent: async (api) => ({ ...(await onResource(api)), intent: 'pin' }),
};

/** Builds the input for one route. A route without a sample fails the test. */
export function sample(api: TestService, name: OperationName): Promise<Fields> {
  const make = samples[name] as ((api: TestService) => Promise<Fields>) | undefined;
  if (make === undefined) throw new Error(`add a sample input of ${name}`);
  return make(api);
}

/** Sends an input to the locations that its row defines. */
export function send(api: TestService, http: HttpBinding, input: Fields): Promise<Answer> {
  const inPath = pathParameters(http.path);
  const path = http.path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(input[field])));
  const { confirmation, ...rest } = input;
  const fields = Object.entries(rest).filter(([field]) => !inPath.includes(field));
  const headers = confirmation === undefined ? {} : { 'X-Service-Confirmation': String(confirmation) };
  const query = new URLSearchParams(Object.fromEntries(fields.map(([field, value]) => [field, String(value)])));
  const method = http.method.toUpperCase();
  const bytes = http.request === 'bytes' ? { bytes: Buffer.from('bytes') } : {};
  if (takesQuery(http)) return api.ask(method, fields.length === 0 ? path : `${path}?${query}`, { ...bytes, headers });
  const json = fields.length === 0 ? undefined : Object.fromEntries(fields);
  return api.ask(method, path, { json, headers });
}
