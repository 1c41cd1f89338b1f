import type { LoggedOperation } from '../../log/operations.js';
import { compareOperations } from '../../log/order.js';
import { RevisionGraph } from '../revision-graph.js';
import type { LineageView } from '../view.js';
import type { Resolution } from './resolution.js';

/**
 * State of a conflict that was open. `superseded`: the losing revision was edited on another replica, so a new conflict
 * replaces this one, or a purge removed it.
 */
export type ConflictState =
  | { readonly state: 'open' }
  | { readonly state: 'superseded' }
  | {
      readonly state: 'resolved';
      readonly resolution: Resolution;
      /** Replica that resolved it, and the time by its clock; null when later edits resolved it. */
      readonly by: { readonly replicaId: string; readonly at: number } | null;
    };

/**
 * Returns the state of a conflict.
 *
 * @param loser id of the losing revision; null for a conflict of a purge or a name
 * @param operations all operations of the lineage of the note, or the resolved collisions of names
 * @param lineage view of these operations; for a name, its open conflicts
 */
export function findConflictState(
  conflictId: string,
  loser: string | null,
  operations: readonly LoggedOperation[],
  { notes, conflicts }: LineageView,
): ConflictState {
  if (conflicts.some((conflict) => conflict.conflictId === conflictId)) return { state: 'open' };
  for (const { replica, operation } of [...operations].sort(compareOperations)) {
    if (operation.op !== 'conflict.resolve' || operation.conflict !== conflictId) continue;
    const by = { replicaId: replica, at: operation.w };
    return { state: 'resolved', resolution: operation.resolution, by };
  }
  if (loser !== null && isSetAside(loser, operations, notes)) return { state: 'superseded' };
  return { state: 'resolved', resolution: 'merged', by: null };
}

/**
 * Returns true when a revision is in the log but not within the heads of any note. A revision that was pruned from the
 * log was merged before.
 */
function isSetAside(loser: string, operations: readonly LoggedOperation[], notes: LineageView['notes']): boolean {
  const graph = new RevisionGraph(
    operations.flatMap(({ replica, operation }) => (operation.op === 'doc.write' ? [{ replica, operation }] : [])),
  );
  return graph.has(loser) && !notes.some(({ heads }) => graph.isWithin(heads, loser));
}
