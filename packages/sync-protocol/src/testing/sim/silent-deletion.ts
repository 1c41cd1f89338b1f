import { lineageIds } from '../../merge/lineage.js';
import { operationsOf, versionsOf } from '../memory-state.js';
import type { Replica } from './replica.js';

/** What is to be seen of a library before a run. */
export interface Notice {
  readonly versions: Readonly<Record<string, number>>;
  readonly active: readonly string[];
}

type Observed = Pick<Replica, 'id' | 'store' | 'view'>;

export function noticeOf(replica: Observed): Notice {
  return { versions: versionsOf(replica.store.state), active: activeIn(replica) };
}

/**
 * I3: a note that is not there any more, or in Trash, is so because an operation says so that has just arrived: of the
 * note, or a purge of one it was recovered from, which had seen what was recovered.
 */
export function vanished({ versions, active }: Notice, replica: Observed): string[] {
  const now = new Set(activeIn(replica));
  const missing = active.filter((id) => !now.has(id));
  if (missing.length === 0) return [];
  const told = new Set<string>();
  const { state } = replica.store;
  const purged = new Set(
    operationsOf(state).map(({ operation }) => (operation.op === 'doc.purge' ? operation.doc : '')),
  );
  for (const [author, own] of state.log)
    for (const { operation } of own.filter((logged) => logged.operation.s > (versions[author] ?? 0)))
      if (operation.op === 'doc.trash') told.add(operation.doc);
      else if (operation.op === 'doc.purge')
        for (const id of lineageIds(operation.doc, (each) => purged.has(each))) told.add(id);
  return missing.filter((id) => !told.has(id)).map((id) => `I3: ${id} went from ${replica.id} without a word`);
}

const activeIn = (replica: Observed) =>
  [...replica.view().notes.values()].filter(({ trashedAt }) => trashedAt === null).map(({ id }) => id);
