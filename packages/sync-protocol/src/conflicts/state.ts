import type { LoggedOperation } from '../log/operations.js';
import { compareOperations } from '../log/order.js';
import { RevisionGraph } from '../merge/revision-graph.js';
import type { LineageView } from '../merge/view.js';
import type { Resolution } from './resolution.js';

/**
 * How a conflict that was open stands. `superseded`: what stood aside was gone on with elsewhere, and there is a new
 * conflict about that, or a purge has taken it.
 */
export type ConflictState =
  | { readonly state: 'open' }
  | { readonly state: 'superseded' }
  | {
      readonly state: 'resolved';
      readonly resolution: Resolution;
      /** Who settled it and when by their clock; null where later edits did. */
      readonly by: { readonly replicaId: string; readonly at: number } | null;
    };

/**
 * @param loser The revision the conflict is about; null for one about a purge or a name
 * @param operations All of the lineage of its note, or the settled collisions of names
 * @param lineage What comes of them; for a name, its open conflicts
 */
export function conflictState(
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
  if (loser !== null && isAside(loser, operations, notes)) return { state: 'superseded' };
  return { state: 'resolved', resolution: 'merged', by: null };
}

/** Whether a revision is in no note, or only in what stands aside now. One that was forgotten was in its note by then. */
function isAside(loser: string, operations: readonly LoggedOperation[], notes: LineageView['notes']): boolean {
  const graph = new RevisionGraph(
    operations.flatMap(({ replica, operation }) => (operation.op === 'doc.write' ? [{ replica, operation }] : [])),
  );
  return graph.has(loser) && !notes.some(({ heads }) => graph.isWithin(heads, loser));
}
