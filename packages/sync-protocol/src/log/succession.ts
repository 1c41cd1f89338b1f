import type { LoggedOperation, VersionVector } from './operations.js';
import { coversAll } from './order.js';
import type { Segment } from './segments.js';

/** Position up to which an author's log has been applied. */
export interface AuthorState {
  /** Index of the last segment; 0 before the first. */
  readonly index: number;
  /** SHA-256 of the last artifact in hexadecimal; null before the first. */
  readonly digest: string | null;
  readonly seq: number;
  readonly lamport: number;
  /** Context of the last operation. */
  readonly context: VersionVector;
}

/** State of an author before the first segment. */
export const NEW_AUTHOR: AuthorState = { index: 0, digest: null, seq: 0, lamport: 0, context: {} };

/**
 * Returns the least and greatest possible Lamport number of an applied operation. They differ only for operations known
 * from a checkpoint alone.
 */
export type FindLamports = (replica: string, seq: number) => readonly [least: number, most: number];

/**
 * Problem of a segment's position in its author's log. `known`: already applied. `gap`: an earlier segment is missing.
 * `fork`: its author published a different history. `waits`: operations of others that it depends on are not applied
 * yet. The others are permanent.
 */
export type SuccessionProblem = 'known' | 'gap' | 'fork' | 'waits' | 'context_sinks' | 'lamport_mismatch';

/** Result of {@link checkSuccession}: the state of the author after the segment, or the problem. */
export type Succession =
  | { readonly ok: true; readonly state: AuthorState }
  | { readonly ok: false; readonly problem: SuccessionProblem };

const refuse = (problem: SuccessionProblem): Succession => ({ ok: false, problem });

/**
 * Checks that a segment is the next one of its author, and computes the author's state after it. Every Lamport number
 * is checked, so no author can win conflicts with an inflated number.
 *
 * @param digest SHA-256 of the segment's artifact, in hexadecimal
 * @param applied operations that this replica has applied
 */
export function checkSuccession(
  { header, operations }: Segment,
  digest: string,
  author: AuthorState,
  applied: VersionVector,
  findLamports: FindLamports,
): Succession {
  if (header.index === author.index) return refuse(digest === author.digest ? 'known' : 'fork');
  if (header.index < author.index) return refuse('known');
  if (header.index > author.index + 1) return refuse('gap');
  if (header.prev !== author.digest || header.firstSeq !== author.seq + 1) return refuse('fork');
  if (!coversAll(header.deps, author.context)) return refuse('context_sinks');
  const end = getContextAfter(header.deps, operations);
  if (!coversAll(applied, end)) return refuse('waits');
  const lamport = checkLamports(author, operations, findLamports);
  if (lamport === null) return refuse('lamport_mismatch');
  return { ok: true, state: { index: header.index, digest, seq: author.seq + header.count, lamport, context: end } };
}

const getContextAfter = (deps: VersionVector, operations: readonly LoggedOperation[]) =>
  operations.reduce((context, { context: raised }) => raised ?? context, deps);

/** Returns the Lamport number of the last operation; null when any number is outside its valid range. */
function checkLamports(
  { lamport, context: before }: AuthorState,
  operations: readonly LoggedOperation[],
  findLamports: FindLamports,
): number | null {
  let last = lamport;
  const known = { ...before };
  for (const { operation, context } of operations) {
    let [least, most] = [last, last];
    for (const [replica, seq] of rises(known, context)) {
      const range = findLamports(replica, seq);
      [least, most] = [Math.max(least, range[0]), Math.max(most, range[1])];
    }
    if (operation.l <= least || operation.l > most + 1) return null;
    last = operation.l;
  }
  return last;
}

/** Returns the operations of others whose Lamport numbers `checkSuccession` looks up. */
export function collectDependencies(
  { operations }: Segment,
  { context: before }: AuthorState,
): { readonly replica: string; readonly seq: number }[] {
  const known = { ...before };
  return operations.flatMap(({ context }) => rises(known, context).map(([replica, seq]) => ({ replica, seq })));
}

/** Returns the entries of a context that differ from `known`, and raises `known` to them. */
function rises(known: Record<string, number>, context: VersionVector = {}): (readonly [string, number])[] {
  const rises = Object.entries(context).filter(([replica, seq]) => seq !== known[replica]);
  for (const [replica, seq] of rises) known[replica] = Math.max(known[replica] ?? 0, seq);
  return rises;
}
