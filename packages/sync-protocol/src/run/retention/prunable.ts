import type { LoggedOperation, OperationName, VersionVector } from '../../log/operations.js';
import { compareOperations, covers, coversDot, getDot } from '../../log/order.js';
import { Lineage, listLineageIds } from '../../merge/lineage.js';
import { groupBy } from '../../merge/operations-by-name.js';

/**
 * Returns the dots of the operations of a note that no replica needs any more: superseded revisions that all replicas
 * have, operations erased by a purge, and additions that were removed.
 *
 * @param root id of the original note
 * @param operations all operations of this replica that name the note or one recovered from it
 * @param floor version vector from `computeStableFloor`
 */
export function findPrunable(root: string, operations: readonly LoggedOperation[], floor: VersionVector): Set<string> {
  const stable = operations.filter(({ replica, operation }) => covers(floor, replica, operation.s));
  const byNote = groupBy(operations, ({ operation }) => ('doc' in operation ? operation.doc : null));
  const isPurged = (id: string) => byNote.get(id)?.some(({ operation }) => operation.op === 'doc.purge') ?? false;
  const ids = listLineageIds(root, isPurged);
  const found = findPrunableRevisions(new Lineage(ids, operations), ids.length, floor);
  for (const [id, own] of groupBy(stable, ({ operation }) => ('doc' in operation ? operation.doc : null))) {
    const dots =
      id !== null && isPurged(id) ? findOfPurged(own) : [...findSuperseded(own), ...findCancelled(own, floor)];
    for (const dot of dots) found.add(dot);
  }
  return found;
}

/** Returns the stable erased revisions, and for each note with a single stable head all revisions but that head. */
function findPrunableRevisions(lineage: Lineage, notes: number, floor: VersionVector): Set<string> {
  const isStable = (logged: LoggedOperation) => covers(floor, logged.replica, logged.operation.s);
  const found = new Set(lineage.listErased().filter(isStable).map(getDot));
  for (let note = 0; note < notes; note += 1) {
    const graph = lineage.getGraph(note);
    const [head, ...others] = graph.heads();
    if (head === undefined || others.length > 0 || !isStable(graph.at(head))) continue;
    for (const write of graph.writes) if (write !== graph.at(head)) found.add(getDot(write));
  }
  return found;
}

/** Operations of a purged note that carry no information any more. Its creation and its purges are kept. */
const OBSOLETE_WHEN_PURGED: readonly OperationName[] = [
  'doc.home',
  'doc.trash',
  'doc.restore',
  'doc.tag_add',
  'doc.tag_remove',
  'doc.attach',
  'doc.detach',
];

const findOfPurged = (stable: readonly LoggedOperation[]) =>
  stable.filter(({ operation }) => OBSOLETE_WHEN_PURGED.includes(operation.op)).map(getDot);

const findSuperseded = (stable: readonly LoggedOperation[]) =>
  stable
    .filter(({ operation }) => operation.op === 'doc.home')
    .sort(compareOperations)
    .slice(0, -1)
    .map(getDot);

/** Operation that each removal cancels. */
const CANCELS: Partial<Record<OperationName, OperationName>> = {
  'doc.restore': 'doc.trash',
  'doc.tag_remove': 'doc.tag_add',
  'doc.detach': 'doc.attach',
};

/** Returns the additions that were removed, and the removals that name only operations below the floor. */
function findCancelled(stable: readonly LoggedOperation[], floor: VersionVector): string[] {
  const found: string[] = [];
  for (const [removal, addition] of Object.entries(CANCELS)) {
    const gone = new Set<string>();
    for (const logged of stable.filter(({ operation }) => operation.op === removal)) {
      const dots = getCancelledDots(logged);
      for (const dot of dots) gone.add(dot);
      if (dots.every((dot) => coversDot(floor, dot))) found.push(getDot(logged));
    }
    found.push(...stable.filter((logged) => logged.operation.op === addition && gone.has(getDot(logged))).map(getDot));
  }
  return found;
}

function getCancelledDots({ operation }: LoggedOperation): readonly string[] {
  if (operation.op === 'doc.restore') return operation.undo;
  return operation.op === 'doc.tag_remove' || operation.op === 'doc.detach' ? operation.dots : [];
}
