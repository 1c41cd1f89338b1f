import { ServiceError } from '@notes/contract';
import type { DataPaths, JobProgress, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import type { JobRun } from '../jobs/job-run.js';
import type { JobWork } from '../jobs/run-job.js';
import { readStored } from '../jobs/stored.js';
import { SLICE_MS } from './in-writes.js';
import { dropPlan, keptPlan } from './plan-file.js';

/** Counts by what they count; they are shown, so they say nothing of any note. */
export type Counts = Readonly<Record<string, number>>;

/** A kind of work that does what a plan says, and nothing else. */
export interface PlannedWork<Item, Ready = undefined> {
  /** The kind of its jobs. */
  readonly kind: 'purge' | 'gc' | 'retention' | 'sync-retention' | 'fix';
  /** Of its plans: see `Plan.format`. */
  readonly format: string;
  readonly item: z.ZodType<Item>;
  /** Makes ready outside of a write what an item needs in it. */
  readonly prepare?: (job: JobRun, item: Item) => Promise<Ready>;
  /** Likewise once, what every item needs. */
  readonly prepareAll?: (job: JobRun) => Promise<Ready>;
  /** Does an item, if all is still as it was planned; answers what was done, or {@link SKIPPED}. */
  readonly apply: (unit: UnitOfWork, item: Item, call: { readonly job: JobRun; readonly ready: Ready }) => Counts;
  /** What is to be done when all items are; may be done again. */
  readonly finish?: (job: JobRun, items: readonly Item[]) => Promise<void>;
}

/** Of an item that had changed since. */
export const SKIPPED: Counts = { skipped: 1 };

/** What the row of such a job says. `confirmation`: what was given for it. */
export const storedPlanned = z.object({ plan_sha256: z.string(), confirmation: z.string().nullable() });

const storedCheckpoint = z
  .object({
    done: z.int().nonnegative(),
    counts: z.record(z.string(), z.int()),
    /** Nothing is left to do but to say so. */
    finished: z.boolean(),
  })
  .nullable();
type Checkpoint = NonNullable<z.infer<typeof storedCheckpoint>>;

const SLICE_ITEMS = 500;

/** The work of a job that carries a plan out. How far it is is stored with what it does: each item is done once. */
export function carryOut<Item, Ready>(work: PlannedWork<Item, Ready>): JobWork {
  return async (job) => {
    const { paths } = job.library.store;
    const { plan_sha256 } = readStored(storedPlanned, job.parameters);
    let at = readStored(storedCheckpoint, job.checkpoint) ?? { done: 0, counts: {}, finished: false };
    if (!at.finished) {
      const items = await itemsOf(paths, work, plan_sha256);
      await job.save(progressOf(at, items.length));
      at = await doItems(job, work, items, at);
      await work.finish?.(job, items);
      at = { ...at, finished: true };
      await job.save({ ...progressOf(at, items.length), checkpoint: at });
    }
    dropPlan(paths, work, plan_sha256);
    return progressOf(at, at.done);
  };
}

async function itemsOf<Item>(
  paths: DataPaths,
  work: Pick<PlannedWork<Item>, 'kind' | 'format' | 'item'>,
  sha256: string,
): Promise<readonly Item[]> {
  const kept = await keptPlan(paths, work, sha256);
  if (kept === undefined)
    throw new ServiceError('conflict', 'the plan of this job is not kept any more: make a new one');
  return kept.items;
}

async function doItems<Item, Ready>(
  job: JobRun,
  work: PlannedWork<Item, Ready>,
  items: readonly Item[],
  from: Checkpoint,
): Promise<Checkpoint> {
  let at = from;
  const shared = await work.prepareAll?.(job);
  while (at.done < items.length) {
    const slice = await prepared(job, work, items.slice(at.done, at.done + SLICE_ITEMS), shared);
    at = await job.advance((unit) => {
      const next = applied(unit, job, work, slice, at);
      return { step: { ...progressOf(next, items.length), checkpoint: next }, answer: next };
    });
  }
  return at;
}

type Slice<Item, Ready> = readonly { readonly item: Item; readonly ready: Ready }[];

/** What has to be made ready first comes item by item. */
async function prepared<Item, Ready>(
  job: JobRun,
  { prepare }: PlannedWork<Item, Ready>,
  items: readonly Item[],
  shared: Ready | undefined,
): Promise<Slice<Item, Ready>> {
  if (prepare === undefined) return items.map((item) => ({ item, ready: shared as Ready }));
  const [item] = items as [Item];
  return [{ item, ready: await prepare(job, item) }];
}

function applied<Item, Ready>(
  unit: UnitOfWork,
  job: JobRun,
  work: PlannedWork<Item, Ready>,
  slice: Slice<Item, Ready>,
  { done, counts, finished }: Checkpoint,
): Checkpoint {
  const start = performance.now();
  const sums: Record<string, number> = { ...counts };
  let settled = 0;
  for (const { item, ready } of slice) {
    for (const [name, count] of Object.entries(work.apply(unit, item, { job, ready })))
      sums[name] = (sums[name] ?? 0) + count;
    settled++;
    if (performance.now() - start >= SLICE_MS) break;
  }
  return { done: done + settled, counts: sums, finished };
}

const progressOf = ({ done, counts }: Checkpoint, total: number): JobProgress => ({
  phase: done < total ? 'items' : 'finish',
  processed: done,
  total,
  summary: counts,
});
