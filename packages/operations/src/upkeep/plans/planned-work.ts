import { ServiceError } from '@notes/contract';
import type { DataPaths, JobProgress, UnitOfWork } from '@notes/storage';
import { z } from 'zod';
import type { JobRun } from '../../platform/jobs/job-run.js';
import { parseStored } from '../../platform/jobs/parse-stored.js';
import type { JobWork } from '../../platform/jobs/run-job.js';
import type { PlanKind } from './plan.js';
import { dropPlan, readKeptPlan } from './plan-file.js';
import { SLICE_MS } from './run-in-writes.js';

/** Counts by category. They are shown to users, so they reveal nothing of any note. */
export type Counts = Readonly<Record<string, number>>;

/** A kind of work that does exactly what a plan lists. */
export interface PlannedWork<Item, Ready = undefined> {
  /** Kind of its jobs. */
  readonly kind: PlanKind;
  /** Format of its plans: see `Plan.format`. */
  readonly format: string;
  readonly item: z.ZodType<Item>;
  /** Prepares, outside a write, the input that an item needs in its write. */
  readonly prepare?: (job: JobRun, item: Item) => Promise<Ready>;
  /** Prepares, once and outside a write, the input that every item needs. */
  readonly prepareAll?: (job: JobRun) => Promise<Ready>;
  /** Applies an item if its state is still as planned. Returns the counts of the work done, or {@link SKIPPED}. */
  readonly apply: (unit: UnitOfWork, item: Item, call: { readonly job: JobRun; readonly ready: Ready }) => Counts;
  /** Completes the work after all items; may run again. */
  readonly finish?: (job: JobRun, items: readonly Item[]) => Promise<void>;
}

/** Counts of an item that changed since planning. */
export const SKIPPED: Counts = { skipped: 1 };

/** Stored parameters of a job. `confirmation` is the confirmation given for it. */
export const storedPlanned = z.object({ plan_sha256: z.string(), confirmation: z.string().nullable() });

const storedCheckpoint = z
  .object({
    done: z.int().nonnegative(),
    counts: z.record(z.string(), z.int()),
    /** True when only the end of the job has to be recorded. */
    finished: z.boolean(),
  })
  .nullable();
type Checkpoint = NonNullable<z.infer<typeof storedCheckpoint>>;

const SLICE_ITEMS = 500;

/**
 * Returns the work of a job that carries a plan out. Progress is stored in the same transaction as the work: each item
 * is processed once.
 */
export function carryOut<Item, Ready>(work: PlannedWork<Item, Ready>): JobWork {
  return async (job) => {
    const { paths } = job.library.store;
    const { plan_sha256 } = parseStored(storedPlanned, job.parameters);
    let at = parseStored(storedCheckpoint, job.checkpoint) ?? { done: 0, counts: {}, finished: false };
    if (!at.finished) {
      const items = await readItems(paths, work, plan_sha256);
      await job.save(toProgress(at, items.length));
      at = await applyAllItems(job, work, items, at);
      await work.finish?.(job, items);
      at = { ...at, finished: true };
      await job.save({ ...toProgress(at, items.length), checkpoint: at });
    }
    dropPlan(paths, work, plan_sha256);
    return toProgress(at, at.done);
  };
}

async function readItems<Item>(
  paths: DataPaths,
  work: Pick<PlannedWork<Item>, 'kind' | 'format' | 'item'>,
  sha256: string,
): Promise<readonly Item[]> {
  const kept = await readKeptPlan(paths, work, sha256);
  if (kept === undefined) throw new ServiceError('conflict', 'The plan of this job no longer exists. Make a new plan');
  return kept.items;
}

async function applyAllItems<Item, Ready>(
  job: JobRun,
  work: PlannedWork<Item, Ready>,
  items: readonly Item[],
  from: Checkpoint,
): Promise<Checkpoint> {
  let at = from;
  const shared = await work.prepareAll?.(job);
  while (at.done < items.length) {
    const slice = await prepareItems(job, work, items.slice(at.done, at.done + SLICE_ITEMS), shared);
    at = await job.advance((unit) => {
      const next = applyItems(unit, job, work, slice, at);
      return { step: { ...toProgress(next, items.length), checkpoint: next }, answer: next };
    });
  }
  return at;
}

type Slice<Item, Ready> = readonly { readonly item: Item; readonly ready: Ready }[];

/** Items that need preparation are prepared one by one. */
async function prepareItems<Item, Ready>(
  job: JobRun,
  { prepare }: PlannedWork<Item, Ready>,
  items: readonly Item[],
  shared: Ready | undefined,
): Promise<Slice<Item, Ready>> {
  if (prepare === undefined) return items.map((item) => ({ item, ready: shared as Ready }));
  const [item] = items as [Item];
  return [{ item, ready: await prepare(job, item) }];
}

function applyItems<Item, Ready>(
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

const toProgress = ({ done, counts }: Checkpoint, total: number): JobProgress => ({
  phase: done < total ? 'items' : 'finish',
  processed: done,
  total,
  summary: counts,
});
