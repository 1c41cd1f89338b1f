import { exportFormats, importFormats, type Output } from '@notes/contract';
import { effectiveMcpScope } from '../config/mcp-scope.js';
import type { Context, Library } from '../context.js';

/** Capabilities of this build, for clients that check before they call. */
const CAPABILITIES = [
  'rest.v1',
  'mcp',
  'search.builtin',
  'search.sidecar',
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

export async function getStatus(context: Context): Promise<Output<'getStatus'>> {
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
    search_sidecar: await readSidecar(library, context.now()),
    mcp: { scope: effectiveMcpScope(config).scope, sync_scope: config['mcp.sync_scope'] },
  };
}

type SidecarStatus = Output<'getStatus'>['search_sidecar'];

/** Reads the state of the search sidecar. Its modules are loaded only when there is one. */
async function readSidecar(library: Library, now: number): Promise<SidecarStatus> {
  if (library.sidecar === undefined) return NO_SIDECAR;
  const { readSidecarStatus } = await import('../../notes/search/feed/sidecar-status.js');
  return await readSidecarStatus(library, library.sidecar, now);
}

/** State with `search.sidecar.kind` `none`: nothing is counted. */
const NO_SIDECAR: SidecarStatus = {
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
