import type { LoggedOperation, Operation, VersionVector } from './operations.js';
import { dotOf } from './order.js';

/** A replica that goes on with what another has begun. */
export interface Successor {
  readonly replica: string;
  /** Of its last operation; 0 before the first. */
  readonly seq: number;
  /** The highest Lamport number it knows. */
  readonly lamport: number;
  /** All it has applied of others. */
  readonly context: VersionVector;
}

/**
 * Operations that were never published, as those of another replica: what a device does whose database was rolled back,
 * or that was retired, so that what is acknowledged to its user is not lost. Revisions keep their ids and parents;
 * operations that name one another go on doing so.
 *
 * @param operations Of one replica, in order, all that are to be said anew
 */
export function reauthor(operations: readonly LoggedOperation[], successor: Successor): LoggedOperation[] {
  const { replica, seq, lamport, context } = successor;
  const dots = new Map(operations.map((logged, i) => [dotOf(logged), `${replica}:${seq + i + 1}`]));
  const numbers = new Map(operations.map(({ operation }, i) => [operation.s, seq + i + 1]));
  return operations.map(({ operation }, i) => {
    const renamed = rename(operation, (dot) => dots.get(dot) ?? dot, numbers);
    const said = { replica, operation: { ...renamed, s: seq + i + 1, l: lamport + i + 1 } };
    return i === 0 ? { ...said, context } : said;
  });
}

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
