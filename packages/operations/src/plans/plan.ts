import { createHash } from 'node:crypto';
import { canonicalJson } from '@notes/archive-manifest/canonical-json';

/** What is to be done, item by item: each as canonical JSON, in the order of these texts. */
export interface Plan {
  /** What digests of such plans begin with: `service-gc`. */
  readonly format: string;
  readonly lines: readonly string[];
  /** Of the format and the lines: the same items, the same digest, whenever and in whatever order they were found. */
  readonly sha256: string;
}

/** Digits of a digest that are enough to name a plan. */
export const PLAN_DIGITS = 12;

export function makePlan(format: string, items: Iterable<unknown>): Plan {
  return planOf(format, Array.from(items, canonicalJson));
}

/** A plan of items that are canonical JSON already. */
export function planOf(format: string, unsorted: readonly string[]): Plan {
  const lines = unsorted.toSorted();
  return { format, lines, sha256: digestOf(format, lines) };
}

/** The digest of lines in their order. */
export function digestOf(format: string, lines: readonly string[]): string {
  const hash = createHash('sha256').update(`${canonicalJson({ format, version: 1 })}\n`);
  for (const line of lines) hash.update(`${line}\n`);
  return hash.digest('hex');
}
