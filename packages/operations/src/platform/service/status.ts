import { exportFormats, importFormats, type Output } from '@notes/contract';
import { effectiveMcpScope } from '../config/mcp-scope.js';
import type { Context } from '../context.js';

/** Capabilities of this build, for clients that check before they call. */
const CAPABILITIES = [
  'rest.v1',
  'mcp',
  'search.builtin',
  'links',
  'graph',
  'tasks',
  'templates',
  'note-queries',
  'batch',
  'jobs',
  'resources',
  'remote-media',
  'archive.v2',
  'publication',
  'sync.v1',
  ...importFormats.map((format) => `import.${format}`),
  ...exportFormats.map((format) => `export.${format}`),
];

export function getStatus(context: Context): Output<'getStatus'> {
  const { library } = context;
  const { store, config } = library;
  const { counts, changeCounter } = store.read((reader) => ({
    counts: { ...reader.documents.counts(), ...reader.resources.counts() },
    changeCounter: reader.journal.last(),
  }));
  return {
    service: { name: 'notes', version: library.serviceVersion },
    profile: library.profile,
    paths: {
      data_dir: store.paths.dataDir,
      database: store.paths.database,
      blobs: store.paths.blobs,
      config: library.configPath,
    },
    schema: { version: store.schemaVersion },
    storage: { state: store.failure === undefined ? 'ok' : 'degraded' },
    capabilities: CAPABILITIES,
    database_info: {
      database_id: library.databaseId,
      replica_id: library.replicaId,
      change_counter: changeCounter,
      counts: {
        documents: counts.active,
        trashed_documents: counts.trashed,
        revisions: counts.revisions,
        notebooks: counts.notebooks,
        search_notebooks: counts.searchNotebooks,
        tags: counts.tags,
        resources: counts.resources,
        document_resources: counts.documentResources,
        unparsed_documents: counts.unparsed,
      },
    },
    search_sidecar: NO_SIDECAR,
    mcp: { scope: effectiveMcpScope(config).scope, sync_scope: config['mcp.sync_scope'] },
  };
}

/** State with `search.sidecar.kind` `none`: nothing is counted. */
const NO_SIDECAR: Output<'getStatus'>['search_sidecar'] = {
  state: 'off',
  pending_jobs: 0,
  retrying_jobs: 0,
  failed_jobs: 0,
  last_sync_at: null,
  last_index_at: null,
  last_reconciliation_at: null,
  missing: 0,
  stale: 0,
  orphaned: 0,
  repaired: 0,
  last_error: null,
};
