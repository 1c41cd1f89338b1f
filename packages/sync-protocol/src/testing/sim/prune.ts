import type { ControlState } from '../../control/state.js';
import { getDot, joinVectors } from '../../log/order.js';
import { listLineageIds } from '../../merge/lineage.js';
import { decodeAck } from '../../run/retention/ack.js';
import { computeFloors } from '../../run/retention/floors.js';
import { findPrunable } from '../../run/retention/prunable.js';
import { getVersions, type LibraryState, listOperations } from '../memory-state.js';

/** Prunes all operations and own segments that a replica may delete permanently. */
export function pruneAll(state: LibraryState, group: ControlState): void {
  const { replica, authors, checkpoints } = state;
  const acks = [...state.acks.values()].flatMap(({ payload }) => decodeAck(payload) ?? []);
  const own = { replicaId: replica, versions: getVersions(state), authors };
  const { retention: floor } = computeFloors(group, acks, own, [...checkpoints.values()]);
  if (Object.keys(floor).length === 0) return;
  const dots = findPrunableDots(state, floor);
  for (const [author, log] of state.log)
    state.log.set(
      author,
      log.filter((logged) => !dots.has(getDot(logged))),
    );
  state.prunedBelow = joinVectors(state.prunedBelow, floor);
  const sealed = state.sealed.get('ops') ?? [];
  const isWithin = (index: number) =>
    (state.segments.get(`${replica}:${index}`)?.seq ?? Number.POSITIVE_INFINITY) <= (floor[replica] ?? 0);
  state.sealed.set(
    'ops',
    sealed.filter(({ index }, at) => at === sealed.length - 1 || !isWithin(index)),
  );
}

function findPrunableDots(state: LibraryState, floor: Readonly<Record<string, number>>): Set<string> {
  const operations = listOperations(state);
  const purged = new Set(operations.flatMap(({ operation }) => (operation.op === 'doc.purge' ? operation.doc : [])));
  const recovered = new Set([...purged].flatMap((id) => listLineageIds(id, (each) => purged.has(each)).slice(1)));
  const docs = new Set(operations.flatMap(({ operation }) => ('doc' in operation ? (operation.doc ?? []) : [])));
  const dots = new Set<string>();
  for (const root of docs) {
    if (recovered.has(root)) continue;
    const ids = listLineageIds(root, (id) => purged.has(id));
    const own = operations.filter(({ operation }) => 'doc' in operation && ids.includes(operation.doc as string));
    for (const dot of findPrunable(root, own, floor)) dots.add(dot);
  }
  return dots;
}
