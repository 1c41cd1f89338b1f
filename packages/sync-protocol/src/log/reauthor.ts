import type { LoggedOperation, Operation, VersionVector } from './operations.js';
import { getDot } from './order.js';

/** A replica that continues the log of another replica and has recorded no operation yet. */
export interface Successor {
  readonly replica: string;
  /** Number of the last operation that stays with the other replica; 0 when none does. */
  readonly after: number;
  /** Highest Lamport number known to the replica. */
  readonly lamport: number;
  /** Operations of others that it has applied, including those of the continued replica. */
  readonly context: VersionVector;
}

/**
 * Re-authors unpublished operations under another replica id. A device does this after its database was rolled back or
 * it was retired, so changes acknowledged to its user are not lost. Revisions keep their ids and parents. References
 * between the operations are renamed.
 *
 * Each operation keeps its Lamport number and its author's context, so it sorts before everything written on top of it.
 * From the first gap in the numbers on, the context is unknown, and operations get Lamport numbers above all known
 * ones.
 *
 * @param operations the operations of one replica to re-author, in order; the first has its whole context
 */
export function reauthor(operations: readonly LoggedOperation[], successor: Successor): LoggedOperation[] {
  const { replica, after, lamport, context } = successor;
  const dots = new Map(operations.map((logged, i) => [getDot(logged), `${replica}:${i + 1}`]));
  const numbers = new Map(operations.map(({ operation }, i) => [operation.s, i + 1]));
  const isFollowing = operations.map(({ operation }, i) => operation.s === after + i + 1);
  const gap = isFollowing.includes(false) ? isFollowing.indexOf(false) : operations.length;
  const behind = Math.max(lamport, operations[gap - 1]?.operation.l ?? 0);
  return operations.map((logged, i) => {
    const renamed = rename(logged.operation, (dot) => dots.get(dot) ?? dot, numbers);
    const l = i < gap ? logged.operation.l : behind + 1 + i - gap;
    const reauthored = { replica, operation: { ...renamed, s: i + 1, l } };
    if (i < gap)
      return logged.context === undefined ? reauthored : { ...reauthored, context: withFormerContext(logged, after) };
    return i === gap ? { ...reauthored, context } : reauthored;
  });
}

/** The log that a replica continues under a new id. */
export interface FormerLog {
  readonly replica: string;
  /** Number of the last operation that stays with the former id. */
  readonly after: number;
}

/**
 * Orders a replica's unpublished operations after those that it had recorded under its former id and received since.
 * When a device is restored, these are the operations it lost, and its newer changes to the same entities must win.
 * Operations it did not lose are in both logs and keep their positions. The context of the first moved operation
 * includes the received ones, so all replicas compute the same Lamport numbers.
 *
 * @param own operations under the new id from the first on, in order; the first has its whole context
 * @param lost known operations under the former id behind `after`, in order
 * @returns the operations from the first moved one on, which has its whole context; empty when nothing was lost
 */
export function moveAfterFormer(
  own: readonly LoggedOperation[],
  lost: readonly LoggedOperation[],
  { replica, after }: FormerLog,
): LoggedOperation[] {
  const byNumber = new Map(lost.map(({ operation }) => [operation.s, operation]));
  const differsFromLost = ({ operation: { l, w } }: LoggedOperation, i: number) => {
    const there = byNumber.get(after + i + 1);
    return there !== undefined && (there.l !== l || there.w !== w);
  };
  const first = own.findIndex(differsFromLost);
  const end = lost.at(-1)?.operation;
  if (first < 0 || end === undefined) return [];
  const before = own.slice(0, first + 1).reduce<VersionVector>((known, { context }) => context ?? known, {});
  if ((before[replica] ?? 0) >= end.s) return [];
  let last = Math.max(end.l, own[first - 1]?.operation.l ?? 0);
  return own.slice(first).map((logged, i) => {
    last = Math.max(last + 1, logged.operation.l);
    const moved = { ...logged, operation: { ...logged.operation, l: last } };
    const context = i === 0 ? before : logged.context;
    return context === undefined ? moved : { ...moved, context: { ...context, [replica]: end.s } };
  });
}

const withFormerContext = ({ replica, context }: LoggedOperation, after: number): VersionVector =>
  after === 0 ? { ...context } : { ...context, [replica]: after };

function rename(
  operation: Operation,
  renameDot: (dot: string) => string,
  numbers: ReadonlyMap<number, number>,
): Operation {
  switch (operation.op) {
    case 'doc.restore':
      return { ...operation, undo: operation.undo.map(renameDot) };
    case 'doc.tag_remove':
    case 'doc.detach':
      return { ...operation, dots: operation.dots.map(renameDot) };
    case 'sn.delete':
    case 'res.delete':
      return { ...operation, seen: operation.seen.map(renameDot) };
    case 'conflict.resolve':
      return { ...operation, write: operation.write && (numbers.get(operation.write) ?? null) };
    default:
      return operation;
  }
}
