import { sql } from 'drizzle-orm';
import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Table definitions for drizzle. The migrations are authoritative; a test compares both. */

const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull();

export const notebooks = sqliteTable('notebooks', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  parentPk: integer('parent_pk'),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  iconEmoji: text('icon_emoji'),
  builtin: flag('builtin'),
  readOnly: flag('read_only'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

export const documents = sqliteTable('documents', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  notebookPk: integer('notebook_pk').notNull(),
  revisionPk: integer('revision_pk').notNull(),
  title: text('title').notNull(),
  titleKey: text('title_key').notNull(),
  excerpt: text('excerpt').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  deletedAt: integer('deleted_at'),
  features: integer('features').notNull(),
  openTasks: integer('open_tasks').notNull(),
  doneTasks: integer('done_tasks').notNull(),
  fileName: text('file_name'),
  synced: text('synced'),
});

export const documentNames = sqliteTable(
  'document_names',
  { key: text('key').notNull(), documentPk: integer('document_pk').notNull() },
  (table) => [primaryKey({ columns: [table.key, table.documentPk] })],
);

export const titleWords = sqliteTable(
  'title_words',
  { word: text('word').notNull(), documentPk: integer('document_pk').notNull() },
  (table) => [primaryKey({ columns: [table.word, table.documentPk] })],
);

export const formerTitles = sqliteTable('former_titles', {
  pk: integer('pk').primaryKey(),
  documentPk: integer('document_pk').notNull(),
  titleKey: text('title_key').notNull(),
});

export const links = sqliteTable(
  'links',
  {
    sourcePk: integer('source_pk').notNull(),
    n: integer('n').notNull(),
    kind: integer('kind').notNull(),
    line: integer('line').notNull(),
    column: integer('column_no').notNull(),
    startByte: integer('start_byte').notNull(),
    endByte: integer('end_byte').notNull(),
    target: text('target').notNull(),
    title: text('title'),
    anchor: text('anchor'),
    text: text('text'),
    state: integer('state').notNull(),
    targetKey: text('target_key'),
    targetPk: integer('target_pk'),
  },
  (table) => [primaryKey({ columns: [table.sourcePk, table.n] })],
);

export const tasks = sqliteTable(
  'tasks',
  {
    documentPk: integer('document_pk').notNull(),
    n: integer('n').notNull(),
    done: flag('done'),
    line: integer('line').notNull(),
    text: text('text').notNull(),
    blockId: text('block_id').notNull(),
    due: text('due'),
  },
  (table) => [primaryKey({ columns: [table.documentPk, table.n] })],
);

export const revisions = sqliteTable('revisions', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  documentPk: integer('document_pk').notNull(),
  createdAt: integer('created_at').notNull(),
  origin: text('origin').notNull(),
  title: text('title').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  bodySha256: blob('body_sha256', { mode: 'buffer' }).notNull(),
  body: text('body').notNull(),
});

export const tags = sqliteTable('tags', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const documentTags = sqliteTable(
  'document_tags',
  { documentPk: integer('document_pk').notNull(), tagPk: integer('tag_pk').notNull() },
  (table) => [primaryKey({ columns: [table.documentPk, table.tagPk] })],
);

export const searchNotebooks = sqliteTable('search_notebooks', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull(),
  query: text('query').notNull(),
  iconEmoji: text('icon_emoji'),
  builtin: flag('builtin'),
  createdAt: integer('created_at').notNull(),
});

export const provenance = sqliteTable(
  'provenance',
  {
    documentPk: integer('document_pk').notNull(),
    sourceKind: text('source_kind').notNull(),
    sourceId: text('source_id').notNull(),
    contentSha256: text('content_sha256').notNull(),
    importedAt: integer('imported_at').notNull(),
    metadata: text('metadata'),
  },
  (table) => [primaryKey({ columns: [table.documentPk, table.sourceKind, table.sourceId] })],
);

export const resources = sqliteTable('resources', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  sha256: blob('sha256', { mode: 'buffer' }).notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  filename: text('filename').notNull(),
  filenameKey: text('filename_key').notNull(),
  mimeType: text('mime_type').notNull(),
  createdAt: integer('created_at').notNull(),
  unattachedAt: integer('unattached_at'),
  unattachedBy: integer('unattached_by'),
});

export const documentResources = sqliteTable(
  'document_resources',
  {
    documentPk: integer('document_pk').notNull(),
    resourcePk: integer('resource_pk').notNull(),
    relationType: text('relation_type').notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentPk, table.resourcePk, table.relationType] })],
);

export const resourceProvenance = sqliteTable(
  'resource_provenance',
  {
    sourceKind: text('source_kind').notNull(),
    sourceId: text('source_id').notNull(),
    resourcePk: integer('resource_pk').notNull(),
    importedAt: integer('imported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sourceKind, table.sourceId, table.resourcePk] })],
);

export const sourceBundles = sqliteTable('source_bundles', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  sha256: blob('sha256', { mode: 'buffer' }).notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  kind: text('kind').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const batchRequests = sqliteTable('batch_requests', {
  requestKey: text('request_key').primaryKey(),
  argumentsSha256: blob('arguments_sha256', { mode: 'buffer' }).notNull(),
  report: text('report').notNull(),
  createdAt: integer('created_at').notNull(),
});

export const jobs = sqliteTable('jobs', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  kind: text('kind').notNull(),
  state: text('state').notNull(),
  phase: text('phase').notNull(),
  processed: integer('processed').notNull(),
  total: integer('total'),
  summary: text('summary').notNull(),
  parameters: text('parameters').notNull(),
  checkpoint: text('checkpoint'),
  owner: text('owner'),
  cancelRequested: flag('cancel_requested'),
  errorCode: text('error_code'),
  errorMessage: text('error_message'),
  createdAt: integer('created_at').notNull(),
  startedAt: integer('started_at'),
  heartbeatAt: integer('heartbeat_at'),
  finishedAt: integer('finished_at'),
});

export const changeJournal = sqliteTable('change_journal', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  entity: text('entity').notNull(),
  entityId: text('entity_id').notNull(),
  kind: text('kind').notNull(),
});

export const meta = sqliteTable('meta', { key: text('key').primaryKey(), value: text('value').notNull() });

export const searchFeed = sqliteTable('search_feed', {
  pk: integer('pk').primaryKey(),
  replicaId: text('replica_id').notNull(),
  indexId: text('index_id'),
  fedSeq: integer('fed_seq').notNull(),
  journalSeq: integer('journal_seq').notNull(),
  lastSyncAt: integer('last_sync_at'),
  lastIndexAt: integer('last_index_at'),
  lastReconciliationAt: integer('last_reconciliation_at'),
  missing: integer('missing').notNull(),
  stale: integer('stale').notNull(),
  orphaned: integer('orphaned').notNull(),
  repaired: integer('repaired').notNull(),
  lastError: text('last_error'),
  request: text('request'),
});

export const searchJobs = sqliteTable('search_jobs', {
  documentId: text('document_id').primaryKey(),
  seq: integer('seq').notNull(),
  attempts: integer('attempts').notNull(),
  failed: flag('failed'),
  queuedAt: integer('queued_at').notNull(),
  dueAt: integer('due_at').notNull(),
  lastError: text('last_error'),
});

export const syncReplicas = sqliteTable('sync_replicas', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  seq: integer('seq').notNull(),
  lamport: integer('lamport').notNull(),
  segment: integer('segment').notNull(),
  segmentSha256: text('segment_sha256'),
  segmentSeq: integer('segment_seq').notNull(),
  segmentLamport: integer('segment_lamport').notNull(),
  segmentContext: text('segment_context').notNull(),
  forgotten: integer('forgotten').notNull(),
  offered: integer('offered').notNull(),
  indexed: integer('indexed').notNull().default(0),
});

/** Log of operations. The key determines the replica and the number. */
export const syncOps = sqliteTable('sync_ops', {
  pk: integer('pk').primaryKey(),
  replicaPk: integer('replica_pk').notNull().generatedAlwaysAs(sql`(-(pk >> 40))`),
  seq: integer('seq').notNull().generatedAlwaysAs(sql`(pk & 0xffffffffff)`),
  lamport: integer('lamport').notNull(),
  at: integer('at').notNull(),
  entity: text('entity').notNull(),
  operation: text('operation').notNull(),
  indexed: integer('indexed').notNull().default(1),
});

export const syncContexts = sqliteTable('sync_contexts', {
  seq: integer('seq').primaryKey(),
  deps: text('deps').notNull(),
});

export const syncBodies = sqliteTable('sync_bodies', {
  revisionId: text('revision_id').primaryKey(),
  body: text('body').notNull(),
});

export const syncStates = sqliteTable('sync_states', {
  id: text('id').primaryKey(),
  state: text('state').notNull(),
});

export const syncUnsettled = sqliteTable('sync_unsettled', {
  id: text('id').primaryKey(),
});

export const syncLineages = sqliteTable('sync_lineages', {
  id: text('id').primaryKey(),
  root: text('root').notNull(),
});

export const syncConflicts = sqliteTable('sync_conflicts', {
  pk: integer('pk').primaryKey(),
  id: text('id').notNull(),
  kind: text('kind').notNull(),
  subject: text('subject').notNull(),
  record: text('record').notNull(),
  openedAt: integer('opened_at').notNull(),
  closedAt: integer('closed_at'),
  resolution: text('resolution'),
  resolvedBy: text('resolved_by'),
});

export const syncSealed = sqliteTable(
  'sync_sealed',
  {
    artifactClass: text('class').notNull(),
    n: integer('n').notNull(),
    name: text('name').notNull(),
    sha256: text('sha256').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.artifactClass, table.n] })],
);

export const syncSegments = sqliteTable(
  'sync_segments',
  {
    replica: text('replica').notNull(),
    n: integer('n').notNull(),
    sha256: text('sha256').notNull(),
    seq: integer('seq').notNull(),
    lamport: integer('lamport').notNull(),
  },
  (table) => [primaryKey({ columns: [table.replica, table.n] })],
);

export const syncCheckpoints = sqliteTable('sync_checkpoints', {
  name: text('name').primaryKey(),
  replica: text('replica').notNull(),
  n: integer('n').notNull(),
  head: blob('head', { mode: 'buffer' }).notNull(),
  at: integer('at').notNull(),
  verdict: text('verdict').notNull(),
  problem: text('problem'),
});

export const syncIntents = sqliteTable('sync_intents', {
  resourcePk: integer('resource_pk')
    .primaryKey()
    .references(() => resources.pk, { onDelete: 'cascade' }),
  intent: text('intent').notNull(),
  asked: integer('asked').notNull().default(0),
});

export const syncControl = sqliteTable(
  'sync_control',
  {
    namespace: text('namespace').notNull(),
    n: integer('n').notNull(),
    sha256: text('sha256').notNull(),
    payload: blob('payload', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.namespace, table.n] })],
);

export const syncControlUnsealed = sqliteTable('sync_control_unsealed', {
  pk: integer('pk').primaryKey(),
  payload: blob('payload', { mode: 'buffer' }).notNull(),
});

export const syncAcks = sqliteTable('sync_acks', {
  replica: text('replica').primaryKey(),
  n: integer('n').notNull(),
  payload: blob('payload', { mode: 'buffer' }).notNull(),
});

export const syncSeen = sqliteTable(
  'sync_seen',
  { carrier: text('carrier').notNull(), place: text('place').notNull(), n: integer('n').notNull() },
  (table) => [primaryKey({ columns: [table.carrier, table.place] })],
);

export const syncAlerts = sqliteTable('sync_alerts', {
  carrier: text('carrier').primaryKey(),
  alerts: text('alerts').notNull(),
});

export const syncForks = sqliteTable(
  'sync_forks',
  { replica: text('replica').notNull(), artifactClass: text('class').notNull(), n: integer('n').notNull() },
  (table) => [primaryKey({ columns: [table.replica, table.artifactClass, table.n] })],
);

export const syncPublished = sqliteTable(
  'sync_published',
  { carrier: text('carrier').notNull(), sha256: text('sha256').notNull() },
  (table) => [primaryKey({ columns: [table.carrier, table.sha256] })],
);

export const syncVerified = sqliteTable(
  'sync_verified',
  { carrier: text('carrier').notNull(), sha256: text('sha256').notNull(), at: integer('at').notNull() },
  (table) => [primaryKey({ columns: [table.carrier, table.sha256] })],
);

export const syncClocks = sqliteTable('sync_clocks', {
  replica: text('replica').primaryKey(),
  skewMs: integer('skew_ms').notNull(),
});

export const syncTexts = sqliteTable('sync_texts', {
  sha256: text('sha256').primaryKey(),
  body: text('body').notNull(),
});

export const syncLongTexts = sqliteTable('sync_long_texts', {
  revisionId: text('revision_id').primaryKey(),
  sha256: text('sha256').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
});
