import type { Output } from '@notes/contract';
import { CappedList } from './capped-list.js';
import { withUnnamedBlobs } from './unnamed-blobs.js';

export interface ReferenceTask {
  readonly dataDir: string;
}

type Report = Output<'getReferenceReport'>;
export type ReferenceResult = Omit<Report, 'generated_at' | 'perceptual_suggestions'>;

/** Maximum ids shown of attachments that share their bytes. */
const MAX_IDS = 100;

/** Reports the references to stored bytes in a worker. */
export default function report({ dataDir }: ReferenceTask): ReferenceResult {
  const shared = new CappedList<Report['shared_blobs'][number]>();
  const unreferenced = new CappedList<Report['unreferenced_blobs'][number]>();
  const use = new CappedList<Report['usage_by_notebook'][number]>();
  withUnnamedBlobs(dataDir, ({ resourceReports }, unnamed) => {
    for (const { sha256, sizeBytes, resourceIds } of resourceReports.listShared()) {
      const ids = resourceIds.slice(0, MAX_IDS);
      shared.add({ sha256, size_bytes: sizeBytes, resource_count: resourceIds.length, resource_ids: ids }, sizeBytes);
    }
    for (const { sha256, sizeBytes } of unnamed) unreferenced.add({ sha256, size_bytes: sizeBytes }, sizeBytes);
    for (const { notebookId, notes, resources, bytes } of resourceReports.measureUseByNotebook())
      use.add({ notebook_id: notebookId, documents: notes, resources, bytes }, bytes);
  });
  return {
    shared_blobs: shared.rows,
    unreferenced_blobs: unreferenced.rows,
    usage_by_notebook: use.rows,
    totals: { shared_blobs: shared.total, unreferenced_blobs: unreferenced.total },
    truncated:
      [shared, unreferenced, use].some(({ isTruncated }) => isTruncated) ||
      shared.rows.some((row) => row.resource_count > MAX_IDS),
  };
}
