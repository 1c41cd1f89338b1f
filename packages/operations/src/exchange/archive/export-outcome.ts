import type { Manifest } from '@notes/archive-manifest';
import { mapEntities } from '@notes/archive-manifest/entities';
import type { Output } from '@notes/contract';

type Outcome = Output<'exportArchive'>;

/** Returns the archive of an outcome, without the numbers of unread objects. */
export function wireArchive({ commit_sha256, snapshot, totals }: Manifest) {
  const { id, created_at, target, database_id } = snapshot;
  return { commit_sha256, snapshot: { id, created_at, target, database_id }, totals: orderTotals(totals) };
}

/** Returns the outcome of an export after which the archive is the same. */
export function toUnchangedOutcome(directory: string, manifest: Manifest): Outcome {
  const { objects, bytes } = manifest.totals;
  return {
    directory,
    dry_run: false,
    selection_manifest_sha256: manifest.snapshot.selection_manifest_sha256,
    counts: mapEntities((entity) => manifest.counts[entity]),
    interrupted: false,
    warnings: [],
    archive: { ...wireArchive(manifest), unread: { objects, bytes } },
  };
}

/** The members of a parsed manifest are in the order of its text. */
function orderTotals({ objects, bytes, record_chunks, blobs, packs }: Manifest['totals']): Manifest['totals'] {
  return { objects, bytes, record_chunks, blobs, ...(packs !== undefined && { packs }) };
}
