import type { LoggedOperation, Operation, VersionVector } from './operations.js';
import { dotOf } from './order.js';

/** A replica that goes on with what another has begun, and has said nothing yet. */
export interface Successor {
  readonly replica: string;
  /** The number of the last operation that stays the other's; 0 where none does. */
  readonly after: number;
  /** The highest Lamport number it knows. */
  readonly lamport: number;
  /** All it has applied of others, the other among them. */
  readonly context: VersionVector;
}

/**
 * Operations that were never published, as those of another replica: what a device does whose database was rolled back,
 * or that was retired, so that what is acknowledged to its user is not lost. Revisions keep their ids and parents;
 * operations that name one another go on doing so.
 *
 * Each keeps its Lamport number and what its author knew when it was made, so that it comes before whatever else was
 * written on it. From a gap on, where that cannot be told, they come behind all that is known.
 *
 * @param operations Of one replica, in order, all that are to be said anew; the first has its whole context
 */
export function reauthor(operations: readonly LoggedOperation[], successor: Successor): LoggedOperation[] {
  const { replica, after, lamport, context } = successor;
  const dots = new Map(operations.map((logged, i) => [dotOf(logged), `${replica}:${i + 1}`]));
  const numbers = new Map(operations.map(({ operation }, i) => [operation.s, i + 1]));
  const isFollowing = operations.map(({ operation }, i) => operation.s === after + i + 1);
  const gap = isFollowing.includes(false) ? isFollowing.indexOf(false) : operations.length;
  const behind = Math.max(lamport, operations[gap - 1]?.operation.l ?? 0);
  return operations.map((logged, i) => {
    const renamed = rename(logged.operation, (dot) => dots.get(dot) ?? dot, numbers);
    const l = i < gap ? logged.operation.l : behind + 1 + i - gap;
    const said = { replica, operation: { ...renamed, s: i + 1, l } };
    if (i < gap) return logged.context === undefined ? said : { ...said, context: knowing(logged, after) };
    return i === gap ? { ...said, context } : said;
  });
}

/** The log a replica goes on with, which is another's by its id. */
export interface Former {
  readonly replica: string;
  /** The number of the last operation that was left to it. */
  readonly after: number;
}

/**
 * Has what a replica has said under the id it has, and nobody was given, come behind what it had said under its former one
 * and heard of since: of a device that was put back that is what it lost, and what was said of the same things since is
 * to stand. What it had not lost, which is in both, stays where it is. The first that comes behind names the rest, so that
 * others find the same Lamport numbers.
 *
 * @param own From the first on, in order; the first has its whole context
 * @param lost What is known of the other behind `after`, in order
 * @returns those from the first that comes behind, which has its whole context; none where nothing was lost
 */
export function comeAfter(
  own: readonly LoggedOperation[],
  lost: readonly LoggedOperation[],
  { replica, after }: Former,
): LoggedOperation[] {
  const byNumber = new Map(lost.map(({ operation }) => [operation.s, operation]));
  const isOther = ({ operation: { l, w } }: LoggedOperation, i: number) => {
    const there = byNumber.get(after + i + 1);
    return there !== undefined && (there.l !== l || there.w !== w);
  };
  const first = own.findIndex(isOther);
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

const knowing = ({ replica, context }: LoggedOperation, after: number): VersionVector =>
  after === 0 ? { ...context } : { ...context, [replica]: after };

function rename(
  operation: Operation,
  dotOfNow: (dot: string) => string,
  numbers: ReadonlyMap<number, number>,
): Operation {
  switch (operation.op) {
    case 'doc.restore':
      return { ...operation, undo: operation.undo.map(dotOfNow) };
    case 'doc.tag_remove':
    case 'doc.detach':
      return { ...operation, dots: operation.dots.map(dotOfNow) };
    case 'sn.delete':
    case 'res.delete':
      return { ...operation, seen: operation.seen.map(dotOfNow) };
    case 'conflict.resolve':
      return { ...operation, write: operation.write && (numbers.get(operation.write) ?? null) };
    default:
      return operation;
  }
}
