import { RECOVERY } from './fields.js';
import type { ControlLog, Entry } from './log.js';

/** Orders operations as every replica does: by height, the seniority of the author, and the id. */
export type Order = (a: Entry, b: Entry) => number;

export interface Seniority {
  /** Of a key: 0 for the recovery code, 1 for the founder, then who was added earlier. */
  rank(keyId: string): number;
  readonly order: Order;
}

/**
 * Who is senior to whom. Keys a replica adds for itself rank as those it had. Which of two comes first never changes
 * with what is learnt later, only how many stand between.
 */
export function seniorityOf(log: ControlLog): Seniority {
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
  // Authors were introduced at lesser heights, so they have their ranks when those of one height are ordered.
  for (const level of levels(log.entries)) for (const entry of level.sort(order)) setRanks(entry);
  return { rank, order };
}

/** Those of one height together, the lowest first. */
function levels(entries: readonly Entry[]): Entry[][] {
  const byHeight: Entry[][] = [];
  for (const entry of entries) {
    const { height } = entry.operation.body;
    const level = byHeight[height - 1];
    if (level === undefined) byHeight[height - 1] = [entry];
    else level.push(entry);
  }
  return byHeight;
}
