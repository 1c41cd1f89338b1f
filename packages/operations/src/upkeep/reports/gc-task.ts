import { canonicalJson } from '@notes/archive-manifest/canonical-json';
import type { Output } from '@notes/contract';
import type { RecoveryWindows } from '@notes/storage';
import { isPast } from '../../platform/days.js';
import { timestamp } from '../../platform/wire.js';
import { makePlanFromLines } from '../plans/plan.js';
import { CappedList } from './capped-list.js';
import { WHY_UNATTACHED } from './unattached.js';
import { withUnnamedBlobs } from './unnamed-blobs.js';

export interface GcTask {
  readonly dataDir: string;
  readonly windows: RecoveryWindows;
  readonly now: number;
  /** True to return the whole plan, not only its digest. */
  readonly withLines: boolean;
}

type Report = Output<'getGcReport'>;
type Entry = Report['eligible'][number];
export interface GcResult {
  readonly report: Pick<Report, 'eligible' | 'retained' | 'plan_sha256' | 'totals' | 'truncated'>;
  /** Collectable items, each as canonical JSON. */
  readonly lines: readonly string[];
}

/** Format of garbage collection plans. */
export const GC_FORMAT = 'service-gc';

/** Latest moment that a timestamp can represent. Recovery windows may reach beyond it. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Finds unreferenced attachments in a worker. */
export default function report({ dataDir, windows, now, withLines }: GcTask): GcResult {
  const [eligible, retained] = [new CappedList<Entry>(), new CappedList<Entry>()];
  const collectable: string[] = [];
  const add = (entry: Omit<Entry, 'eligible_at'>, until: number) => {
    const window = entry.reason === 'note_purged' ? windows.purgedMs : windows.unattachedMs;
    const list = isPast(until - window, window, now) ? eligible : retained;
    if (list === eligible) collectable.push(canonicalJson(entry));
    list.add({ ...entry, eligible_at: timestamp(Math.min(until, LAST_MOMENT)) }, entry.size_bytes);
  };
  const attached = withUnnamedBlobs(dataDir, ({ resourceReports, sync, blobs }, unnamed) => {
    const isToCome = (id: string, sha256: string) => blobs.find(sha256) === undefined && sync.intents.canRefetch(id);
    for (const { id, sha256, sizeBytes, by, until } of resourceReports.listUnattached(windows))
      if (!isToCome(id, sha256))
        add({ resource_id: id, sha256, size_bytes: sizeBytes, reason: WHY_UNATTACHED[by] }, until);
    for (const { sha256, sizeBytes, modifiedAt } of unnamed) {
      const entry = { resource_id: null, sha256, size_bytes: sizeBytes, reason: 'unreferenced_blob' } as const;
      add(entry, modifiedAt + windows.unattachedMs);
    }
    return resourceReports.measureAttached();
  });
  const plan = makePlanFromLines(GC_FORMAT, collectable);
  const found = {
    eligible: eligible.rows,
    retained: retained.rows,
    plan_sha256: plan.sha256,
    totals: { eligible: eligible.total, retained: retained.total, attached },
    truncated: eligible.isTruncated || retained.isTruncated,
  };
  return { report: found, lines: withLines ? plan.lines : [] };
}
