import { RECOVERY } from './fields.js';
import type { ControlLog, Entry } from './log.js';

/**
 * Compares two operations by height, then by seniority of the author, then by id. The order is the same on every
 * replica.
 */
export type Order = (a: Entry, b: Entry) => number;

/** Seniority of keys, and the order of operations that follows from it. */
export interface Seniority {
  /**
   * Returns the rank of a key: 0 for the recovery code, 1 for the founder, then by order of addition; infinity for an
   * unknown key.
   */
  rank(keyId: string): number;
  readonly order: Order;
}

/**
 * Computes the seniority of keys. A key that a replica adds for itself has the rank of the key it had. Later operations
 * never change the relative order of two keys, only how many keys rank between them.
 */
export function computeSeniority(log: ControlLog): Seniority {
  const ranks = new Map<string, number>();
  const rank = (keyId: string) => ranks.get(keyId) ?? Number.POSITIVE_INFINITY;
  const order: Order = ({ operation: a }, { operation: b }) =>
    a.body.height - b.body.height ||
    rank(a.body.key_id) - rank(b.body.key_id) ||
    (a.id < b.id ? -1 : Number(a.id > b.id));

  let next = 1;
  const setRanks = ({ operation: { body }, introduces }: Entry) => {
    for (const { keyId, replicaId } of introduces) {
      if (replicaId === RECOVERY) ranks.set(keyId, 0);
      else if (!ranks.has(keyId)) ranks.set(keyId, body.kind === 'member.key_add' ? rank(body.key_id) : next++);
    }
  };
  // Authors were introduced at lower heights, so their ranks are known when the operations of one height are sorted.
  for (const level of groupByHeight(log.entries)) for (const entry of level.sort(order)) setRanks(entry);
  return { rank, order };
}

/** Groups operations by height, the lowest first. */
function groupByHeight(entries: readonly Entry[]): Entry[][] {
  const byHeight: Entry[][] = [];
  for (const entry of entries) {
    const { height } = entry.operation.body;
    const level = byHeight[height - 1];
    if (level === undefined) byHeight[height - 1] = [entry];
    else level.push(entry);
  }
  return byHeight;
}
