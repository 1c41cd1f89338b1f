import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import type { WorkerReader } from '@notes/storage';
import { sha256 } from '../../platform/sha256.js';
import type { AddFinding, Finding, LintCheck } from './findings.js';
import { lintAnchors, lintLinks, lintRemoteMedia } from './lint-links.js';
import { WHY_UNATTACHED } from './unattached.js';

/** One pass over the library, and the checks that it covers. */
interface Pass {
  readonly checks: readonly LintCheck[];
  readonly run: (reader: WorkerReader, addFinding: AddFinding) => void;
}

export const passes: readonly Pass[] = [
  {
    checks: ['broken_document_link', 'broken_resource_link', 'ambiguous_link', 'missing_alt_text'],
    run: lintLinks,
  },
  { checks: ['unresolved_block_anchor', 'unresolved_heading_anchor'], run: lintAnchors },
  { checks: ['duplicate_source_id'], run: lintSources },
  { checks: ['missing_title'], run: lintTitles },
  { checks: ['unlocalized_remote_media'], run: lintRemoteMedia },
  { checks: ['unreferenced_resource'], run: lintResources },
  { checks: ['projection_backlog'], run: lintBacklog },
];

const toNoteFinding = (documentId: string, reason: Finding['reason'], target: string): Finding => ({
  document_id: documentId,
  line: null,
  column: null,
  reason,
  fingerprint_sha256: sha256(target),
});

function lintSources({ lint }: WorkerReader, addFinding: AddFinding): void {
  for (const { documentId, kind, source } of lint.sharedSources())
    addFinding('duplicate_source_id', toNoteFinding(documentId, 'same_source', canonicalJson([kind, source])));
}

function lintTitles({ lint }: WorkerReader, addFinding: AddFinding): void {
  for (const id of lint.findUntitled()) addFinding('missing_title', toNoteFinding(id, 'empty_title', ''));
}

function lintResources({ lint }: WorkerReader, addFinding: AddFinding): void {
  for (const { id, sha256: fingerprint_sha256, by } of lint.unreferencedResources()) {
    const nowhere = { document_id: null, line: null, column: null };
    addFinding('unreferenced_resource', {
      ...nowhere,
      reason: WHY_UNATTACHED[by],
      fingerprint_sha256,
      resource_id: id,
    });
  }
}

/** Finds notes that the search sidecar does not have in their current version. Without a sidecar there are none. */
function lintBacklog({ searchFeed, documents }: WorkerReader, addFinding: AddFinding): void {
  const state = searchFeed.state();
  if (state === undefined) return;
  const failed = new Map([...searchFeed.listJobs()].map((job) => [job.documentId, job.failed]));
  for (const id of searchFeed.listChangedSince(state.journalSeq)) failed.set(id, false);
  const edited = documents.flags([...failed.keys()]).filter(({ active, readOnly }) => active && !readOnly);
  for (const id of edited.map((note) => note.id).sort())
    addFinding(
      'projection_backlog',
      toNoteFinding(id, failed.get(id) === true ? 'refused_by_index' : 'waiting_for_index', id),
    );
}
