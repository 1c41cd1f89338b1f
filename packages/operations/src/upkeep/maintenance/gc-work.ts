import type { RecoveryWindows, ResourceRow, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import { isPast } from '../../platform/days.js';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { type Counts, carryOut, type PlannedWork, SKIPPED } from '../plans/planned-work.js';
import { runInWrites } from '../plans/run-in-writes.js';
import { recoveryWindows } from '../reports/gc.js';
import { GC_FORMAT } from '../reports/gc-task.js';

/**
 * Item that may be collected, in the form that the report's digest covers. `resource_id` is null for bytes of no
 * attachment.
 */
const garbage = z.object({
  resource_id: z.string().nullable(),
  sha256: z.string(),
  size_bytes: z.number(),
  reason: z.string(),
});
export type Garbage = z.infer<typeof garbage>;

/** Collects attachments: deletes their rows first, then, once the deletion is durable, bytes that nothing refers to. */
export const gcWork: PlannedWork<Garbage> = {
  kind: 'gc',
  format: GC_FORMAT,
  item: garbage,
  apply: (unit, item, { job }) => collect(unit, item, job),
  finish: (job, items) => runInWrites(job, items, ({ resources }, { sha256 }) => resources.removeUnreferenced(sha256)),
};

export const runGc = carryOut(gcWork);

function collect({ resources, sync }: UnitOfWork, item: Garbage, { library, now }: JobRun): Counts {
  const { resource_id, sha256, size_bytes: bytes } = item;
  const windows = recoveryWindows(library);
  if (resource_id === null) {
    const blob = resources.findUnreferenced(sha256);
    return blob !== undefined && isPast(blob.modifiedAt, windows.unattachedMs, now()) ? { blobs: 1, bytes } : SKIPPED;
  }
  const resource = resources.get(resource_id);
  if (resource === undefined || !isCollectable(resource, windows, now())) return SKIPPED;
  // A resource whose bytes have not arrived yet was never examined here.
  if (library.store.blobs.find(sha256) === undefined && sync.intents.canRefetch(resource_id)) return SKIPPED;
  resources.deleteRow(resource);
  return { resources: 1, bytes };
}

function isCollectable({ unattached }: ResourceRow, { purgedMs, unattachedMs }: RecoveryWindows, now: number): boolean {
  if (unattached === null) return false;
  return isPast(unattached.at, unattached.why === 'purged' ? purgedMs : unattachedMs, now);
}
