import { createHash } from 'node:crypto';
import { canonicalJson } from '@notes/archive-manifest/canonical-json';

/** Kind of the job that carries a plan out. */
export type PlanKind = 'purge' | 'gc' | 'retention' | 'sync-retention' | 'fix';

/** Items of work, each as canonical JSON, in the sort order of these texts. */
export interface Plan {
  /** Format name at the start of the digest's input: `service-gc`. */
  readonly format: string;
  readonly lines: readonly string[];
  /**
   * Digest of the format and the lines. The same items have the same digest, whenever and in whatever order they were
   * found.
   */
  readonly sha256: string;
}

/** Number of digits of a digest that identify a plan. */
export const PLAN_DIGITS = 12;

export function makePlan(format: string, items: Iterable<unknown>): Plan {
  return makePlanFromLines(format, Array.from(items, canonicalJson));
}

/** Returns a plan of items that are already canonical JSON. */
export function makePlanFromLines(format: string, unsorted: readonly string[]): Plan {
  const lines = unsorted.toSorted();
  return { format, lines, sha256: computePlanDigest(format, lines) };
}

/** Returns the digest of lines in their given order. */
export function computePlanDigest(format: string, lines: readonly string[]): string {
  const hash = createHash('sha256').update(`${canonicalJson({ format, version: 1 })}\n`);
  for (const line of lines) hash.update(`${line}\n`);
  return hash.digest('hex');
}
