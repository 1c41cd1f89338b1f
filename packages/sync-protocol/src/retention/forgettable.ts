import type { LoggedOperation, OperationName, VersionVector } from '../log/operations.js';
import { compareOperations, covers, coversDot, dotOf } from '../log/order.js';
import { Lineage, lineageIds } from '../merge/lineage.js';
import { groupBy } from '../merge/operations-by-name.js';

/**
 * The operations of a note that make no difference any more to any replica, by their dots: revisions that have one
 * successor all agree on, what a purge erased, and what was taken back.
 *
 * @param root The id of the note that was there first
 * @param operations All this replica has that name it or a note recovered from it
 * @param floor Of `stableFloor`
 */
export function forgettable(root: string, operations: readonly LoggedOperation[], floor: VersionVector): Set<string> {
  const stable = operations.filter(({ replica, operation }) => covers(floor, replica, operation.s));
  const byNote = groupBy(operations, ({ operation }) => ('doc' in operation ? operation.doc : null));
  const isPurged = (id: string) => byNote.get(id)?.some(({ operation }) => operation.op === 'doc.purge') ?? false;
  const ids = lineageIds(root, isPurged);
  const found = forgettableRevisions(new Lineage(ids, operations), ids.length, floor);
  for (const [id, own] of groupBy(stable, ({ operation }) => ('doc' in operation ? operation.doc : null))) {
    const dots = id !== null && isPurged(id) ? ofPurged(own) : [...superseded(own), ...takenBack(own, floor)];
    for (const dot of dots) found.add(dot);
  }
  return found;
}

/** Of a note with one head that everybody has, all but that; and everything that was erased and everybody had. */
function forgettableRevisions(lineage: Lineage, notes: number, floor: VersionVector): Set<string> {
  const isStable = (logged: LoggedOperation) => covers(floor, logged.replica, logged.operation.s);
  const found = new Set(lineage.erased().filter(isStable).map(dotOf));
  for (let note = 0; note < notes; note += 1) {
    const graph = lineage.revisionsOf(note);
    const [head, ...others] = graph.heads();
    if (head === undefined || others.length > 0 || !isStable(graph.at(head))) continue;
    for (const write of graph.writes) if (write !== graph.at(head)) found.add(dotOf(write));
  }
  return found;
}

/** What keeps a purged id dead, and tells when the note was made, stays. What else was said of it is about nothing. */
const OF_PURGED: readonly OperationName[] = [
  'doc.home',
  'doc.trash',
  'doc.restore',
  'doc.tag_add',
  'doc.tag_remove',
  'doc.attach',
  'doc.detach',
];

const ofPurged = (stable: readonly LoggedOperation[]) =>
  stable.filter(({ operation }) => OF_PURGED.includes(operation.op)).map(dotOf);

const superseded = (stable: readonly LoggedOperation[]) =>
  stable
    .filter(({ operation }) => operation.op === 'doc.home')
    .sort(compareOperations)
    .slice(0, -1)
    .map(dotOf);

/** What each operation takes back. */
const TAKES_BACK: Partial<Record<OperationName, OperationName>> = {
  'doc.restore': 'doc.trash',
  'doc.tag_remove': 'doc.tag_add',
  'doc.detach': 'doc.attach',
};

/** Additions that were taken back, and what took back nothing but those. */
function takenBack(stable: readonly LoggedOperation[], floor: VersionVector): string[] {
  const found: string[] = [];
  for (const [removal, addition] of Object.entries(TAKES_BACK)) {
    const gone = new Set<string>();
    for (const logged of stable.filter(({ operation }) => operation.op === removal)) {
      const dots = undoneBy(logged);
      for (const dot of dots) gone.add(dot);
      if (dots.every((dot) => coversDot(floor, dot))) found.push(dotOf(logged));
    }
    found.push(...stable.filter((logged) => logged.operation.op === addition && gone.has(dotOf(logged))).map(dotOf));
  }
  return found;
}

function undoneBy({ operation }: LoggedOperation): readonly string[] {
  if (operation.op === 'doc.restore') return operation.undo;
  return operation.op === 'doc.tag_remove' || operation.op === 'doc.detach' ? operation.dots : [];
}
