import { samples } from '@notes/tooling/samples';
import { describe, expect, it } from 'vitest';
import { covers, getDot, type LoggedOperation } from '../src/index.js';
import { compareOperations } from '../src/log/order.js';
import { listLineageIds, type NotebookView, type View } from '../src/merge/index.js';
import { Lineage } from '../src/merge/lineage.js';
import { computeSafeFloor, computeStableFloor } from '../src/run/index.js';
import { type Policy, PROTOCOL, playHistory } from '../src/testing/index.js';

it('[SYNC-WORDS] [SYNC-FORGET] replicas that prune, retire and work offline match the reference library and keep every word', () => {
  for (let seed = 0; seed < samples(250); seed += 1) expect(playHistory(seed), `seed ${seed}`).toEqual([]);
});

/** Computes notebooks from their last moves, even if these close cycles. */
function carelessTree(operations: readonly LoggedOperation[]): View {
  const view = PROTOCOL.computeView(operations);
  const parents = new Map<string, string | null>();
  for (const { operation } of [...operations].sort(compareOperations))
    if (operation.op === 'nb.create' || operation.op === 'nb.move') parents.set(operation.notebook, operation.parent);
  const setParent = ([id, notebook]: [string, NotebookView]) =>
    [id, { ...notebook, parent: parents.get(id) ?? null }] as const;
  return { ...view, notebooks: new Map([...view.notebooks].map(setParent)) };
}

/** Prunes revisions below several heads too. */
const forgetBelowAnyHeads: Policy['findPrunable'] = (root, operations, floor) => {
  const dots = PROTOCOL.findPrunable(root, operations, floor);
  const purged = new Set(operations.flatMap(({ operation }) => (operation.op === 'doc.purge' ? [operation.doc] : [])));
  const ids = listLineageIds(root, (id) => purged.has(id));
  const lineage = new Lineage(ids, operations);
  for (const number of ids.keys()) {
    const graph = lineage.getGraph(number);
    const heads = graph.heads().map((place) => graph.at(place));
    if (!heads.every(({ replica, operation }) => covers(floor, replica, operation.s))) continue;
    for (const write of graph.writes) if (!heads.includes(write)) dots.add(getDot(write));
  }
  return dots;
};

/** Prunes purges that all replicas have. */
const forgetPurges: Policy['findPrunable'] = (root, operations, floor) => {
  const dots = PROTOCOL.findPrunable(root, operations, floor);
  for (const logged of operations)
    if (logged.operation.op === 'doc.purge' && covers(floor, logged.replica, logged.operation.s))
      dots.add(getDot(logged));
  return dots;
};

const RETIRED = 'does not wait for the operations of a retired replica';
const MUTANTS: Record<string, Partial<Policy>> = {
  'does not wait for operations that others wrote before they acknowledged': {
    computeStableFloor: (members) =>
      members.every(({ acknowledged }) => acknowledged !== null) ? computeSafeFloor(members) : null,
  },
  [RETIRED]: {
    computeStableFloor: (members, applied) =>
      computeStableFloor(
        members.map((member) => ({ ...member, retired: member.retired && { applied: true } })),
        applied,
      ),
  },
  'prunes all operations it has itself': { computeStableFloor: (_, applied) => applied },
  'prunes below several heads': { findPrunable: forgetBelowAnyHeads },
  'prunes purges': { findPrunable: forgetPurges },
  'merges unmerged revisions with an ordinary edit': {
    getEditParents: ({ heads, losers }) => [...heads, ...losers.map(({ revisionId }) => revisionId)],
  },
  'applies every move of a notebook': { computeView: carelessTree },
};

describe('the model detects a replica that', () => {
  it.each(Object.entries(MUTANTS))('%s', (name, mutation) => {
    const options = { policy: { ...PROTOCOL, ...mutation }, retirement: name === RETIRED ? 1 : 0.25 };
    const isCaught = () => {
      for (let seed = 0; seed < 3000; seed += 1) if (playHistory(seed, options).length > 0) return true;
      return false;
    };
    expect(isCaught()).toBe(true);
  });
});
