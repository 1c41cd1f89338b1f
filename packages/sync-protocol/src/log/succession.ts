import type { LoggedOperation, VersionVector } from './operations.js';
import { coversAll } from './order.js';
import type { Segment } from './segments.js';

/** How far an author's log has been applied. */
export interface AuthorState {
  /** Of the last segment; 0 before the first. */
  readonly index: number;
  /** The SHA-256 of the last artifact in hexadecimal; null before the first. */
  readonly digest: string | null;
  readonly seq: number;
  readonly lamport: number;
  /** The context of the last operation. */
  readonly context: VersionVector;
}

export const NEW_AUTHOR: AuthorState = { index: 0, digest: null, seq: 0, lamport: 0, context: {} };

/**
 * The Lamport number of an operation that has been applied: the least and the most it may be, which are the same but for
 * what is known by a checkpoint alone.
 */
export type LamportOf = (replica: string, seq: number) => readonly [least: number, most: number];

/**
 * `known`: applied already. `gap`: comes later. `fork`: its author has told another story. `waits`: for operations of
 * others that have not been applied. The rest are false whatever comes.
 */
export type SuccessionProblem = 'known' | 'gap' | 'fork' | 'waits' | 'context_sinks' | 'lamport_mismatch';

export type Succession =
  | { readonly ok: true; readonly state: AuthorState }
  | { readonly ok: false; readonly problem: SuccessionProblem };

const refuse = (problem: SuccessionProblem): Succession => ({ ok: false, problem });

/**
 * Whether a segment is the next to apply of its author, with what this replica has `applied`, and the state of the
 * author then. Every Lamport number is worked out anew, so that nobody can win by claiming the future.
 *
 * @param digest The SHA-256 of the segment's artifact, in hexadecimal
 */
export function succeed(
  { header, operations }: Segment,
  digest: string,
  author: AuthorState,
  applied: VersionVector,
  lamportOf: LamportOf,
): Succession {
  if (header.index === author.index) return refuse(digest === author.digest ? 'known' : 'fork');
  if (header.index < author.index) return refuse('known');
  if (header.index > author.index + 1) return refuse('gap');
  if (header.prev !== author.digest || header.firstSeq !== author.seq + 1) return refuse('fork');
  if (!coversAll(header.deps, author.context)) return refuse('context_sinks');
  const end = contextAfter(header.deps, operations);
  if (!coversAll(applied, end)) return refuse('waits');
  const lamport = checkLamports(author, operations, lamportOf);
  if (lamport === null) return refuse('lamport_mismatch');
  return { ok: true, state: { index: header.index, digest, seq: author.seq + header.count, lamport, context: end } };
}

const contextAfter = (deps: VersionVector, operations: readonly LoggedOperation[]) =>
  operations.reduce((context, { context: raised }) => raised ?? context, deps);

/** The Lamport number of the last operation; null where one is not what it must be. */
function checkLamports(
  { lamport, context: before }: AuthorState,
  operations: readonly LoggedOperation[],
  lamportOf: LamportOf,
): number | null {
  let last = lamport;
  const known = { ...before };
  for (const { operation, context } of operations) {
    let [least, most] = [last, last];
    for (const [replica, seq] of rises(known, context)) {
      const range = lamportOf(replica, seq);
      [least, most] = [Math.max(least, range[0]), Math.max(most, range[1])];
    }
    if (operation.l <= least || operation.l > most + 1) return null;
    last = operation.l;
  }
  return last;
}

/** The operations of others whose Lamport numbers `succeed` asks for. */
export function namedIn(
  { operations }: Segment,
  { context: before }: AuthorState,
): { readonly replica: string; readonly seq: number }[] {
  const known = { ...before };
  return operations.flatMap(({ context }) => rises(known, context).map(([replica, seq]) => ({ replica, seq })));
}

/** What a context says other than what is known, which then knows it. */
function rises(known: Record<string, number>, context: VersionVector = {}): (readonly [string, number])[] {
  const rises = Object.entries(context).filter(([replica, seq]) => seq !== known[replica]);
  for (const [replica, seq] of rises) known[replica] = Math.max(known[replica] ?? 0, seq);
  return rises;
}
